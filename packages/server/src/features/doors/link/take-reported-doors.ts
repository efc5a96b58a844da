import type { WireDoorEvent } from '@gatehouse/contract/device/door-events.ts'
import type { LiveTopic } from '@gatehouse/contract/live-topics.ts'
import { type Ctx, inTransaction } from '../../../ctx.ts'
import type { ReportedDoor } from '../../../drivers/device-events.ts'
import { uuidOf } from '../../../lib/uuid-of.ts'
import { selectDoorPorts } from '../../sites/door-reads.ts'
import { type DoorStateRow, insertDoorEvents, lockDoorState, updateDoorState } from '../door-state-store.ts'
import { endOpenings } from '../surroundings-store.ts'
import { applyDoorEvent } from './next-door-state.ts'

/**
 * Keeps how the doors of a device of another make stand: it tells states and no events, so that what has changed since the last one is the
 * event. Gives the topics of what has: that a door is held belongs to its device, too, whose page offers to let it go.
 */
export async function takeReportedDoors(
  ctx: Ctx,
  deviceId: string,
  at: string,
  doors: readonly ReportedDoor[],
): Promise<readonly LiveTopic[]> {
  return inTransaction(ctx, async (ctx) => {
    const { doorCount, doorIds } = await selectDoorPorts(ctx.db, deviceId)
    const changed = new Set<LiveTopic>()
    // In one order, so that two who lock several never wait for each other.
    for (const door of doors.toSorted((a, b) => a.port - b.port)) {
      const doorId = doorCount > 1 ? doorIds.get(door.port) : [...doorIds.values()][0]
      const state = await lockDoorState(ctx.db, deviceId, door.port)
      if (!state) return []
      for (const topic of await takeDoor(ctx, { deviceId, at, door, state, doorId })) changed.add(topic)
    }
    return [...changed]
  })
}

type Told = { deviceId: string; at: string; door: ReportedDoor; state: DoorStateRow; doorId: string | undefined }

async function takeDoor(ctx: Ctx, { deviceId, at, door, state, doorId }: Told): Promise<readonly LiveTopic[]> {
  const mode = door.isHeldOpen === null ? state.mode : door.isHeldOpen ? 'held-open' : 'normal'
  const kinds = kindsSince(state, door)
  const isHeldAnew = mode !== state.mode
  if (kinds.length === 0 && !isHeldAnew) return []
  const topics: readonly LiveTopic[] = isHeldAnew ? ['doors', 'devices'] : ['doors']
  const events = kinds.map((kind, place) => ({
    kind,
    id: uuidOf(deviceId, 'door', `${door.port} ${kind} ${at}`),
    sequence: state.stored_sequence + place + 1,
    said: at,
    at,
    ...nothingElse,
  }))
  const received_at = ctx.clock.now().toString()
  const { contact, contact_since, held_open_since } = events.reduce<Parameters<typeof applyDoorEvent>[0]>(
    applyDoorEvent,
    state,
  )
  const last = events.at(-1)
  await updateDoorState(
    ctx.db,
    deviceId,
    {
      contact,
      contact_since,
      held_open_since,
      mode,
      stored_sequence: last?.sequence ?? state.stored_sequence,
      last_event_at: last ? at : state.last_event_at,
      reported_at: received_at,
    },
    door.port,
  )
  if (doorId === undefined || events.length === 0) return topics
  const rows = events.map(({ id, sequence, kind }) => ({
    id,
    sequence,
    kind,
    at,
    door_id: doorId,
    device_id: deviceId,
    received_at,
  }))
  await insertDoorEvents(ctx.db, rows)
  if (kinds.includes('contact-closed')) await endOpenings(ctx.db, doorId, at)
  return topics
}

const nothingElse = { input: null, contact: null, recordId: null, isFire: null } satisfies Partial<WireDoorEvent>

function kindsSince({ contact, held_open_since }: DoorStateRow, door: ReportedDoor): WireDoorEvent['kind'][] {
  const moved = door.contact !== null && door.contact !== contact
  return [
    ...(moved ? [door.contact === 'open' ? ('contact-opened' as const) : ('contact-closed' as const)] : []),
    ...(door.isLeftOpen && held_open_since === null ? ['held-open' as const] : []),
  ]
}
