import type { AttentionKind, DashboardFigures } from '@gatehouse/contract/features/dashboard.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import type { Permission } from '@gatehouse/contract/permissions.ts'
import { Link } from 'react-router'
import { useText } from '../../i18n/i18n.ts'
import { formatNumber } from '../../lib/format-number.ts'
import { useCan } from '../../lib/use-can.ts'
import { StatusMark } from '../../ui/feedback/status-mark.tsx'
import { BoardBlock } from './board-block.tsx'

/** The page where each is dealt with. */
const cures = {
  'offline-devices': pathTo('deviceList', { query: { status: 'offline' } }),
  'failed-syncs': pathTo('deviceList', { query: { people: 'failed' } }),
  'waiting-devices': pathTo('deviceList', { below: 'waiting' }),
  'failed-firmware': pathTo('firmware', { query: { status: 'published' } }),
  'failed-applications': pathTo('application', { query: { status: 'published' } }),
  'pending-registrations': pathTo('registerRecord', { query: { state: 'pending' } }),
  'pending-visits': pathTo('visitor', { below: 'visits' }),
  'pending-punches': pathTo('attendanceRecord', { query: { tab: 'requests', state: 'waiting' } }),
} as const satisfies Record<AttentionKind, string>

/** The page for it if all happened at one device, or with one package. */
const curesOfOne: Partial<Record<AttentionKind, (id: string) => string>> = {
  'failed-syncs': (id) => pathTo('deviceList', { below: id, query: { tab: 'people', people: 'failed' } }),
  'failed-firmware': (id) => pathTo('firmwareDetail', { query: { id } }),
  'failed-applications': (id) => pathTo('applicationDetail', { query: { id } }),
}

/** Items that are decided there; a role that may not decide can look at them. */
const decisions: Partial<Record<AttentionKind, Permission>> = {
  'pending-registrations': 'registration.write',
  'pending-visits': 'visitor.write',
  'pending-punches': 'attendance.write',
}

const bad = new Set<AttentionKind>(['offline-devices', 'failed-syncs', 'failed-firmware', 'failed-applications'])

type Props = Pick<DashboardFigures, 'attention'> & {
  /** These are shown above the card, in the notices. */
  hasOpenAlarms: boolean
}

/** Things that wait for somebody, each with a link to the page that solves it. */
export function AttentionCard({ attention, hasOpenAlarms }: Props) {
  const t = useText()
  const can = useCan()
  return (
    <BoardBlock title={t('dashboard:attention.title')}>
      {attention.length === 0 ? (
        <p className="board-quiet">
          <StatusMark meaning="good">
            {t(hasOpenAlarms ? 'dashboard:attention.noneElse' : 'dashboard:attention.none')}
          </StatusMark>
        </p>
      ) : (
        <ul className="board-rows">
          {attention.map(({ kind, count, isMore, oneId }) => (
            <li key={kind}>
              <Link to={(oneId && curesOfOne[kind]?.(oneId)) || cures[kind]}>
                <StatusMark meaning={bad.has(kind) ? 'bad' : 'waiting'}>
                  {t(`dashboard:attention.${kind}`, { count, number: `${formatNumber(count)}${isMore ? '+' : ''}` })}
                </StatusMark>
                <span>{t(`dashboard:attention.cure.${can(decisions[kind]) ? kind : 'look'}`)}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </BoardBlock>
  )
}
