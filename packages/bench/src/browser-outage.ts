import { readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { askServer } from '@gatehouse/testkit/ask-server.ts'
import { photographPath } from '@gatehouse/face/test/photographs.ts'
import type { Change, openIndexedDbStore } from '@gatehouse/terminal/browser/store/indexed-db-store.ts'
import type { makeId } from '@gatehouse/terminal/lib/random.ts'
import { buildIndexedDbScript } from '@gatehouse/terminal/test/indexed-db-script.ts'
import type { Page } from 'playwright-core'
import { type Context, type Measurement, row } from './benchmark.ts'
import { countRecords } from './browser/count-records.ts'
import { residentBytes } from './browser/held.ts'
import { heapOf, makePairingCode, openProfile } from './browser/terminal-page.ts'
import { install, openSession } from './install/installation.ts'
import { bulkInsertPeople } from '@gatehouse/testkit/bulk-sql/insert-people.ts'
import { startGatehouse } from './install/start-gatehouse.ts'
import { percentile } from './percentile.ts'

const peopleCount = 1_000
/** So many are decided about before anything is delivered, to compare with. */
const passagesBefore = 20
/** Of the newest records only, as the terminal keeps them. */
const pictures = 20_000
/** Records in one transaction. */
const atOnce = 200
const patienceMs = 180_000
const deadlineMs = 3_600_000

/**
 * A terminal in a browser that was cut off for long: its own disk, a profile in a folder, is filled by its own code with so many
 * records, the newest 20,000 with pictures of 25 kB. Then it starts without its server, decides, and delivers when the server is back.
 */
export async function measureOutage(context: Context, count: number): Promise<Measurement[]> {
  const installation = await install(context)
  const personIds = await bulkInsertPeople(installation, peopleCount, 200)
  const token = await openSession(installation)
  const on = (port: string) =>
    startGatehouse(context, {
      GATEHOUSE_DATA: installation.dataFolder,
      DATABASE_URL: installation.databaseUrl,
      PORT: port,
    })
  const server = await on('0')
  const page = await openProfile(context, {
    scenes: [
      { pictures: [photographPath('franck_04117.jpg')], seconds: 2 },
      { pictures: [], seconds: 1.5 },
    ],
  })
  context.log('pairing')
  await page.goto(`${server.url}/terminal#${await makePairingCode(askServer(server.url, token))}`)
  await untilDecided(page)
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await server.end()

  context.log(`writing ${count} records`)
  const fillMs = await fill(context, page, { url: server.url, count, personIds })
  const stored = await page.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0)

  context.log('starting without the server')
  const startedAt = performance.now()
  await page.goto(`${server.url}/terminal`)
  await page.getByText(/\d{2,} waiting to be sent/).waitFor({ timeout: patienceMs })
  const startMs = performance.now() - startedAt
  await untilDecided(page)
  const heapBefore = await heapOf(page)
  await forget(page)
  await page.waitForFunction((wanted) => benchNotes.decisions.length >= wanted, passagesBefore, {
    timeout: passagesBefore * 12_000,
  })
  const before = await watched(page)

  context.log('the server is back')
  await on(new URL(server.url).port)
  const began = performance.now()
  let [delivered, resident, heapPeak] = [0, 0, 0]
  while (delivered < count) {
    if (performance.now() - began > deadlineMs) throw new Error(`after an hour ${delivered} of ${count} have come`)
    await wait(5_000)
    delivered = (await countRecords(installation)).count
    heapPeak = Math.max(heapPeak, await heapOf(page))
    resident = Math.max(resident, (await residentBytes(page)).resident)
    context.log(
      `${delivered} have come; ${Math.round(heapPeak / 1e6)} MB of scripts, ${Math.round(resident / 1e6)} in all`,
    )
  }
  const deliveredMs = performance.now() - began
  const meanwhile = await watched(page)
  const counted = await countRecords(installation)
  const rows = [
    row({
      what: `${count} records written, the newest 20,000 with pictures`,
      value: count / (fillMs / 1000),
      unit: '/s',
    }),
    row({ what: '  what they take on the disk of the browser', value: stored / 1000, unit: 'kB' }),
    row({ what: 'started without the server with these waiting', value: startMs / 1000, unit: 's' }),
    row({ what: 'from the server’s return until all have come', value: deliveredMs / 1000, unit: 's' }),
    row({ what: '  records a second', value: delivered / (deliveredMs / 1000), unit: '/s' }),
    row({
      what: '  kept by the terminal, not in the database',
      value: counted.highest - counted.count,
      unit: 'records',
      atMost: 0,
    }),
    row({ what: '  in the database twice', value: counted.count - counted.numbers, unit: 'records', atMost: 0 }),
    row({ what: '  people decided about meanwhile', value: meanwhile.decisions, unit: 'records' }),
    row({
      what: '  first frame with a face to decision, p95',
      value: meanwhile.p95,
      unit: 'ms',
      limit: { what: 'with nothing being delivered', value: before.p95 },
      atMost: 500,
    }),
    row({
      what: '  frames searched for faces',
      value: meanwhile.framesPerSecond,
      unit: '/s',
      limit: { what: 'with nothing being delivered', value: before.framesPerSecond },
      atLeast: 10,
    }),
    row({ what: '  memory of scripts at most, before it', value: heapBefore / 1000, unit: 'kB' }),
    row({ what: '  memory of scripts at most, meanwhile', value: heapPeak / 1000, unit: 'kB' }),
    row({ what: '  memory of the whole process at most', value: resident / 1000, unit: 'kB' }),
  ]
  const kept = { what: 'records kept by the terminal, in the database', expected: counted.highest, done: counted.count }
  return [{ work: kept, rows }]
}

