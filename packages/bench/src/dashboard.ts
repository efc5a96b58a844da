import { setTimeout as wait } from 'node:timers/promises'
import { requestOf } from '@gatehouse/contract/client.ts'
import { getDashboard } from '@gatehouse/contract/features/dashboard.ts'
import { live as liveRoute } from '@gatehouse/contract/features/live.ts'
import { sendRequest } from '@gatehouse/testkit/ask-server.ts'
import type { Browser } from 'playwright-core'
import { launchChromium } from '../../../scripts/chromium.ts'
import { type Benchmark, type Context, type Measurement, row, type Row } from './benchmark.ts'
import { growthRows } from './browser/growth-rows.ts'
import { measurePage } from './browser/measure-page.ts'
import { sizeRows } from './browser/size-rows.ts'
import { visitOften, visits } from './browser/visit-often.ts'
import { type Installation, install, openSession } from './install/installation.ts'
import { bulkInsertDevices } from '@gatehouse/testkit/bulk-sql/insert-devices.ts'
import { bulkInsertPeople } from '@gatehouse/testkit/bulk-sql/insert-people.ts'
import { bulkInsertRecords } from '@gatehouse/testkit/bulk-sql/insert-records.ts'
import { startGatehouseOn } from './install/start-gatehouse.ts'
import type { RunningGatehouse } from '@gatehouse/testkit/start-gatehouse.ts'
import { usageOf } from './install/usage-of.ts'

const openDashboards = 20
const watchedSeconds = 30
const liveEvents = 10_000
/** Everything that is made once and kept (texts, formats, code) exists after these. */
const warmEvents = 1_000

/** A company of 300 with 20 doors and 20,000 records that has finished its first steps: about the demo company. */
export const dashboard: Benchmark = {
  name: 'dashboard',
  about: `the dashboard of a company of 300: cold visits, median of ${visits}; ${openDashboards} open at once; ${liveEvents.toLocaleString('en-US')} live events`,
  async run(context) {
    const installation = await install(context)
    await bulkInsertPeople(installation, 300)
    await bulkInsertDevices(installation, 20)
    await bulkInsertRecords(installation, 20_000)
    await finishFirstSteps(installation)
    const server = await startGatehouseOn(context, installation)
    const token = await openSession(installation)
    const browser = await launchChromium()
    context.cleanup.defer(() => browser.close())
    const order = {
      url: `${server.url}/dashboard`,
      usable: '.board-today .figure-link',
      cookies: [
        { name: 'token', value: token },
        { name: 'isInit', value: '1' },
      ],
    }
    const measured: Measurement[] = []
    for (const slowdown of [1, 4]) {
      const rows: Row[] = []
      context.log(`visits, processor slowed down ${slowdown} times`)
      const visit = await visitOften(browser, { ...order, slowdown })
      if (slowdown === 1) rows.push(...(await sizeRows('dashboard', visit, {})))
      const aim = slowdown === 4 ? { atMost: 1_500 } : {}
      rows.push(
        row({ what: `first figures at ${slowdown}x`, value: visit.usableMs, unit: 'ms', ...aim }),
        row({ what: `layout shift at ${slowdown}x`, value: visit.layoutShift, unit: 'share', atMost: 0.01 }),
      )
      measured.push({ work: { what: 'visits that showed figures', expected: visits, done: visit.shown }, rows })
    }
    measured.push(await openTogether(context, installation, server, token))
    for (const view of ['board', 'exhibition'] as const)
      measured.push(await live(context, installation, browser, order, view))
    return measured
  },
}

/** Adds what the other seeds leave out: a person with a portrait, and a policy. */
async function finishFirstSteps({ pool }: Installation): Promise<void> {
  await pool.query(`with portrait as (
      insert into image (kind, blob_hash, content_type, width, height, byte_size) values ('portrait', '', 'image/jpeg', 1, 1, 1) returning id)
    update person set portrait_id = portrait.id from portrait where person.id = (select id from person limit 1)`)
  await pool.query(`with timetable as (insert into timetable (name, week, holiday) values ('Always', '[]', '[]') returning id)
    insert into pass_policy (device_id, group_id, timetable_id)
    select d.id, g.id, t.id from (select id from device limit 1) d, (select id from person_group limit 1) g, timetable t`)
}

/** Somebody passes each second; each dashboard asks as the console does, at most once a second. */
async function openTogether(
  context: Context,
  installation: Installation,
  server: RunningGatehouse,
  token: string,
): Promise<Measurement> {
  const watch = async (count: number) => {
    context.log(`${count} dashboards open, a passage each second`)
    const stop = new AbortController()
    const watching = Array.from({ length: count }, () => followAsConsole(server.url, token, stop.signal))
    await wait(1_000)
    const before = await usageOf(server)
    for (let second = 0; second < watchedSeconds; second++) {
      await passOnce(installation)
      await wait(1_000)
    }
    const after = await usageOf(server)
    stop.abort()
    const asked = await Promise.all(watching)
    return {
      share: (after.cpuMs - before.cpuMs) / (watchedSeconds * 1000),
      asked: asked.reduce((a, b) => a + b, 0),
      followed: asked.filter((questions) => questions > 0).length,
    }
  }
  const none = await watch(0)
  const all = await watch(openDashboards)
  const rows = [
    row({
      what: `${openDashboards} dashboards: of one core for the server`,
      value: all.share - none.share,
      unit: 'share',
      atMost: 0.05,
    }),
    row({ what: '  the server without them', value: none.share, unit: 'share' }),
    row({ what: '  how often they asked, each second', value: all.asked / watchedSeconds, unit: '/s' }),
  ]
  return { work: { what: 'dashboards that followed the passages', expected: openDashboards, done: all.followed }, rows }
}

