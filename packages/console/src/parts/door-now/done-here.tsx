import { doorCommandKinds } from '@gatehouse/contract/features/live/board.ts'
import { listCommands } from '@gatehouse/contract/features/devices.ts'
import { useQueries } from '@tanstack/react-query'
import { queryOf } from '../../api/query.ts'
import { useText } from '../../i18n/i18n.ts'
import { instantMs } from '../../lib/clock.ts'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { StatusMark } from '../../ui/feedback/status-mark.tsx'
import { DoorTime } from '../device/door-clock.tsx'

const most = 5
const meanings = { waiting: 'waiting', done: 'good', failed: 'bad', expired: 'attention' } as const

const kindOf = (kind: string) => doorCommandKinds.find((one) => one === kind)

/** The people who opened or held the door from the console, and their reasons. */
export function DoneHere({ deviceIds }: { deviceIds: readonly string[] }) {
  const t = useText()
  const asked = useQueries({
    queries: deviceIds.map((id) => queryOf(listCommands, { params: { id }, query: { size: 20 } })),
  })
  const failed = asked.find(({ error, data }) => error && !data)
  const commands = asked
    .flatMap(({ data }, at) => (data?.items ?? []).map((command) => ({ ...command, deviceId: deviceIds[at] ?? null })))
    .flatMap((command) => {
      const kind = kindOf(command.kind)
      return kind ? [{ ...command, kind }] : []
    })
    .toSorted((a, b) => instantMs(b.createdAt) - instantMs(a.createdAt))
    .slice(0, most)
  return (
    <section>
      <h2>{t('doorNow:done')}</h2>
      {failed && <ErrorPanel error={failed.error} onRetry={() => void failed.refetch()} />}
      {commands.length === 0 && asked.every(({ data }) => data) && <p>{t('doorNow:noneDone')}</p>}
      <ul className="door-done">
        {commands.map(({ id, kind, state, reason, createdBy, createdAt, deviceId }) => (
          <li key={id}>
            <DoorTime at={createdAt} deviceId={deviceId} />
            <span>
              <b>{t(`doorNow:command.${kind}`)}</b> {t('doorNow:by', { name: createdBy })}
              {reason !== null && <small>{t('doorNow:reason', { reason })}</small>}
            </span>
            <StatusMark meaning={meanings[state]}>{t(`doorNow:state.${state}`)}</StatusMark>
          </li>
        ))}
      </ul>
    </section>
  )
}
