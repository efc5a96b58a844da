import type { previewPackage, UpgradePackage } from '@gatehouse/contract/features/upgrades.ts'
import type { Reply } from '@gatehouse/contract/route.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useText } from '../../i18n/i18n.ts'
import type { ListColumn } from '../../ui/list/list-column.ts'
import { ListPage } from '../../ui/list/list-page.tsx'
import { packagePreview } from './upgrade-queries.ts'
import { Segments } from '../../ui/page/segments.tsx'

type Row = Reply<typeof previewPackage>['items'][number]

const plain = (key: 'model' | 'hardwareVersion', words: 'model' | 'hardwareVersions'): ListColumn<Row> => ({
  key,
  title: (t) => t(`upgrades:column.${words}`),
  width: 160,
  cell: (row) => row[key] ?? '–',
})

const columns: readonly ListColumn<Row>[] = [
  { key: 'device', title: (t) => t('upgrades:column.device'), width: 180, cell: ({ name }) => name, isFixed: true },
  {
    key: 'why',
    title: (t) => t('upgrades:column.why'),
    width: 280,
    cell: ({ mismatch, isOnline }, t) =>
      mismatch ? t(`upgrades:mismatch.${mismatch}`) : isOnline ? '–' : t('upgrades:preview.offline'),
    card: 'line',
  },
  {
    key: 'running',
    title: (t) => t('upgrades:column.running'),
    width: 230,
    cell: ({ version }) => <span className="upgrade-version">{version ?? '–'}</span>,
    card: 'line',
  },
  plain('model', 'model'),
  plain('hardwareVersion', 'hardwareVersions'),
]

const rowName = ({ name }: Row) => name

/** The devices that a package is for, and why the others are excluded. */
export function PackagePreview({ item }: { item: UpgradePackage }) {
  const t = useText()
  const [match, setMatch] = useState<'matching' | 'others'>('matching')
  const [{ page, size }, setPaging] = useState({ page: 1, size: 20 })
  const query = useQuery(packagePreview(item.id, { match, page, size }))
  const total = query.data?.total ?? 0
  const counts = query.data?.counts ?? { matching: 0, others: 0 }
  return (
    <ListPage<Row>
      name="upgrade-preview"
      label={t('upgrades:preview.label')}
      query={query}
      columns={columns}
      rowName={rowName}
      beside={
        <Segments
          label={t('upgrades:preview.label')}
          value={match}
          options={(['matching', 'others'] as const).map((value) => ({
            value,
            label: t(`upgrades:preview.${value}`, { count: counts[value] }),
          }))}
          onChange={(match) => {
            setMatch(match)
            setPaging((now) => ({ ...now, page: 1 }))
          }}
        />
      }
      filtered={{ isSet: false, onClear: () => {} }}
      paging={{ kind: 'pages', page, size, total, onChange: (page, size) => setPaging({ page, size }) }}
      count={t('upgrades:devices.total', { count: total })}
      empty={{
        drawing: 'update',
        title: t('upgrades:preview.emptyTitle'),
        text: t('upgrades:preview.emptyText'),
      }}
    />
  )
}
