import { AppError } from '@gatehouse/contract/errors.ts'
import {
  type addMissedPunch,
  type decidePunchRequest,
  type PunchRequest,
} from '@gatehouse/contract/features/attendance/punches.ts'
import { maxDaysBack } from '@gatehouse/contract/features/attendance/rules.ts'
import type { Body } from '@gatehouse/contract/route.ts'
import { addDays } from '@gatehouse/engine/calendar/dates.ts'
import { type Ctx, hint, nameOfActor } from '../../../ctx.ts'
import { isMonthLocked } from '../days/month-lock-store.ts'
import { queuePunch } from '../recompute-queue-store.ts'
import { readDayRules } from '../rules/assignment-store.ts'
import { settleAssignmentsOf } from '../rules/settle-assignments.ts'
import { countPunches, decidePunch, findStaff, insertPunch, lockRequest } from './punch-store.ts'
import { readPunchDays, readRequest } from './punch-reads.ts'
import { readRuleTimeline, readToday } from '../rules/rule-service.ts'

/** The number of requests of one person in a day: a phone that sends again and again is stopped. */
const maxPunchesADay = 100

/** Adds a punch that somebody missed, by an administrator: it counts at once, and says who added it and why. */
export async function addCorrection(ctx: Ctx, input: Body<typeof addMissedPunch>): Promise<PunchRequest> {
  const at = await refuseImpossiblePunch(ctx, input)
  const by = nameOfActor(ctx)
  const { id } = await insertPunch(ctx.db, {
    person_id: input.personId,
    source: 'correction',
    punched_at: at,
    remark: input.reason,
    state: 'approved',
    requested_by: by,
    decided_by: by,
    decided_at: ctx.clock.now().toString(),
  })
  await queuePunch(ctx.db, input.personId, at, 'correction')
  return finish(ctx, id)
}

type Wanted = { personId: string; on: string; minute: number }

/**
 * The instant that a wall-clock time of a day means in the zone of the person's rule. A time before the day's beginning is
 * of the next morning: the night shift's.
 * @throws AppError staff.not-found, attendance.no-rule, attendance.punch-in-future, attendance.punch-too-old, attendance.month-locked
 */
export async function refuseImpossiblePunch(ctx: Ctx, { personId, on, minute }: Wanted): Promise<string> {
  const { today } = await readToday(ctx)
  const person = await findStaff(ctx.db, personId)
  if (!person) throw new AppError('staff.not-found')
  ctx.audit.item = `${person.name} ${on}`
  ctx.audit.personIds = [personId]
  await settleAssignmentsOf(ctx, personId)
  const rules = await readDayRules(ctx.db, personId, on)
  if (!rules) throw new AppError('attendance.no-rule')
  const { rule } = (await readRuleTimeline(ctx, rules.ruleId)).at(rules.ruleId, on)
  const date = minute < rule.earliestPunchMinute ? addDays(on, 1) : on
  const at = Temporal.PlainDate.from(date)
    .toPlainDateTime({ hour: Math.floor(minute / 60), minute: minute % 60 })
    .toZonedDateTime(rule.timeZone)
    .toInstant()
  if (Temporal.Instant.compare(at, ctx.clock.now()) > 0) throw new AppError('attendance.punch-in-future')
  if (on < addDays(today, -maxDaysBack)) throw new AppError('attendance.punch-too-old', { days: maxDaysBack })
  if (await isMonthLocked(ctx.db, on)) throw new AppError('attendance.month-locked', { month: on.slice(0, 7) })
  await refuseManyPunches(ctx, personId)
  return at.toString()
}

/** @throws AppError attendance.too-many-requests */
export async function refuseManyPunches(ctx: Ctx, personId: string): Promise<void> {
  const since = ctx.clock.now().subtract({ hours: 24 }).toString()
  if ((await countPunches(ctx.db, personId, since)) >= maxPunchesADay)
    throw new AppError('attendance.too-many-requests')
}

/** Approves or refuses a waiting punch; the request itself stays unchanged. */
export async function decideRequest(
  ctx: Ctx,
  id: string,
  input: Body<typeof decidePunchRequest>,
): Promise<PunchRequest> {
  const request = await lockRequest(ctx.db, id)
  if (!request) throw new AppError('attendance.request-not-found')
  if (request.state !== 'waiting') throw new AppError('attendance.request-decided')
  const [day] = await readPunchDays(ctx, [{ personId: request.person_id, at: request.punched_at }])
  if (!day) throw new Error('each punch has a day')
  const { on } = day
  if (input.isApproved && (await isMonthLocked(ctx.db, on)))
    throw new AppError('attendance.month-locked', { month: on.slice(0, 7) })
  await decidePunch(ctx.db, id, {
    state: input.isApproved ? 'approved' : 'refused',
    by: nameOfActor(ctx),
    at: ctx.clock.now().toString(),
    remark: input.remark ?? null,
  })
  if (input.isApproved) await queuePunch(ctx.db, request.person_id, request.punched_at, 'correction')
  const decided = await finish(ctx, id)
  ctx.audit.item = `${decided.person.name} ${on}`
  ctx.audit.personIds = [request.person_id]
  ctx.audit.facts = { decision: input.isApproved ? 'approved' : 'refused' }
  if (input.remark) ctx.audit.remark = input.remark
  return decided
}

async function finish(ctx: Ctx, id: string): Promise<PunchRequest> {
  await hint(ctx, { to: 'consoles', topic: 'attendance' })
  const request = await readRequest(ctx, id)
  if (!request) throw new AppError('attendance.request-not-found')
  return request
}
