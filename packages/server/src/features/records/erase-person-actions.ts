import type { Ctx } from '../../ctx.ts'
import {
  anonymiseRecordsOf,
  deleteCaptureTemplatesOf,
  selectRecordCountOf,
  selectRecordsOf,
} from './erase-person-store.ts'

/** The records of a person, and those that name them among others whom they may be of. */
export const readRecordsOf = ({ db }: Pick<Ctx, 'db'>, personId: string) => selectRecordsOf(db, personId)

/** How many passages of a person there are. */
export const countRecordsOf = ({ db }: Pick<Ctx, 'db'>, personId: string) => selectRecordCountOf(db, personId)

/** Makes the passages of a person nobody's, inside the caller's transaction. */
export async function eraseFromRecords({ db }: Pick<Ctx, 'db'>, personId: string): Promise<void> {
  await deleteCaptureTemplatesOf(db, personId)
  await anonymiseRecordsOf(db, personId)
}
