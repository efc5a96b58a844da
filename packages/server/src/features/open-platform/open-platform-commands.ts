import { line, requiredLine } from '@gatehouse/contract/fields.ts'
import { z } from 'zod'
import type { Command } from '../../command.ts'
import { proveKeys } from '../../db/prove-keys.ts'
import { withDatabase } from '../../db/reach-database.ts'
import { insertOperation } from '../../http/operation-log-store.ts'
import { addressForPeople } from '../../lib/address-for-people.ts'
import { systemClock } from '../../lib/clock.ts'
import type { Config } from '../../lib/config.ts'
import { type Ctx, inTransaction } from '../../ctx.ts'
import { environmentMailServer } from '../../lib/mail-settings.ts'
import { readOptions } from '../../lib/read-options.ts'
import { openMailSettings } from '../service-config/mail-server-reads.ts'
import { readApplication, readApplications } from './application-reads.ts'
import { review, type Verdict } from './review.ts'

type Options = Record<string, unknown>
/** The services of the operator's commands; the server need not run. */
type CommandCtx = Pick<Ctx, 'db' | 'clock' | 'mail' | 'keys' | 'publicUrl' | 'audit' | 'actor'>

const withCtx = <T>(config: Config, work: (ctx: CommandCtx) => Promise<T>): Promise<T> =>
  withDatabase(config, async (db) => {
    const keys = await proveKeys(db, config)
    return work({
      db,
      clock: systemClock,
      keys,
      mail: openMailSettings(keys, environmentMailServer(config)),
      publicUrl: config.PUBLIC_URL ?? addressForPeople(config),
      audit: {},
      actor: { kind: 'system' },
    })
  })

/** `gatehouse open-platform list`: waiting reviews first, with the day on which the result is due. */
export function listApplicationsCommand(_: Options, config: Config): Promise<string> {
  return withCtx(config, async (ctx) => {
    const all = await readApplications(ctx)
    if (all.length === 0) return 'There are no applications.'
    const ordered = all.toSorted((a, b) => Number(b.pendingDomain.length > 0) - Number(a.pendingDomain.length > 0))
    const blocks = await Promise.all(
      ordered.map(async ({ id, name, type, state, domain, pendingDomain }) => {
        const details = await readApplication(ctx, id)
        const lines = [`${name}  [${state}]`, `  id       ${id}`, `  type     ${type}, ${details?.email ?? ''}`]
        if (domain.length > 0) lines.push(`  domain   ${domain.join('; ')}`)
        if (pendingDomain.length > 0)
          lines.push(`  review   ${pendingDomain.join('; ')}`, `  due      ${details?.reviewDueOn ?? ''}`)
        return lines.join('\n')
      }),
    )
    return blocks.join('\n\n')
  })
}

const whichOption = z.object({ application: line(64).refine((text) => text.length > 0, { error: 'is needed' }) })

/** `gatehouse open-platform approve --application NAME|ID` */
export const approveCommand = (options: Options, config: Config) => decide(options, config, { isApproved: true })

/** `gatehouse open-platform reject --application NAME|ID --reason TEXT` */
export async function rejectCommand(options: Options, config: Config): Promise<string> {
  const { reason } = readOptions(z.object({ reason: requiredLine(500) }), options)
  return decide(options, config, { isApproved: false, reason })
}

async function decide(options: Options, config: Config, verdict: Verdict): Promise<string> {
  const { application } = readOptions(whichOption, options)
  return withCtx(config, async (ctx) => {
    const known = (await readApplications(ctx)).find(({ id, name }) => id === application || name === application)
    if (!known) throw new Error(`There is no application ${application}. See: open-platform list`)
    if (known.pendingDomain.length === 0) throw new Error(`${known.name} is not waiting for review.`)
    const result = await inTransaction(ctx, async (ctx) => {
      const result = await review(ctx, known.id, verdict)
      const event = verdict.isApproved ? 'approve' : 'reject'
      const line = { module: 'open-platform', event, side: 'system' as const, address: '', requestId: '' }
      await insertOperation(ctx.db, { ...line, actor: ctx.actor, note: ctx.audit })
      return result
    })
    const outcome = verdict.isApproved ? 'is approved. Calls are now accepted from' : 'is rejected:'
    const told = result.isMailed
      ? `The result is mailed to ${result.email}.`
      : `No mail server is set: tell ${result.email} yourself.`
    const holding = result.holding.map(({ entry, untilOn }) => (untilOn === null ? entry : `${entry} until ${untilOn}`))
    const lines = [`${result.name} ${outcome} ${result.domain.join('; ')}`]
    if (holding.length > 0) lines.push(`Still valid: ${holding.join('; ')}`)
    return [...lines, told].join('\n')
  })
}

export const openPlatformCommands: readonly Command[] = [
  {
    name: 'open-platform list',
    help: `gatehouse open-platform list
    Lists third-party applications, those waiting for review first, each with the day by which the result is due.`,
    run: (options, config) => listApplicationsCommand(options, config()),
  },
  {
    name: 'open-platform approve',
    help: `gatehouse open-platform approve --application NAME|ID
gatehouse open-platform reject --application NAME|ID --reason TEXT
    Approves or rejects the domain of an application that is waiting for review. The applicant is told by e-mail.`,
    options: ['application'],
    run: (options, config) => approveCommand(options, config()),
  },
  {
    name: 'open-platform reject',
    options: ['application', 'reason'],
    run: (options, config) => rejectCommand(options, config()),
  },
]
