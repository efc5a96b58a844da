import { parseArgs } from 'node:util'
import { CliError } from '../cli-error.ts'
import { faultNames, readFaults, type ZkFaults } from './zk-faults.ts'

export const zkHelpText = `Usage: npm run terminal -- --make zkteco --dialect att|acc --server URL --serial NUMBER [options]

A terminal of ZKTeco as its documents describe it: it calls the server, waits until it is
accepted, and takes the people and faces that the server sends.

  --dialect att|acc     attendance terminal, or access terminal (default: att)
  --server URL          address of the server, such as http://localhost:8080
  --serial NUMBER       serial number (default: SIM0000000001)
  --doors N             doors of an access terminal, 1 to 4 (default: 1)
  --poll SECONDS        pause between two polls (default: 2)
  --fault WORD          a habit of real firmware; may be repeated (${faultNames})
  --inputs              read from the keyboard what happens at the terminal
`

export type ZkOptions = {
  dialect: 'att' | 'acc'
  server: string
  serialNumber: string
  doors: number
  pollSeconds: number
  faults: ZkFaults
  readsInputs: boolean
}

/** Whether the command line asks for a terminal of ZKTeco. */
export const isZk = (args: readonly string[]): boolean =>
  args.includes('--make=zkteco') || args[args.indexOf('--make') + 1] === 'zkteco'

/** @throws CliError */
export function parseZk(args: readonly string[]): ZkOptions | 'help' {
  const { values } = parse(args)
  if (values.help) return 'help'
  const dialect = values.dialect ?? 'att'
  if (dialect !== 'att' && dialect !== 'acc') throw new CliError('--dialect takes att or acc.')
  const server = values.server ?? 'http://localhost:8080'
  if (!URL.canParse(server) || new URL(server).protocol !== 'http:')
    throw new CliError('--server takes an address that begins with http://: these terminals follow no redirect.')
  const serialNumber = values.serial ?? 'SIM0000000001'
  if (!/^[A-Za-z0-9]{4,32}$/.test(serialNumber)) throw new CliError('--serial takes 4 to 32 letters and digits.')
  const faults = readFaults(values.fault ?? [])
  if ('unknown' in faults) throw new CliError(`--fault knows no "${faults.unknown}": ${faultNames}.`)
  return {
    dialect,
    server,
    serialNumber,
    doors: within('--doors', values.doors ?? '1', 1, 4),
    pollSeconds: within('--poll', values.poll ?? '2', 1, 3600),
    faults,
    readsInputs: values.inputs ?? false,
  }
}

function within(name: string, text: string, min: number, max: number): number {
  const value = Number(text)
  if (!Number.isInteger(value) || value < min || value > max)
    throw new CliError(`${name} takes a whole number from ${min} to ${max}.`)
  return value
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        make: { type: 'string' },
        dialect: { type: 'string' },
        server: { type: 'string' },
        serial: { type: 'string' },
        doors: { type: 'string' },
        poll: { type: 'string' },
        fault: { type: 'string', multiple: true },
        inputs: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    })
  } catch (error) {
    throw new CliError(`${error instanceof Error ? error.message.split('. ')[0] : String(error)}. See --help.`)
  }
}
