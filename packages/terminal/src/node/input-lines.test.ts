import { expect, it } from 'vitest'
import type { Terminal } from '../core/terminal.ts'
import { obeyLine } from './input-lines.ts'

/** A terminal that notes what is done to it. */
function noting(noted: string[], name = ''): Pick<Terminal, 'sense' | 'loseWire' | 'take'> {
  const note = (...words: readonly unknown[]) =>
    void noted.push([name, ...words].filter((word) => word !== '').join(' '))
  return {
    sense: (input, isOn) => note(input, isOn),
    loseWire: (input, isLost) => note('wire', input, isLost),
    async take({ kind, text }) {
      note(kind, text)
      return null
    },
  }
}

it('A line of the keyboard moves an input, cuts a wire, or shows a card', () => {
  const noted: string[] = []
  const only = new Map([['door', noting(noted)]])
  const lines = [
    'door open',
    '  fire off ',
    'exit',
    'lockdown',
    'cut fire',
    'mend exit',
    'card 00A7 4711',
    'pin 271828',
    '',
  ]
  expect(lines.map((line) => obeyLine(line, only))).toEqual(lines.map(() => null))
  expect(noted).toEqual([
    'door true',
    'fire false',
    'exit-button true',
    'exit-button false',
    'lockdown true',
    'lockdown false',
    'wire fire true',
    'wire exit-button false',
    'ic-card 00A7 4711',
    'pin 271828',
  ])
})

it('One of several terminals is named before the line', () => {
  const noted: string[] = []
  const several = new Map(['gate-1', 'gate-2'].map((name) => [name, noting(noted, name)]))
  expect(obeyLine('gate-2: fire on', several)).toBeNull()
  expect(noted).toEqual(['gate-2 fire true'])
  expect(obeyLine('fire on', several)).toContain('gate-1, gate-2')
})

it.each(['door', 'fire maybe', 'exit now', 'cut tamper', 'constructor on', 'pin ABC'])(
  'A line that is no input is answered with those that there are: %s',
  (line) => expect(obeyLine(line, new Map([['door', noting([])]]))).toContain('is no input'),
)
