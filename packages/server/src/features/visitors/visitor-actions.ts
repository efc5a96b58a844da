import type { Db } from '../../db/open-database.ts'
import { lockPhone } from './visitor-store.ts'

/** Prevents others from registering a visitor under one of these numbers until the transaction ends. */
export async function lockPhones(db: Db, phoneHashes: readonly Buffer[]): Promise<void> {
  // In one order: two callers that lock several never wait for each other.
  for (const phoneHash of phoneHashes.toSorted((a, b) => Buffer.compare(a, b))) await lockPhone(db, phoneHash)
}
