import { randomUUID } from 'node:crypto'
import type { Db } from '../../db/open-database.ts'
import type { Ctx } from '../../ctx.ts'
import { readZones } from '../../company/company-reads.ts'
import { deleteFormerPerson, forgetWhose, purgeFormerPeople } from './former-person-store.ts'
import { insertNewsOfZone, waitForComputing } from './recompute-queue-store.ts'
import { latestDateAnywhere } from './rules/rule-timeline.ts'

/** Judges the days again that are read in the enterprise's zone, from a date on, in the background. */
export async function rejudgeInZone({ db, clock }: Pick<Ctx, 'db' | 'clock'>, fromOn: string): Promise<void> {
  const { now: zone } = await readZones(db)
  const today = clock.now().toZonedDateTimeISO(zone).toPlainDate().toString()
  await insertNewsOfZone(db, fromOn, latestDateAnywhere(today))
}

/**
 * Forgets whose attendance this was: punches, rules and news go, and the days that are over stay under a pseudonym, so that
 * totals and locked months go on adding up. What the day under way said goes: nobody will finish it.
 */
export async function pseudonymiseAttendance(db: Db, person: { id: string; department_id: string | null }) {
  // Whoever judges days just now would write some of them again.
  await waitForComputing(db)
  const pseudonym = randomUUID()
  await forgetWhose(db, person, pseudonym)
}

/** Keeps nothing of somebody who is erased, once their row is deleted. */
export const eraseFormerPerson = ({ db }: Pick<Ctx, 'db'>, personId: string) => deleteFormerPerson(db, personId)

/** Deletes the names of people who were deleted, once nothing that they did is kept any more. */
export const purgeFormerNames = ({ db }: Pick<Ctx, 'db'>) => purgeFormerPeople(db)
