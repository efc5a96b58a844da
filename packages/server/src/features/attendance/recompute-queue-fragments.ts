import { personKindCodes } from '@gatehouse/engine/passage/vocabulary.ts'
import { sql } from 'kysely'

/** The condition that a record is a passage of staff at a possible time. */
export const isPunch = sql`
  kind = ${sql.lit(personKindCodes.staff)} and opened and person_id is not null and claimed_at is null`

/**
 * A part of the statement that stores records (`stored`): it queues these people's days to be computed again. One row for each record,
 * without an index, costs next to nothing.
 */
export const recomputePunches = sql`
      insert into attendance_news (person_id, punched_at, cause)
      select person_id, recognised_at, 'punch' from stored where ${isPunch}`
