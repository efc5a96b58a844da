import { AppError } from '@gatehouse/contract/errors.ts'
import type { LockdownInput, LockdownScope } from '@gatehouse/contract/features/lockdown.ts'
import { type Ctx, hint, nameOfActor } from '../../ctx.ts'
import { capabilitiesOf } from '../../drivers/makes.ts'
import { changesBetween } from '../../lib/changes-between.ts'
import { insertOperation } from '../../http/operation-log-store.ts'
import { readGroups, requireGroups } from '../person-groups/person-group-reads.ts'
import { announceBegin, nameOf, readScope } from './lockdown-service.ts'
import {
  findActiveOfDevice,
  insertLockdown,
  selectDeviceFacts,
  selectInput,
  selectSitesOfDevice,
  upsertInput,
} from './lockdown-store.ts'

/*
 * An input of a terminal that is wired to begin a lockdown. It never releases one: a wire can fall off, and a person who has pressed it
 * may be forced to press it again.
 */

/** Off until somebody switches it on: any secret of a terminal could lock down its site otherwise. */
const untouched: LockdownInput = { isOn: false, level: null, scope: null, exemptGroupIds: [] }

async function readInput(ctx: Ctx, deviceId: string): Promise<LockdownInput> {
  const row = await selectInput(ctx.db, deviceId)
  if (!row) return untouched
  const { is_on: isOn, level, scope: kind, scope_id: id, exempt_group_ids: exemptGroupIds } = row
  return { isOn, level, exemptGroupIds, scope: kind === null ? null : toScope(kind, id) }
}

const toScope = (kind: LockdownScope['kind'], id: string | null): LockdownScope =>
  kind === 'everything' || id === null ? { kind: 'everything' } : { kind, id }

/** @throws AppError device.not-found */
async function requireDevice(ctx: Ctx, id: string) {
  const device = await selectDeviceFacts(ctx.db, id)
  if (!device) throw new AppError('device.not-found')
  return device
}

/** @throws AppError device.not-found */
export async function getInput(ctx: Ctx, deviceId: string): Promise<LockdownInput> {
  await requireDevice(ctx, deviceId)
  return readInput(ctx, deviceId)
}

/** @throws AppError device.not-found, device.cannot, site.not-found, area.not-found, group.not-found */
export async function changeInput(ctx: Ctx, deviceId: string, input: LockdownInput): Promise<LockdownInput> {
  const { name, ...facts } = await requireDevice(ctx, deviceId)
  ctx.audit.item = name
  // Somebody would count on a button that nobody hears.
  if (input.isOn && capabilitiesOf(facts).inputs !== null) throw new AppError('device.cannot', { name })
  const exemptGroupIds = [...new Set(input.exemptGroupIds)]
  await requireGroups(ctx.db, exemptGroupIds)
  const place = input.scope === null ? { scope: null, scope_id: null } : await readScope(ctx, input.scope)
  ctx.audit.changes = changesBetween(await readInput(ctx, deviceId), input)
  await upsertInput(ctx.db, {
    device_id: deviceId,
    is_on: input.isOn,
    level: input.level,
    scope: place.scope,
    scope_id: place.scope_id,
    exempt_group_ids: exemptGroupIds,
  })
  await hint(ctx, { to: 'consoles', topic: 'lockdowns' })
  return readInput(ctx, deviceId)
}

/**
 * Begins what the input of this device is set to begin, and writes who it was to the operation log. Pressed again while that holds, it
 * begins nothing. In the transaction that stores the event, which has locked the state of the device's door.
 */
export async function beginByInput(ctx: Ctx, deviceId: string): Promise<void> {
  const { isOn, level, scope, exemptGroupIds } = await readInput(ctx, deviceId)
  if (!isOn) return
  const known = new Set((await readGroups(ctx.db)).map(({ id }) => id))
  for (const place of await placesOf(ctx, deviceId, scope)) {
    if (await findActiveOfDevice(ctx.db, deviceId, place)) continue
    const { id } = await insertLockdown(ctx.db, {
      kind: 'lockdown',
      level,
      ...place,
      exempt_group_ids: exemptGroupIds.filter((group) => known.has(group)),
      reason: null,
      begun_by: nameOfActor(ctx),
      begun_at: ctx.clock.now().toString(),
      device_id: deviceId,
    })
    await announceBegin(ctx, id, 'lockdown')
    await insertOperation(ctx.db, {
      actor: ctx.actor,
      module: 'lockdown',
      event: 'begin-by-input',
      side: 'device',
      address: ctx.address,
      requestId: '',
      note: { item: nameOf({ level, scope_name: place.scope_name }) },
    })
  }
}

/** The place that is set, if it is still there; else the sites of the device. */
async function placesOf(ctx: Ctx, deviceId: string, scope: LockdownScope | null) {
  const set = scope && (await readScope(ctx, scope).catch(unlessDeleted))
  if (set) return [set]
  const sites = await selectSitesOfDevice(ctx.db, deviceId)
  return sites.map(({ id, name }) => ({ scope: 'site' as const, scope_id: id, scope_name: name }))
}

function unlessDeleted(error: unknown): null {
  if (error instanceof AppError && (error.code === 'site.not-found' || error.code === 'area.not-found')) return null
  throw error
}
