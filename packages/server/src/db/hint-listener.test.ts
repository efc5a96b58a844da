import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createDatabaseProxy } from '../../test/database-proxy.ts'
import { createEmptyDatabase, type TestDatabase } from '../../test/database.ts'
import { until } from '@gatehouse/testkit/until.ts'
import { listenForHints } from './hint-listener.ts'

let database: TestDatabase
let client: pg.Client
beforeEach(async () => {
  database = await createEmptyDatabase()
  client = new pg.Client(database.url)
  await client.connect()
})
afterEach(async () => {
  await client.end()
  await database.drop()
})

const listeners = async () => {
  const { rows } = await client.query<{ pid: number }>(
    `select pid from pg_stat_activity where datname = current_database() and query ilike 'listen%'`,
  )
  return rows.map(({ pid }) => pid)
}

describe('the connection for hints', () => {
  it('the connection for hints comes back once when it was cut, and hears again', async () => {
    const heard: string[] = []
    let reconnects = 0
    const listening = await listenForHints({
      url: database.url,
      channel: 'test_channel',
      log: { warn: () => {} },
      onMessage: (payload) => heard.push(payload),
      onReconnect: () => reconnects++,
    })
    await client.query(`notify test_channel, 'one'`)
    await until(() => heard.length === 1)
    for (let cut = 1; cut <= 3; cut++) {
      await client.query('select pg_terminate_backend($1)', [(await listeners())[0]])
      await until(() => reconnects === cut)
    }
    expect(await listeners()).toHaveLength(1)
    await client.query(`notify test_channel, 'two'`)
    await until(() => heard.length === 2)
    await listening.close()
    await until(async () => (await listeners()).length === 0)
  })

  it('the connection for hints comes back when it has fallen silent without notice', async () => {
    const between = await createDatabaseProxy(database.url)
    const heard: string[] = []
    let reconnects = 0
    const listening = await listenForHints({
      url: between.url,
      channel: 'test_channel',
      log: { warn: () => {} },
      onMessage: (payload) => heard.push(payload),
      onReconnect: () => reconnects++,
      beat: { everyMs: 200, withinMs: 100 },
    })
    between.become('silent')
    await until(() => !listening.isConnected())
    between.become('open')
    await until(() => reconnects === 1 && listening.isConnected())
    await client.query(`notify test_channel, 'again'`)
    await until(() => heard.length > 0)
    expect(heard).toEqual(['again'])
    await listening.close()
    await between.close()
  })

  it('the connection for hints tries one connection at a time while the database is unavailable, with growing pauses', async () => {
    let warnings = 0
    const listening = await listenForHints({
      url: database.url,
      channel: 'test_channel',
      log: { warn: () => warnings++ },
      onMessage: () => {},
      onReconnect: () => {},
    })
    const [pid] = await listeners()
    const elsewhere = new URL(database.url)
    elsewhere.pathname = '/postgres'
    const admin = new pg.Client(elsewhere.href)
    await admin.connect()
    await admin.query(`alter database ${client.database} allow_connections false`)
    await admin.query('select pg_terminate_backend($1)', [pid])
    await admin.end()
    // 100 + 200 + 400 ms: three failures take 0.7 s; connections that multiply would have failed far more often by
    // then.
    const began = performance.now()
    await until(() => warnings === 3)
    expect(performance.now() - began).toBeGreaterThan(600)
    await listening.close()
  })
})
