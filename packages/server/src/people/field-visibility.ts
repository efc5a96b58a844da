import type { Permission } from '@gatehouse/contract/permissions.ts'
import { type Ctx, may } from '../ctx.ts'
import type { InstallKeys } from '../lib/install-keys.ts'
import { showEmail, showIdNumber, showPhone } from './person-columns.ts'

/** Whether an account sees numbers in full, or masked. */
export type FieldVisibility = { keys: InstallKeys; seesNumbers: boolean }

/** The same for lists that say what is so now: who is suspended, has left, or is expected. */
export type PresentVisibility = FieldVisibility & { now: string }

type Writer = Extract<Permission, 'staff.write' | 'visitor.write' | 'blacklist.write'>

/** Accounts that may change people see their numbers in full. */
export const visibilityOf = (ctx: Ctx, permission: Writer): FieldVisibility => ({
  keys: ctx.keys,
  seesNumbers: may(ctx, permission),
})

/** As `visibilityOf`, at this moment. */
export const presentVisibilityOf = (ctx: Ctx, permission: Writer): PresentVisibility => ({
  ...visibilityOf(ctx, permission),
  now: ctx.clock.now().toString(),
})

type PhoneRow = { phone_sealed: Buffer | null; phone_masked: string | null }
export const visiblePhone = ({ keys, seesNumbers }: FieldVisibility, row: PhoneRow) =>
  seesNumbers ? showPhone(keys, row.phone_sealed) : row.phone_masked

type EmailRow = { email_sealed: Buffer | null; email_masked: string | null }
export const visibleEmail = ({ keys, seesNumbers }: FieldVisibility, row: EmailRow) =>
  seesNumbers ? showEmail(keys, row.email_sealed) : row.email_masked

type IdNumberRow = { id_number_sealed: Buffer | null; id_number_masked: string | null }
export const visibleIdNumber = ({ keys, seesNumbers }: FieldVisibility, row: IdNumberRow) =>
  seesNumbers ? showIdNumber(keys, row.id_number_sealed) : row.id_number_masked
