import { getWritingState } from '@gatehouse/contract/features/storage.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { queryOf } from '../api/query.ts'
import { useText } from '../i18n/i18n.ts'
import { useCan } from '../lib/use-can.ts'
import { Notice } from '../ui/feedback/notice.tsx'

/** The hint `storage` asks again; a lost one costs half a minute. */
const writingStateQuery = queryOptions({ ...queryOf(getWritingState), refetchInterval: 30_000 })

/** On every page while the disk of the database is full and nothing can be changed: the state, and how to free space. */
export function ReadingOnlyNotice() {
  const t = useText()
  const can = useCan()
  const { data } = useQuery(writingStateQuery)
  if (!data?.isReadingOnly) return null
  const mayManage = can('service-config.manage')
  return (
    <Notice kind="bad" title={t('frame:readingOnly.title')}>
      {mayManage ? (
        <>
          {t('frame:readingOnly.cure')}{' '}
          <Link to={pathTo('dashboard', { below: 'storage' })}>{t('frame:readingOnly.storage')}</Link>
        </>
      ) : (
        t('frame:readingOnly.who')
      )}
    </Notice>
  )
}
