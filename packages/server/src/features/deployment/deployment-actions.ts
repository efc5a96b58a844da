import { lookup } from 'node:dns/promises'
import { networkInterfaces } from 'node:os'
import { AppError } from '@gatehouse/contract/errors.ts'
import type { Role } from '@gatehouse/contract/permissions.ts'
import { noteInternet } from '../../db/installation-store.ts'
import { deleteSessionsOfOthers } from '../../http/session-store.ts'
import type { Config } from '../../lib/config.ts'
import { isPublicAddress } from '../../lib/ssrf-guard.ts'
import { type Ctx, hint, type Services } from '../../ctx.ts'
import { readInternetStop } from './deployment-reads.ts'

type Needs = Pick<Services, 'db' | 'clock'>

/** Notes the addresses at which the server was reached or listens: a public one starts the 30 days. */
export async function noteAddresses({ db, clock }: Needs, addresses: readonly string[]): Promise<void> {
  // As the host of a URL an IPv6 address has brackets.
  if (!addresses.some((address) => isPublicAddress(address.replace(/^\[|\]$/g, '')))) return
  await noteInternet(db, clock.now().toString())
  await hint({ db }, { to: 'consoles', topic: 'storage' })
}

/** Notes the addresses at which this process listens, and those of PUBLIC_URL. */
export async function noteOwnAddresses(needs: Needs, { HOST, PUBLIC_URL }: Config): Promise<void> {
  const isEverywhere = HOST === '0.0.0.0' || HOST === '::'
  const own = Object.values(networkInterfaces()).flatMap((list) => (list ?? []).map(({ address }) => address))
  const named = PUBLIC_URL ? await addressesOf(new URL(PUBLIC_URL).hostname) : []
  await noteAddresses(needs, [...(isEverywhere ? own : [HOST]), ...named])
}

/** A name that does not resolve has no addresses. */
const addressesOf = (host: string) =>
  lookup(host.replace(/^\[|\]$/g, ''), { all: true }).then(
    (found) => found.map(({ address }) => address),
    () => [],
  )

/** After the 30 days only the super administrator can log in. @throws AppError auth.internet-stopped */
export async function refuseStopped(ctx: Pick<Ctx, 'db' | 'clock'>, role: Role): Promise<void> {
  if (role === 'superAdmin') return
  if ((await readInternetStop(ctx.db, ctx.clock))?.days === 0) throw new AppError('auth.internet-stopped')
}

/** Ends the sessions that began before the 30 days were over, too. */
export async function endStoppedSessions({ db, clock }: Needs): Promise<void> {
  if ((await readInternetStop(db, clock))?.days === 0) await deleteSessionsOfOthers(db)
}
