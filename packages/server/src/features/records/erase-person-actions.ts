import type { Ctx } from '../../ctx.ts'
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
export async function eraseFromRecords({ db }: Pick<Ctx, 'db'>, personId: string): Promise<void> {
  await deleteCaptureTemplatesOf(db, personId)
  await anonymiseRecordsOf(db, personId)
}
