import { AppError } from '@gatehouse/contract/errors.ts'
import type { Db } from '../../db/open-database.ts'
import { findNewestLicence } from './licence-store.ts'

/**
 * Whoever sets the clock by much may leave the time for which the licence was given, and nobody could sign in to set it back.
 * @throws AppError clock.outside-licence: it stands now, and would not then
 */
export async function requireLicenceAt(db: Db, now: Temporal.Instant, then: Temporal.Instant): Promise<void> {
  const licence = await findNewestLicence(db)
  if (!licence) return
  const { valid_from: from, valid_to: to } = licence
  const isWithin = (at: Temporal.Instant) =>
    Temporal.Instant.compare(from, at) <= 0 && Temporal.Instant.compare(at, to) < 0
  if (isWithin(now) && !isWithin(then))
    throw new AppError('clock.outside-licence', { from: from.slice(0, 10), to: to.slice(0, 10) })
}
