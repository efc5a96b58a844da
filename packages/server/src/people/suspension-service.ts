import { AppError } from '@gatehouse/contract/errors.ts'
import type { suspendPeople as suspendRoute, Suspension } from '@gatehouse/contract/features/suspensions.ts'
import type { Body } from '@gatehouse/contract/route.ts'
import type { PersonKind } from '@gatehouse/engine/passage/vocabulary.ts'
import { createSystemCtx, type Ctx, hint, inTransaction, may, nameOfActor, type Services } from '../ctx.ts'
import { notePeopleChanged } from '../device-link/outbox/people-changes.ts'
import { firstNames } from '../lib/first-names.ts'
import {
  endSuspensions,
  insertSuspensions,
  isOfKinds,
  lockPeopleOfKinds,
  selectLasting,
  selectSuspensions,
  takeEndedSuspensions,
} from './suspension-store.ts'

/** The kinds of people whom the actor may suspend: those who manage visitors alone, visitors. */
const kindsOf = (ctx: Ctx): readonly PersonKind[] =>
  may(ctx, 'staff.read') ? ['staff', 'visitor', 'blacklisted'] : ['visitor']

/** Names in the operation log; it says how many people there are besides. */
const maxNamed = 3

/** @throws AppError person.not-found when one of them is not there, or not for this actor to see */
async function lockEverybody(ctx: Ctx, personIds: readonly string[]): Promise<string[]> {
  const people = await lockPeopleOfKinds(ctx.db, kindsOf(ctx), personIds)
  if (people.length < new Set(personIds).size) throw new AppError('person.not-found')
  ctx.audit.item = firstNames(people, maxNamed)
  ctx.audit.facts = { people: people.length }
  ctx.audit.personIds = personIds
  return people.map(({ id }) => id)
}

/** The devices hear of it, and the pages that show these people. */
async function notify(ctx: Ctx, personIds: readonly string[]): Promise<void> {
  await notePeopleChanged(ctx, personIds)
  const id = personIds.length === 1 ? { id: personIds[0] } : {}
  for (const topic of ['staff', 'visitors', 'blacklist'] as const) await hint(ctx, { to: 'consoles', topic, ...id })
}

/** @throws AppError person.not-found */
export async function listSuspensions(ctx: Ctx, personId: string): Promise<Suspension[]> {
  if (!(await isOfKinds(ctx.db, kindsOf(ctx), personId))) throw new AppError('person.not-found')
  const rows = await selectSuspensions(ctx.db, personId)
  return rows.map((row) => ({
    id: row.id,
    fromAt: row.from_at,
    toAt: row.to_at,
    reason: row.reason,
    createdBy: row.created_by,
    createdAt: row.created_at,
    endedBy: row.ended_by,
  }))
}

/** The suspensions of these people that last or are to come; alike ones are given together. */
async function readBefore(ctx: Ctx, personIds: readonly string[]) {
  const rows = await selectLasting(ctx.db, personIds, ctx.clock.now().toString())
  const alike = Map.groupBy(rows, (row) => JSON.stringify([row.from_at, row.to_at, row.reason]))
  return [...alike.values()].flatMap((rows) =>
    rows[0] === undefined
      ? []
      : {
          personIds: rows.map(({ person_id }) => person_id),
          fromAt: rows[0].from_at,
          toAt: rows[0].to_at,
          reason: rows[0].reason,
        },
  )
}

/** Each person has one suspension that lasts or is to come: this one. @throws AppError person.not-found, suspension.ends-too-early */
export async function suspendPeople(ctx: Ctx, input: Body<typeof suspendRoute>) {
  const now = ctx.clock.now()
  const from = input.fromAt === undefined ? now : Temporal.Instant.from(input.fromAt)
  const to = input.toAt === null ? null : Temporal.Instant.from(input.toAt)
  const isTooEarly = to !== null && (Temporal.Instant.compare(to, from) <= 0 || Temporal.Instant.compare(to, now) <= 0)
  if (isTooEarly) throw new AppError('suspension.ends-too-early')
  const ids = await lockEverybody(ctx, input.personIds)
  ctx.audit.remark = input.reason ?? undefined
  if (input.toAt !== null) ctx.audit.facts = { ...ctx.audit.facts, untilAt: input.toAt }
  const by = nameOfActor(ctx)
  const before = await readBefore(ctx, ids)
  await endSuspensions(ctx.db, ids, { now: now.toString(), by })
  const suspension = {
    from_at: from.toString(),
    to_at: to?.toString() ?? null,
    reason: input.reason,
    created_by: by,
    created_at: now.toString(),
  }
  await insertSuspensions(
    ctx.db,
    ids.map((person_id) => ({ ...suspension, person_id })),
  )
  await notify(ctx, ids)
  return { people: ids.length, before }
}

/** @throws AppError person.not-found */
export async function resumePeople(ctx: Ctx, personIds: readonly string[]) {
  const ids = await lockEverybody(ctx, personIds)
  const before = await readBefore(ctx, ids)
  const resumed = await endSuspensions(ctx.db, ids, { now: ctx.clock.now().toString(), by: nameOfActor(ctx) })
  ctx.audit.facts = { people: resumed.length }
  if (resumed.length > 0) await notify(ctx, resumed)
  return { people: resumed.length, before }
}

const chunk = 500

/**
 * A device that knows no suspensions holds a shorter period instead, and is told the usual one when the suspension is over. Others
 * end it by their own clock.
 */
export async function tellEndedSuspensions(services: Services): Promise<void> {
  const ctx = createSystemCtx(services)
  for (;;) {
    const count = await inTransaction(ctx, async (ctx) => {
      const rows = await takeEndedSuspensions(ctx.db, ctx.clock.now().toString(), chunk)
      if (rows.length > 0) await notify(ctx, [...new Set(rows.map(({ person_id }) => person_id))])
      return rows.length
    })
    if (count < chunk) return
  }
}
