import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Client } from 'pg'

/**
 * Adds an account with the first account's password, as the operator of the machine could: by SQL, over the socket of
 * the embedded database.
 * @param role 0 (super administrator) to 4, as the specification numbers them
 */
export async function insertAccount(dataFolder: string, account: { name: string; role: number }): Promise<void> {
  const folder = join(dataFolder, 'postgres')
  // where PostgreSQL's own user cannot reach the data folder, the cluster stands elsewhere
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
    await client.query(
      'insert into account (account, name, role, password_hash) select $1, $1, $2, password_hash from account where role = 0',
      [account.name, account.role],
    )
  } finally {
    await client.end()
  }
}
