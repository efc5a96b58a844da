import { signatureWindowMs } from '@gatehouse/contract/envelope.ts'
import { AppError } from '@gatehouse/contract/errors.ts'
import { publicApiSignedText, noncePattern } from '@gatehouse/contract/public-api.ts'
import { createRateLimiter } from '../../http/rate-limiter.ts'
import type { Services } from '../../ctx.ts'
import { unsealOrSkip } from '../../lib/seal.ts'
import { plainAddress } from '../../lib/ssrf-guard.ts'
import { keySealContext } from './application-service.ts'
import { type CallingHosts, createCallingHosts } from './calling-hosts.ts'
import { isSignedBy } from './key-signing.ts'
import { type CallingKey, findCallingKey, takeNonce } from './key-store.ts'

export type ApplicationCall = {
  method: string
  /** Path and query, as they were sent. */
  target: string
  address: string
  key: string
  timestamp: string
  nonce: string
  sign: string
}

/** Authenticates the callers of the open API: first by the headers, then, when the body is there, by the signature. */
export type ApplicationAuthenticator = {
  /** @throws AppError open-api.unsigned, request.clock-off, open-api.key-unknown, open-api.address-refused */
  identify(call: ApplicationCall): Promise<CallingKey>
  /** @throws AppError open-api.sign-wrong, open-api.replayed, request.too-many */
  verify(call: ApplicationCall, key: CallingKey, bodyHash: string): Promise<void>
}

export function createApplicationAuthenticator(
  services: Services,
  callsPerMinute: number,
  hosts: CallingHosts = createCallingHosts(),
): ApplicationAuthenticator {
  const calls = createRateLimiter({ free: callsPerMinute, windowMs: 60_000 })
  const { db, clock, keys } = services
  return {
    async identify(call) {
      if (!/^\w{1,64}$/.test(call.key) || !/^[0-9a-f]{64}$/.test(call.sign) || !noncePattern.test(call.nonce))
        throw new AppError('open-api.unsigned')
      const now = clock.now()
      const offMs = /^\d{13}$/.test(call.timestamp) ? Math.abs(now.epochMilliseconds - Number(call.timestamp)) : NaN
      if (Number.isNaN(offMs)) throw new AppError('open-api.unsigned')
      if (offMs > signatureWindowMs) throw new AppError('request.clock-off', { seconds: Math.round(offMs / 1000) })
      const key = await findCallingKey(db, call.key, now.toString())
      if (!key) throw new AppError('open-api.key-unknown')
      if (!(await hosts.include(key.entries, call.address)))
        throw new AppError('open-api.address-refused', { address: plainAddress(call.address) })
      return key
    },
    async verify(call, key, bodyHash) {
      const secrets = [key.secret_sealed, key.previous_secret_sealed].flatMap(
        (sealed) => (sealed && unsealOrSkip(keys.column, sealed, keySealContext)?.toString()) ?? [],
      )
      if (!isSignedBy(secrets, publicApiSignedText({ ...call, bodyHash }), call.sign))
        throw new AppError('open-api.sign-wrong')
      // Only calls that an application has signed count for it: nobody else can use up its limit.
      const seconds = calls.consume(key.application_id)
      if (seconds !== null) throw new AppError('request.too-many', { seconds })
      const now = clock.now()
      // A timestamp may lie one window ahead, and is valid for one window after that.
      const expiresAt = now.add({ milliseconds: 2 * signatureWindowMs }).toString()
      if (!(await takeNonce(db, key.id, call.nonce, { now: now.toString(), expiresAt })))
        throw new AppError('open-api.replayed')
    },
  }
}
