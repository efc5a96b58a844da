import { z } from 'zod'
import type { Command } from '../../command.ts'
import { withDatabase } from '../../db/reach-database.ts'
import type { Config } from '../../lib/config.ts'
import { type ChainReport, verifyOperationLog } from './operation-log-chain-reads.ts'

const anchorOption = z
  .string()
  .regex(/^\d+:[0-9a-f]{64}$/, { error: 'must be NUMBER:HASH, as an earlier run printed it' })
  .transform((text) => {
    const [number, hash = ''] = text.split(':')
    return { number: Number(number), hash }
  })
  .optional()

const problems = {
  changed: 'was changed after it was written',
  'line-missing': 'is missing',
  'link-missing': 'is missing from the chain',
  'not-linked': 'and later lines are not in the chain',
  'anchor-differs': 'is not the one that was noted',
} as const satisfies Record<ChainReport['faults'][number]['problem'], string>

/** `gatehouse operation-log verify [--anchor NUMBER:HASH]`. @throws Error that names the broken links */
export async function verifyLogCommand(options: Record<string, unknown>, config: Config): Promise<string> {
  const anchor = anchorOption.safeParse(options['anchor'])
  if (!anchor.success) throw new Error(`--anchor ${anchor.error.issues[0]?.message}. See --help.`)
  const report = await withDatabase(config, (db) => verifyOperationLog(db, anchor.data))
  const faults = report.faults.map(({ number, problem }) => `Line ${number} ${problems[problem]}.`)
  if (faults.length > 0) throw new Error(`The operation log is not intact:\n${faults.join('\n')}`)
  const dropped = report.dropped > 0 ? ` (the first ${report.dropped} were deleted with their months)` : ''
  const noted = report.newest
    ? `\nKeep this outside the system for the next check: --anchor ${report.newest.number}:${report.newest.hash}`
    : ''
  return `The operation log is intact: ${report.links} lines${dropped}.${noted}`
}

export const operationLogCommands: readonly Command[] = [
  {
    name: 'operation-log verify',
    help: `gatehouse operation-log verify [--anchor NUMBER:HASH]
    Checks the chain of the operation log for lines that were changed or removed. Works while the server runs. With an anchor
    printed by an earlier run, it also shows whether the end was cut off. Exit code 1 if the log is not intact.`,
    options: ['anchor'],
    run: (options, config) => verifyLogCommand(options, config()),
  },
]
