import { AppError } from '@gatehouse/contract/errors.ts'
import type { Db } from '../../db/open-database.ts'
import { licenceAt, standingOf } from './licence-in-force.ts'
import { listLicences } from './licence-store.ts'

/**
 * Refuses a change of the clock that leaves the period of the licence, since nobody could sign in to set the clock back.
 * @throws AppError clock.outside-licence: the licence is in force now, and would not be then
 */
export async function requireLicenceAt(db: Db, now: Temporal.Instant, then: Temporal.Instant): Promise<void> {
  const rows = await listLicences(db)
  const isWithin = (at: Temporal.Instant) => {
    const licence = licenceAt(rows, at)
    return licence !== undefined && standingOf(licence, at, at) === 'active'
  }
  const licence = licenceAt(rows, now)
  if (licence && isWithin(now) && !isWithin(then))
    throw new AppError('clock.outside-licence', { from: licence.valid_from, to: licence.valid_to })
}
