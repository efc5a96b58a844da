import { getRecord } from '@gatehouse/contract/features/records.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { queryOf } from '../../api/query.ts'
import { useText } from '../../i18n/i18n.ts'
import { lastPassages, type PassagesAt } from '../device/last-faces.tsx'
import { PassageReasons } from '../passage/passage-reasons.tsx'

/** The numbered reasons for which the last person passed here, or did not. */
export function WhyLast({ at }: { at: PassagesAt }) {
  const t = useText()
  const [last] = useQuery(lastPassages(at)).data ?? []
  const { data } = useQuery({
    ...queryOf(getRecord, { params: { id: last?.id ?? '' } }),
    enabled: last !== undefined,
    staleTime: Infinity,
    // The reasons of before stay until those of the next person are there: nothing jumps.
    placeholderData: (before) => before,
  })
  if (!data) return null
  const name = data.person?.name ?? t(`list:personKind.${data.kind}`)
  return (
    <section>
      <header>
        <h2>{t(data.opened ? 'doorNow:whyOpened' : 'doorNow:whyRefused', { name })}</h2>
        <Link to={pathTo('signRecord', { below: data.id })}>{t('doorNow:record')}</Link>
      </header>
      <PassageReasons reasons={data.reasons} names={data.names} opens={data.opened} abnormal={data.abnormal} />
    </section>
  )
}
