import { noteEnding } from '../../db/ending-store.ts'
import { type Ctx, hint } from '../../ctx.ts'
import { eraseFormerPerson } from '../attendance/attendance-actions.ts'
import { lockDepartments } from '../departments/department-actions.ts'
import { countRecordsOf } from '../records/erase-person-actions.ts'
import { deletePeople } from '../../people/person-actions.ts'
import { lockPerson, type PersonRow } from '../../people/person-store.ts'
import { contributors } from './person-data.ts'
import { noteDevicesPassed } from './privacy-store.ts'

/**
 * Purges a person in the caller's transaction: the row with all dependent rows, portraits, captures, and their name in
 * records and alarms; terminals at which they passed are told, and a restore of an older backup does not bring them
 * back.
 * @param authorise may refuse once the row is locked
 * @returns how many passages lost their person; undefined if there is no such person
 */
export async function purgePerson(
  ctx: Ctx,
  id: string,
  authorise: (person: PersonRow | undefined) => Promise<unknown> = async () => undefined,
): Promise<number | undefined> {
  // A department may lose its manager.
  await lockDepartments(ctx)
  const person = await lockPerson(ctx.db, id)
  await authorise(person)
  if (!person) return undefined
  const records = await countRecordsOf(ctx, id)
  await noteDevicesPassed(ctx.db, id, ctx.clock.now().toString())
  await noteEnding(ctx, 'erased', id)
  for (const { erase } of contributors) await erase?.(ctx, person)
  await deletePeople(ctx, [person])
  await eraseFormerPerson(ctx, id)
  await hint(ctx, { to: 'consoles', topic: 'staff', id }, { to: 'consoles', topic: 'departments' })
  return records
}
