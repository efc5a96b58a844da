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

/** Computes the days again that are read in the enterprise's zone, from a date on, in the background. */
export async function recomputeInZone({ db, clock }: Pick<Ctx, 'db' | 'clock'>, fromOn: string): Promise<void> {
  const { now: zone } = await readZones(db)
  const today = clock.now().toZonedDateTimeISO(zone).toPlainDate().toString()
  await queueDaysInZone(db, fromOn, latestDateAnywhere(today))
}

/**
 * Takes a person out of attendance: punches, rules and what waits go, and the days that are over stay under a pseudonym, so
 * that totals and locked months go on adding up. What the day under way said goes: nobody will finish it.
 */
export async function pseudonymiseAttendance(db: Db, person: { id: string; department_id: string | null }) {
  // Whoever computes days just now would write some of them again.
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

/** Whoever is deleted is kept by name, and their rule is to end (`person__kept_as_former`); of whoever is erased nothing is. */
export async function eraseFormerPerson({ db }: Pick<Ctx, 'db'>, personId: string): Promise<void> {
  await deleteFormerPerson(db, personId)
  await deleteTasksOf(db, personId)
}

/** Deletes the names of people who were deleted, once nothing that they did is kept any more. */
export const purgeFormerNames = ({ db }: Pick<Ctx, 'db'>) => purgeFormerPeople(db)
