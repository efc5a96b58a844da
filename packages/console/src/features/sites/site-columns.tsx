import type { SiteSummary } from '@gatehouse/contract/features/sites.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { Link } from 'react-router'
import { companyTime } from '../../lib/format-date.ts'
import { formatNumber } from '../../lib/format-number.ts'
import type { ListColumn } from '../../ui/list/list-column.ts'

const counted = (key: 'areaCount' | 'doorCount' | 'deviceCount'): ListColumn<SiteSummary> => ({
  key,
  title: (t) => t(`sites:column.${key}`),
  width: 76,
  cell: (site) => <span className="tabular">{formatNumber(site[key])}</span>,
  csv: (site) => site[key],
  isNumber: true,
  card: 'line',
})

export const siteColumns: readonly ListColumn<SiteSummary>[] = [
  {
    key: 'name',
    title: (t) => t('sites:column.name'),
    width: 150,
    isFixed: true,
    sort: 'name',
    cell: ({ id, name }) => (
      <Link className="list-link" to={pathTo('siteDetail', { query: { id } })} title={name}>
        {name}
      </Link>
    ),
    csv: ({ name }) => name,
  },
  {
    key: 'address',
    title: (t) => t('sites:column.address'),
    width: 150,
    cell: ({ address }) => address ?? '–',
    csv: ({ address }) => address,
    card: 'line',
  },
  {
    key: 'clock',
    title: (t) => t('sites:column.clock'),
    width: 180,
    cell: ({ timeZone }, t) => timeZone ?? t('sites:clock.enterprise'),
    csv: ({ timeZone }, t) => timeZone ?? t('sites:clock.enterprise'),
    card: 'line',
  },
  counted('areaCount'),
  counted('doorCount'),
  counted('deviceCount'),
  {
    key: 'createdAt',
    title: (t) => t('sites:column.createdAt'),
    width: 180,
    cell: ({ createdAt }) => <span className="tabular">{companyTime(createdAt)}</span>,
    csvTime: ({ createdAt }) => createdAt,
    sort: 'createdAt',
    isHidden: true,
  },
]
