import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../../../test/temporary-folder.ts'
import { CliError } from '../cli-error.ts'
import { obeyZkLine, zkLinesHelp } from './run-zk-terminal.ts'
import { isZk, parseZk } from './zk-options.ts'
import { createZkTerminal } from './zk-terminal.ts'

it('a command line names the make, the dialect and the habits of its firmware', () => {
  expect([isZk(['--make', 'zkteco']), isZk(['--make=zkteco']), isZk(['--pair', 'zkteco'])]).toEqual([true, true, false])
  const args = [
    '--make',
    'zkteco',
    '--dialect',
    'acc',
    '--server',
    'http://gate:8081',
    '--serial',
    'ABCD1234',
    '--doors',
    '2',
  ]
  expect(parseZk([...args, '--fault', 'repeats', '--fault', 'clock:-90', '--inputs'])).toMatchObject({
    dialect: 'acc',
    serialNumber: 'ABCD1234',
    doors: 2,
    faults: { repeats: true, cuts: false, clockAheadMinutes: -90 },
    readsInputs: true,
  })
  expect(parseZk(['--make', 'zkteco', '--help'])).toBe('help')
})

it.each([
  ['--dialect', 'adms'],
  ['--server', 'https://gate'],
  ['--serial', 'a b'],
  ['--doors', '9'],
  ['--fault', 'explodes'],
  ['--other'],
])('%s %s is refused with one line', (...args) => {
  expect(() => parseZk(['--make', 'zkteco', ...args])).toThrow(CliError)
})

it('a line of the keyboard is somebody who passes, an alarm, or a question', async () => {
  const folder = temporaryFolder()
  await writeFile(join(folder, 'face.jpg'), 'a photograph')
  const terminal = createZkTerminal({
    serialNumber: 'SIM1',
    dialect: 'att',
    send: async () => ({ status: 200, text: 'OK', date: undefined }),
  })
  const obey = (line: string) => obeyZkLine(terminal, line, folder)
  expect(await obey('pass 17')).toBe('passed')
  expect(await obey('alarm tamper')).toBe('alarm tamper')
  expect(terminal.waiting()).toBe(2)
  expect(await obey('people')).toBe('nobody')
  expect(await obey('dance')).toBe(zkLinesHelp)
  // Photographs lie where the command line was typed.
  expect(await obey('enrol 17 face.jpg Ann Enrolled')).toBe('enrolled')
  expect(await obey('pass 17 other.jpg')).toContain('ENOENT')
})

it.each([
  ['att', '2357 2356', '0 2359', 0],
  ['acc', '0 0 0', '2359 0 0', 1],
] as const)(
  'at a terminal of the dialect %s nobody passes outside of their hours',
  async (dialect, shut, open, told) => {
    const terminal = createZkTerminal({
      serialNumber: 'SIM1',
      dialect,
      send: async () => ({ status: 200, text: 'OK', date: undefined }),
    })
    const { people, rightRows, zones } = terminal.state
    people.set('7', { name: 'Ann', card: '', zone: '0001000200000000', until: '', isBarred: false, password: '' })
    rightRows.set('7', ['2:1'])
    zones.set('2', Array.from({ length: 10 }, () => shut).join(' '))
    expect(await obeyZkLine(terminal, 'pass 7', '')).toBe('it stays closed: they may not pass now')
    expect(terminal.waiting()).toBe(told)
    zones.set('2', Array.from({ length: 10 }, () => open).join(' '))
    expect(await obeyZkLine(terminal, 'pass 7', '')).toBe('passed')
    expect(terminal.waiting()).toBe(told + 1)
  },
)
