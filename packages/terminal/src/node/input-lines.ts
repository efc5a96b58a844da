import type { Terminal } from '../core/terminal.ts'
import type { Input, WiredInput } from '../lib/inputs.ts'
import type { Credential } from '../recognition/sighting.ts'

/** The words of a keyboard for the inputs that are on for a while. */
const levels = {
  door: 'door',
  fire: 'fire',
  tamper: 'tamper',
  camera: 'camera-blocked',
  battery: 'bluetooth-battery-low',
  thermal: 'thermal-camera',
} as const satisfies Record<string, Input>

const moments = { exit: 'exit-button', lockdown: 'lockdown' } as const satisfies Record<string, Input>

const wires = {
  door: 'door',
  fire: 'fire',
  exit: 'exit-button',
  lockdown: 'lockdown',
} as const satisfies Record<string, WiredInput>

export const inputLinesHelp = `  door open|closed, fire on|off, exit, lockdown, cut|mend door|fire|exit|lockdown,
  tamper|camera|battery|thermal on|off, card NUMBER, pin DIGITS; with several terminals after NAME:`

type Terminals = ReadonlyMap<string, Pick<Terminal, 'sense' | 'loseWire' | 'take'>>

/** Does what a line of the keyboard says at the terminal that it names, or at the only one. Gives the problem, or null. */
export function obeyLine(line: string, terminals: Terminals): string | null {
  const [, name, text = ''] = /^(?:([\w.-]+):)?\s*(.*?)\s*$/.exec(line) ?? []
  if (text === '') return null
  const [only] = terminals.size === 1 ? terminals.values() : []
  const terminal = name === undefined ? only : terminals.get(name)
  if (!terminal) return `no terminal is called "${name ?? ''}": ${[...terminals.keys()].join(', ')}`
  const act = actionOf(text)
  if (!act) return `"${text}" is no input. There are:\n${inputLinesHelp}`
  act(terminal)
  return null
}

type Act = (terminal: Pick<Terminal, 'sense' | 'loseWire' | 'take'>) => void

function actionOf(text: string): Act | null {
  const [word = '', what = ''] = text.split(/\s+/)
  if (isKey(moments, word) && what === '') {
    const input = moments[word]
    return (terminal) => [true, false].forEach((isOn) => terminal.sense(input, isOn))
  }
  if (isKey(levels, word) && /^(?:on|off|open|closed)$/.test(what))
    return (terminal) => terminal.sense(levels[word], what === 'on' || what === 'open')
  if ((word === 'cut' || word === 'mend') && isKey(wires, what))
    return (terminal) => terminal.loseWire(wires[what], word === 'cut')
  if (word === 'card' && what !== '') return showing({ kind: 'ic-card', text: text.slice(word.length).trim() })
  return word === 'pin' && /^\d+$/.test(what) ? showing({ kind: 'pin', text: what }) : null
}

const showing =
  (credential: Credential): Act =>
  (terminal) =>
    void terminal.take(credential, null).catch(() => undefined) // between two starts nothing is decided

const isKey = <T extends object>(table: T, key: string): key is Extract<keyof T, string> => Object.hasOwn(table, key)
