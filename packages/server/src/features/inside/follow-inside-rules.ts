import { lockPeopleShared } from '../../people/person-lock-store.ts'
import { languageOf } from '@gatehouse/contract/envelope.ts'
import { type Ctx, createSystemCtx, hint, inTransaction, type Services } from '../../ctx.ts'
import { postMail } from '../../lib/mail.ts'
import { readHost } from '../visitors/visitor-reads.ts'
import { latestDayEnd } from './day-end.ts'
import { goneSince } from './gone-since.ts'
import { dayEndMail, overdueMail, type SiteOfMail } from './inside-mails.ts'
import { lockLocations, noteOverdueTold, type LocationRow, upsertLocations } from './location-store.ts'
import { findSiteClock, selectEndedVisitors, selectPeopleSince, selectUntoldVisitors } from './rule-reads.ts'
import { lockRule, type RuleRow, selectRuledSites, updateRule } from './rule-store.ts'

/** Ends the days of sites and the visits in them, and reports who is still inside. Each site is a transaction of its own. */
export async function followInsideRules(services: Services): Promise<void> {
  for (const { site_id } of await selectRuledSites(services.db))
    await inTransaction(createSystemCtx(services), (ctx) => followRulesOf(ctx, site_id))
}

async function followRulesOf(ctx: Ctx, siteId: string): Promise<void> {
  const rule = await lockRule(ctx.db, siteId)
  const site = await findSiteClock(ctx.db, siteId)
  if (!rule || !site) return
  const place = { id: siteId, name: site.name, timeZone: site.time_zone }
  // Another clock ends no day of the past.
  if (rule.time_zone !== place.timeZone) {
    await updateRule(ctx.db, siteId, { time_zone: place.timeZone, counts_from: ctx.clock.now().toString() })
  } else if (rule.day_end_minute !== null) {
    await endDay(ctx, { ...rule, day_end_minute: rule.day_end_minute }, place)
  }
  if (rule.signs_out_visitors) await endVisits(ctx, siteId)
  if (rule.overdue_minutes !== null) await tellOverdue(ctx, { ...rule, overdue_minutes: rule.overdue_minutes }, place)
}

const isLater = (a: string | Temporal.Instant, b: string | null) => b === null || Temporal.Instant.compare(a, b) > 0

/**
 * Ends the day once. Everybody who was inside before its end and has passed no door since counts as gone from that moment, where the
 * site says so; people whose records come late as well.
 */
async function endDay(ctx: Ctx, rule: RuleRow & { day_end_minute: number }, site: SiteOfMail): Promise<void> {
  const end = latestDayEnd(ctx.clock.now(), rule.day_end_minute, site.timeZone)
  const isDue = isLater(end, rule.counts_from) && isLater(end, rule.last_day_end_at ?? null)
  const lastEnd = isDue ? end.toString() : rule.last_day_end_at
  if (!lastEnd) return
  if (isDue) await updateRule(ctx.db, site.id, { last_day_end_at: lastEnd })
  if (!isDue && !rule.signs_out_at_day_end) return
  const people = await selectPeopleSince(ctx.db, site.id, lastEnd)
  if (people.length === 0) return
  if (rule.signs_out_at_day_end)
    await signOut(
      ctx,
      people.map(({ id }) => goneSince(id, lastEnd, 'day-end')),
    )
  if (!isDue) return
  const language = languageOf(rule.language)
  const mail = dayEndMail(people, {
    language,
    site,
    at: lastEnd,
    isSignedOut: rule.signs_out_at_day_end,
    url: ctx.publicUrl,
  })
  for (const to of rule.recipients) await postMail(ctx, { ...mail, to })
}

/** Visitors whose visit is over count as gone from its end; who passed a door after it is still inside. */
async function endVisits(ctx: Ctx, siteId: string): Promise<void> {
  const visitors = await selectEndedVisitors(ctx.db, siteId, ctx.clock.now().toString())
  await signOut(
    ctx,
    visitors.map(({ id, valid_to }) => goneSince(id, valid_to, 'visit-end')),
  )
}

/** The number of people in one statement. */
const chunk = 1_000

/** Locks people in one order, as passages do, and leaves out those who have passed a door meanwhile. */
async function signOut(ctx: Ctx, rows: readonly LocationRow[]): Promise<void> {
  const sorted = rows.toSorted((a, b) => (a.person_id < b.person_id ? -1 : 1))
  for (let start = 0; start < sorted.length; start += chunk) {
    const part = sorted.slice(start, start + chunk)
    const ids = part.map(({ person_id }) => person_id)
    await lockPeopleShared(ctx.db, ids)
    const before = new Map((await lockLocations(ctx.db, ids)).map((row) => [row.person_id, row]))
    const left = part.filter(({ person_id, since }) => {
      const row = before.get(person_id)
      return row !== undefined && row.area_id !== null && isLater(String(since), row.since)
    })
    if (left.length > 0) await upsertLocations(ctx.db, left)
  }
  if (rows.length > 0) await hint(ctx, { to: 'consoles', topic: 'inside' })
}

/** Tells the recipients of the site, and the hosts, of visitors who are inside although their visit is over; once for each visit. */
async function tellOverdue(ctx: Ctx, rule: RuleRow & { overdue_minutes: number }, site: SiteOfMail): Promise<void> {
  const by = ctx.clock.now().subtract({ minutes: rule.overdue_minutes }).toString()
  const visitors = await selectUntoldVisitors(ctx.db, site.id, by)
  if (visitors.length === 0) return
  const options = { language: languageOf(rule.language), site, url: ctx.publicUrl }
  const told = new Set<string>()
  const tell = async (to: string, some: typeof visitors) => {
    if (some.length > 0 && (await postMail(ctx, { ...overdueMail(some, options), to })))
      for (const { id } of some) told.add(id)
  }
  for (const to of rule.recipients) await tell(to, visitors)
  if (rule.tells_hosts) {
    for (const [hostId, guests] of Map.groupBy(visitors, ({ host_id }) => host_id)) {
      const host = hostId === null ? undefined : await readHost(ctx.db, hostId, ctx.keys)
      if (host?.email) await tell(host.email, guests)
    }
  }
  if (told.size > 0) await noteOverdueTold(ctx.db, [...told])
}
