import { AppError } from '@gatehouse/contract/errors.ts'
import type {
  askForPunch,
  makePhoneLink,
  OwnAttendance,
  punchByPhone,
} from '@gatehouse/contract/features/attendance/punches.ts'
import type { Body, Reply } from '@gatehouse/contract/route.ts'
import { placePunch } from '@gatehouse/engine/attendance/distance.ts'
import { createRuleTimeline, type RuleTimeline, type DayRules } from '@gatehouse/engine/attendance/rule-timeline.ts'
import { addDays } from '@gatehouse/engine/calendar/dates.ts'
import { type Ctx, hint, nameOfActor } from '../../../ctx.ts'
import { hashLinkToken, makeLinkToken } from '../../../lib/link-token.ts'
import { postMail } from '../../../lib/mail.ts'
import { readStaff } from '../../staff/staff-reads.ts'
import type { CompanyZones } from '../../../company/company-reads.ts'
import { readDayPage, readPunches } from '../days/day-reads.ts'
import { isMonthLocked } from '../days/month-lock-store.ts'
import { queuePunch } from '../recompute-queue-store.ts'
import { fileTexts } from '../reports/attendance-file-texts.ts'
import { deleteLink, findLinkedPerson, replaceLink, selectAreasOfRule, touchLink } from './phone-store.ts'
import { insertPunch } from './punch-store.ts'
import { readRequestPage } from './punch-reads.ts'
import { refuseImpossiblePunch, refuseManyPunches } from './punch-service.ts'
import { readDayRules } from '../rules/assignment-store.ts'
import { readToday } from '../rules/rule-service.ts'
import { selectVersions } from '../rules/rule-store.ts'
import { settleAssignmentsOf } from '../rules/settle-assignments.ts'

const linkDays = 180
const daysShown = 14

/** Creates a person's link, and mails it to them if there is a mail server and they have an address. */
export async function makeLink(
  ctx: Ctx,
  personId: string,
  { language }: Body<typeof makePhoneLink>,
): Promise<Reply<typeof makePhoneLink>> {
  const person = await readStaff(ctx.db, personId, {
    keys: ctx.keys,
    seesNumbers: true,
    now: ctx.clock.now().toString(),
  })
  if (!person) throw new AppError('staff.not-found')
  ctx.audit.item = person.name
  const { token, hash } = makeLinkToken()
  const now = ctx.clock.now()
  const expiresAt = now.add({ hours: 24 * linkDays }).toString()
  await replaceLink(ctx.db, { personId, hash, by: nameOfActor(ctx), at: now.toString(), expiresAt })
  const url = `${ctx.publicUrl}/m/punch/${token}`
  const { linkSubject, linkText } = fileTexts[language]
  const isMailed =
    person.email !== null &&
    (await postMail(ctx, { to: person.email, subject: linkSubject, text: `${linkText}\n\n${url}` }))
  return { url, expiresAt, isMailed }
}

export async function endLink(ctx: Ctx, personId: string): Promise<void> {
  const person = await readStaff(ctx.db, personId, {
    keys: ctx.keys,
    seesNumbers: true,
    now: ctx.clock.now().toString(),
  })
  if (!person) throw new AppError('staff.not-found')
  ctx.audit.item = person.name
  await deleteLink(ctx.db, personId)
}

type Linked = {
  person: { id: string; name: string }
  rules: DayRules
  on: string
  timeline: RuleTimeline
  zones: CompanyZones
}

/** Finds the person of a link, and the day that they are in now. @throws AppError attendance-link.not-found, attendance.no-rule */
async function authenticateLink(ctx: Ctx, token: string): Promise<Linked> {
  const person = await findLinkedPerson(ctx.db, hashLinkToken(token), ctx.clock.now().toString())
  if (!person) throw new AppError('attendance-link.not-found')
  ctx.audit.item = person.name
  await settleAssignmentsOf(ctx, person.id)
  const { today, zones } = await readToday(ctx)
  const timeline = createRuleTimeline(await selectVersions(ctx.db), zones.on)
  const now = ctx.clock.now().epochMilliseconds
  // A day may begin at any hour of any zone: tomorrow there, or still yesterday's night.
  for (const on of [addDays(today, 1), today, addDays(today, -1), addDays(today, -2)]) {
    const rules = await readDayRules(ctx.db, person.id, on)
    if (rules && timeline.plan(on, rules).startsAtMs <= now) return { person, rules, on, timeline, zones }
  }
  throw new AppError('attendance.no-rule')
}

