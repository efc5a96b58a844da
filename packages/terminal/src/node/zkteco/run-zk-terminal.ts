import type { Interface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { ZkAlarm } from './zk-context.ts'
import { createZkTerminal, type ZkTerminal } from './zk-terminal.ts'
import { sendOverHttp } from './zk-send.ts'
import type { ZkOptions } from './zk-options.ts'

export const zkLinesHelp =
  'pass NUMBER [PHOTO.jpg], stranger [PHOTO.jpg], alarm tamper|forced|held|none, enrol NUMBER PHOTO.jpg NAME, people, acts'

const retryMs = 5_000

type Running = {
  print: (line: string) => void
  signal: AbortSignal
  lines?: Interface | undefined
  /** The folder from which the keyboard names photographs. */
  from: string
}

/** Runs the terminal until it is stopped: handshake, polls, and what the keyboard says. */
export async function runZkTerminal(options: ZkOptions, { print, signal, lines, from }: Running): Promise<void> {
  const { server, serialNumber, dialect, doors, faults, pollSeconds } = options
  const tell = (line: string) => print(`${serialNumber}: ${line}`)
  const terminal = createZkTerminal({ serialNumber, dialect, doors, faults, send: sendOverHttp(server), tell })
  lines?.on('line', (line) => void obeyZkLine(terminal, line, from).then((said) => said !== '' && tell(said)))
  const wait = (ms: number) => pause(ms, undefined, { signal }).catch(() => undefined)
  let isTold = false
  while (!signal.aborted) {
    try {
      if (!terminal.isAccepted()) {
        const isAccepted = await terminal.handshake()
        if (!isAccepted && !isTold)
          tell('the server does not take it yet: switch ZKTeco on in the console, and accept it under Devices')
        if (isAccepted) tell('connected')
        isTold = !isAccepted
      }
      if (terminal.isAccepted()) await terminal.poll()
      await wait(terminal.isAccepted() ? pollSeconds * 1000 : retryMs)
    } catch (error) {
      tell(`no answer: ${error instanceof Error ? error.message : String(error)}`)
      await wait(retryMs)
    }
  }
}

/** Does what a line of the keyboard says; gives what there is to say about it. */
export async function obeyZkLine(terminal: ZkTerminal, line: string, from: string): Promise<string> {
  const [word = '', ...rest] = line.trim().split(/\s+/)
  const [first = '', second = '', ...name] = rest
  const photoOf = async (file: string) => (file === '' ? null : readFile(resolve(from, file)))
  try {
    switch (word) {
      case '':
        return ''
      case 'pass':
        return passes(terminal, first, await photoOf(second))
      case 'stranger':
        terminal.pass({ photo: await photoOf(first) })
        return 'passed'
      case 'alarm':
        if (!isAlarm(first)) return `alarms: ${alarms.join(', ')}`
        terminal.alarm(first)
        return `alarm ${first}`
      case 'enrol': {
        const photo = await photoOf(second)
        if (!photo || !/^\d{1,9}$/.test(first)) return zkLinesHelp
        terminal.enrol(first, name.join(' '), photo)
        return 'enrolled'
      }
      case 'people':
        return [...terminal.state.people].map(([pin, { name }]) => `${pin} ${name}`).join(', ') || 'nobody'
      case 'acts':
        return terminal.state.acts.join(', ') || 'none'
      default:
        return zkLinesHelp
    }
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** An access terminal tells that somebody came outside of their hours; an attendance terminal tells of nobody for whom it stays closed. */
function passes(terminal: ZkTerminal, pin: string, photo: Buffer | null): string {
  if (!terminal.state.people.has(pin) || terminal.opensFor(pin)) {
    terminal.pass({ pin, photo })
    return 'passed'
  }
  if (terminal.dialect === 'acc') terminal.pass({ pin, photo, event: outsideHours })
  return 'it stays closed: they may not pass now'
}
const outsideHours = 22

const alarms = ['tamper', 'forced', 'held', 'none'] as const satisfies readonly ZkAlarm[]
const isAlarm = (word: string): word is ZkAlarm => alarms.some((alarm) => alarm === word)
