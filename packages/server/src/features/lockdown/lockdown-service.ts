import { AppError } from '@gatehouse/contract/errors.ts'
import {
  type beginLockdown as beginRoute,
  type Lockdown,
  type LockdownKind,
  type LockdownRules,
  type LockdownScope,
  type LockdownState,
  minutesUntilAlone,
} from '@gatehouse/contract/features/lockdown.ts'
import type { Body } from '@gatehouse/contract/route.ts'
import { everywhere } from '@gatehouse/contract/texts/default-names.ts'
import { type Ctx, hint, personOfActor } from '../../ctx.ts'
import { changesBetween } from '../../lib/changes-between.ts'
import { requireGroups } from '../person-groups/person-group-reads.ts'
import { deliverLockdown } from '../open-platform/webhooks/webhook-delivery-fragments.ts'
import { readDoors, readLockdown, readRules } from './lockdown-reads.ts'
import { insertLockdown, lockLockdown, lockPlace, updateLockdown, updateRules } from './lockdown-store.ts'
import { findWithin, tellBegin, tellRelease } from './tell-devices.ts'

/** @throws AppError lockdown.not-found */
async function getLockdown(ctx: Ctx, id: string): Promise<Lockdown> {
  const found = await readLockdown(ctx.db, id)
  if (!found) throw new AppError('lockdown.not-found')
  return found
}

/** @throws AppError lockdown.not-found */
export async function getState(ctx: Ctx, id: string): Promise<LockdownState> {
  return { ...(await getLockdown(ctx, id)), ...(await readDoors(ctx.db, id)) }
}

/** The columns of the scope, with the name of the place as it is called now. */
export async function readScope(ctx: Ctx, scope: LockdownScope) {
  if (scope.kind === 'everything') return { scope: scope.kind, scope_id: null, scope_name: null }
  const place = await lockPlace(ctx.db, scope)
  if (!place) throw new AppError(scope.kind === 'site' ? 'site.not-found' : 'area.not-found')
  return { scope: scope.kind, scope_id: scope.id, scope_name: place.name }
}

/** Its level and its place; the console says that of all sites in the language of its reader. */
export const nameOf = ({ level, scope_name }: { level: string | null; scope_name: string | null }) =>
  [level, scope_name ?? everywhere.en].filter((part) => part !== null).join(' · ')

/** @throws AppError site.not-found, area.not-found, group.not-found */
export async function beginLockdown(ctx: Ctx, input: Body<typeof beginRoute>): Promise<Lockdown> {
  const exemptGroupIds = [...new Set(input.exemptGroupIds)]
  const scope = await readScope(ctx, input.scope)
  await requireGroups(ctx.db, exemptGroupIds)
  ctx.audit.item = nameOf({ level: input.level, scope_name: scope.scope_name })
  if (input.reason !== null) ctx.audit.remark = input.reason
  if (input.kind === 'emergency-open') ctx.audit.event = 'begin-emergency'
  const { id } = await insertLockdown(ctx.db, {
    kind: input.kind,
    level: input.level,
    ...scope,
    exempt_group_ids: exemptGroupIds,
    reason: input.reason,
    begun_by: personOfActor(ctx),
    begun_at: ctx.clock.now().toString(),
  })
  await announceBegin(ctx, id, input.kind)
  return getLockdown(ctx, id)
}

/** Tells devices, consoles and webhooks, in the transaction that begins it. */
export async function announceBegin(ctx: Ctx, id: string, kind: LockdownKind): Promise<void> {
  await tellBegin(ctx, { id, kind }, await findWithin(ctx, id))
  await deliverLockdown(ctx.db, { id, kind: 'lockdown-begun', at: ctx.clock.now().toString() })
  await hint(ctx, { to: 'consoles', topic: 'lockdowns', id })
}

