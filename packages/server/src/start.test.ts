import { type ChildProcess, spawn } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createActivatedDatabase, createEmptyDatabase } from '../test/database.ts'
import { createDatabaseProxy } from '../test/database-proxy.ts'
import { until } from '@gatehouse/testkit/until.ts'

let folder: string
let running: ChildProcess[] = []
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse start '))
  await chmod(folder, 0o755)
})
afterEach(async () => {
  for (const child of running) if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
  await Promise.all(running.map(ended))
  running = []
  await rm(folder, { recursive: true, force: true, maxRetries: 10 })
})

const ended = async (child: ChildProcess) => {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}

type Started = { child: ChildProcess; out: () => string; err: () => string; ready: () => Promise<string> }

/** Starts the product as `npm start` does, with its own data folder and any free port. */
function start(environment: Record<string, string> = {}): Started {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      HOST: '127.0.0.1',
      PORT: '0',
      MQTT_PORT: '0',
      GATEHOUSE_DATA: join(folder, 'data'),
      LOG_LEVEL: 'warn',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.push(child)
  let out = ''
  let err = ''
  child.stdout?.on('data', (chunk: Buffer) => (out += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => (err += chunk.toString()))
  return {
    child,
    out: () => out,
    err: () => err,
    ready: () =>
      until(() => {
        if (child.exitCode !== null) throw new Error(`it ended: ${err}`)
        return /Gatehouse is ready: (\S+)/.exec(out)?.[1]
      }),
  }
}

const isAlive = async (url: string) => (await fetch(`${url}/readyz`)).status === 200
const exitOf = async (child: ChildProcess) => (await ended(child), child.exitCode)

describe('starting', () => {
  it('the server sets up an empty folder, prints the one-time password, and writes it for nobody else to read; it returns with everything after kill -9, and ends in order on SIGTERM, also when it gets a second one', async () => {
    const first = start()
    const url = await first.ready()
    expect(await isAlive(url)).toBe(true)
    const file = join(folder, 'data', 'first-login.json')
    const login = JSON.parse(await readFile(file, 'utf8'))
    expect(login).toEqual({ url, account: 'admin', password: expect.stringMatching(/^\w{14}$/) })
    expect(first.out()).toContain(login.password)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect((await stat(join(folder, 'data', 'keys', 'master.key'))).mode & 0o777).toBe(0o600)
    first.child.kill('SIGKILL')
    await ended(first.child)

    const second = start()
    expect(await isAlive(await second.ready())).toBe(true)
    expect(second.out()).not.toContain('First login')
    expect(JSON.parse(await readFile(file, 'utf8')).password).toBe(login.password)
    second.child.kill('SIGTERM')
    second.child.kill('SIGINT')
    expect(await exitOf(second.child)).toBe(0)
  })

  it('two servers at once on a new database both start, with one key; neither reports ready before there is an account', async () => {
    const database = await createEmptyDatabase()
    const key = join(folder, 'master.key')
    await writeFile(key, randomBytes(32))
    const settings = { DATABASE_URL: database.url, MASTER_KEY_FILE: key }
    const both = ['one', 'two'].map((name) => start({ ...settings, GATEHOUSE_DATA: join(folder, name) }))
    const urls = await Promise.all(both.map(({ ready }) => ready()))
    expect(await Promise.all(urls.map(isAlive))).toEqual([true, true])
    expect(both.filter(({ out }) => out().includes('First login'))).toHaveLength(1)
    for (const { child } of both) child.kill('SIGTERM')
    expect(await Promise.all(both.map(({ child }) => exitOf(child)))).toEqual([0, 0])
    await database.drop()
  })

  it('the server reports ready on /readyz only when the first login is written', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const address = taken.address()
    const port = typeof address === 'object' && address ? address.port : 0
    taken.close()
    await once(taken, 'close')
    const first = start({ PORT: String(port) })
    const file = join(folder, 'data', 'first-login.json')
    const url = `http://127.0.0.1:${port}`
    const isReady = () => isAlive(url).catch(() => false)
    await until(isReady)
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ account: 'admin' })
    expect(await exitOf((first.child.kill('SIGTERM'), first.child))).toBe(0)
  })

  it('the server ends on SIGTERM although the database hangs, and names the hanging part', async () => {
    const database = await createActivatedDatabase()
    const between = await createDatabaseProxy(database.url)
    const first = start({ DATABASE_URL: between.url })
    await first.ready()
    between.become('silent')
    first.child.kill('SIGTERM')
    // Not at its exit: its last output may still be on its way then.
    await once(first.child, 'close')
    expect(first.child.exitCode).not.toBe(0)
    expect(first.out()).toMatch(/"part":"[a-z ]+".*could not end in order/)
    await between.close()
    await database.drop()
  })

  it('the server serves HTTPS with a certificate authority of its own, redirects HTTP there, and does not print the password that it was given', async () => {
    const first = start({ TLS: 'self-signed', GATEHOUSE_ADMIN_PASSWORD: 'Chosen_first_1' })
    const url = await first.ready()
    expect(url).toMatch(/^https:/)
    expect(first.out()).not.toContain('Chosen_first_1')
    expect(JSON.parse(await readFile(join(folder, 'data', 'first-login.json'), 'utf8')).password).toBe('Chosen_first_1')
    const redirect = await fetch(`${url.replace('https', 'http')}/login?x=1`, { redirect: 'manual' })
    expect([redirect.status, redirect.headers.get('location')]).toEqual([308, `${url}/login?x=1`])
    const authority = await readFile(join(folder, 'data', 'keys', 'tls', 'ca.pem'), 'utf8')
    const { request } = await import('node:https')
    const status = await new Promise((resolve, reject) => {
      request(`${url}/readyz`, { ca: authority }, (response) => resolve(response.resume().statusCode))
        .on('error', reject)
        .end()
    })
    expect(status).toBe(200)
  })
})

