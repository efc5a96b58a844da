import { createPublicKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { deviceAlarmTypes } from '@gatehouse/contract/device/alarm-types.ts'
import type { PlannedAlarm } from '../behaviours/simulate-alarms.ts'
import { CliError } from './cli-error.ts'
import { inputLinesHelp } from './input-lines.ts'
import { normaliseFingerprint } from '../link/trust.ts'

export const helpText = `Usage: npm run terminal -- [options]

A Gatehouse terminal whose camera is a folder of photographs. It needs a server and a
pairing code the first time ("Add device" in the console). Its state folder then keeps
both, and it also works without the server.

  --pair CODE           pairing code; may be repeated, one for each terminal
  --announce            no code: wait until somebody accepts this terminal in the console
  --pair-file FILE      pairing codes, one per line
  --server URL          address of the server, such as http://localhost:8080
  --fingerprint SHA256  fingerprint of the server's certificate authority, as shown when pairing
  --camera FOLDER       folder of photographs: existing ones in the order of their names, then new ones
  --pause SECONDS       pause between two existing photographs (default 0.5)
  --once                process the existing photographs, deliver the records and exit
  --name NAME           name of the terminal in messages and of its state folder (default: door)
  --state FOLDER        state folder (default: data/terminal-NAME)
  --count N             number of terminals in one process, with numbered state folders
  --relay URL           door relay, called with GET; {seconds} is replaced
  --floor-relay URL     relays of an elevator's floors, called with GET; {output} and {seconds} are replaced
  --alarm TYPE[:SECONDS]  raises this alarm at the start and, after SECONDS, releases it; may be repeated
                        (TYPE: tamper, forced-open, door-open-too-long, fire …)
  --inputs              read from the keyboard what happens at the door, a line each:
${inputLinesHelp.replaceAll(/^ {2}/gm, ' '.repeat(24))}
  --package-key FILE    public key of trusted upgrade packages; may be repeated (none: all are refused)
  --agree               confirms upgrades that somebody at the terminal has to confirm
  --make zkteco         a terminal of another make in place of our own; --make zkteco --help tells more
  --help                show this text
`

export type CliOptions = {
  readonly codes: readonly string[]
  readonly announces: boolean
  readonly server: string | undefined
  readonly fingerprint: string | undefined
  readonly camera: string | undefined
  readonly pauseMs: number
  readonly once: boolean
  /** One for each terminal: its name and its state folder. */
  readonly terminals: readonly { readonly name: string; readonly stateFolder: string }[]
  readonly relay: string | undefined
  /** With `{output}` for the output of the floor. */
  readonly floorRelay: string | undefined
  readonly alarms: readonly PlannedAlarm[]
  /** Lines of the keyboard move the inputs. */
  readonly readsInputs: boolean
  /** Public keys (PEM) whose upgrade packages are installed. */
  readonly packageKeys: readonly string[]
  readonly agrees: boolean
}

const dataFolder = resolve(import.meta.dirname, '../../../../data')

/** `help` if that was asked for. Paths are relative to `from`, the person's working folder. Throws CliError. */
export function parseCli(args: readonly string[], from: string): CliOptions | 'help' {
  const { values } = parse(args)
  if (values.help) return 'help'
  const count = wholeNumber('--count', values.count ?? '1', 1, 20_000)
  const name = values.name ?? 'door'
  if (!/^[\w.-]{1,64}$/.test(name))
    throw new CliError('--name takes up to 64 letters, digits, dots, hyphens and underscores.')
  const given = values.state === undefined ? undefined : resolve(from, values.state)
  const folder = given ?? join(dataFolder, `terminal-${name}`)
  const terminals = Array.from({ length: count }, (_, i) =>
    count === 1
      ? { name, stateFolder: folder }
      : { name: `${name}-${i + 1}`, stateFolder: given ? join(given, String(i + 1)) : `${folder}-${i + 1}` },
  )
  const codes = [...(values.pair ?? []), ...readCodes(values['pair-file'], from)]
  if (codes.length > count) throw new CliError(`${codes.length} pairing codes for ${count} terminal(s): set --count.`)
  for (const code of codes) {
    if (!/^[a-z0-9]{6}$/i.test(code)) throw new CliError(`"${code}" is no pairing code: six letters and digits.`)
  }
  const fingerprint = values.fingerprint
  if (fingerprint !== undefined && normaliseFingerprint(fingerprint) === null) {
    throw new CliError('--fingerprint takes a SHA-256: 64 hexadecimal digits.')
  }
  if (values.once && values.camera === undefined) throw new CliError('--once needs --camera.')
  return {
    codes,
    announces: values.announce ?? false,
    fingerprint,
    terminals,
    camera: values.camera === undefined ? undefined : resolve(from, values.camera),
    once: values.once ?? false,
    server: httpAddress('--server', values.server),
    relay: httpAddress('--relay', values.relay),
    floorRelay: floorAddress(values['floor-relay']),
    alarms: (values.alarm ?? []).map(plannedAlarm),
    readsInputs: values.inputs ?? false,
    packageKeys: (values['package-key'] ?? []).map((file) => readKey(file, from)),
    agrees: values.agree ?? false,
    pauseMs: Math.round(seconds('--pause', values.pause ?? '0.5') * 1000),
  }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        pair: { type: 'string', multiple: true },
        announce: { type: 'boolean' },
        'pair-file': { type: 'string' },
        server: { type: 'string' },
        fingerprint: { type: 'string' },
        camera: { type: 'string' },
        pause: { type: 'string' },
        once: { type: 'boolean' },
        name: { type: 'string' },
        state: { type: 'string' },
        count: { type: 'string' },
        relay: { type: 'string' },
        'floor-relay': { type: 'string' },
        alarm: { type: 'string', multiple: true },
        inputs: { type: 'boolean' },
        'package-key': { type: 'string', multiple: true },
        agree: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    })
  } catch (error) {
    throw new CliError(`${error instanceof Error ? error.message.split('. ')[0] : String(error)}. See --help.`)
  }
}

