import type { Db } from '../../db/open-database.ts'
import { deleteAllAttempts } from './openid-store.ts'

/** Sign-ins under way at the OpenID provider must begin again. */
export const discardAttempts = (db: Db) => deleteAllAttempts(db)
