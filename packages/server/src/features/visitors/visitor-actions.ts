import type { Db } from '../../db/open-database.ts'
import { lockPhone } from './visitor-store.ts'

/** Until the transaction ends nobody registers a visitor under one of these numbers. */
export async function lockPhones(db: Db, phoneHashes: readonly Buffer[]): Promise<void> {
  // In one order: two who lock several never wait for each other.
  for (const phoneHash of phoneHashes.toSorted((a, b) => Buffer.compare(a, b))) await lockPhone(db, phoneHash)
}
