import { setTimeout as wait } from 'node:timers/promises'
import { bulkInsertDevices } from '@gatehouse/testkit/bulk-sql/insert-devices.ts'
import { bulkInsertPeople } from '@gatehouse/testkit/bulk-sql/insert-people.ts'
import type { Browser, Page } from 'playwright-core'
import { launchChromium } from '../../../scripts/chromium.ts'
import { type Benchmark, type Context, type Measurement, row, type Row } from './benchmark.ts'
import { serveStaticPage } from './browser/serve-static-page.ts'
import { sizeRows } from './browser/size-rows.ts'
import { visitOften, visits } from './browser/visit-often.ts'
import { watchActions } from './browser/watch-actions.ts'
import { type Tasks, watchTasks } from './browser/watch-tasks.ts'
import { type Installation, install, openSession } from './install/installation.ts'
import { measureGrowth } from './live-growth.ts'
import { passPeople } from './load/pass-people.ts'
import { startGatehouseOn } from './install/start-gatehouse.ts'

const doors = 200
const people = 1_000
const eventsPerSecond = 50
const seconds = 20
const usable = '.live-tile-main'
const cookiesOf = (token: string) => [
  { name: 'token', value: token },
  { name: 'isInit', value: '1' },
]

/** Live with its doors as tiles, which have more elements than marks on a plan. */
export const live: Benchmark = {
  name: 'live',
  about: `Live with ${doors} doors in Chromium: cold visits, median of ${visits}, and ${eventsPerSecond} passages a second for ${seconds} s, the same ones each time`,
  async run(context) {
    const installation = await install(context)
    await bulkInsertPeople(installation, people)
    await bulkInsertDevices(installation, doors)
    await keepOnline(installation)
    const server = await startGatehouseOn(context, installation)
    const cookies = cookiesOf(await openSession(installation))
    const staticUrl = await serveStaticPage(context)
    const browser = await launchChromium()
    context.cleanup.defer(() => browser.close())
    const measured: Measurement[] = []
    const url = `${server.url}/live`
    for (const slowdown of [1, 4]) {
      context.log(`visits, processor slowed down ${slowdown} times`)
      const bare = await visitOften(browser, { url: staticUrl, usable: 'button', slowdown })
      const page = await visitOften(browser, { url, usable, slowdown, cookies })
      const limit = { what: 'a static form, no script', value: bare.usableMs }
      const aim = slowdown === 4 ? { atMost: 1_500 } : {}
      const rows = [
        ...(slowdown === 1 ? await sizeRows('Live', page, {}) : []),
        row({ what: `first door at ${slowdown}x`, value: page.usableMs, unit: 'ms', limit, ...aim }),
        row({ what: `layout shift at ${slowdown}x`, value: page.layoutShift, unit: 'share', atMost: 0.01 }),
      ]
      measured.push({
        work: { what: `visits that showed doors at ${slowdown}x`, expected: visits, done: page.shown },
        rows,
      })
    }
    for (const slowdown of [1, 4])
      measured.push(await stream(context, installation, browser, { url, staticUrl, cookies, slowdown }))
    const company = { doors, people, url: server.url, cookies }
    return [...measured, ...(await measureGrowth(context, installation, browser, company))]
  },
}

type Order = { url: string; staticUrl: string; cookies: ReturnType<typeof cookiesOf>; slowdown: number }

/** The page while people pass, and before it an empty page while the same people pass. */
async function stream(
  context: Context,
  installation: Installation,
  browser: Browser,
  { url, staticUrl, cookies, slowdown }: Order,
): Promise<Measurement> {
  const watch = async (address: string, act: (page: Page) => Promise<unknown>) => {
    const browserContext = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' })
    try {
      await browserContext.addCookies(cookies.map((cookie) => ({ ...cookie, url: new URL(address).origin })))
      const page = await browserContext.newPage()
      await page.goto(address)
      if (address === url) await page.locator(usable).first().waitFor()
      await page.evaluate(watchActions)
      const devTools = await browserContext.newCDPSession(page)
      await devTools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
      const events: { written: number }[] = []
      const tasks = await watchTasks(browser, page, async () => {
        const passing = passPeople(installation, {
          doors,
          people,
          count: seconds * eventsPerSecond,
          perSecond: eventsPerSecond,
        })
        await act(page)
        events.push(await passing)
      })
      return {
        tasks,
        written: events[0]?.written ?? 0,
        worstMs: (await page.evaluate(() => globalThis.gatehouseWorstAction)).ms,
        nodes: await page.locator('*').count(),
      }
    } finally {
      await browserContext.close()
    }
  }
  context.log(`${eventsPerSecond} passages a second, processor slowed down ${slowdown} times`)
  const bare = await watch(staticUrl, async () => undefined)
  const page = await watch(url, useLive)
  const rows = [
    ...taskRows(page.tasks, bare.tasks, slowdown),
    row({
      what: `action to next frame, worst, at ${slowdown}x`,
      value: page.worstMs,
      unit: 'ms',
      atMost: slowdown === 1 ? 80 : 200,
    }),
    ...(slowdown === 1 ? [row({ what: 'DOM nodes', value: page.nodes, unit: 'nodes', atMost: 2_500 })] : []),
  ]
  const work = { what: `passages at ${slowdown}x`, expected: seconds * eventsPerSecond, done: page.written }
  return { work, rows }
}

function taskRows(page: Tasks, bare: Tasks, slowdown: number): Row[] {
  const of = (what: string, value: number) => ({ what: `an empty page: ${what}`, value })
  return [
    row({
      what: `tasks of at most 50 ms at ${slowdown}x`,
      value: page.shareShort,
      unit: 'share',
      limit: of('such tasks', bare.shareShort),
      ...(slowdown === 1 && { atLeast: 0.99 }),
    }),
    row({ what: '  the longest task', value: page.longestMs, unit: 'ms', limit: of('longest task', bare.longestMs) }),
    row({ what: '  main thread busy', value: page.busyShare, unit: 'share', limit: of('busy', bare.busyShare) }),
  ]
}

/** Devices that nobody hears from are offline after a while; these were heard tomorrow, so that every tile has its button to open. */
const keepOnline = ({ pool }: Installation) =>
  pool.query(`update device set is_online = true, last_seen_at = now() + interval '1 day'`)

/** Moves among the events and chooses doors, as somebody does who works with it. */
async function useLive(page: Page): Promise<void> {
  for (let round = 0; round < 8; round++) {
    await page.locator(usable).nth(round).click()
    await wait(500)
    await page.locator('.live-events').focus()
    for (let n = 0; n < 5; n++) {
      await page.keyboard.press('j')
      await wait(120)
    }
    // Elsewhere nothing holds the list still.
    await page.locator('.live-wall .search-field').focus()
    await page.mouse.move(4, 896)
    await wait(700)
  }
}
