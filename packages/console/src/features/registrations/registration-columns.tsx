import type { Registration } from '@gatehouse/contract/features/registrations.ts'
import { writtenPhone } from '@gatehouse/contract/phone-number.ts'
import { Link } from 'react-router'
import type { Text } from '../../i18n/i18n.ts'
import { Instant } from '../../ui/detail/detail-instant.tsx'
import { FaceThumbnail } from '../../parts/face/face-thumbnail.tsx'
import type { ListColumn } from '../../ui/list/list-column.ts'
import { type Meaning, StatusMark } from '../../ui/feedback/status-mark.tsx'
import { registrationsPath } from './registration-queries.ts'

const stateMeaning = {
  pending: 'waiting',
  approved: 'good',
  rejected: 'bad',
} as const satisfies Record<Registration['state'], Meaning>

/** Nobody has rejected somebody whom a terminal could not register: its photograph is to be taken again. */
const stateOf = ({ state, refusedFor }: Pick<Registration, 'state' | 'refusedFor'>) =>
  refusedFor.length > 0 ? 'notTaken' : state

export const RegistrationState = ({ registration, t }: { registration: Registration; t: Text }) => (
  <StatusMark meaning={registration.refusedFor.length > 0 ? 'attention' : stateMeaning[registration.state]}>
    {t(`registrations:state.${stateOf(registration)}`)}
  </StatusMark>
)

export const registrationColumns: readonly ListColumn<Registration>[] = [
  {
    key: 'name',
    title: (t) => t('registrations:column.name'),
    width: 220,
    isFixed: true,
    cell: ({ id, name, portraitId }) => (
      <span className="list-cell-face">
        <FaceThumbnail kind="portrait" imageId={portraitId} />
        <Link className="list-link" to={`${registrationsPath}/${id}`} title={name}>
          {name}
        </Link>
      </span>
    ),
    csv: ({ name }) => name,
  },
  {
    key: 'state',
    title: (t) => t('registrations:state.label'),
    width: 130,
    minWidth: 112,
    card: 'beside',
    cell: (registration, t) => <RegistrationState registration={registration} t={t} />,
    csv: (registration, t) => t(`registrations:state.${stateOf(registration)}`),
  },
  {
    key: 'phone',
    title: (t) => t('registrations:column.phone'),
    width: 150,
    card: 'line',
    cell: ({ phone }) => writtenPhone(phone),
    csv: ({ phone }) => phone,
  },
  {
    key: 'department',
    title: (t) => t('registrations:column.department'),
    width: 160,
    card: 'line',
    cell: ({ department }) => department?.name,
    csv: ({ department }) => department?.name ?? null,
  },
  {
    key: 'createdAt',
    title: (t) => t('registrations:column.createdAt'),
    width: 160,
    card: 'line',
    cell: ({ createdAt }) => <Instant at={createdAt} detail="minute" />,
    csv: ({ createdAt }) => createdAt,
  },
  {
    key: 'decidedBy',
    title: (t) => t('registrations:column.decidedBy'),
    width: 140,
    cell: ({ decidedBy }) => decidedBy,
    csv: ({ decidedBy }) => decidedBy,
  },
]
