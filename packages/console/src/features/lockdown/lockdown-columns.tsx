import type { Lockdown } from '@gatehouse/contract/features/lockdown.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { Link } from 'react-router'
import type { Text } from '../../i18n/i18n.ts'
import { Instant } from '../../ui/detail/detail-instant.tsx'
import { StatusMark } from '../../ui/feedback/status-mark.tsx'
import type { ListColumn } from '../../ui/list/list-column.ts'
import { placeOf, sinceOf } from './lockdown-words.ts'

const stateOf = ({ releasedAt, releaseAskedAt }: Lockdown) =>
  releasedAt !== null ? 'released' : releaseAskedAt === null ? 'active' : 'asked'
const stateText = (lockdown: Lockdown, t: Text) => t(`lockdown:state.${stateOf(lockdown)}`)

export const LockdownState = ({ lockdown, t }: { lockdown: Lockdown; t: Text }) => (
  <StatusMark meaning={({ active: 'attention', asked: 'waiting', released: 'none' } as const)[stateOf(lockdown)]}>
    {stateText(lockdown, t)}
  </StatusMark>
)

export const lockdownColumns: readonly ListColumn<Lockdown>[] = [
  {
    key: 'place',
    title: (t) => t('lockdown:column.place'),
    width: 160,
    isFixed: true,
    cell: (lockdown, t) => (
      <Link className="list-link" to={pathTo('lockdowns', { below: lockdown.id })}>
        {placeOf(lockdown, t)}
      </Link>
    ),
    csv: placeOf,
  },
  {
    key: 'kind',
    title: (t) => t('lockdown:column.kind'),
    width: 130,
    card: 'line',
    cell: ({ kind }, t) => t(`lockdown:kind.${kind}`),
    csv: ({ kind }, t) => t(`lockdown:kind.${kind}`),
  },
  {
    key: 'state',
    title: (t) => t('lockdown:column.state'),
    width: 140,
    card: 'beside',
    cell: (lockdown, t) => <LockdownState lockdown={lockdown} t={t} />,
    csv: stateText,
  },
  {
    key: 'level',
    title: (t) => t('lockdown:column.level'),
    width: 90,
    isHidden: true,
    cell: ({ level }) => level ?? '–',
    csv: ({ level }) => level,
  },
  {
    key: 'begunAt',
    title: (t) => t('lockdown:column.begun'),
    width: 180,
    card: 'line',
    cell: ({ begunAt }) => <Instant at={begunAt} />,
    brief: ({ begunAt }) => sinceOf(begunAt),
    csvTime: ({ begunAt }) => begunAt,
  },
  {
    key: 'begunBy',
    title: (t) => t('lockdown:column.begunBy'),
    width: 120,
    card: 'line',
    cell: ({ begunBy }) => begunBy,
    csv: ({ begunBy }) => begunBy,
  },
  {
    key: 'releasedAt',
    title: (t) => t('lockdown:column.released'),
    width: 180,
    cell: ({ releasedAt }) => (releasedAt === null ? '–' : <Instant at={releasedAt} />),
    csvTime: ({ releasedAt }) => releasedAt,
  },
  {
    key: 'releasedBy',
    title: (t) => t('lockdown:column.releasedBy'),
    width: 120,
    isHidden: true,
    cell: ({ releasedBy }) => releasedBy ?? '–',
    csv: ({ releasedBy }) => releasedBy,
  },
  {
    key: 'reason',
    title: (t) => t('lockdown:column.reason'),
    width: 200,
    cell: ({ reason }) => reason ?? '–',
    csv: ({ reason }) => reason,
  },
]
