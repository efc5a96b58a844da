import type { TimetableInput } from '@gatehouse/contract/features/timetables.ts'
import { AppError } from '@gatehouse/contract/errors.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import { violates } from '../../db/violates.ts'

const columnsOf = (input: TimetableInput) => ({
  name: input.name,
  valid_from_on: input.validFromOn,
  valid_to_on: input.validToOn,
  week: JSON.stringify(input.week),
  holiday: JSON.stringify(input.holiday),
  holidays: JSON.stringify(input.holidays.toSorted((a, b) => (a.on < b.on ? -1 : 1))),
})

const refuseTakenName = (error: unknown): never => {
  if (violates(error, 'timetable__name')) throw new AppError('timetable.name-taken')
  throw error
}

/** The timetable, locked until the transaction ends. */
export const lockTimetable = (db: Db, id: string) =>
  db.selectFrom('timetable').select(['id', 'name', 'version']).where('id', '=', id).forUpdate().executeTakeFirst()

export const insertTimetable = (db: Db, input: TimetableInput) =>
  db.insertInto('timetable').values(columnsOf(input)).returning('id').executeTakeFirstOrThrow().catch(refuseTakenName)

export const replaceTimetable = (db: Db, id: string, input: TimetableInput, now: string) =>
  db
    .updateTable('timetable')
    .set({ ...columnsOf(input), version: sql<number>`version + 1`, updated_at: now })
    .where('id', '=', id)
    .execute()
    .catch(refuseTakenName)

/** A door or an area may have come to use it since its uses were counted. */
export const deleteTimetableRow = (db: Db, id: string) =>
  db
    .deleteFrom('timetable')
    .where('id', '=', id)
    .execute()
    .catch((error: unknown) => {
      if (violates(error, 'door_rule__free_timetable') || violates(error, 'door_rule__first_timetable'))
        throw new AppError('timetable.used-by-doors', { count: 1, names: '…' })
      if (violates(error, 'area_rule__reset_timetable'))
        throw new AppError('timetable.used-by-areas', { count: 1, names: '…' })
      throw error
    })
