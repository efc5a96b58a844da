import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { listStaff } from '@gatehouse/contract/features/staff.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { listenForTerminals } from '../../../test/listen-for-terminals.ts'
import { type Caller, startTestGatehouse, type TestGatehouse } from '../../../test/gatehouse.ts'
import { buildApplication, buildKey, type KeyPair } from '../../../test/application-caller.ts'
import { webhookHeaders } from './webhook-signing.ts'

const run = promisify(execFile)
const pages = join(import.meta.dirname, '../../../../../docs/help')

const names = ['curl', 'typescript', 'python', 'webhook-typescript', 'webhook-python']

/** The examples of the shipped page, in their order there. */
async function examplesOf(language: string): Promise<Map<string, string>> {
  const page = await readFile(join(pages, language, 'open-platform.md'), 'utf8')
  const found = [...page.matchAll(/^```\w+\n([^]*?)^```$/gm)].map(([, text = '']) => text)
  return new Map(found.map((text, index) => [names[index] ?? `example ${index}`, text]))
}

/** The tool that this machine lacks for an example; undefined when it has everything. */
async function missingTool(...tools: string[]): Promise<string | undefined> {
  for (const tool of tools) {
    const isThere = await run(tool, [tool === 'openssl' ? 'version' : '--version']).then(
      () => true,
      () => false,
    )
    if (!isThere) return tool
  }
  return undefined
}

let house: TestGatehouse
let admin: Caller
let url: string
let key: KeyPair
let folder: string
let examples: Map<string, string>
beforeAll(async () => {
  house = await startTestGatehouse()
  admin = await house.asRole('superAdmin')
  url = await listenForTerminals(house)
  key = await buildKey(admin, await buildApplication(house, admin), 'people.write')
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-examples-'))
  examples = await examplesOf('en')
})
afterAll(async () => {
  await house.close()
  await rm(folder, { recursive: true, force: true })
})

const programs = [
  { name: 'curl', file: 'example.sh', command: ['bash'], tools: ['bash', 'curl', 'openssl'], person: 'Ada, by curl' },
  { name: 'typescript', file: 'example.ts', command: [process.execPath], tools: [], person: 'Ada, by TypeScript' },
  { name: 'python', file: 'example.py', command: ['python3'], tools: ['python3'], person: 'Ada, by Python' },
]

it.for(programs)('[BU-04] the example in $name runs as it stands on the page', async (program, { skip }) => {
  const { name, file, command, tools, person } = program
  const missing = await missingTool(...tools)
  skip(missing !== undefined, `this machine has no ${missing}`)
  const path = join(folder, file)
  await writeFile(path, examples.get(name) ?? '')
  const env = { ...process.env, GATEHOUSE_URL: url, APP_KEY: key.appKey, APP_SECRET: key.secret }
  const { stdout } = await run(command[0] ?? '', [path], { env })
  expect(stdout).toContain(person)
  const { items } = await admin.ask(listStaff, { query: { keyword: person } })
  expect(items.map((one) => one.name)).toEqual([person])
})

it('[BU-04] the examples tell a genuine event from a forged one', async ({ skip }) => {
  const secret = randomBytes(32)
  const body = '{"id":"1","type":"test","data":{}}'
  const headers = webhookHeaders([randomBytes(32), secret], 'event-1', Math.floor(Date.now() / 1000), body)
  const shown = `whsec_${secret.toString('base64')}`
  const judged = (asked: string) => [asked, `${asked} `].map((text) => JSON.stringify([headers, text, shown]))
  await writeFile(
    join(folder, 'judge.ts'),
    `${examples.get('webhook-typescript') ?? ''}\nfor (const one of process.argv.slice(2)) console.log(isGenuine(...(JSON.parse(one) as [never, string, string])))\n`,
  )
  const { stdout } = await run(process.execPath, [join(folder, 'judge.ts'), ...judged(body)])
  expect(stdout.trim().split('\n')).toEqual(['true', 'false'])
  skip((await missingTool('python3')) !== undefined, 'this machine has no python3')
  await writeFile(
    join(folder, 'judge.py'),
    `import json, sys\n${examples.get('webhook-python') ?? ''}\nfor one in sys.argv[1:]:\n    headers, body, secret = json.loads(one)\n    print(is_genuine(headers, body.encode(), secret))\n`,
  )
  const python = await run('python3', [join(folder, 'judge.py'), ...judged(body)])
  expect(python.stdout.trim().split('\n')).toEqual(['True', 'False'])
})

it('the examples are the same in each language', async () => {
  expect([...examples.keys()]).toEqual(names)
  for (const language of ['zh', 'zh-tw']) expect(await examplesOf(language)).toEqual(examples)
})