/** All floors would share one relay at an address without the number of the output. */
function floorAddress(value: string | undefined): string | undefined {
  const address = httpAddress('--floor-relay', value)
  if (address !== undefined && !address.includes('{output}'))
    throw new CliError('--floor-relay needs {output} in its address.')
  return address
}

function readCodes(file: string | undefined, from: string): string[] {
  if (file === undefined) return []
  try {
    return readFileSync(resolve(from, file), 'utf8')
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean)
  } catch {
    throw new CliError(`The file of pairing codes ${file} cannot be read.`)
  }
}

function readKey(file: string, from: string): string {
  try {
    const key = readFileSync(resolve(from, file), 'utf8')
    if (createPublicKey(key).asymmetricKeyType === 'ed25519') return key
  } catch {
    // printed below
  }
  throw new CliError(`--package-key takes a file that "gatehouse package keygen" made, and ${file} is none.`)
}

function wholeNumber(name: string, text: string, min: number, max: number): number {
  const value = Number(text)
  if (!Number.isInteger(value) || value < min || value > max)
    throw new CliError(`${name} takes a whole number from ${min} to ${max}.`)
  return value
}

function seconds(name: string, text: string): number {
  const value = Number(text)
  if (!(value >= 0 && value <= 3600)) throw new CliError(`${name} takes seconds, 0 to 3600.`)
  return value
}

function httpAddress(name: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
    throw new CliError(`${name} takes an address that begins with http:// or https://.`)
  }
  return text
}

function plannedAlarm(text: string): PlannedAlarm {
  const [word, after] = text.split(':')
  const type = deviceAlarmTypes.find((type) => type === word)
  if (!type) throw new CliError(`--alarm knows no "${word}": ${deviceAlarmTypes.join(', ')}.`)
  return { type, seconds: after === undefined ? null : seconds('--alarm', after) }
}
