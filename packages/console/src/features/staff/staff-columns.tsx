import type { StaffSummary } from '@gatehouse/contract/features/staff.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { writtenPhone } from '@gatehouse/contract/phone-number.ts'
import { groupName } from '../../parts/passage/list-group-name.ts'
import { NameWithStanding } from '../../parts/person/person-standing.tsx'
import { Instant } from '../../ui/detail/detail-instant.tsx'
import { FaceThumbnail } from '../../parts/face/face-thumbnail.tsx'
import { LastSeen, PlaceNow } from './staff-places.tsx'
import type { ListColumn } from '../../ui/list/list-column.ts'

/** `/manmgt/staff/detail?id=…` */
export const staffPath = (id: string) => pathTo('staffDetail', { query: { id } })

/** The department first, then the one above, which distinguishes departments of one name; the company itself says nothing. */
function DepartmentPath({ path }: { path: string }) {
  const [name, above, ...further] = path.split('/').toReversed()
  return (
    <span title={path.replaceAll('/', ' / ')}>
      {name}
      {further.length > 0 && <span className="staff-above"> · {above}</span>}
    </span>
  )
}

export const staffColumns: readonly ListColumn<StaffSummary>[] = [
  {
    key: 'name',
    title: (t) => t('staff:column.name'),
    width: 210,
    isFixed: true,
    sort: 'name',
    cell: ({ id, name, portraitId, displayPortraitId, suspension, hasLeft }) => (
      <span className="list-cell-face">
        {displayPortraitId === null ? (
          <FaceThumbnail kind="portrait" imageId={portraitId} />
        ) : (
          <FaceThumbnail kind="display" imageId={displayPortraitId} />
        )}
        <NameWithStanding to={staffPath(id)} name={name} suspension={suspension} hasLeft={hasLeft} />
      </span>
    ),
  },
  {
    key: 'jobId',
    title: (t) => t('staff:column.jobId'),
    width: 110,
    sort: 'jobId',
    cell: ({ jobId }) => jobId,
    card: 'line',
  },
  {
    key: 'phone',
    title: (t) => t('staff:column.phone'),
    width: 160,
    isHidden: true,
    cell: ({ phone }) => writtenPhone(phone),
    card: 'line',
  },
  {
    key: 'department',
    title: (t) => t('staff:column.department'),
    width: 180,
    cell: ({ department }) => department && <DepartmentPath path={department.path} />,
    card: 'line',
  },
  {
    key: 'now',
    title: (t) => t('staff:column.now'),
    width: 140,
    cell: ({ id }) => <PlaceNow id={id} />,
    card: 'beside',
  },
  {
    key: 'lastSeen',
    title: (t) => t('staff:column.lastSeen'),
    width: 180,
    cell: ({ id }) => <LastSeen id={id} />,
  },
  {
    key: 'groups',
    title: (t) => t('staff:column.groups'),
    width: 150,
    isHidden: true,
    cell: ({ groups }, t) => groups.map(({ name }) => groupName(name, t)).join(' · '),
    card: 'line',
  },
  {
    key: 'position',
    title: (t) => t('staff:form.position'),
    width: 140,
    isHidden: true,
    cell: ({ position }) => position,
    card: 'line',
  },
  {
    key: 'extension',
    title: (t) => t('staff:form.extension'),
    width: 110,
    isHidden: true,
    cell: ({ extension }) => extension,
  },
  {
    key: 'email',
    title: (t) => t('staff:form.email'),
    width: 200,
    isHidden: true,
    cell: ({ email }) => email,
  },
  {
    key: 'icCard',
    title: (t) => t('staff:form.icCard'),
    width: 140,
    isHidden: true,
    cell: ({ icCard }) => icCard,
  },
  {
    key: 'workingPlace',
    title: (t) => t('staff:form.workingPlace'),
    width: 140,
    isHidden: true,
    cell: ({ workingPlace }) => workingPlace,
  },
  {
    key: 'staffType',
    title: (t) => t('staff:form.staffType'),
    width: 110,
    isHidden: true,
    cell: ({ staffType }, t) => staffType && t(`staff:type.${staffType}`),
  },
  {
    key: 'entryOn',
    title: (t) => t('staff:form.entryOn'),
    width: 120,
    isHidden: true,
    cell: ({ entryOn }) => entryOn,
  },
  {
    key: 'leavingOn',
    title: (t) => t('staff:form.leavingOn'),
    width: 120,
    isHidden: true,
    cell: ({ leavingOn }) => leavingOn,
  },
  {
    key: 'createdAt',
    title: (t) => t('staff:column.createdAt'),
    width: 160,
    sort: 'createdAt',
    isHidden: true,
    cell: ({ createdAt }) => <Instant at={createdAt} detail="minute" />,
  },
]
