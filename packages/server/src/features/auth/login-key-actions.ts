import type { Db } from '../../db/open-database.ts'
import { deleteAllLoginKeys } from './login-key-store.ts'

/** Discards all login keys, so that login forms that are open have to fetch a new one. */
export const discardLoginKeys = (db: Db) => deleteAllLoginKeys(db)
