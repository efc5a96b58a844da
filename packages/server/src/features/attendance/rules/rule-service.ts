import { AppError } from '@gatehouse/contract/errors.ts'
import {
  type AttendanceRuleDetail,
  type createAttendanceRule,
  maxDaysBack,
  type RuleSettings,
  type updateAttendanceRule,
} from '@gatehouse/contract/features/attendance/rules.ts'
import type { Body } from '@gatehouse/contract/route.ts'
import { findRuleProblem } from '@gatehouse/engine/attendance/attendance-rule.ts'
import { createRuleTimeline, ruleOf, type RuleTimeline } from '@gatehouse/engine/attendance/rule-timeline.ts'
import { addDays, latestDateAnywhere } from '@gatehouse/engine/calendar/dates.ts'
import { changesBetween } from '../../../lib/changes-between.ts'
import { type Ctx, hint, nameOfActor } from '../../../ctx.ts'
import { type CompanyZones, readZones } from '../../../company/company-reads.ts'
import { queueDaysOfRule, queueMovesOf, type Target } from '../recompute-queue-store.ts'
import { readRule } from './rule-reads.ts'
import {
  deleteFromOtherRules,
  deleteRuleRow,
  findOtherRule,
  hasHistory,
  insertRule,
  insertVersion,
  lockParticipants,
  lockRule,
  renameRule,
  replaceTargets,
  selectKnownAreas,
  selectKnownTargets,
  selectTargets,
  selectVersions,
} from './rule-store.ts'

type Input = Body<typeof updateAttendanceRule>

type Today = { today: string; zone: string; zones: CompanyZones }

/** Today in the enterprise's zone. */
export async function readToday(ctx: Pick<Ctx, 'db' | 'clock'>): Promise<Today> {
  const zones = await readZones(ctx.db)
  return { today: ctx.clock.now().toZonedDateTimeISO(zones.now).toPlainDate().toString(), zone: zones.now, zones }
}

/** All rules as they stood on any date. */
export const readRuleTimeline = async ({ db }: Pick<Ctx, 'db'>, ruleId?: string): Promise<RuleTimeline> =>
  createRuleTimeline(await selectVersions(db, ruleId), (await readZones(db)).on)

/** @throws AppError attendance-rule.*, attendance-area.not-found */
export async function createRule(ctx: Ctx, input: Body<typeof createAttendanceRule>): Promise<AttendanceRuleDetail> {
  ctx.audit.item = input.name
  const { today, zone } = await readToday(ctx)
  const effectiveOn = await checkInput(ctx, input, today, zone)
  const { id } = await insertRule(ctx.db, input.name)
  await insertVersion(ctx.db, {
    ruleId: id,
    version: 1,
    effectiveOn,
    settings: tidy(input.settings),
    areaIds: input.areaIds,
    by: nameOfActor(ctx),
  })
  await nameParticipants(ctx, id, { ...input, participants: input.participants }, effectiveOn)
  return finish(ctx, id, zone)
}

/** @throws AppError as `createRule`, and attendance-rule.changed-meanwhile, attendance-rule.is-default */
export async function changeRule(ctx: Ctx, id: string, input: Input): Promise<AttendanceRuleDetail> {
  const rule = await lockRule(ctx.db, id)
  if (!rule) throw new AppError('attendance-rule.not-found')
  ctx.audit.item = rule.name
  const { today, zone } = await readToday(ctx)
  const before = await readRule(ctx.db, id, zone)
  if (!before) throw new AppError('attendance-rule.not-found')
  if (input.version !== undefined && input.version !== before.version)
    throw new AppError('attendance-rule.changed-meanwhile')
  // The default rule applies to everybody whom no other rule names.
  if (rule.is_default && (input.participants?.length ?? 0) > 0) throw new AppError('attendance-rule.is-default')
  const effectiveOn = await checkInput(ctx, input, today, zone)
  if (input.name !== undefined) await renameRule(ctx.db, id, input.name)
  const settings = tidy(input.settings ?? before.settings)
  const areaIds = input.areaIds ?? before.areas.map((area) => area.id)
  const isOther =
    JSON.stringify([settings, areaIds.toSorted()]) !==
    JSON.stringify([tidy(before.settings), before.areas.map((area) => area.id).toSorted()])
  if (isOther) {
    await insertVersion(ctx.db, {
      ruleId: id,
      version: before.version + 1,
      effectiveOn,
      settings,
      areaIds,
      by: nameOfActor(ctx),
    })
    await queueDaysOfRule(ctx.db, id, effectiveOn, latestDateAnywhere(today), 'rule')
    ctx.audit.facts = { version: before.version + 1, effectiveOn }
  }
  if (input.participants) await nameParticipants(ctx, id, { ...input, participants: input.participants }, effectiveOn)
  const after = await finish(ctx, id, zone)
  ctx.audit.changes = changesOfRule(before, after)
  return after
}

/** @throws AppError attendance-rule.not-found, attendance-rule.is-default, attendance-rule.in-use */
export async function removeRule(ctx: Ctx, id: string): Promise<void> {
  const rule = await lockRule(ctx.db, id)
  if (!rule) throw new AppError('attendance-rule.not-found')
  ctx.audit.item = rule.name
  if (rule.is_default) throw new AppError('attendance-rule.is-default')
  // Days refer to the rule by which they were evaluated: it stays as long as they do.
  if (await hasHistory(ctx.db, id)) throw new AppError('attendance-rule.in-use')
  await deleteRuleRow(ctx.db, id)
  await hint(ctx, { to: 'consoles', topic: 'attendance' })
}

