import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { helpText, parseCli } from './cli-options.ts'

const parse = (args: string[]) => parseCli(args, '/home/me')
const repository = join(import.meta.dirname, '../../../..')

describe('the command line', () => {
  it('The command line of one terminal names its state folder by its name', () => {
    const options = parse([
      '--pair',
      'abc234',
      '--server',
      'http://localhost:8080',
      '--camera',
      'photos',
      '--name',
      'gate',
    ])
    expect(options).toEqual({
      codes: ['abc234'],
      packageKeys: [],
      agrees: false,
      announces: false,
      server: 'http://localhost:8080',
      camera: '/home/me/photos',
      fingerprint: undefined,
      relay: undefined,
      floorRelay: undefined,
      alarms: [],
      readsInputs: false,
      once: false,
      pauseMs: 500,
      terminals: [{ name: 'gate', stateFolder: join(repository, 'data/terminal-gate') }],
    })
  })

  it('The command line of many terminals numbers their folders and takes a code for each', () => {
    const file = join(temporaryFolder(), 'codes')
    writeFileSync(file, 'AAA111\n\n BBB222 \n')
    const options = parse(['--count', '3', '--pair', 'CCC333', '--pair-file', file, '--state', 'st'])
    expect(options).toMatchObject({
      codes: ['CCC333', 'AAA111', 'BBB222'],
      terminals: [1, 2, 3].map((n) => ({ name: `door-${n}`, stateFolder: `/home/me/st/${n}` })),
    })
  })

  const wrong: [args: string[], message: string][] = [
    [['--frob'], "Unknown option '--frob'. See --help."],
    [['--server', 'localhost:8080'], '--server takes an address that begins with http:// or https://.'],
    [['--pair', 'ABC'], '"ABC" is no pairing code: six letters and digits.'],
    [['--pair', 'ABC123', '--pair', 'ABC124'], '2 pairing codes for 1 terminal(s): set --count.'],
    [['--pair-file', '/nowhere'], 'The file of pairing codes /nowhere cannot be read.'],
    [['--count', '0'], '--count takes a whole number from 1 to 20000.'],
    [['--pause', 'long'], '--pause takes seconds, 0 to 3600.'],
    [['--fingerprint', 'ab:cd'], '--fingerprint takes a SHA-256: 64 hexadecimal digits.'],
    [['--name', '../x'], '--name takes up to 64 letters, digits, dots, hyphens and underscores.'],
    [['--once'], '--once needs --camera.'],
  ]
  it.each(wrong)('The command line %j is refused in one line', (args, message) => {
    expect(() => parse(args)).toThrow(message)
  })

  it('The command line explains every option', () => {
    expect(parse(['--server', 'nonsense', '--help'])).toBe('help')
    for (const option of [
      'pair',
      'pair-file',
      'server',
      'fingerprint',
      'camera',
      'pause',
      'once',
      'name',
      'state',
      'count',
      'relay',
      'package-key',
      'agree',
    ])
      expect(helpText).toContain(`--${option}`)
  })
})
