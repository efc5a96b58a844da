import type { Db } from '../../../db/open-database.ts'
import { deleteAllPairingCodes } from './pairing-store.ts'

/** Discards the pairing codes that were issued before. */
export const discardPairingCodes = (db: Db) => deleteAllPairingCodes(db)
