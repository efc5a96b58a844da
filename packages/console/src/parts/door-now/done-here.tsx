import type { Door } from '@gatehouse/contract/features/sites.ts'
import { useText } from '../../i18n/i18n.ts'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { StatusMark } from '../../ui/feedback/status-mark.tsx'
import { DoorTime } from '../device/door-clock.tsx'
import { useDoorCommands } from './door-commands.ts'

const most = 5
const meanings = { waiting: 'waiting', done: 'good', failed: 'bad', expired: 'attention' } as const

/** The people who opened or held the door from the console on the days before, and their reasons; today's stand in the day. */
export function DoneHere({ door }: { door: Pick<Door, 'readers'> }) {
  const t = useText()
  const { commands, isLoaded, failed } = useDoorCommands(door)
  const earlier = commands.filter(({ isOfToday }) => !isOfToday).slice(0, most)
  if (!failed && earlier.length === 0 && commands.length > 0) return null
  return (
    <section>
      <h2>{t('doorNow:done')}</h2>
      {failed && <ErrorPanel error={failed.error} onRetry={() => void failed.refetch()} />}
      {commands.length === 0 && isLoaded && <p>{t('doorNow:noneDone')}</p>}
      <ul className="door-done">
        {earlier.map(({ id, kind, state, reason, createdBy, createdAt, deviceId }) => (
          <li key={id}>
            <DoorTime at={createdAt} deviceId={deviceId} />
            <span>
              <b>{t(`doorNow:command.${kind}`)}</b> {t('doorNow:by', { name: createdBy })}
              {state === 'expired' && <small>{t('doorNow:expired')}</small>}
              {reason !== null && <small>{t('doorNow:reason', { reason })}</small>}
            </span>
            <StatusMark meaning={meanings[state]}>{t(`doorNow:state.${state}`)}</StatusMark>
          </li>
        ))}
      </ul>
    </section>
  )
}
