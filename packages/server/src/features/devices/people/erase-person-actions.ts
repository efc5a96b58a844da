import type { Ctx } from '../../../ctx.ts'
import { deleteFailuresOf, selectFailuresOf } from './people-report-store.ts'

/** Where a person could not be taken, and why. */
export const readFailuresOf = ({ db }: Pick<Ctx, 'db'>, personId: string) => selectFailuresOf(db, personId)

/** Inside the caller's transaction. */
export const eraseFromFailures = ({ db }: Pick<Ctx, 'db'>, personId: string) => deleteFailuresOf(db, personId)
