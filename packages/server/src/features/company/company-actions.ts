import type { Db } from '../../db/open-database.ts'
import { insertFirstCompany } from './company-store.ts'

/** Creates the enterprise's row at the first start: in the zone that the operator chose, else in the host's. */
export const ensureCompany = (db: Db, timeZone: string | undefined) =>
  insertFirstCompany(db, {
    time_zone: timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    is_zone_chosen: timeZone !== undefined,
  })
