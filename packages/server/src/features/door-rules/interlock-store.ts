import { AppError } from '@gatehouse/contract/errors.ts'
import type { InterlockInput } from '@gatehouse/contract/features/door-rules/interlocks.ts'
import type { Db } from '../../db/open-database.ts'
import { violates } from '../../db/violates.ts'

const refuseTakenName = (error: unknown): never => {
  if (violates(error, 'interlock__name')) throw new AppError('interlock.name-taken')
  throw error
}

/** The interlock, locked until the transaction ends. */
export const lockInterlock = (db: Db, id: string) =>
  db.selectFrom('interlock').select(['id', 'name']).where('id', '=', id).forUpdate().executeTakeFirst()

/** These doors with their contacts; none can be deleted until the transaction ends. */
export const lockDoorsShared = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('door')
    .select(['id', 'name', 'has_contact'])
    .where('id', 'in', ids)
    .orderBy('id')
    .forKeyShare()
    .execute()

export const insertInterlock = (db: Db, { name, whenUnknown }: InterlockInput, now: string) =>
  db
    .insertInto('interlock')
    .values({ name, when_unknown: whenUnknown, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch(refuseTakenName)

export const updateInterlockRow = (db: Db, id: string, { name, whenUnknown }: InterlockInput) =>
  db
    .updateTable('interlock')
    .set({ name, when_unknown: whenUnknown })
    .where('id', '=', id)
    .execute()
    .catch(refuseTakenName)

export const deleteInterlockRow = (db: Db, id: string) => db.deleteFrom('interlock').where('id', '=', id).execute()

export async function replaceInterlockDoors(db: Db, id: string, doorIds: readonly string[]): Promise<void> {
  await db.deleteFrom('interlock_door').where('interlock_id', '=', id).execute()
  await db
    .insertInto('interlock_door')
    .values(doorIds.toSorted().map((door_id) => ({ interlock_id: id, door_id })))
    .execute()
}
