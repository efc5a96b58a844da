import type { StaffSummary } from '@gatehouse/contract/features/staff.ts'
import { Link } from 'react-router'
import { groupName } from '../../ui/list-group-name.ts'
import { Instant } from '../../ui/detail-instant.tsx'
import { formatInstant } from '../../lib/format-date.ts'
import { FaceThumbnail } from '../../ui/face-thumbnail.tsx'
import type { ListColumn } from '../../ui/list-column.ts'

/** `/manmgt/staff/detail?id=…` */
export const staffAddress = (id: string) => `/manmgt/staff/detail?id=${id}`

export const staffColumns: readonly ListColumn<StaffSummary>[] = [
  {
    key: 'name',
    title: (t) => t('staff:column.name'),
    width: 210,
    isFixed: true,
    sort: 'name',
    cell: ({ id, name, portraitId }) => (
      <span className="list-cell-face">
        <FaceThumbnail kind="portrait" imageId={portraitId} />
        <Link className="list-link" to={staffAddress(id)} title={name}>
          {name}
        </Link>
      </span>
    ),
    csv: ({ name }) => name,
  },
  {
    key: 'jobId',
    title: (t) => t('staff:column.jobId'),
    width: 110,
    sort: 'jobId',
    cell: ({ jobId }) => jobId,
    csv: ({ jobId }) => jobId,
    card: 'line',
  },
  {
    key: 'phone',
    title: (t) => t('staff:column.phone'),
    width: 140,
    cell: ({ phone }) => phone,
    csv: ({ phone }) => phone,
    card: 'line',
  },
  {
    key: 'department',
    title: (t) => t('staff:column.department'),
    width: 160,
    cell: ({ department }) => department?.name,
    csv: ({ department }) => department?.name,
    card: 'line',
  },
  {
    key: 'groups',
    title: (t) => t('staff:column.groups'),
    width: 160,
    cell: ({ groups }, t) => groups.map(({ name }) => groupName(name, t)).join(' · '),
    csv: ({ groups }, t) => groups.map(({ name }) => groupName(name, t)).join('; '),
    card: 'line',
  },
  {
    key: 'createdAt',
    title: (t) => t('staff:column.createdAt'),
    width: 160,
    sort: 'createdAt',
    isHidden: true,
    cell: ({ createdAt }) => <Instant at={createdAt} detail="minute" />,
    csv: ({ createdAt }) => formatInstant(createdAt),
  },
]
