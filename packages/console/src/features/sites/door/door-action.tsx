import { sendCommand, sendCommands } from '@gatehouse/contract/features/devices.ts'
import type { Door, DoorReader } from '@gatehouse/contract/features/sites.ts'
import { Button } from 'antd'
import { call } from '../../../api/call.ts'
import { useText } from '../../../i18n/i18n.ts'
import { useCan } from '../../../lib/use-can.ts'
import { HoldButton } from '../../../parts/hold-button.tsx'
import { useToast } from '../../../ui/feedback/toast.tsx'
import { readersOnce } from './door-readers.tsx'

/** Opens the door, or holds it, for who may. */
export function DoorAction({ door }: { door: Door }) {
  const t = useText()
  const can = useCan()
  const toast = useToast()
  const readers = readersOnce(door)
  const online = readers.filter(({ isOnline }) => isOnline)
  // Those who may change sites are those who may open doors (decisions "Who may do what").
  if (!can('device.control') || !can('site.write')) return null

  const open = async () => {
    const answers = await Promise.allSettled(
      online.map(({ deviceId }) => call(sendCommand, { params: { id: deviceId }, body: { kind: 'open-once' } })),
    )
    const failed = online.filter((_, index) => answers[index]?.status === 'rejected')
    const [refusal] = answers.filter((answer) => answer.status === 'rejected')
    if (refusal && failed.length === online.length) throw refusal.reason
    if (failed.length > 0) toast.warned(t('doorPage:action.openedSome', { names: namesOf(failed, t('list:comma')) }))
  }
  const hold = (kind: 'hold-open' | 'hold-closed' | 'normal') =>
    call(sendCommands, { body: { deviceIds: readers.map(({ deviceId }) => deviceId), kind } })
  const reason =
    readers.length === 0
      ? ('shared:doorDeed.noReader' as const)
      : online.length === 0
        ? ('shared:doorDeed.offline' as const)
        : ('doorPage:action.hint' as const)
  return (
    <section className="door-action" aria-label={t('doorPage:action.title')}>
      <HoldButton
        look="main"
        action={t('shared:doorDeed.openName', { door: door.name })}
        label={t('shared:doorDeed.open')}
        done={t('shared:doorDeed.opened')}
        isDisabled={online.length === 0}
        run={open}
      />
      <div className="door-holds">
        <HoldButton
          action={t('shared:doorDeed.holdOpenName', { door: door.name })}
          label={t('shared:doorDeed.holdOpen')}
          done={t('shared:doorDeed.heldOpen')}
          isDisabled={readers.length === 0}
          run={() => hold('hold-open')}
        />
        <HoldButton
          action={t('shared:doorDeed.holdClosedName', { door: door.name })}
          label={t('shared:doorDeed.holdClosed')}
          done={t('shared:doorDeed.heldClosed')}
          isDisabled={readers.length === 0}
          run={() => hold('hold-closed')}
        />
      </div>
      <Button
        disabled={readers.length === 0}
        onClick={() =>
          void hold('normal')
            .then(() => toast.done(t('doorPage:action.normalDone', { door: door.name })))
            .catch(toast.failed)
        }
      >
        {t('shared:doorDeed.normal')}
      </Button>
      <p>{t(reason)}</p>
    </section>
  )
}

const namesOf = (readers: readonly DoorReader[], comma: string) =>
  readers.map(({ deviceName }) => deviceName).join(comma)
