import { AppError } from '@gatehouse/contract/errors.ts'
import type { Ctx } from '../../ctx.ts'
import { withMutex } from '../../lib/with-mutex.ts'
import { networkOf } from '../../lib/network-of.ts'
import { clearFailures, findWait, recordFailure, takeAsNoted } from '../../http/failure-count-store.ts'
import { findKnown } from './known-browser-store.ts'

/**
 * The subjects under which the failures of an attempt are counted. The first few are free; each further one doubles the wait, to a quarter of an
 * hour. A success forgives the first of them; the wider counts fade by themselves.
 */
export type Throttle = readonly [Count, ...Count[]]
type Count = { subject: string; free: number }

/**
 * A stranger's attempts are counted for the account from this address (of IPv6: its network), for the account as a whole and for
 * the address. A browser in which the account signed in before has a count of its own, and an address from which it did is left out
 * of that of the account as a whole: nobody can keep an administrator out by wrong passwords from elsewhere.
 */
export async function loginThrottle(ctx: Ctx, account: string, marks: readonly Buffer[]): Promise<Throttle> {
  const name = account.toLowerCase()
  const network = networkOf(ctx.address)
  const known = await findKnown(ctx.db, name, { hashes: marks, network, now: ctx.clock.now() })
  if (known.browser) return [{ subject: `browser|${known.browser.toString('hex')}`, free: 5 }]
  const ofAccount = { subject: `account|${name}`, free: 50 }
  return [
    { subject: `${name}|${network}`, free: 5 },
    ...(known.isNetwork ? [] : [ofAccount]),
    { subject: `address|${network}`, free: 30 },
  ]
}

/** The throttle of a signed-in user who enters the password once more: wrong passwords of strangers do not count here. */
export const ownThrottle = (account: string): Throttle => [{ subject: `inside|${account.toLowerCase()}`, free: 5 }]

/** The subjects of the account itself, wherever the attempts come from. */
export const countsOfAccount = (account: string) => {
  const name = account.toLowerCase()
  return { subjects: [`account|${name}`, `inside|${name}`], prefix: `${name}|` }
}

/**
 * Runs an attempt at an account's password or code after those that are counted with it, so that many at once do not evade the count.
 * The attempt notes its own failure. The first refused attempt of each block leaves a line in the operation
 * log: enough to see that somebody tries, too few to fill the log with.
 * @throws AppError auth.throttled, with the seconds to wait
 */
export const serialiseAttempts = <T>(ctx: Ctx, throttle: Throttle, attempt: () => Promise<T>): Promise<T> =>
  withMutex(throttle[0].subject, async () => {
    const subjects = throttle.map(({ subject }) => subject)
    const wait = await findWait(ctx.db, ctx.clock, subjects)
    if (!wait) return attempt()
    ctx.audit.wasTried = true
    ctx.audit.event = 'turn-away'
    ctx.audit.facts = { turnedAwayUntilAt: wait.untilAt }
    ctx.audit.hasAuditEntry = !(await takeAsNoted(ctx.db, ctx.clock, subjects))
    throw new AppError('auth.throttled', { seconds: wait.seconds })
  })

export async function noteFailure(ctx: Ctx, throttle: Throttle): Promise<void> {
  for (const { subject, free } of throttle) await recordFailure(ctx.db, ctx.clock, subject, free)
}

/** Counts an attempt with an invalid key for its caller, and never for the account: it could not guess a password. */
export async function noteInvalidKey(ctx: Ctx, throttle: Throttle): Promise<void> {
  const { subject, free } = throttle.at(-1) ?? throttle[0]
  await recordFailure(ctx.db, ctx.clock, subject, free)
}

export const forgiveFailures = (ctx: Ctx, throttle: Throttle) => clearFailures(ctx.db, throttle[0].subject)
