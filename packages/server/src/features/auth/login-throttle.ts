import { AppError } from '@gatehouse/contract/errors.ts'
import { after } from '../../lib/clock.ts'
import type { Ctx } from '../../lib/ctx.ts'
import { clearFailures, findBlockedUntil, recordFailure } from '../../http/failure-count-store.ts'

/**
 * Failed attempts are counted for the account from this address, for the account as a whole and for the address. The
 * first few are free; each further one doubles the wait, to a quarter of an hour. The account as a whole has a high
 * limit, so that nobody can lock an administrator out from elsewhere with a handful of wrong passwords.
 */
const limits = [
  { subject: (account: string, address: string) => `${account}|${address}`, free: 5 },
  { subject: (account: string) => `account|${account}`, free: 50 },
  { subject: (_: string, address: string) => `address|${address}`, free: 30 },
] as const

const longestWaitSeconds = 900

/** How long to wait after the `failures`-th failure: 0 while they are free, then 5 s, 10 s, 20 s …, 900 s. */
export const waitSeconds = (failures: number, free: number) =>
  failures < free ? 0 : Math.min(longestWaitSeconds, 5 * 2 ** (failures - free))

const subjectsOf = (ctx: Ctx, account: string) =>
  limits.map(({ subject, free }) => ({ subject: subject(account.toLowerCase(), ctx.address), free }))

/** @throws AppError auth.throttled, with the seconds to wait */
export async function refuseThrottled(ctx: Ctx, account: string): Promise<void> {
  const until = await findBlockedUntil(
    ctx.db,
    subjectsOf(ctx, account).map(({ subject }) => subject),
  )
  if (!until) return
  const seconds = Math.ceil(Temporal.Instant.from(until).since(ctx.clock.now()).total('seconds'))
  if (seconds > 0) throw new AppError('auth.throttled', { seconds })
}

export async function noteFailure(ctx: Ctx, account: string): Promise<void> {
  const now = ctx.clock.now()
  for (const { subject, free } of subjectsOf(ctx, account)) {
    await recordFailure(ctx.db, subject, now.toString(), (failures) => {
      const seconds = waitSeconds(failures, free)
      return seconds > 0 ? after(now, seconds) : null
    })
  }
}

/** A success forgives the account from this address; the wider counts fade by themselves. */
export const forgiveFailures = (ctx: Ctx, account: string) =>
  clearFailures(ctx.db, `${account.toLowerCase()}|${ctx.address}`)