/** The attendance that a person sees of themselves. */
export async function readOwn(ctx: Ctx, token: string): Promise<OwnAttendance> {
  const { person, rules, on, timeline, zones } = await authenticateLink(ctx, token)
  await touchLink(ctx.db, person.id, ctx.clock.now().toString())
  const { rule } = timeline.at(rules.ruleId, on)
  const query = { from: addDays(on, -daysShown), to: on, personId: person.id, size: 50 }
  const { items: days } = await readDayPage(ctx.db, query, zones)
  const { items: requests } = await readRequestPage(ctx, { personId: person.id, size: 10 })
  return {
    name: person.name,
    on,
    dayKind: timeline.plan(on, rules).kind,
    timeZone: rule.timeZone,
    workStartMinute: rule.workStartMinute,
    workEndMinute: rule.workEndMinute,
    punches: await readPunches(ctx.db, timeline, { personId: person.id, rules, on }),
    days,
    requests,
  }
}

/** A punch at the server's time: inside an area it counts at once; outside it needs a remark and waits for approval. */
export async function punchFromPhone(
  ctx: Ctx,
  token: string,
  input: Body<typeof punchByPhone>,
): Promise<Reply<typeof punchByPhone>> {
  const { person, rules, on, timeline } = await authenticateLink(ctx, token)
  await refuseManyPunches(ctx, person.id)
  if (await isMonthLocked(ctx.db, on)) throw new AppError('attendance.month-locked', { month: on.slice(0, 7) })
  const areas = await selectAreasOfRule(ctx.db, rules.ruleId, timeline.at(rules.ruleId, on).version)
  const place = placePunch(
    input,
    areas.map(({ radius_metres, ...area }) => ({ ...area, radiusMetres: radius_metres })),
  )
  const remark = input.remark ?? null
  if (!place.isInside && remark === null) throw new AppError('attendance.remark-required')
  const at = ctx.clock.now().round('millisecond').toString()
  const area = areas.find(({ id }) => id === place.areaId)
  await insertPunch(ctx.db, {
    person_id: person.id,
    source: 'phone',
    punched_at: at,
    latitude: input.latitude,
    longitude: input.longitude,
    accuracy_metres: input.accuracyMetres,
    area_id: place.isInside ? (area?.id ?? null) : null,
    area_name: place.isInside ? (area?.name ?? null) : null,
    distance_metres: place.isInside ? 0 : place.distanceMetres,
    is_field: !place.isInside,
    remark,
    state: place.isInside ? 'approved' : 'waiting',
    requested_by: person.name,
  })
  await queuePunch(ctx.db, person.id, at, 'punch')
  await hint(ctx, { to: 'consoles', topic: 'attendance' })
  return {
    at,
    isField: !place.isInside,
    area: place.isInside ? (area?.name ?? null) : null,
    distanceMetres: place.isInside ? 0 : place.distanceMetres,
  }
}

/** A person asks for a punch that they missed; it waits for an administrator. */
export async function requestPunch(ctx: Ctx, token: string, input: Body<typeof askForPunch>): Promise<void> {
  const { person } = await authenticateLink(ctx, token)
  const at = await refuseImpossiblePunch(ctx, { personId: person.id, on: input.on, minute: input.minute })
  await insertPunch(ctx.db, {
    person_id: person.id,
    source: 'correction',
    punched_at: at,
    remark: input.reason,
    state: 'waiting',
    requested_by: person.name,
  })
  await hint(ctx, { to: 'consoles', topic: 'attendance' })
}
