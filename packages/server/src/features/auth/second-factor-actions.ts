import type { Db } from '../../db/open-database.ts'
import { deleteSecondFactor, findSecondFactor } from './second-factor-store.ts'

/** Takes the second factor from an account whose phone is lost; false where it had none. */
export async function dropSecondFactor(db: Db, accountId: string): Promise<boolean> {
  const factor = await findSecondFactor(db, accountId)
  await deleteSecondFactor(db, accountId)
  return Boolean(factor?.confirmed_at)
}
