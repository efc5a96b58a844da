import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import { inject } from 'vitest'

export const activatedTemplate = 'gatehouse_activated'

export type TestDatabase = {
  url: string
  /** Removes the database; fails, naming the query, when somebody is still connected. */
  drop(): Promise<void>
}

/** A migrated database of the test file's own: `beforeAll(async () => { database = await createTestDatabase() })`. */
export const createTestDatabase = () => copyDatabase(inject('templateUrl'), 'gatehouse')

/** The same with a licence. */
export const createActivatedDatabase = () => copyDatabase(inject('templateUrl'), activatedTemplate)

/** An empty database, for tests of the migrations themselves. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  return copyDatabase(inject('templateUrl'), 'template0')
}

async function copyDatabase(templateUrl: string, template: string): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`
  const admin = databaseUrl(templateUrl, 'postgres')
  await withClient(admin, (client) => client.query(`create database ${name} template ${template} strategy file_copy`))
  return {
    url: databaseUrl(templateUrl, name),
    drop: () =>
      withClient(admin, async (client) => {
        const leaked = await untilUnused(client, name)
        await client.query(`drop database ${name} with (force)`)
        if (leaked.length > 0) throw new Error(`Connections were left open, their last queries: ${leaked.join(' | ')}`)
      }),
  }
}

export function databaseUrl(url: string, name: string): string {
  const result = new URL(url)
  result.pathname = `/${name}`
  return result.href
}

/** A connection that was just closed takes a moment to disappear on the other side. */
async function untilUnused(client: Client, name: string): Promise<string[]> {
  const deadline = performance.now() + 30_000
  for (;;) {
    const { rows } = await client.query<{ query: string }>('select query from pg_stat_activity where datname = $1', [
      name,
    ])
    if (rows.length === 0 || performance.now() > deadline) return rows.map(({ query }) => query)
    await wait(10)
  }
}

export async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client(url)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
