import { photograph } from '@gatehouse/testkit/photographs.ts'
import { seedStaff } from '@gatehouse/testkit/seeds/seed-staff.ts'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { faceModelId } from '@gatehouse/face/core/face-models.ts'
import { askServer } from '@gatehouse/testkit/ask-server.ts'
import { photographPath } from '@gatehouse/face/test/photographs.ts'
import { cameraArguments, writeCameraVideo } from '@gatehouse/terminal/test/camera-video.ts'
import type { Page } from 'playwright-core'
import { launchChromium } from '../../../scripts/chromium.ts'
import { type Benchmark, type Context, row, type Row } from './benchmark.ts'
import { measureDay } from './browser-day.ts'
import { measureUnwatched } from './browser-unwatched.ts'
import { measureOutage } from './browser-outage.ts'
import { type Held, look } from './browser/held.ts'
import { heapOf, makePairingCode, watchPage } from './browser/terminal-page.ts'
import { install, type Installation, makeFolder, openSession } from './install/installation.ts'
import { bulkInsertPeople } from '@gatehouse/testkit/bulk-sql/insert-people.ts'
import { bulkInsertTemplates } from '@gatehouse/testkit/bulk-sql/insert-templates.ts'
import { startGatehouseOn } from './install/start-gatehouse.ts'
import { percentile } from './percentile.ts'
import { measureSpoofs } from './spoof-rows.ts'

const peopleCount = 10_000
const passages = 20
/**
 * `BROWSER_BENCH=15`: for 15 more minutes somebody passes every two seconds, to see what grows. `BROWSER_BENCH=75x4`: the same with a
 * camera of four pictures a second, so that hours take a small share of the machine. `BROWSER_BENCH=50000r`: only the records of
 * an outage, 50,000 of them. `BROWSER_BENCH=dayx36`: only a day, with the clock 36 times as fast. `BROWSER_BENCH=30u`: only 30
 * minutes without a debugger.
 */
const order = process.env['BROWSER_BENCH'] ?? ''
const outageRecords = order.endsWith('r') ? Number.parseInt(order, 10) : 0
const dayFactor = order.startsWith('dayx') ? Number(order.slice(4)) : 0
const unwatchedMinutes = order.endsWith('u') ? Number.parseInt(order, 10) : 0
const [minutes = 0, fewFrames = 0] =
  outageRecords > 0 || dayFactor > 0 || unwatchedMinutes > 0 ? [] : order.split('x').map(Number)
const patienceMs = 180_000

export const browserTerminal: Benchmark = {
  name: 'browser-terminal',
  about: `the terminal in Chromium, a filmed person ${passages} times before its camera, ${peopleCount.toLocaleString('en-US')} people in its memory`,
  async run(context) {
    if (outageRecords > 0) return measureOutage(context, outageRecords)
    if (dayFactor > 0) return measureDay(context, dayFactor)
    if (unwatchedMinutes > 0) return measureUnwatched(context, unwatchedMinutes)
    const installation = await install(context)
    context.log(`making ${peopleCount} people with faces`)
    await bulkInsertPeople(installation, peopleCount)
    await bulkInsertTemplates(installation, faceModelId)
    const token = await openSession(installation)
    const server = await startGatehouseOn(context, installation)
    const ask = askServer(server.url, token)
    await seedStaff(ask, { name: 'Franck', jobId: 'A-0017', picture: photograph('franck_02221.jpg') })
    const code = await makePairingCode(ask)

    const video = join(await makeFolder(context), 'film.y4m')
    await writeCameraVideo(video, [
      { pictures: [photographPath('franck_04117.jpg')], seconds: minutes > 0 ? 1.2 : 2 },
      { pictures: [], seconds: minutes > 0 ? 0.8 : 1.5 },
    ])
    const browser = await launchChromium({ args: cameraArguments(video) })
    context.cleanup.defer(() => browser.close())
    const page = await browser.newPage({ baseURL: server.url, locale: 'en-GB', viewport: { width: 1024, height: 768 } })
    await page.addInitScript(watchPage)
    context.log('pairing, fetching everybody')
    await page.goto('/terminal')
    await page.getByLabel('Pairing code').fill(code, { timeout: patienceMs })
    const began = performance.now()
    await page.getByRole('button', { name: 'Pair', exact: true }).click()
    await page.waitForFunction(() => benchNotes.decisions.length > 0, null, { timeout: patienceMs })
    const readyMs = performance.now() - began

    context.log('people pass')
    await untilOpened(installation, 1)
    const openedBefore = await countOpened(installation)
    const before = await heapOf(page)
    const { decisions, frames } = await watchPassages(page)
    const opened = (await untilOpened(installation, openedBefore + 1)) - openedBefore
    const after = await heapOf(page)
    const seconds = ((frames.at(-1) ?? 0) - (frames[0] ?? 0)) / 1000
    const growth = minutes > 0 ? await growthRows(context, page) : []
    context.log('people pass before a camera of ten pictures a second')
    await slowCamera(page, 10)
    const slow = await watchPassages(page)

    context.log('starting again without the server')
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))
    await server.end()
    const reloadedAt = performance.now()
    await page.reload()
    await page.waitForFunction(() => benchNotes.decisions.length > 0, null, { timeout: patienceMs })

    const bytes = await transferBytes(page)
    context.log('photographs held before it')
    const rows = [
      row({
        what: 'first frame with a face to decision, p95',
        value: percentile(decisions, 0.95),
        unit: 'ms',
        atMost: 600,
      }),
      row({ what: '  median', value: percentile(decisions, 0.5), unit: 'ms' }),
      row({
        what: '  with a camera of ten pictures a second, p95',
        value: percentile(slow.decisions, 0.95),
        unit: 'ms',
        atMost: 600,
      }),
      row({ what: '  median', value: percentile(slow.decisions, 0.5), unit: 'ms' }),
      row({ what: 'frames searched for faces', value: (frames.length - 1) / seconds, unit: '/s', atLeast: 10 }),
      row({ what: 'page, runtime and models, compressed', value: bytes / 1000, unit: 'kB', atMost: 14_000 }),
      row({ what: 'paired, until everybody is known and the first is let in', value: readyMs / 1000, unit: 's' }),
      row({
        what: 'started without the server, until the first is let in',
        value: (performance.now() - reloadedAt) / 1000,
        unit: 's',
      }),
      row({ what: `memory of scripts after ${frames.length} frames more`, value: (after - before) / 1000, unit: 'kB' }),
      ...growth,
    ]
    return [
      { work: { what: 'passages decided', expected: passages, done: Math.min(passages, decisions.length) }, rows },
      // The same person is not recorded again within a few seconds: not each of them is in the database.
      { work: { what: 'the filmed person let in, in the database', expected: 1, done: Math.min(1, opened) }, rows: [] },
      await measureSpoofs(),
    ]
  },
}

