import {
  countRecords,
  deleteRecords,
  exportImages,
  exportRecords,
  maxImagesInZip,
} from '@gatehouse/contract/features/records.ts'
import type { BoundedTotal } from '@gatehouse/contract/paging.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { DownloadOutlined, UserOutlined } from '@ant-design/icons'
import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { call } from '../../api/call.ts'
import { useText } from '../../i18n/i18n.ts'
import { formatNumber } from '../../lib/format-number.ts'
import { currentLanguage } from '../../lib/language.ts'
import { useCan } from '../../lib/use-can.ts'
import { useConfirmDelete } from '../../ui/feedback/confirm.tsx'
import { Dated } from '../../ui/page/dated.tsx'
import { usePanelRoute } from '../../ui/list/list-panel-route.ts'
import { setFilters } from '../../ui/list/list-url-state.ts'
import { useMenu } from '../../ui/menu/menu.tsx'
import { useToast } from '../../ui/feedback/toast.tsx'
import { HeadMenu } from '../../ui/page/head-menu.tsx'
import { useDownload } from '../../ui/page/use-download.ts'
import { recordQueryText, type RecordListState } from './record-queries.ts'

/** The actions for all records of a filter: the server exports them, however many, or deletes them in the background. */
export function RecordActions({ filter, total }: { filter: RecordListState; total: BoundedTotal | undefined }) {
  const t = useText()
  const can = useCan()
  const toast = useToast()
  const panel = usePanelRoute(pathTo('signRecord'))
  const client = useQueryClient()
  const confirmDelete = useConfirmDelete()
  const { download, isRunning } = useDownload()
  const { after: _after, size: _size, ...asked } = filter
  const query = () => {
    const { after: _, size: _s, ...text } = recordQueryText(filter)
    return text
  }
  const remove = async () => {
    const { count, countedAt } = await call(countRecords, { query: { ...query(), exact: 'true' } })
    if (count === 0) return toast.done(t('records:delete.nothing'))
    const records = formatNumber(count)
    const isAll = setFilters(filter).length === 0
    // only a deletion needs them, and they bring the selects of people and devices
    const { recordFilterWords } = await import('./record-filter-words.ts')
    const words = await recordFilterWords(filter, client, t)
    void confirmDelete({
      title: t(isAll ? 'records:delete.titleAll' : 'records:delete.title', { count, records }),
      text: t('records:delete.text'),
      extra: words.length > 0 && (
        <>
          <p>{t('records:delete.only')}</p>
          <ul className="record-filter-words">
            {words.map((said) => (
              <li key={said}>
                <Dated>{said}</Dated>
              </li>
            ))}
          </ul>
        </>
      ),
      action: t('records:delete.button', { count, records }),
      ends: [],
      run: async () => {
        const body = { ...asked, ...(isAll && { all: true as const }), expected: count, countedAt }
        await call(deleteRecords, { body })
        toast.done(t('records:delete.begun'))
      },
    })
  }
  const exported = () => ({ ...query(), language: currentLanguage() })
  const menu = useMenu([
    ...(['csv', 'xlsx'] as const).map((format) => ({
      key: format,
      label: t(`records:export.${format}`),
      run: () => download(exportRecords, { query: { ...exported(), format } }),
    })),
    {
      key: 'images',
      label: t('records:export.images', { max: maxImagesInZip }),
      run: () => download(exportImages, { query: exported() }),
    },
  ])
  return (
    <>
      <Button icon={<UserOutlined aria-hidden />} onClick={() => panel.open('face-search')}>
        {t('records:faceSearch.action')}
      </Button>
      <Button {...menu.props} icon={<DownloadOutlined aria-hidden />} loading={isRunning}>
        {t('list:export.action')}
        {total && ` ${formatNumber(total.count)}${total.isMore ? '+' : ''}`}
      </Button>
      {menu.menu}
      {can('record.write') && (
        <HeadMenu
          entries={[
            { key: 'settings', label: t('records:settings.action'), run: () => panel.open('settings') },
            {
              key: 'delete',
              label: t('records:delete.action'),
              isDangerous: true,
              isApart: true,
              run: () => void remove().catch(toast.failed),
            },
          ]}
        />
      )}
    </>
  )
}
