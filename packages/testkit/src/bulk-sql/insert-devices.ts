import { hashSecret, makeLdid, makeSecret } from '@gatehouse/server/device-link/credentials.ts'
import type { FillableDatabase } from './fillable-database.ts'

export type BulkDevice = { id: string; authorization: string }

/** Devices as pairing would leave them: pairing so many takes a code each, and is not what is measured. */
export async function bulkInsertDevices(
  { pool }: Pick<FillableDatabase, 'pool'>,
  count: number,
): Promise<BulkDevice[]> {
  const devices = Array.from({ length: count }, (_, index) => ({
    ldid: makeLdid('BENCH'),
    secret: makeSecret(),
    name: `Door ${index + 1}`,
  }))
  const { rows } = await pool.query<{ id: string; ldid: string }>(
    `insert into device (ldid, secret_hash, name, type, serial_number, direction, location)
     select ldid, secret_hash, name, 'BENCH', ldid, n % 3, 'Building ' || n % 7
     from unnest($1::text[], $2::bytea[], $3::text[]) with ordinality as s(ldid, secret_hash, name, n)
     returning id, ldid`,
    [devices.map(({ ldid }) => ldid), devices.map(({ secret }) => hashSecret(secret)), devices.map(({ name }) => name)],
  )
  await pool.query('insert into device_record_progress (device_id) select id from device on conflict do nothing')
  const secrets = new Map(devices.map(({ ldid, secret }) => [ldid, secret]))
  return rows.map(({ id, ldid }) => ({ id, authorization: `Bearer ${ldid}.${secrets.get(ldid)}` }))
}