/** The live line, and after each hint a question; gives how many. */
async function followAsConsole(url: string, token: string, signal: AbortSignal): Promise<number> {
  let asked = 0
  let isBusy = false
  let again = false
  const ask = async (): Promise<void> => {
    if (isBusy) {
      again = true
      return
    }
    isBusy = true
    const answer = await sendRequest(url, token, requestOf(getDashboard), { signal })
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`the dashboard answered ${answer.status}`)
    asked++
    await wait(1_000, undefined, { signal })
    isBusy = false
    if (again) {
      again = false
      await ask()
    }
  }
  const ignoreEnd = (error: unknown) => {
    if (!signal.aborted) throw error
  }
  try {
    const line = await sendRequest(url, token, requestOf(liveRoute), { signal })
    const decoder = new TextDecoder()
    for await (const chunk of line.body ?? []) if (decoder.decode(chunk).includes('"records"')) ask().catch(ignoreEnd)
  } catch (error) {
    ignoreEnd(error)
  }
  return asked
}

/** One person at one door now, and the hint that the device link gives. */
async function passOnce({ pool }: Installation): Promise<void> {
  await pool.query(
    `insert into recognition_record (id, recognised_at, received_at, device_id, device_sequence, device_name, kind, person_id,
       person_name, direction, entry_mode, cosine, liveness, opened, abnormal, reasons, capture_hash, has_doubtful_time)
     select gen_random_uuid(), clock_timestamp(), clock_timestamp(), d.id, 1, d.name, 1, p.id, p.name, 0, 'face', 0.7, 0.97, true, 'none', '[]', null, false
     from (select id, name from device order by random() limit 1) d, (select id, name from person order by random() limit 1) p`,
  )
  await hintRecords({ pool })
}
const hintRecords = ({ pool }: Pick<Installation, 'pool'>) =>
  pool.query(`select pg_notify('gatehouse_hint', '{"to":"consoles","topic":"records"}')`)

/** Measures the memory that ten thousand live events leave behind in a page. */
async function live(
  context: Context,
  installation: Installation,
  browser: Browser,
  order: { url: string; cookies: { name: string; value: string }[] },
  view: 'board' | 'exhibition',
): Promise<Measurement> {
  context.log(`${liveEvents} live events, ${view}`)
  const origin = new URL(order.url).origin
  const browserContext = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' })
  try {
    await browserContext.addCookies(order.cookies.map((cookie) => ({ ...cookie, url: origin })))
    if (view === 'exhibition')
      await browserContext.addInitScript(() => localStorage.setItem('commonSettings', '{"exhibitionMode":"1"}'))
    await browserContext.addInitScript(countHints)
    const page = await browserContext.newPage()
    await page.goto(order.url)
    await page
      .locator(view === 'board' ? '.board-today .figure-link' : '.exhibition')
      .first()
      .waitFor()
    let sendingMs = 0
    const send = async (count: number) => {
      const beganMs = performance.now()
      for (let sent = 0; sent < count; sent += 10) {
        await passOnce(installation)
        for (let n = 1; n < 10; n++) await hintRecords(installation)
        await wait(10)
      }
      sendingMs += performance.now() - beganMs
      await wait(3_000)
    }
    await send(warmEvents)
    const before = await measurePage(page)
    await send(liveEvents)
    const after = await measurePage(page)
    const rows = growthRows(`${liveEvents} live events on the ${view}`, { before, after }, context)
    const heard = await page.evaluate(() => globalThis.gatehouseHints)
    rows.push(row({ what: `  ${view}: hints that told of them`, value: heard / (sendingMs / 1_000), unit: '/s' }))
    // The live stream gathers fast events into at most four hints a second; a page that heard one a second followed all.
    const expected = Math.floor(sendingMs / 1_000)
    return {
      work: { what: `seconds of live events that ${view} heard`, expected, done: Math.min(heard, expected) },
      rows,
    }
  } finally {
    await browserContext.close()
  }
}

declare global {
  var gatehouseHints: number
}

/** Runs in the page before anything of it does. */
function countHints(): void {
  globalThis.gatehouseHints = 0
  // Tabs share the stream, and hear of it by the port of its worker.
  globalThis.SharedWorker = class extends SharedWorker {
    constructor(...args: ConstructorParameters<typeof SharedWorker>) {
      super(...args)
      this.port.addEventListener('message', ({ data }: MessageEvent<{ topics: readonly string[] }>) => {
        if (data.topics.includes('records')) globalThis.gatehouseHints++
      })
    }
  }
}
