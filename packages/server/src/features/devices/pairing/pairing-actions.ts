import type { Db } from '../../../db/open-database.ts'
import { deleteAllPairingCodes } from './pairing-store.ts'

/** No device joins any more by a code that was given out before. */
export const discardPairingCodes = (db: Db) => deleteAllPairingCodes(db)
