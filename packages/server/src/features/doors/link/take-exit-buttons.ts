import { type Ctx, inTransaction } from '../../../ctx.ts'
import type { ReportedPress } from '../../../drivers/device-events.ts'
import { uuidOf } from '../../../lib/uuid-of.ts'
import { selectDoorPorts } from '../../sites/door-reads.ts'
import { insertDoorEvents, lockDoorState, updateDoorState } from '../door-state-store.ts'

/** Keeps presses of exit buttons at a device of another make as events of its doors. `nowhere`: the keys of those at no door of the product. */
export async function takeExitButtons(
  ctx: Ctx,
  deviceId: string,
  presses: readonly ReportedPress[],
): Promise<{ hasNew: boolean; nowhere: string[] }> {
  if (presses.length === 0) return { hasNew: false, nowhere: [] }
  return inTransaction(ctx, async ({ db, clock }) => {
    const { doorCount, doorIds } = await selectDoorPorts(db, deviceId)
    const doorOf = ({ port }: ReportedPress) => (doorCount > 1 ? doorIds.get(port) : [...doorIds.values()][0])
    const nowhere = presses.filter((press) => doorOf(press) === undefined).map(({ key }) => key)
    const received_at = clock.now().toString()
    let hasNew = false
    // In one order, so that two who lock several never wait for each other.
    for (const [port, pressed] of byPort(presses)) {
      const door_id = pressed[0] && doorOf(pressed[0])
      const state = door_id === undefined ? undefined : await lockDoorState(db, deviceId, doorCount > 1 ? port : 1)
      if (door_id === undefined || !state) continue
      const rows = pressed.map(({ key, at }, place) => ({
        id: uuidOf(deviceId, 'exit-button', key),
        sequence: state.stored_sequence + place + 1,
        kind: 'exit-button',
        at,
        door_id,
        device_id: deviceId,
        received_at,
      }))
      const fresh = await insertDoorEvents(db, rows)
      if (fresh.size === 0) continue
      hasNew = true
      const stored_sequence = state.stored_sequence + rows.length
      await updateDoorState(db, deviceId, { stored_sequence }, state.port)
    }
    return { hasNew, nowhere }
  })
}

function byPort(presses: readonly ReportedPress[]): [port: number, presses: ReportedPress[]][] {
  const ports = [...new Set(presses.map(({ port }) => port))].toSorted((a, b) => a - b)
  return ports.map((port) => [port, presses.filter((press) => press.port === port)])
}
