import type {
  Account,
  AccountWithPassword,
  createAccount as createRoute,
  updateAccount as updateRoute,
} from '@gatehouse/contract/features/accounts.ts'
import type { Language } from '@gatehouse/contract/envelope.ts'
import { AppError } from '@gatehouse/contract/errors.ts'
import { type Role, roleId } from '@gatehouse/contract/permissions.ts'
import type { Body } from '@gatehouse/contract/route.ts'
import { noteEnding } from '../../db/ending-store.ts'
import { endPushOf } from '../push/push-actions.ts'
import { deleteSessions, selectSessions } from '../../http/session-store.ts'
import { changesBetween } from '../../lib/changes-between.ts'
import { type Ctx, hint, inTransaction } from '../../ctx.ts'
import { postMail } from '../../lib/mail.ts'
import { hashPassword, oneTimePassword } from '../../lib/password.ts'
import { resetGuessing, deleteKnownBrowsers } from '../auth/guessing-actions.ts'
import { requireOwnPassword } from '../auth/own-password-actions.ts'
import { dropSecondFactor } from '../auth/second-factor-actions.ts'
import { readCompany } from '../../company/company-reads.ts'
import { initialPasswordMail } from './account-mails.ts'
import { readAccount } from './account-reads.ts'
import {
  deleteAccountRow,
  insertAccount,
  lockAccount,
  lockSuperAdmin,
  updateAccountRow,
} from '../../http/account-store.ts'

/** @throws AppError account.not-found */
export async function getAccount(ctx: Ctx, id: string): Promise<Account> {
  const account = await readAccount(ctx.db, ctx.clock, id)
  if (!account) throw new AppError('account.not-found')
  return account
}

/** @throws AppError account.taken */
export async function createAccount(
  ctx: Ctx,
  language: Language,
  { account, name, role, email }: Body<typeof createRoute>,
): Promise<AccountWithPassword> {
  ctx.audit.item = account
  const password = oneTimePassword()
  const { id } = await insertAccount(ctx.db, {
    account,
    name,
    role: roleId(role),
    email,
    must_change_password: true,
    password_hash: await hashPassword(password),
  })
  ctx.audit.facts = { role }
  return handOut(ctx, id, password, language)
}

/** The initial password goes by e-mail; without a mail server it is shown, in this one answer. */
async function handOut(ctx: Ctx, id: string, password: string, language: Language): Promise<AccountWithPassword> {
  const account = await notifyOfAccount(ctx, id)
  const { name: enterprise } = await readCompany(ctx.db)
  const { email } = account
  const mail = email && initialPasswordMail(language, email, { ...account, enterprise, password, link: ctx.publicUrl })
  const isSent = mail ? await postMail(ctx, mail) : false
  ctx.audit.facts = { ...ctx.audit.facts, way: isSent ? 'mail' : 'screen' }
  return { account, sentTo: isSent ? email : null, password: isSent ? null : password }
}

/** An account that is not the super admin's, locked until the transaction ends. */
async function lockOther(ctx: Ctx, id: string) {
  const account = await lockAccount(ctx.db, id)
  if (!account) throw new AppError('account.not-found')
  ctx.audit.item = account.account
  if (account.role === 0) throw new AppError('account.is-super-admin')
  return account
}

/** @throws AppError account.not-found, account.is-super-admin */
export async function changeAccount(ctx: Ctx, id: string, input: Body<typeof updateRoute>): Promise<Account> {
  await lockOther(ctx, id)
  const before = await getAccount(ctx, id)
  await updateAccountRow(ctx.db, id, {
    ...(input.name === undefined ? {} : { name: input.name }),
    ...(input.role === undefined ? {} : { role: roleId(input.role) }),
    ...(input.isDisabled === undefined ? {} : { is_disabled: input.isDisabled }),
  })
  if (input.isDisabled) {
    await deleteSessions(ctx.db, id)
    await endPushOf(ctx, id)
  }
  if (input.isDisabled !== undefined && input.isDisabled !== before.isDisabled)
    await noteEnding(ctx, input.isDisabled ? 'disabled' : 'enabled', id)
  if (input.role !== undefined && input.role !== before.role.name) await noteRole(ctx, id, input.role)
  const after = await notifyOfAccount(ctx, id)
  const fields = ({ name, role, isDisabled }: Account) => ({ name, role: role.name, isDisabled })
  ctx.audit.changes = changesBetween(fields(before), fields(after))
  return after
}

