import type { Ctx } from '../../ctx.ts'
import { erasePicturesOfRecords } from '../alarms/erase-person-actions.ts'
import {
  anonymiseRecordsOf,
  deleteCaptureTemplatesOf,
  selectRecordCountOf,
  selectRecordsOf,
} from './erase-person-store.ts'

/** The records of a person, and those that name them among other candidates. */
export const readRecordsOf = ({ db }: Pick<Ctx, 'db'>, personId: string) => selectRecordsOf(db, personId)

/** The number of passages of a person. */
export const countRecordsOf = ({ db }: Pick<Ctx, 'db'>, personId: string) => selectRecordCountOf(db, personId)

/** Removes the person from their passages, inside the caller's transaction. */
export async function eraseFromRecords(ctx: Pick<Ctx, 'db'>, personId: string): Promise<void> {
  await deleteCaptureTemplatesOf(ctx.db, personId)
  // An alarm of theirs goes by the person; one of a record that only names them shows the capture just the same.
  await erasePicturesOfRecords(ctx, await anonymiseRecordsOf(ctx.db, personId))
}
