import type { DownHint } from '@gatehouse/contract/device/link.ts'
import { type Ctx, hint, type ServerHint, type Services } from '../../ctx.ts'
import type { Hints } from '../../hints/hints.ts'
import { selectAllTold, selectTold, selectToldOfGroups, type ToldDevice } from './device-hint-store.ts'

type What = DownHint['what']
type ToDevices = Extract<ServerHint, { to: 'devices' }>

/** NOTIFY carries 8000 bytes. */
const maxNamedDevices = 150

/** Sends the same hint to many devices, in few messages. */
export async function hintDevices(ctx: Pick<Ctx, 'db'>, what: What, deviceIds: readonly string[]): Promise<void> {
  for (let from = 0; from < deviceIds.length; from += maxNamedDevices)
    await hint(ctx, { to: 'devices', what, deviceIds: deviceIds.slice(from, from + maxNamedDevices) })
}

/** Several changes within this time are one hint; a command and a lockdown go at once. */
const collectMs = {
  commands: 0,
  lockdown: 0,
  configuration: 100,
  people: 100,
  upgrades: 100,
} as const satisfies Record<What, number>
/** The maximum delay of a hint per notified device: a thousand terminals ask within a second, not at once. */
const spreadMsPerDevice = 1
const maxSpreadMs = 2_000

/** Forwards hints to the devices that they concern. */
export function passHintsToDevices(
  services: Pick<Services, 'db' | 'log'>,
  hints: Hints,
  tell: (device: ToldDevice, what: What) => void,
): { close(): void } {
  const { db, log } = services
  const due = new Map<string, NodeJS.Timeout>()

  const sendLater = (devices: readonly ToldDevice[], what: What) => {
    const spreadMs =
      devices.length === 1 || what === 'lockdown' ? 0 : Math.min(maxSpreadMs, devices.length * spreadMsPerDevice)
    for (const device of devices) {
      const key = `${what} ${device.id}`
      // A pending hint has the same content.
      if (due.has(key)) continue
      const send = () => {
        due.delete(key)
        tell(device, what)
      }
      due.set(key, setTimeout(send, collectMs[what] + Math.random() * spreadMs))
    }
  }

  const concerned = ({ deviceIds, groupIds }: ToDevices) => {
    if (deviceIds) return selectTold(db, deviceIds)
    return groupIds ? selectToldOfGroups(db, groupIds) : selectAllTold(db)
  }
  const follow = (hint: ToDevices) =>
    concerned(hint).then(
      (devices) => sendLater(devices, hint.what),
      (error: unknown) => log.warn({ err: error, hint }, 'devices could not be told'),
    )

  const leave = hints.on((hint) => {
    if (hint.to === 'devices') void follow(hint)
  })
  const leaveMissed = hints.onMissed(() => {
    for (const what of ['lockdown', 'commands', 'configuration', 'people', 'upgrades'] as const)
      void follow({ to: 'devices', what })
  })
  return {
    close() {
      leave()
      leaveMissed()
      for (const timer of due.values()) clearTimeout(timer)
      due.clear()
    },
  }
}
