import { type PassageState, passageStates } from '@gatehouse/contract/features/policies.ts'
import type { DoorMode } from '@gatehouse/engine/door/vocabulary.ts'
import type { DoorRules, DoorState } from '@gatehouse/engine/door/door-question.ts'
import type { Ctx } from '../../ctx.ts'
import { forgetBeforeReset } from '../door-rules/anti-passback-reset-reads.ts'
import { lookAround } from '../doors/surroundings-actions.ts'
import { readDoorsOfDevices } from '../inside/door-reads.ts'
import { readDeviceLockdown } from '../lockdown/link/device-lockdown-reads.ts'
import { readFireSince, readLastEntry, readLatePassages } from './passage-reads.ts'

/** Nothing out of the ordinary: the person is outside, nobody else is there, and every other door is closed. */
export const ordinaryState: DoorState = {
  emergency: null,
  lockdowns: [],
  mode: 'normal',
  around: { person: { areaIds: [], enteredAtMs: null }, occupancy: 0, openDoorIds: [] },
  recent: [],
  firstPersonAtMs: null,
}

type Asked = { personId: string; entries: string[]; deviceId: string; mode: DoorMode | null; rules: DoorRules }

const msOf = (at: string) => Temporal.Instant.from(at).epochMilliseconds

/** The state of a door at this moment, as the server knows it. */
export async function readPresentState(
  ctx: Ctx,
  { personId, entries, deviceId, mode, rules }: Asked,
): Promise<DoorState> {
  const now = ctx.clock.now()
  const { lockdowns, emergency } = await readDeviceLockdown(ctx.db, deviceId)
  const fireSince = await readFireSince(ctx.db, deviceId)
  const seconds = Math.max(rules.escort?.seconds ?? 0, rules.severalPeople?.seconds ?? 0)
  // Nobody comes in at a reader that leads out.
  const firstAt =
    rules.direction === 'exit' ? null : await readLastEntry(ctx.db, deviceId, rules.firstPersonIn?.groupIds ?? null)
  return {
    emergency:
      fireSince !== null
        ? { kind: 'fire', sinceMs: msOf(fireSince) }
        : emergency && { kind: emergency.kind, sinceMs: msOf(emergency.sinceAt) },
    lockdowns: lockdowns.map(({ sinceAt, ...lockdown }) => ({ ...lockdown, sinceMs: msOf(sinceAt) })),
    mode: mode ?? 'normal',
    around: await readAround(ctx, { personId, entries, deviceId, rules }),
    recent:
      seconds === 0 ? [] : await readLatePassages(ctx.db, deviceId, now.subtract({ seconds }).toString(), personId),
    firstPersonAtMs: firstAt === null ? null : msOf(firstAt),
  }
}

async function readAround(
  ctx: Ctx,
  { personId, entries, deviceId, rules }: Omit<Asked, 'mode'>,
): Promise<DoorState['around']> {
  const [door] = await readDoorsOfDevices(ctx.db, [deviceId])
  if (!door) return null
  const doorIds = rules.interlock ? [...rules.interlock.doorIds] : null
  const question = { personId, entries, at: ctx.clock.now().toString(), max: null, doorIds }
  const found = await lookAround(ctx, door, question)
  const { person, ...around } = await forgetBeforeReset(ctx, door, question, found)
  const { enteredAt = null } = person ?? {}
  return {
    ...around,
    person: person && { areaIds: person.areaIds, enteredAtMs: enteredAt === null ? null : msOf(enteredAt) },
  }
}

/** The states that this door's rules ask for, which nobody knows of another moment than this. */
export function unknownStates(rules: DoorRules): PassageState[] {
  const { antiPassback, occupancyLimit, interlock, escort, severalPeople, firstPersonIn, freeHours } = rules
  const asked: Record<PassageState, boolean> = {
    'door-state': true,
    'anti-passback': antiPassback !== null,
    'occupancy-limit': occupancyLimit !== null,
    interlock: interlock !== null,
    escort: escort !== null,
    'several-people': severalPeople !== null,
    'first-person': firstPersonIn !== null || freeHours?.afterFirstPerson === true,
  }
  return passageStates.filter((state) => asked[state])
}
