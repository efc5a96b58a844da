import { randomUUID } from 'node:crypto'
import { latestDateAnywhere } from '@gatehouse/engine/calendar/dates.ts'
import { readZones } from '../../company/company-reads.ts'
import type { Ctx } from '../../ctx.ts'
import type { Db } from '../../db/open-database.ts'
import { pseudonymiseDays } from './days/day-store.ts'
import { deleteFormerPerson, insertFormerPerson, purgeFormerPeople } from './former-person-store.ts'
import { deletePunchesOf } from './punches/punch-store.ts'
import { deleteTasksOf, lockComputing, queueDaysInZone } from './recompute-queue-store.ts'
import { deleteAssignmentsOf } from './rules/assignment-store.ts'

/** Computes again, in the background, the days from a date on that are in the enterprise's zone. */
export async function recomputeInZone({ db, clock }: Pick<Ctx, 'db' | 'clock'>, fromOn: string): Promise<void> {
  const { now: zone } = await readZones(db)
  const today = clock.now().toZonedDateTimeISO(zone).toPlainDate().toString()
  await queueDaysInZone(db, fromOn, latestDateAnywhere(today))
}

/**
 * Removes a person from attendance: punches, rules and waiting tasks are deleted, and days that are over stay under a pseudonym, so
 * that totals and locked months still add up. The unfinished day is deleted.
 */
export async function pseudonymiseAttendance(db: Db, person: { id: string; department_id: string | null }) {
  // A computation that is running would write some of the days again.
  await lockComputing(db)
  const pseudonym = randomUUID()
  await deleteTasksOf(db, person.id)
  await deletePunchesOf(db, person.id)
  await deleteAssignmentsOf(db, person.id)
  if (await pseudonymiseDays(db, person.id, pseudonym))
    await insertFormerPerson(db, {
      id: pseudonym,
      name: `#${pseudonym.slice(0, 8)}`,
      department_id: person.department_id,
    })
}

/** A deleted person is kept by name, and their rule ends (`person__kept_as_former`); an erased person is not kept. */
export async function eraseFormerPerson({ db }: Pick<Ctx, 'db'>, personId: string): Promise<void> {
  await deleteFormerPerson(db, personId)
  await deleteTasksOf(db, personId)
}

/** Deletes the names of deleted people once no record or day of theirs is left. */
export const purgeFormerNames = ({ db }: Pick<Ctx, 'db'>) => purgeFormerPeople(db)
