import { readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import {
  addPictures,
  finishUpload,
  getImport,
  importStaff,
  startPortraitBatch,
} from '@gatehouse/contract/features/imports.ts'
import { createFacePool } from '@gatehouse/face/node/face-pool.ts'
import { ensureModels } from '@gatehouse/face/node/fetch-models.ts'
import { photographPath } from '@gatehouse/face/test/photographs.ts'
import { writeResult } from '@gatehouse/server/features/imports/write-workbook.ts'
import { type Ask, askServer } from '@gatehouse/testkit/ask-server.ts'
import { type Benchmark, row } from './benchmark.ts'
import { timePool } from './faces.ts'
import { type Installation, install, openSession } from './install/installation.ts'
import { startGatehouseOn } from './install/start-gatehouse.ts'

const lineCount = 10_000
const pictureCount = 200
const picturesAtOnce = 20
/** As the server keeps a portrait. */
const keptSide = 800

/** Measures the waits of an administrator's first day: the list of all people, and their portraits. */
export const imports: Benchmark = {
  name: 'imports',
  about: `an Excel list of ${lineCount.toLocaleString('en-US')} people, then ${pictureCount} portraits in one batch, until the last is done`,
  async run(context) {
    const installation = await install(context)
    const { url } = await startGatehouseOn(context, installation)
    const ask = askServer(url, await openSession(installation))
    context.log(`a list of ${lineCount} people`)
    const list = await importList(ask)
    const bare = await insertBare(installation)
    context.log(`${pictureCount} portraits`)
    const picture = await readFile(photographPath('cage.jpg'))
    // The first of all waits for the face workers to start.
    await importPortraits(ask, picture, { from: lineCount - 1, count: 1 })
    const portraits = await importPortraits(ask, picture, { from: 0, count: pictureCount })
    const pool = createFacePool({ modelsFolder: await ensureModels(), queueLimit: pictureCount, jobTimeoutMs: 120_000 })
    context.cleanup.defer(() => pool.close())
    await pool.checkPortrait(picture, 'high', keptSide)
    const alone = await timePool(pool, picture, pictureCount, keptSide)
    const { workers } = pool
    const { rows: counted } = await installation.pool.query<{ listed: number; bare: number; pictured: number }>(
      `select count(*) filter (where job_id is not null)::int as listed, count(*) filter (where job_id is null)::int as bare,
         count(portrait_id)::int as pictured from person`,
    )
    const [there = { listed: 0, bare: 0, pictured: 0 }] = counted
    return [
      {
        work: { what: 'lines of Excel that are people', expected: lineCount, done: there.listed },
        rows: [
          row({
            what: `${lineCount.toLocaleString('en-US')} lines of Excel, from the upload to the last`,
            value: list,
            unit: 's',
            limit: { what: 'the same people by one statement', value: bare },
            atMost: 30,
          }),
        ],
      },
      { work: { what: 'the same people by one statement', expected: lineCount, done: there.bare }, rows: [] },
      {
        work: { what: 'people with a portrait', expected: pictureCount + 1, done: there.pictured },
        rows: [
          row({
            what: `portraits in a batch, ${workers} worker${workers === 1 ? '' : 's'}`,
            value: pictureCount / portraits,
            unit: '/s',
            limit: { what: 'the face workers alone', value: alone },
          }),
        ],
      },
    ]
  },
}

async function importList(ask: Ask): Promise<number> {
  const lines = Array.from({ length: lineCount }, (_, n) =>
    [n % 2 ? `李伟${n}` : `Anna Berg ${n}`, 13_800_000_000 + n, `J${n}`, `Head office/Department ${n % 50}`].join(','),
  )
  // More columns than these, and 10,000 lines are above the 2 MB that a list may have.
  const titles = 'Name,Phone,Job ID,Department'
  // Writes its input as a workbook.
  const workbook = await writeResult(Buffer.from([titles, ...lines].join('\n')), 'en', new Map())
  const files = [{ name: 'people.xlsx', content: new Uint8Array(workbook) }]
  const began = performance.now()
  const { id } = await ask(importStaff, { query: { makesDepartments: 'true' }, body: { files } })
  const { counts } = await untilDone(ask, id)
  const seconds = (performance.now() - began) / 1000
  if (counts.created !== lineCount) throw new Error(`only ${counts.created} of ${lineCount} people were created`)
  return seconds
}

/** The people of the list once more, as PostgreSQL copies rows that it has: with every index and trigger of ours. */
async function insertBare({ pool }: Installation): Promise<number> {
  const began = performance.now()
  await pool.query(`insert into person (kind, name, name_search, department_id, phone_sealed, phone_masked)
    select kind, name, name_search, department_id, phone_sealed, phone_masked from person`)
  return (performance.now() - began) / 1000
}

/** Seconds until `count` people have the picture as their portrait. */
async function importPortraits(ask: Ask, picture: Buffer, { from, count }: { from: number; count: number }) {
  const { id } = await ask(startPortraitBatch, { body: { name: 'Portraits', force: true } })
  const portrait = new Blob([new Uint8Array(picture)], { type: 'image/jpeg' })
  const began = performance.now()
  for (let first = from; first < from + count; first += picturesAtOnce) {
    const length = Math.min(picturesAtOnce, from + count - first)
    const files = Array.from({ length }, (_, n) => ({ name: `J${first + n}.jpg`, content: portrait }))
    await ask(addPictures, { params: { id }, body: { files } })
  }
  await ask(finishUpload, { params: { id } })
  const { counts } = await untilDone(ask, id)
  const seconds = (performance.now() - began) / 1000
  if (counts.updated !== count) throw new Error(`only ${counts.updated} of ${count} portraits were taken`)
  return seconds
}

async function untilDone(ask: Ask, id: string) {
  for (;;) {
    const run = await ask(getImport, { params: { id } })
    if (run.state === 'done') return run
    await wait(100)
  }
}
