import { randomUUID } from 'node:crypto'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { openPool } from '@gatehouse/server/db/open-database.ts'
import Fastify from 'fastify'
import { z } from 'zod'

/*
 * The raw limit of storing records: bare Fastify, JSON.parse, nothing checked, nobody authenticated, one `insert … select
 * from unnest` into a table with three indexes; pictures written to a file each and waited for. As in the product, the
 * requests that arrive while one statement is under way share the next.
 */
type RawRecord = {
  id: string
  sequence: number
  personId: string
  recognisedAt: string
  kind: string
  reasons: unknown
  capture: string | null
}
type Waiting = { deviceId: string; records: RawRecord[]; done: PromiseWithResolvers<void> }

const { DATABASE_URL: databaseUrl, PICTURES: pictures } = z
  .object({ DATABASE_URL: z.string(), PICTURES: z.string() })
  .parse(process.env)
const pool = openPool(databaseUrl, 4)
const fastify = Fastify({ bodyLimit: 8 * 1024 * 1024 })
const waiting: Waiting[] = []
let underWay = 0

async function insertAll(batches: Waiting[]): Promise<void> {
  const rows = batches.flatMap(({ deviceId, records }) => records.map((record) => ({ deviceId, record })))
  await pool.query(
    `insert into raw_record (id, recognised_at, device_id, device_sequence, kind, person_id, reasons)
     select * from unnest($1::uuid[], $2::timestamptz[], $3::uuid[], $4::bigint[], $5::text[], $6::uuid[], $7::jsonb[])`,
    [
      rows.map(({ record }) => record.id),
      rows.map(({ record }) => record.recognisedAt),
      rows.map(({ deviceId }) => deviceId),
      rows.map(({ record }) => record.sequence),
      rows.map(({ record }) => record.kind),
      rows.map(({ record }) => record.personId),
      rows.map(({ record }) => JSON.stringify(record.reasons)),
    ],
  )
  for (const { done } of batches) done.resolve()
}

function next(): void {
  if (underWay >= 2 || waiting.length === 0) return
  underWay++
  const batches = waiting.splice(0, 200)
  insertAll(batches)
    .catch((error: unknown) => batches.forEach(({ done }) => done.reject(error)))
    .finally(() => {
      underWay--
      next()
    })
}

async function writePicture(base64: string): Promise<void> {
  const file = await open(join(pictures, randomUUID()), 'wx')
  await file.writeFile(Buffer.from(base64, 'base64'))
  await file.datasync()
  await file.close()
}

fastify.post<{ Body: { records: RawRecord[] } }>('/records', async ({ body, headers }) => {
  const withPicture = body.records.flatMap(({ capture }) => (capture === null ? [] : [capture]))
  await Promise.all(withPicture.map(writePicture))
  const batch = { deviceId: headers.authorization ?? '', records: body.records, done: Promise.withResolvers<void>() }
  waiting.push(batch)
  setImmediate(next)
  await batch.done.promise
  return { data: { stored: body.records.length } }
})

const url = await fastify.listen({ host: '127.0.0.1', port: 0 })
process.once('SIGTERM', () => process.exit(0))
process.stdout.write(`ready: ${url}\n`)