/** @throws AppError lockdown.not-found, lockdown.released */
async function requireActive(ctx: Ctx, id: string) {
  const row = await lockLockdown(ctx.db, id)
  if (!row) throw new AppError('lockdown.not-found')
  ctx.audit.item = nameOf(row)
  if (row.released_at !== null) throw new AppError('lockdown.released')
  return row
}

const accountOf = ({ actor }: Ctx) => (actor.kind === 'account' ? actor : null)

/** @throws AppError lockdown.not-found, lockdown.released, lockdown.release-asked */
export async function askRelease(ctx: Ctx, id: string, reason: string): Promise<Lockdown> {
  const row = await requireActive(ctx, id)
  ctx.audit.remark = reason
  const isPerson = accountOf(ctx) !== null
  // An application that has asked is no person: one may still ask, so that another one releases.
  const mayAsk = row.release_asked_at === null || (row.release_asked_by === null && isPerson)
  if (!mayAsk) throw new AppError('lockdown.release-asked')
  await updateLockdown(ctx.db, id, {
    release_asked_by: accountOf(ctx)?.id ?? null,
    release_asked_by_name: personOfActor(ctx),
    release_asked_at: ctx.clock.now().toString(),
  })
  await hint(ctx, { to: 'consoles', topic: 'lockdowns', id })
  return getLockdown(ctx, id)
}

type Asked = { release_asked_by: string | null; release_asked_at: string | null }

/** Whether the caller is somebody else than the person who has asked for the release: its key makes an application neither of them. */
function isSecondPerson(ctx: Ctx, { release_asked_by }: Asked): boolean {
  const caller = accountOf(ctx)
  return release_asked_by !== null && caller !== null && caller.id !== release_asked_by
}

/** A super admin does not wait for ever for a second person. */
function mayReleaseAlone(ctx: Ctx, { release_asked_at }: Asked): boolean {
  if (release_asked_at === null || accountOf(ctx)?.role !== 'superAdmin') return false
  const from = Temporal.Instant.from(release_asked_at).add({ minutes: minutesUntilAlone })
  return Temporal.Instant.compare(ctx.clock.now(), from) >= 0
}

/**
 * The rule that was in force when it began stays with it: otherwise one person could switch the rule off, release it, and switch it on
 * again. A rule that was switched on since counts as well. Groups stay exempt by name, so that people can be let in and out of them
 * meanwhile; who may do that may also open every door in an emergency, which again two have to release.
 */
const needsTwoPeople = async ({ db }: Ctx, row: { needs_two_people: boolean }): Promise<boolean> =>
  row.needs_two_people || (await readRules(db)).needsTwoPeople

/** @throws AppError lockdown.not-found, lockdown.released, lockdown.second-person-needed */
export async function releaseLockdown(ctx: Ctx, id: string, reason: string): Promise<Lockdown> {
  const row = await requireActive(ctx, id)
  ctx.audit.remark = reason
  if ((await needsTwoPeople(ctx, row)) && !isSecondPerson(ctx, row)) {
    if (!mayReleaseAlone(ctx, row)) throw new AppError('lockdown.second-person-needed')
    ctx.audit.event = 'release-alone'
  }
  const devices = await findWithin(ctx, id)
  await updateLockdown(ctx.db, id, {
    released_by: personOfActor(ctx),
    released_at: ctx.clock.now().toString(),
    release_reason: reason,
  })
  await tellRelease(ctx, { id, kind: row.kind }, devices)
  await deliverLockdown(ctx.db, { id, kind: 'lockdown-released', at: ctx.clock.now().toString() })
  await hint(ctx, { to: 'consoles', topic: 'lockdowns', id })
  return getLockdown(ctx, id)
}

export async function changeRules(ctx: Ctx, rules: LockdownRules): Promise<LockdownRules> {
  ctx.audit.changes = changesBetween(await readRules(ctx.db), rules)
  await updateRules(ctx.db, rules.needsTwoPeople)
  await hint(ctx, { to: 'consoles', topic: 'lockdowns' })
  return rules
}
