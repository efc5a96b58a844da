import { AppError } from '@gatehouse/contract/errors.ts'
import type { Ctx } from '../../lib/ctx.ts'
import { inTurn } from '../../lib/in-turn.ts'
import { networkOf } from '../../lib/network-of.ts'
import { clearFailures, findWait, recordFailure } from '../../http/failure-count-store.ts'

/**
 * Failed attempts are counted for the account from this address (of IPv6: its network), for the account as a whole and for
 * the address. The first few are free; each further one doubles the wait, to a quarter of an hour. The account as a whole
 * has a high limit, so that nobody can lock an administrator out from elsewhere with a handful of wrong passwords.
 */
const limits = [
  { subject: (account: string, address: string) => `${account}|${address}`, free: 5 },
  { subject: (account: string) => `account|${account}`, free: 50 },
  { subject: (_: string, address: string) => `address|${address}`, free: 30 },
] as const

const ownSubject = (ctx: Ctx, account: string) => `${account.toLowerCase()}|${networkOf(ctx.address)}`

const subjectsOf = (ctx: Ctx, account: string) =>
  limits.map(({ subject, free }) => ({ subject: subject(account.toLowerCase(), networkOf(ctx.address)), free }))

/**
 * An attempt at an account's password or code, after those at the same account from the same address: many at once are no
 * way around the count. What the attempt finds wrong it notes itself.
 * @throws AppError auth.throttled, with the seconds to wait
 */
export const attemptInTurn = <T>(ctx: Ctx, account: string, attempt: () => Promise<T>): Promise<T> =>
  inTurn(ownSubject(ctx, account), async () => {
    const subjects = subjectsOf(ctx, account).map(({ subject }) => subject)
    const seconds = await findWait(ctx.db, ctx.clock, subjects)
    if (seconds > 0) throw new AppError('auth.throttled', { seconds })
    return attempt()
  })

export async function noteFailure(ctx: Ctx, account: string): Promise<void> {
  for (const { subject, free } of subjectsOf(ctx, account)) await recordFailure(ctx.db, ctx.clock, subject, free)
}

/** A success forgives the account from this address; the wider counts fade by themselves. */
export const forgiveFailures = (ctx: Ctx, account: string) => clearFailures(ctx.db, ownSubject(ctx, account))