/** Refuses settings that no rule can have; gives the date from which they count. */
async function checkInput(ctx: Ctx, input: Input, today: string, zone: string): Promise<string> {
  if (input.settings) refuseImpossible(input.settings, zone)
  if (input.areaIds && (await selectKnownAreas(ctx.db, input.areaIds)) !== new Set(input.areaIds).size)
    throw new AppError('attendance-area.not-found')
  const effectiveOn = input.effectiveOn ?? today
  if (effectiveOn < addDays(today, -maxDaysBack) || effectiveOn > today)
    throw new AppError('attendance-rule.effective-too-far', { days: maxDaysBack })
  return effectiveOn
}

/** @throws AppError attendance-rule.time-zone-unknown and one for each problem of a rule */
export function refuseImpossible(settings: RuleSettings, zone: string): void {
  if (settings.timeZone !== null && !isZone(settings.timeZone)) throw new AppError('attendance-rule.time-zone-unknown')
  const problem = findRuleProblem(ruleOf(settings, zone))
  if (problem) throw new AppError(`attendance-rule.${problem}`)
}

function isZone(name: string): boolean {
  try {
    // Also refuses an offset, which Temporal accepts but PostgreSQL does not.
    return /^[A-Za-z]/.test(name) && Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name).year > 0
  } catch {
    return false
  }
}

async function nameParticipants(
  ctx: Ctx,
  ruleId: string,
  {
    participants: targets,
    movesParticipants,
  }: { participants: readonly Target[]; movesParticipants?: boolean | undefined },
  effectiveOn: string,
): Promise<void> {
  await lockParticipants(ctx.db)
  const known = await selectKnownTargets(ctx.db, targets)
  if (targets.some(({ id }) => !known.has(id))) throw new AppError('attendance-rule.participant-unknown')
  const other = await findOtherRule(ctx.db, ruleId, targets)
  if (other !== undefined && !movesParticipants)
    throw new AppError('attendance-rule.participant-taken', { rule: other })
  // One save moves the people from that rule into this one: otherwise the default rule would apply in between.
  if (other !== undefined) await deleteFromOtherRules(ctx.db, ruleId, targets)
  const before = await selectTargets(ctx.db, ruleId)
  await replaceTargets(ctx.db, ruleId, targets)
  const key = ({ kind, id }: Target) => `${kind} ${id}`
  const kept = new Set(before.map(key)).intersection(new Set(targets.map(key)))
  await queueMovesOf(
    ctx.db,
    [...before, ...targets].filter((target) => !kept.has(key(target))),
    effectiveOn,
  )
}

/** Sorts dates and weekdays and removes duplicates, so that equal settings compare as equal. */
const tidy = (settings: RuleSettings): RuleSettings => ({
  timeZone: settings.timeZone,
  workingWeekdays: [...new Set(settings.workingWeekdays)].toSorted((a, b) => a - b),
  punchesPerDay: settings.punchesPerDay,
  earliestPunchMinute: settings.earliestPunchMinute,
  workStartMinute: settings.workStartMinute,
  workEndMinute: settings.workEndMinute,
  lateToleranceMinutes: settings.lateToleranceMinutes,
  earlyLeaveToleranceMinutes: settings.earlyLeaveToleranceMinutes,
  workdayOvertime: settings.workdayOvertime && { ...overtimeOf(settings.workdayOvertime) },
  holidayOvertime: settings.holidayOvertime && { ...overtimeOf(settings.holidayOvertime) },
  holidays: onceEach(settings.holidays).map(({ on, isYearly, remark }) => ({ on, isYearly, remark })),
  specialWorkingDays: onceEach(settings.specialWorkingDays).map(({ on, remark }) => ({ on, remark })),
})

const overtimeOf = ({ minMinutes, notBeforeMinute }: NonNullable<RuleSettings['workdayOvertime']>) => ({
  minMinutes,
  notBeforeMinute,
})

const onceEach = <T extends { on: string }>(days: readonly T[]): T[] =>
  [...new Map(days.map((day) => [day.on, day])).values()].toSorted((a, b) => (a.on < b.on ? -1 : 1))

async function finish(ctx: Ctx, id: string, zone: string): Promise<AttendanceRuleDetail> {
  await hint(ctx, { to: 'consoles', topic: 'attendance' })
  const rule = await readRule(ctx.db, id, zone)
  if (!rule) throw new AppError('attendance-rule.not-found')
  return rule
}

/** Field by field, as the form shows them. */
const changesOfRule = (before: AttendanceRuleDetail, after: AttendanceRuleDetail) => {
  const fields = ({ name, settings, areas, participants }: AttendanceRuleDetail) => ({
    name,
    ...settings,
    areas,
    participants,
  })
  return changesBetween(fields(before), fields(after))
}

/** The versions of one rule with settings that are not saved. */
export async function versionsUnder(ctx: Pick<Ctx, 'db'>, ruleId: string, settings: RuleSettings) {
  const latest = (await selectVersions(ctx.db, ruleId)).toSorted((a, b) => b.version - a.version)[0]
  return latest && { ...latest, settings: tidy(settings) }
}