async function countOpened({ pool }: Installation): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    'select count(*)::int as count from recognition_record where kind = 1 and opened',
  )
  return rows[0]?.count ?? 0
}

/** A record may be on its way still; gives how many came, fewer only when no more do. */
async function untilOpened(installation: Installation, wanted: number): Promise<number> {
  const end = performance.now() + patienceMs
  let opened = 0
  while ((opened = await countOpened(installation)) < wanted && performance.now() < end) await wait(200)
  return opened
}

/** People pass for minutes; memory at the end of each minute is compared, without the first. */
async function growthRows({ log }: Context, page: Page): Promise<Row[]> {
  if (fewFrames > 0) await slowCamera(page, fewFrames)
  await page.evaluate(() => Object.assign(benchNotes, { decisions: [], frames: [] }))
  const held: Held[] = []
  let [passed, seen] = [0, 0]
  for (let minute = 0; minute <= minutes; minute++) {
    await page.waitForTimeout(60_000)
    const counted = await page.evaluate(() => {
      const { decisions, frames } = benchNotes
      Object.assign(benchNotes, { decisions: [], frames: [] })
      return [decisions.length, frames.length] as const
    })
    if (minute > 0) [passed, seen] = [passed + counted[0], seen + counted[1]]
    const now = await look(page)
    held.push(now)
    log(`minute ${minute}: ${JSON.stringify(now)}`)
  }
  const grown = (part: keyof Held) => (held.at(-1)?.[part] ?? 0) - (held[0]?.[part] ?? 0)
  return [
    row({
      what: `${minutes} minutes more, ${passed} passages, ${seen} frames: memory of scripts`,
      value: grown('heap') / 1000,
      unit: 'kB',
    }),
    row({ what: '  elements of the page', value: grown('nodes'), unit: 'nodes' }),
    row({ what: '  rows in the database of the browser', value: grown('rows'), unit: 'records' }),
    row({ what: '  bytes on the disk of the browser', value: grown('stored') / 1000, unit: 'kB' }),
    row({ what: '  memory of the whole process, WebAssembly too', value: grown('resident') / 1000, unit: 'kB' }),
  ]
}

/** The decisions about people who pass, and the frames meanwhile. */
async function watchPassages(page: Page): Promise<{ decisions: number[]; frames: number[] }> {
  await page.evaluate(() => Object.assign(benchNotes, { decisions: [], frames: [] }))
  await page.waitForFunction((wanted) => benchNotes.decisions.length >= wanted, passages, {
    timeout: passages * 12_000,
  })
  return page.evaluate(() => benchNotes)
}

const slowCamera = (page: Page, framesPerSecond: number): Promise<void> =>
  page.evaluate(async (most) => {
    const { srcObject } = document.querySelector('video') ?? {}
    const tracks = srcObject instanceof MediaStream ? srcObject.getVideoTracks() : []
    await Promise.all(tracks.map((track) => track.applyConstraints({ frameRate: { max: most } })))
  }, framesPerSecond)

/** The bytes of the files that the service worker has fetched, by their size on the server's disk: compressed where there is a compressed copy. */
async function transferBytes(page: Page): Promise<number> {
  const files = await page.evaluate(async () => {
    const [name = ''] = await caches.keys()
    const cache = await caches.open(name)
    const answers = await cache.matchAll()
    return answers.map((answer) => Number(answer.headers.get('content-length')))
  })
  return files.reduce((sum, length) => sum + length, 0)
}
