import {
  maxDoorEvents,
  pushDoorEvents as pushDoorEventsRoute,
  wireDoorEvent,
} from '@gatehouse/contract/device/door-events.ts'
import { highestSequence, sequenceStep } from '@gatehouse/contract/device/link.ts'
import { AppError } from '@gatehouse/contract/errors.ts'
import { z } from 'zod'
import { type Ctx, inTransaction } from '../../../ctx.ts'
import { byServerClock, placeByTime } from '../../../device-link/device-time.ts'
import { readBatch } from '../../../device-link/read-batch.ts'
import { readDoorsOfDevices } from '../../inside/door-reads.ts'
import { confirmPassages } from '../../inside/inside-actions.ts'
import { beginByInput } from '../../lockdown/lockdown-input-actions.ts'
import { followPassages, lookAgain, startByFire } from '../../muster/muster-actions.ts'
import { insertDoorEvents, lockDoorState, updateDoorState } from '../door-state-store.ts'
import { endOpenings } from '../surroundings-store.ts'
import { type DoorEvent, toDoorEvent } from './door-event-rows.ts'
import { applyDoorEvent } from './next-door-state.ts'

/** The body of the contract, but each event is checked by itself. */
export const pushDoorEventsOneByOne = {
  ...pushDoorEventsRoute,
  body: z.object({
    events: z.array(z.unknown()).min(1).max(maxDoorEvents),
    refusesSingly: z.boolean().default(false),
  }),
}

/**
 * Stores what a device tells of its door, each event once by its id, and the state that follows; then moves the people whose passages it
 * confirms. Gives the outcome after the commit, and whether anybody is somewhere else now.
 * @throws AppError request.invalid, device.credentials-wrong when the device was unbound meanwhile
 */
export async function pushDoorEvents(
  ctx: Ctx,
  deviceId: string,
  { events, refusesSingly }: z.output<typeof pushDoorEventsOneByOne.body>,
) {
  const { rows, refused } = readBatch(events, {
    name: 'events',
    schema: wireDoorEvent,
    toRow: toDoorEvent,
    refusesSingly,
  })
  if (refused.length > 0) ctx.log.warn({ deviceId, refused }, 'door events of a device cannot be taken')
  const placed = await withTimes(ctx, rows)
  const { outcome, musters } = await inTransaction(ctx, async (ctx) => {
    const before = await lockDoorState(ctx.db, deviceId)
    if (!before) throw new AppError('device.credentials-wrong')
    const fresh = await storeEvents(ctx, deviceId, placed)
    const state = fresh.map((event) => ({ ...event, at: event.happenedAt })).reduce(applyDoorEvent, before)
    const storedSequence = highestWithinReach(before.stored_sequence, rows)
    const { contact, contact_since, held_open_since, fire_since, lost_inputs, last_event_at } = state
    await updateDoorState(ctx.db, deviceId, {
      contact,
      contact_since,
      held_open_since,
      fire_since,
      lost_inputs,
      last_event_at,
      stored_sequence: storedSequence,
      reported_at: ctx.clock.now().toString(),
    })
    if (isPressed(ctx, fresh)) await beginByInput(ctx, deviceId)
    const outcome = { stored: fresh.length, known: rows.length - fresh.length, storedSequence, refused }
    return { outcome, musters: hasFire(ctx, fresh, before, state) ? await startByFire(ctx, deviceId) : [] }
  })
  await lookAgain(ctx, musters)
  // After the commit: a record that is stored meanwhile finds the events, and those of an interrupted request are sent again.
  const told = placed.flatMap(({ kind, recordId, at }) =>
    recordId !== null && (kind === 'passed' || kind === 'not-passed') ? [{ recordId, at }] : [],
  )
  const moved = told.length === 0 ? [] : await confirmPassages(ctx, deviceId, told)
  if (moved.length > 0) await followPassages(ctx, moved)
  return { outcome, hasMoved: moved.length > 0 }
}

/** A fire input that is told later than this, and is off again, is history. */
const fireMinutes = 10

function hasFire({ clock }: Ctx, events: readonly HappenedEvent[], before: FireState, after: FireState): boolean {
  const earliest = clock.now().subtract({ minutes: fireMinutes })
  const isNew = ({ kind, happenedAt }: HappenedEvent) =>
    kind === 'fire-on' && Temporal.Instant.compare(happenedAt, earliest) > 0
  return events.some(isNew) || (before.fire_since === null && after.fire_since !== null)
}

/** A press that is told later than a fire would be is history, too. */
function isPressed({ clock }: Ctx, events: readonly HappenedEvent[]): boolean {
  const earliest = clock.now().subtract({ minutes: fireMinutes })
  return events.some(
    ({ kind, happenedAt }) => kind === 'lockdown-input' && Temporal.Instant.compare(happenedAt, earliest) > 0,
  )
}

type FireState = { fire_since: string | null }

type PlacedEvent = DoorEvent & { at: string; claimedAt: string | null }

/** `happenedAt`: by the server's clock; `at` stays with the records of the same clock. */
type HappenedEvent = PlacedEvent & { happenedAt: string }

async function withTimes({ db, clock }: Ctx, events: readonly DoorEvent[]): Promise<PlacedEvent[]> {
  const said = events.map((event) => event.said)
  const timeOf = await placeByTime(db, said, clock.now().round('millisecond').toString())
  return events.map((event) => ({ ...event, ...timeOf(event.said) })).toSorted((a, b) => a.sequence - b.sequence)
}

/** Gives the events that are new, in their order. */
async function storeEvents(ctx: Ctx, deviceId: string, events: readonly PlacedEvent[]): Promise<HappenedEvent[]> {
  const [door] = await readDoorsOfDevices(ctx.db, [deviceId])
  if (!door || events.length === 0) return []
  const received_at = ctx.clock.now().toString()
  const rows = events.map(({ id, sequence, at, kind, input, contact, recordId, claimedAt }) => ({
    id,
    sequence,
    at,
    kind,
    input,
    contact,
    door_id: door.doorId,
    device_id: deviceId,
    record_id: recordId,
    claimed_at: claimedAt,
    received_at,
  }))
  const newIds = await insertDoorEvents(ctx.db, rows)
  // Each id once: one request may name it twice.
  const fresh = events
    .filter(({ id }) => newIds.delete(id))
    .map((event) => ({ ...event, happenedAt: byServerClock(event.said, received_at, door.clockOffsetMs) }))
  const closed = fresh.findLast(({ kind }) => kind === 'contact-closed' || kind === 'not-passed')
  if (closed) await endOpenings(ctx.db, door.doorId, closed.happenedAt)
  return fresh
}

/** The highest number that counts; one beyond reach moves nothing, as with records. */
function highestWithinReach(storedSequence: number, events: readonly DoorEvent[]): number {
  const reach = Math.min(storedSequence + sequenceStep, highestSequence - 1)
  return events.reduce((last, { sequence }) => (sequence <= reach ? Math.max(last, sequence) : last), storedSequence)
}
