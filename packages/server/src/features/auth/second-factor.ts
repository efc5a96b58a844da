import { randomBytes } from 'node:crypto'
import type { SecondFactor } from '@gatehouse/contract/features/accounts.ts'
import { AppError } from '@gatehouse/contract/errors.ts'
import type { OperationFacts } from '@gatehouse/contract/features/operation-log.ts'
import { Secret, TOTP } from 'otpauth'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { blindIndex, seal, unseal } from '../../lib/seal.ts'
import { readCompany } from '../../company/company-reads.ts'
import { serialiseAttempts, noteFailure, ownThrottle, type Throttle } from './login-throttle.ts'
import { requireOwnPassword } from './own-password-actions.ts'
import {
  confirmSecret,
  countRecoveryCodes,
  deleteSecondFactor,
  findSecondFactor,
  offerSecret,
  replaceRecoveryCodes,
  takeRecoveryCode,
  takeStep,
} from './second-factor-store.ts'

/** RFC 6238 as every authenticator app knows it: SHA-1, six digits, 30 seconds. */
const totp = { algorithm: 'SHA1', digits: 6, period: 30 } as const
const recoveryCodeCount = 10

type Named = { id: string; account: string }
const ownOf = ({ actor }: Ctx): Named => {
  if (actor.kind !== 'account') throw new AppError('auth.session-expired')
  return { id: actor.id, account: actor.name }
}
const sealContext = (accountId: string) => `second_factor.secret ${accountId}`
const hashOf = (ctx: Ctx, accountId: string, code: string) => blindIndex(ctx.keys.blindIndex, `${accountId} ${code}`)

/**
 * At the login: nothing where the account has no second factor.
 * @throws AppError auth.code-required, auth.code-wrong
 */
export async function requireSecondFactor(
  ctx: Ctx,
  account: Named,
  code: string | undefined,
  throttle: Throttle,
): Promise<NonNullable<OperationFacts['way']>> {
  const factor = await findSecondFactor(ctx.db, account.id)
  if (!factor?.confirmed_at) return 'password'
  if (code === undefined) throw new AppError('auth.code-required')
  const way = await takeCode(ctx, account.id, factor.secret_sealed, code)
  if (way) return way
  await noteFailure(ctx, throttle)
  throw new AppError('auth.code-wrong')
}

/** A code of the app counts for its 30 seconds and those beside it, once; a recovery code once. */
async function takeCode(ctx: Ctx, accountId: string, sealed: Buffer, code: string) {
  if (/^\d{6}$/.test(code)) {
    const secret = new Secret({ buffer: bytesOf(unseal(ctx.keys.column, sealed, sealContext(accountId))) })
    const timestamp = ctx.clock.now().epochMilliseconds
    const delta = new TOTP({ ...totp, secret }).validate({ token: code, timestamp, window: 1 })
    if (delta === null) return undefined
    const step = Math.floor(timestamp / (totp.period * 1000)) + delta
    return (await takeStep(ctx.db, accountId, step)) ? 'second-factor' : undefined
  }
  const plain = code.toUpperCase().replaceAll(/[^A-Z2-7]/g, '')
  return (await takeRecoveryCode(ctx.db, accountId, hashOf(ctx, accountId, plain))) ? 'recovery-code' : undefined
}

/** The authenticator library wants a buffer of its own. */
const bytesOf = (buffer: Buffer): ArrayBuffer => new Uint8Array(buffer).buffer

/** Checks a code of the own account; a wrong one is counted as a wrong password is. */
async function requireCode(
  ctx: Ctx,
  own: Named,
  sealed: Buffer,
  code: string,
  wrong: 'auth.code-wrong' | 'second-factor.code-wrong' = 'auth.code-wrong',
): Promise<void> {
  const throttle = ownThrottle(own.account)
  await serialiseAttempts(ctx, throttle, async () => {
    if (await takeCode(ctx, own.id, sealed, code)) return
    await noteFailure(ctx, throttle)
    throw new AppError(wrong)
  })
}

export async function getSecondFactor(ctx: Ctx): Promise<SecondFactor> {
  const own = ownOf(ctx)
  const factor = await findSecondFactor(ctx.db, own.id)
  if (!factor?.confirmed_at) return { state: 'off', since: null, recoveryCodesLeft: 0 }
  return { state: 'on', since: factor.confirmed_at, recoveryCodesLeft: await countRecoveryCodes(ctx.db, own.id) }
}

/** @throws AppError second-factor.on, auth.key-expired, auth.password-wrong, auth.throttled */
export async function offerSecondFactor(ctx: Ctx, proof: { rsa_id: string; password: string }) {
  const own = await requireOwnPassword(ctx, proof)
  ctx.audit.item = own.account
  const secret = new Secret({ size: 20 })
  const sealed = seal(ctx.keys.column, new Uint8Array(secret.buffer), sealContext(own.id))
  if (!(await offerSecret(ctx.db, own.id, sealed))) throw new AppError('second-factor.on')
  const { name } = await readCompany(ctx.db)
  const uri = new TOTP({ ...totp, secret, issuer: name.replaceAll(':', ' '), label: own.account }).toString()
  return { secret: secret.base32, uri }
}

/** @throws AppError second-factor.not-offered, second-factor.on, second-factor.code-wrong, auth.throttled */
export async function confirmSecondFactor(ctx: Ctx, code: string) {
  const own = ownOf(ctx)
  ctx.audit.item = own.account
  const factor = await findSecondFactor(ctx.db, own.id)
  if (!factor) throw new AppError('second-factor.not-offered')
  if (factor.confirmed_at) throw new AppError('second-factor.on')
  // There are no recovery codes yet of which the refusal could speak.
  await requireCode(ctx, own, factor.secret_sealed, code, 'second-factor.code-wrong')
  return inTransaction(ctx, async (ctx) => {
    await confirmSecret(ctx.db, own.id, ctx.clock.now().toString())
    return makeRecoveryCodes(ctx, own.id)
  })
}

/** @throws AppError second-factor.off, auth.code-wrong, auth.throttled */
export async function renewRecoveryCodes(ctx: Ctx, code: string) {
  const own = await requireOn(ctx, code)
  return inTransaction(ctx, (ctx) => makeRecoveryCodes(ctx, own.id))
}

/** @throws AppError second-factor.off, auth.code-wrong, auth.throttled */
export async function endSecondFactor(ctx: Ctx, code: string): Promise<SecondFactor> {
  const own = await requireOn(ctx, code)
  await deleteSecondFactor(ctx.db, own.id)
  return getSecondFactor(ctx)
}

async function requireOn(ctx: Ctx, code: string): Promise<Named> {
  const own = ownOf(ctx)
  ctx.audit.item = own.account
  const factor = await findSecondFactor(ctx.db, own.id)
  if (!factor?.confirmed_at) throw new AppError('second-factor.off')
  await requireCode(ctx, own, factor.secret_sealed, code)
  return own
}

/** 80 bits each, in groups that can be typed; kept only as keyed hashes. */
async function makeRecoveryCodes(ctx: Ctx, accountId: string) {
  const codes = Array.from({ length: recoveryCodeCount }, () => new Secret({ buffer: bytesOf(randomBytes(10)) }).base32)
  await replaceRecoveryCodes(
    ctx.db,
    accountId,
    codes.map((code) => hashOf(ctx, accountId, code)),
  )
  return { recoveryCodes: codes.map((code) => code.replaceAll(/(.{4})(?=.)/g, '$1-')) }
}