describe('a problem that the operator can solve is reported in one line', () => {
  const lineOf = async (started: Started) => {
    const code = await exitOf(started.child)
    const lines = started
      .err()
      .trim()
      .split('\n')
      .filter((line) => !line.startsWith('{'))
    expect(lines, started.err()).toHaveLength(1)
    expect(code).not.toBe(0)
    return lines[0]
  }

  it('the server reports in one line a port that is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const address = other.address()
    const port = typeof address === 'object' && address ? address.port : 0
    expect(await lineOf(start({ PORT: String(port) }))).toBe(
      `Port ${port} is taken: stop the other program, or set PORT to a free one.`,
    )
    other.close()
  })

  it('the server reports in one line a wrong setting', async () => {
    expect(await lineOf(start({ PORT: 'many' }))).toMatch(/^The setting PORT is wrong/)
  })

  it('the server reports in one line a data folder that cannot be one', async () => {
    await writeFile(join(folder, 'file'), '')
    const line = await lineOf(start({ GATEHOUSE_DATA: join(folder, 'file', 'data') }))
    expect(line).toMatch(
      /^The data folder .*data cannot be written: give this user the permission, or set GATEHOUSE_DATA/,
    )
  })

  it('the server reports in one line a database whose master key is elsewhere, for which none is made', async () => {
    const database = await createActivatedDatabase()
    const first = start({ DATABASE_URL: database.url })
    await first.ready()
    const line = await lineOf(start({ DATABASE_URL: database.url, GATEHOUSE_DATA: join(folder, 'other') }))
    expect(line).toMatch(/^This database belongs to an installation, .*MASTER_KEY_FILE.*master-key\.missing/)
    expect(existsSync(join(folder, 'other', 'keys', 'master.key'))).toBe(false)
    const key = join(folder, 'data', 'keys', 'master.key')
    const settings = { DATABASE_URL: database.url, GATEHOUSE_DATA: join(folder, 'third'), MASTER_KEY_FILE: key }
    expect(await isAlive(await start(settings).ready())).toBe(true)
    for (const child of running) child.kill('SIGTERM')
    await Promise.all(running.map(ended))
    await database.drop()
  })

  it('the server reports in one line a database that accepts the connection and answers nothing', async () => {
    const mute = createServer().listen(0, '127.0.0.1')
    await once(mute, 'listening')
    const address = mute.address()
    const port = typeof address === 'object' && address ? address.port : 0
    expect(await lineOf(start({ DATABASE_URL: `postgres://me:secret@127.0.0.1:${port}/none` }))).toMatch(
      /^The database of DATABASE_URL cannot be used \(timeout expired\)/,
    )
    mute.close()
  })

  it('the server reports in one line a database that does not answer', async () => {
    expect(await lineOf(start({ DATABASE_URL: 'postgres://me:secret@127.0.0.1:1/none' }))).toMatch(
      /^The database of DATABASE_URL cannot be used/,
    )
  })
})
