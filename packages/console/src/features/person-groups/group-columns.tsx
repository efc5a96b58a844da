import type { GroupKind, GroupMember } from '@gatehouse/contract/features/person-groups.ts'
import { writtenPhone } from '@gatehouse/contract/phone-number.ts'
import { Link } from 'react-router'
import { FaceThumbnail } from '../../parts/face/face-thumbnail.tsx'
import type { ListColumn } from '../../ui/list/list-column.ts'
import { groupPages } from './use-group.ts'

const nameColumn = (kind: GroupKind): ListColumn<GroupMember> => ({
  key: 'name',
  title: (t) => t('groups:column.name'),
  width: 220,
  isFixed: true,
  cell: ({ id, name, portraitId }) => (
    <span className="list-cell-face">
      <FaceThumbnail kind="portrait" imageId={portraitId} />
      <Link className="list-link" to={`${groupPages[kind].person}?id=${id}`} title={name}>
        {name}
      </Link>
    </span>
  ),
  csv: ({ name }) => name,
})
const jobId: ListColumn<GroupMember> = {
  key: 'jobId',
  title: (t) => t('groups:column.jobId'),
  width: 120,
  cell: (member) => member.jobId,
  csv: (member) => member.jobId,
  card: 'line',
}
const department: ListColumn<GroupMember> = {
  key: 'department',
  title: (t) => t('groups:column.department'),
  width: 180,
  cell: (member) => member.department,
  csv: (member) => member.department,
  card: 'line',
}
const phone: ListColumn<GroupMember> = {
  key: 'phone',
  title: (t) => t('groups:column.phone'),
  width: 150,
  cell: (member) => writtenPhone(member.phone),
  csv: (member) => member.phone,
  card: 'line',
}

/** Only staff have a job ID and a department. */
export const memberColumns: Record<GroupKind, readonly ListColumn<GroupMember>[]> = {
  staff: [nameColumn('staff'), jobId, department, phone],
  visitor: [nameColumn('visitor'), phone],
  blacklisted: [nameColumn('blacklisted'), phone],
}
