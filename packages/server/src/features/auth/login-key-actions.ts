import type { Db } from '../../db/open-database.ts'
import { deleteAllLoginKeys } from './login-key-store.ts'

/** Sign-ins that are under way begin anew. */
export const discardLoginKeys = (db: Db) => deleteAllLoginKeys(db)
