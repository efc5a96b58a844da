import type { OpeningRuleInput } from '@gatehouse/contract/features/doors/opening-rule.ts'
import type { Db } from '../../db/open-database.ts'

export const upsertOpeningRule = (db: Db, { needsReason, reasons }: OpeningRuleInput) => {
  const row = { needs_reason: needsReason, reasons }
  return db
    .insertInto('opening_setting')
    .values(row)
    .onConflict((conflict) => conflict.column('is_only').doUpdateSet(row))
    .execute()
}
