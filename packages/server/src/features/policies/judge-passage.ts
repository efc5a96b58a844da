import { AppError } from '@gatehouse/contract/errors.ts'
import { decideAtDoorTogether } from '@gatehouse/engine/door/decide-at-door.ts'
import type { Reason } from '@gatehouse/engine/passage/may-pass.ts'
import type { Ctx } from '../../ctx.ts'
import { readConfiguration } from '../devices/settings/link/configuration-reads.ts'
import { readDeviceLockdown } from '../lockdown/link/device-lockdown-reads.ts'
import { ordinaryState } from './passage-state.ts'
import { atDoor, entriesOf, questionOf, readAsked } from './policy-service.ts'

/** Up to this age the rules of now are those of then, nearly always; a record that comes later is left as it is. */
const maxAgeMs = 3_600_000
/** A record from further ahead is one of a wrong clock. */
const maxAheadMs = 10_000
/** The rules of a device are read once in this time, however many records it sends. */
const keptMs = 10_000
const maxKept = 10_000

type Passage = { personId: string; at: Temporal.Instant; opened: boolean; port: number | null }
type Rules = ReturnType<typeof questionOf>
type Lockdown = (typeof ordinaryState.lockdowns)[number]
type Kept = { rules: Rules; lockdowns: readonly Lockdown[] }

/** Without the rules that depend on who is inside or stands at the door: nobody knows that afterwards. */
const withoutOthers = (question: Rules): Rules => ({
  ...question,
  rules: {
    ...question.rules,
    antiPassback: null,
    occupancyLimit: null,
    interlock: null,
    escort: null,
    severalPeople: null,
    firstPersonIn: null,
    floors: null,
  },
})

const msOf = (at: string) => Temporal.Instant.from(at).epochMilliseconds

/**
 * Gives the server's own chain of reasons, where it would have decided otherwise than a device that decides by itself; empty where it
 * agrees, or cannot know. It goes by groups, policies, timetables, periods and suspensions; who is inside, or who else stands at the door,
 * it takes as the device did.
 */
export function createPassageJudge(nowMs: () => number = () => performance.now()) {
  const kept = new Map<string, Kept & { endsMs: number }>()

  async function rulesOf(ctx: Ctx, deviceId: string, port: number | null): Promise<Kept> {
    const key = `${deviceId} ${port ?? ''}`
    const known = kept.get(key)
    if (known && known.endsMs > nowMs()) return known
    const found = atDoor(await readConfiguration(ctx, deviceId), port)
    const rules = withoutOthers(questionOf(found))
    // A lockdown closes such a device by telling it that it is out of service: the chain names what it is.
    const isLockedDown = found.isRunningAsSet && !rules.device.isRunning
    rules.device.isRunning = found.isRunningAsSet
    const lockdowns = isLockedDown ? (await readDeviceLockdown(ctx.db, deviceId)).lockdowns : []
    const read = {
      rules,
      // Its zones are closed to everybody: it exempts nobody.
      lockdowns: lockdowns.map(({ id, sinceAt }) => ({ id, exemptGroupIds: [], sinceMs: msOf(sinceAt) })),
    }
    if (kept.size >= maxKept) kept.clear()
    kept.set(key, { ...read, endsMs: nowMs() + keptMs })
    return read
  }

  return async (ctx: Ctx, deviceId: string, { personId, at, opened, port }: Passage): Promise<readonly Reason[]> => {
    const ageMs = ctx.clock.now().epochMilliseconds - at.epochMilliseconds
    if (ageMs > maxAgeMs || ageMs < -maxAheadMs) return []
    try {
      const { rules, lockdowns } = await rulesOf(ctx, deviceId, port)
      const { found, subjects } = await readAsked(ctx, personId)
      const entries = entriesOf([found, ...subjects.filter((subject) => subject !== found)])
      const atMs = at.epochMilliseconds
      const begun = lockdowns.filter(({ sinceMs }) => sinceMs <= atMs)
      const question = { ...rules, atMs, state: { ...ordinaryState, lockdowns: begun, firstPersonAtMs: atMs } }
      const { verdict } = decideAtDoorTogether(question, entries)
      if (verdict.opens === opened) return []
      return [{ code: verdict.opens ? 'server-opens' : 'server-refuses' }, ...verdict.reasons]
    } catch (error) {
      // The person or the device has gone meanwhile.
      if (error instanceof AppError) return []
      throw error
    }
  }
}