/** For a restore of an older backup: a role that is given again cancels the entry that it was taken away. */
const noteRole = (ctx: Ctx, id: string, role: Role) => noteEnding(ctx, 'role', `${id}:${roleId(role)}`)

/** @throws AppError account.not-found, account.is-super-admin */
export async function removeAccount(ctx: Ctx, id: string): Promise<void> {
  await lockOther(ctx, id)
  await deleteSessions(ctx.db, id)
  await deleteAccountRow(ctx.db, id)
  await noteEnding(ctx, 'disabled', id)
  await hint(ctx, { to: 'consoles', topic: 'accounts', id })
}

/** @throws AppError account.not-found, account.is-super-admin, account.is-external */
export async function resetPassword(ctx: Ctx, language: Language, id: string): Promise<AccountWithPassword> {
  const account = await lockOther(ctx, id)
  if (account.openid_subject !== null) throw new AppError('account.is-external')
  const password = oneTimePassword()
  await updateAccountRow(ctx.db, id, { password_hash: await hashPassword(password), must_change_password: true })
  await resetGuessing(ctx.db, account)
  ctx.audit.facts = { sessions: await deleteSessions(ctx.db, id) }
  await endPushOf(ctx, id)
  return handOut(ctx, id, password, language)
}

/** @throws AppError account.not-found, account.is-super-admin, second-factor.off */
export async function resetSecondFactor(ctx: Ctx, id: string): Promise<Account> {
  await lockOther(ctx, id)
  if (!(await dropSecondFactor(ctx.db, id))) throw new AppError('second-factor.off')
  ctx.audit.facts = { sessions: await deleteSessions(ctx.db, id) }
  await endPushOf(ctx, id)
  return notifyOfAccount(ctx, id)
}

/**
 * The super admin gives the role away and becomes a main admin, in one transaction; the database itself holds no second one.
 * @throws AppError account.not-found, account.is-super-admin, account.cannot-take-over, auth.permission-denied, and of the password
 */
export async function handOver(ctx: Ctx, id: string, proof: { rsa_id: string; password: string }): Promise<Account> {
  const own = await requireOwnPassword(ctx, proof)
  return inTransaction(ctx, async (ctx) => {
    const superAdmin = await lockSuperAdmin(ctx.db)
    // Handed over a moment ago, by the same person at another desk.
    if (superAdmin?.id !== own.id) throw new AppError('auth.permission-denied')
    const successor = await lockOther(ctx, id)
    if (successor.is_disabled || successor.must_change_password || successor.openid_subject !== null)
      throw new AppError('account.cannot-take-over')
    await updateAccountRow(ctx.db, own.id, { role: roleId('mainAdmin') })
    await updateAccountRow(ctx.db, id, { role: roleId('superAdmin') })
    await noteRole(ctx, own.id, 'mainAdmin')
    await noteRole(ctx, id, 'superAdmin')
    ctx.audit.changes = changesBetween({ account: own.account }, { account: successor.account })
    await notifyOfAccount(ctx, own.id)
    return notifyOfAccount(ctx, id)
  })
}

/** @throws AppError account.not-found */
export async function listSessions(ctx: Ctx, id: string, token: string) {
  await getAccount(ctx, id)
  return selectSessions(ctx.db, ctx.clock, id, token)
}

/**
 * Ends one session, or all but the caller's own.
 * @throws AppError account.not-found, session.not-found
 */
export async function endSessions(ctx: Ctx, id: string, token: string, sessionId: string | undefined) {
  const { account } = await getAccount(ctx, id)
  ctx.audit.item = account
  const ended = await deleteSessions(ctx.db, id, sessionId === undefined ? { exceptToken: token } : { id: sessionId })
  if (sessionId === undefined) await deleteKnownBrowsers(ctx.db, id)
  if (sessionId !== undefined && ended === 0) throw new AppError('session.not-found')
  ctx.audit.facts = { sessions: ended }
  await notifyOfAccount(ctx, id)
  return { ended }
}

export async function changeProfile(ctx: Ctx, id: string, name: string): Promise<void> {
  const before = await getAccount(ctx, id)
  ctx.audit.item = before.account
  ctx.audit.changes = changesBetween({ name: before.name }, { name })
  await updateAccountRow(ctx.db, id, { name })
  await notifyOfAccount(ctx, id)
}

/** Notifies consoles that show the account, and servers that hold a live stream of one of its sessions. */
async function notifyOfAccount(ctx: Ctx, id: string): Promise<Account> {
  await hint(ctx, { to: 'consoles', topic: 'accounts', id }, { to: 'servers', what: 'sessions', id })
  return getAccount(ctx, id)
}
