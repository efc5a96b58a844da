import { sendCommand, sendCommands } from '@gatehouse/contract/features/devices.ts'
import type { Door, DoorReader } from '@gatehouse/contract/features/sites.ts'
import { call } from '../../../api/call.ts'
import { useText } from '../../../i18n/i18n.ts'
import { useCan } from '../../../lib/use-can.ts'
import type { DoorCommand } from '../../../parts/device/command-lacks.ts'
import { DoorButtons } from '../../../parts/device/door-buttons.tsx'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { useDoorStanding } from '../../../parts/floor-plan/use-door-marks.ts'
import { useToast } from '../../../ui/feedback/toast.tsx'
import { readersOnce } from '../../../parts/device/readers-once.ts'

/** Opens the door, or holds it, for who may. */
export function DoorAction({ door }: { door: Door }) {
  const t = useText()
  const can = useCan()
  const toast = useToast()
  const standing = useDoorStanding(door)
  const readers = readersOnce(door)
  const online = readers.filter(({ isOnline }) => isOnline)
  // Those who may change sites are those who may open doors (decisions "Who may do what").
  if (!can('device.control') || !can('site.write')) return null

  const open = async (reason: string | undefined) => {
    const body = { kind: 'open-once', reason } as const
    const answers = await Promise.allSettled(
      online.map(({ deviceId }) => call(sendCommand, { params: { id: deviceId }, body })),
    )
    const failed = online.filter((_, index) => answers[index]?.status === 'rejected')
    const [refusal] = answers.filter((answer) => answer.status === 'rejected')
    if (refusal && failed.length === online.length) throw refusal.reason
    if (failed.length > 0) toast.warned(t('doorPage:openedSome', { names: namesOf(failed, t('list:comma')) }))
  }
  const send = (kind: DoorCommand, reason: string | undefined) =>
    kind === 'open-once'
      ? open(reason)
      : call(sendCommands, { body: { deviceIds: readers.map(({ deviceId }) => deviceId), kind, reason } })
  return (
    <DoorButtons
      door={door.name}
      deviceIds={readers.map(({ deviceId }) => deviceId)}
      reach={readers.length === 0 ? 'none' : online.length === 0 ? 'offline' : 'online'}
      isHeld={standing !== undefined && standing.held !== null}
      send={send}
    />
  )
}

/** The same buttons over the list. */
export function DoorDialog({ door, onClose }: { door: Door; onClose: () => void }) {
  return (
    <Dialog title={door.name} width={360} onClose={onClose}>
      <DoorAction door={door} />
    </Dialog>
  )
}

const namesOf = (readers: readonly DoorReader[], comma: string) =>
  readers.map(({ deviceName }) => deviceName).join(comma)
