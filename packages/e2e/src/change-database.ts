import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Client } from 'pg'

/**
 * Adds an account with the first account's password, as the operator of the machine could.
 * @param role 0 (super administrator) to 4, as the specification numbers them
 */
export const insertAccount = (dataFolder: string, account: { name: string; role: number }): Promise<void> =>
  inDatabase(dataFolder, (client) =>
    client.query(
      'insert into account (account, name, role, password_hash) select $1, $1, $2, password_hash from account where role = 0',
      [account.name, account.role],
    ),
  )

/** A trial allows five devices; a bought licence allows more, and the running product hears of it. */
export const liftDeviceLimit = (dataFolder: string): Promise<void> =>
  inDatabase(dataFolder, async (client) => {
    await client.query('update licence set device_limit = null')
    await client.query("select pg_notify('gatehouse_hint', $1)", [JSON.stringify({ to: 'servers', what: 'licence' })])
  })

/** Moves the period of the licence that counts; the running product hears of it. */
export const moveLicence = (dataFolder: string, period: { from?: string; to?: string }): Promise<void> =>
  inDatabase(dataFolder, async (client) => {
    await client.query(
      'update licence set valid_from = coalesce($1::timestamptz, valid_from), valid_to = coalesce($2::timestamptz, valid_to)',
      [period.from, period.to],
    )
    await client.query("select pg_notify('gatehouse_hint', $1)", [JSON.stringify({ to: 'servers', what: 'licence' })])
  })

/** As if the server had just been reached under a public address, or not for weeks; the running product hears of it. */
export const putOnInternet = (dataFolder: string, isThere: boolean): Promise<void> =>
  inDatabase(dataFolder, async (client) => {
    await client.query(
      `update installation set internet_since = at, internet_seen_at = at from (select ${isThere ? 'now()' : 'null::timestamptz'} as at) t`,
    )
    await client.query("select pg_notify('gatehouse_hint', $1)", [JSON.stringify({ to: 'consoles', topic: 'storage' })])
  })

/** By SQL, over the socket of the embedded database. */
async function inDatabase(dataFolder: string, work: (client: Client) => Promise<unknown>): Promise<void> {
  const folder = join(dataFolder, 'postgres')
  // the cluster is elsewhere if PostgreSQL's own user cannot reach the data folder
  const elsewhere = await readFile(join(folder, 'cluster-location'), 'utf8').catch(() => undefined)
  const home = elsewhere ? dirname(elsewhere.trim()) : folder
  const [password, host] = await Promise.all([
    readFile(join(folder, 'password'), 'utf8'),
    readFile(join(home, 'socket-location'), 'utf8'),
  ])
  const client = new Client({
    host: host.trim(),
    user: 'gatehouse',
    database: 'gatehouse',
    password: password.trim(),
  })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
