import { AppError } from '@gatehouse/contract/errors.ts'
import type { DoorRules } from '@gatehouse/contract/features/door-rules.ts'
import { doorsNobodyOpens } from '@gatehouse/engine/door/first-person-circle.ts'
import { noteConfigurationChanged } from '../../device-link/outbox/configuration-changes.ts'
import { type Ctx, hint } from '../../ctx.ts'
import { changesBetween } from '../../lib/changes-between.ts'
import { readAreaTree } from '../inside/door-reads.ts'
import { requireGroups } from '../person-groups/person-group-reads.ts'
import { findDoorRules, selectDevicesOfDoors, selectFirstPersonDoors } from './door-rule-reads.ts'
import { lockDoorRules, replaceDoorRules } from './door-rule-store.ts'

/** @throws AppError door.not-found */
export async function getDoorRules(ctx: Ctx, doorId: string): Promise<DoorRules> {
  const rules = await findDoorRules(ctx.db, doorId)
  if (!rules) throw new AppError('door.not-found')
  const { name: _, ...rest } = rules
  return rest
}

/** @throws AppError door.not-found, group.not-found, timetable.not-found, door-rule.first-person-circle */
export async function setDoorRules(ctx: Ctx, doorId: string, rules: DoorRules): Promise<DoorRules> {
  const { escort, severalPeople, firstPersonIn } = rules
  const groupIds = [
    ...(escort?.escortGroupIds ?? []),
    ...(severalPeople?.groupIds ?? []),
    ...(firstPersonIn?.groupIds ?? []),
  ]
  await requireGroups(ctx.db, [...new Set(groupIds)])
  await lockDoorRules(ctx.db, doorId)
  const door = await findDoorRules(ctx.db, doorId)
  if (!door) throw new AppError('door.not-found')
  ctx.audit.item = door.name
  const before = await getDoorRules(ctx, doorId)
  await replaceDoorRules(ctx.db, doorId, rules)
  if (firstPersonIn) await refuseCircle(ctx)
  await noteConfigurationChanged(ctx, await selectDevicesOfDoors(ctx.db, [doorId]), 'access')
  await hint(ctx, { to: 'consoles', topic: 'sites', id: doorId })
  const after = await getDoorRules(ctx, doorId)
  ctx.audit.changes = changesBetween(before, after)
  return after
}

/** @throws AppError door-rule.first-person-circle */
async function refuseCircle(ctx: Ctx): Promise<void> {
  const doors = await selectFirstPersonDoors(ctx.db)
  const stuck = new Set(doorsNobodyOpens(doors, await readAreaTree(ctx.db)))
  if (stuck.size === 0) return
  const names = doors.filter(({ id }) => stuck.has(id)).map(({ name }) => name)
  throw new AppError('door-rule.first-person-circle', { doors: names.join(', ') })
}
