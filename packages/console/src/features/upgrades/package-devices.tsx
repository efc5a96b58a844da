import type { PackageDevice, UpgradePackage } from '@gatehouse/contract/features/upgrades.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { useText } from '../../i18n/i18n.ts'
import { companyTime } from '../../lib/format-date.ts'
import type { ListColumn } from '../../ui/list/list-column.ts'
import { ListPage } from '../../ui/list/list-page.tsx'
import { UpgradeState } from '../../parts/device/upgrade-state.tsx'
import { packageDevices } from './upgrade-queries.ts'

const columns: readonly ListColumn<PackageDevice>[] = [
  {
    key: 'device',
    title: (t) => t('upgrades:column.device'),
    width: 180,
    cell: ({ id, name }) => (
      <Link className="list-link" to={pathTo('deviceList', { below: id, query: { tab: 'app' } })}>
        {name}
      </Link>
    ),
    isFixed: true,
  },
  {
    key: 'state',
    title: (t) => t('upgrades:column.state'),
    width: 320,
    cell: (upgrade, t) => <UpgradeState upgrade={upgrade} t={t} />,
    card: 'line',
  },
  {
    key: 'running',
    title: (t) => t('upgrades:column.running'),
    width: 230,
    cell: ({ version }) => <span className="upgrade-version">{version ?? '–'}</span>,
    card: 'line',
  },
  {
    key: 'attempt',
    title: (t) => t('upgrades:column.attempt'),
    width: 90,
    cell: ({ attempt }) => <span className="tabular">{attempt}</span>,
  },
  {
    key: 'updatedAt',
    title: (t) => t('upgrades:column.updatedAt'),
    width: 170,
    cell: ({ updatedAt }) => <span className="tabular">{companyTime(updatedAt)}</span>,
  },
]

const rowName = ({ name }: PackageDevice) => name

/** How far each device is. */
export function PackageDevices({ item }: { item: UpgradePackage }) {
  const t = useText()
  const [{ page, size }, setPaging] = useState({ page: 1, size: 20 })
  const query = useQuery(packageDevices(item.id, { page, size }))
  const total = query.data?.total ?? 0
  return (
    <ListPage<PackageDevice>
      name="upgrade-devices"
      label={t('upgrades:devices.label')}
      query={query}
      columns={columns}
      rowName={rowName}
      filtered={{ isSet: false, onClear: () => {} }}
      paging={{ kind: 'pages', page, size, total, onChange: (page, size) => setPaging({ page, size }) }}
      count={t('upgrades:devices.total', { count: total })}
      empty={{
        drawing: 'update',
        title: t('upgrades:devices.emptyTitle'),
        text: t('upgrades:devices.emptyText'),
      }}
    />
  )
}