const forget = (page: Page) => page.evaluate(() => Object.assign(benchNotes, { decisions: [], frames: [] }))

/** The notes since the last reset. */
async function watched(page: Page) {
  const { decisions, frames } = await page.evaluate(() => benchNotes)
  await forget(page)
  const seconds = ((frames.at(-1) ?? 0) - (frames[0] ?? 0)) / 1000
  return {
    decisions: decisions.length,
    p95: percentile(decisions, 0.95),
    framesPerSecond: (frames.length - 1) / seconds,
  }
}

/** It knows everybody, and has decided about the one before its camera. */
const untilDecided = (page: Page) =>
  page.waitForFunction(() => benchNotes.decisions.length > 0, null, { timeout: patienceMs })

interface Fill {
  readonly url: string
  readonly count: number
  readonly personIds: readonly string[]
}

/** From a page of the same origin that is no terminal: there the code of the terminal writes what its decisions would have. */
async function fill(context: Context, page: Page, { url, count, personIds }: Fill): Promise<number> {
  const script = await buildIndexedDbScript()
  await page.route('**/outage*', (route) =>
    route.request().url().endsWith('.js')
      ? route.fulfill({ contentType: 'text/javascript', body: script })
      : route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>outage</title>' }),
  )
  await page.goto(`${url}/outage`)
  // The terminal has already made some, of the people in front of its camera.
  const first = await page.evaluate<number>(
    `import('/outage.js').then(async (lib) => { const database = await lib.openIndexedDbStore('gatehouse-terminal'); const kept = await database.read('note', 'next-sequence'); database.close(); return kept?.json ?? 1 })`,
  )
  const picture = (await readFile(photographPath('franck_04117.jpg'))).toString('base64')
  const began = performance.now()
  for (let written = 0; written < count; written += atOnce) {
    const many = Math.min(atOnce, count - written)
    const block = { from: first + written, many, picture: written < count - pictures ? null : picture, personIds }
    // As text: the compiler does not know the script.
    await page.evaluate(
      `import('/outage.js').then((lib) => (${writeRecords.toString()})(lib, ${JSON.stringify(block)}))`,
    )
    if ((written + atOnce) % 5_000 === 0) context.log(`${written + atOnce} written`)
  }
  return performance.now() - began
}

interface StoreScript {
  readonly openIndexedDbStore: typeof openIndexedDbStore
  readonly makeId: typeof makeId
}

interface Block {
  readonly from: number
  readonly many: number
  /** In base64; null where the terminal would have dropped it for a newer one. */
  readonly picture: string | null
  readonly personIds: readonly string[]
}

/** Runs in the page. Each picture is another to the server. */
async function writeRecords(
  { openIndexedDbStore, makeId }: StoreScript,
  { from, many, picture, personIds }: Block,
): Promise<void> {
  const database = await openIndexedDbStore('gatehouse-terminal')
  const jpeg = picture === null ? null : Uint8Array.fromBase64(picture)
  const changes: Change[] = Array.from({ length: many }, (_, i) => {
    const comment = [0xff, 0xfe, 0, 18, ...crypto.getRandomValues(new Uint8Array(16))]
    const recognisedAt = Temporal.Now.instant().round('millisecond').toString()
    const json = {
      id: makeId(),
      kind: 'staff',
      personId: personIds[i % personIds.length],
      recognisedAt,
      entryMode: 'face',
      cosine: 0.7,
      liveness: 0.9,
      opened: true,
      abnormal: 'none',
      faceBox: null,
      reasons: [{ code: 'group-bound', groupIds: [] }],
    }
    return [
      'record',
      from + i,
      { json, bytes: jpeg && Uint8Array.from([...jpeg.subarray(0, 2), ...comment, ...jpeg.subarray(2)]) },
    ]
  })
  database.change([...changes, ['note', 'next-sequence', { json: from + many }]])
  await database.saved()
  database.close()
}
