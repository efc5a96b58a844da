import { constants, createPrivateKey, generateKeyPair, privateDecrypt, randomBytes, type KeyObject } from 'node:crypto'
import { promisify } from 'node:util'
import { AppError } from '@gatehouse/contract/errors.ts'
import { after } from '../../lib/clock.ts'
import type { Ctx } from '../../ctx.ts'
import { seal, unseal } from '../../lib/seal.ts'
import { networkOf } from '../../lib/network-of.ts'
import { findAnyKnown } from './known-browser-store.ts'
import { countLoginKeys, insertLoginKey, takeLoginKey } from './login-key-store.ts'

const generate = promisify(generateKeyPair)
const lifetimeSeconds = 120
/**
 * The keys that may exist at once, since each costs a key generation: of a known browser, and of an address
 * (of IPv6: its network), behind which a whole company may be. The keys of strangers there block no known browser.
 */
const keysPerBrowser = 40
const keysPerAddress = 240

// Making a key takes some 100 ms of another thread; one is kept ready, so that a login form does not wait for it.
let ready: Promise<{ privateKey: KeyObject }> | undefined
const makeKey = () => generate('rsa', { modulusLength: 2048, publicExponent: 0x10001 })

/** LOGIN-03: a fresh RSA key as hex, with the handle it is named by; used once, gone after two minutes. */
export async function offerLoginKey(
  ctx: Ctx,
  marks: readonly Buffer[],
): Promise<{ empoent: string; module: string; rsa_id: string }> {
  const now = ctx.clock.now()
  const expiresAt = after(now, lifetimeSeconds)
  const browser = await findAnyKnown(ctx.db, marks)
  const owner = browser ? `browser ${browser.toString('hex')}` : networkOf(ctx.address)
  const maxKeys = browser ? keysPerBrowser : keysPerAddress
  if ((await countLoginKeys(ctx.db, owner, now.toString(), expiresAt)) >= maxKeys)
    throw new AppError('request.too-many', { seconds: lifetimeSeconds })
  const { privateKey } = await (ready ?? makeKey())
  ready = makeKey()
  ready.catch(() => (ready = undefined))
  const { n, e } = privateKey.export({ format: 'jwk' })
  if (!n || !e) throw new Error('the RSA key has no modulus')
  const id = `gh-rsaid-${randomBytes(12).toString('hex')}`
  await insertLoginKey(ctx.db, {
    id,
    address: owner,
    private_key_sealed: seal(ctx.keys.column, privateKey.export({ format: 'der', type: 'pkcs8' }), `login_key ${id}`),
    expires_at: expiresAt,
  })
  const hex = (part: string) => Buffer.from(part, 'base64url').toString('hex').replace(/^0+/, '')
  return { empoent: hex(e), module: hex(n), rsa_id: id }
}

/**
 * Decrypts a text that was encrypted with an offered key, and uses the key up. A wrong ciphertext gives
 * text that is no password (RFC-style implicit rejection by OpenSSL), so that the answer is no padding oracle.
 */
export async function openWithLoginKey(ctx: Ctx, rsaId: string, ...ciphers: string[]): Promise<string[]> {
  const sealed = await takeLoginKey(ctx.db, rsaId, ctx.clock.now().toString())
  if (!sealed) throw new AppError('auth.key-expired')
  const key = createPrivateKey({
    key: unseal(ctx.keys.column, sealed, `login_key ${rsaId}`),
    format: 'der',
    type: 'pkcs8',
  })
  return ciphers.map((cipher) => {
    try {
      return privateDecrypt({ key, padding: constants.RSA_PKCS1_PADDING }, Buffer.from(cipher, 'hex')).toString()
    } catch {
      return ''
    }
  })
}
