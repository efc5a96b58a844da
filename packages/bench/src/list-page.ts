import type { Browser } from 'playwright-core'
import { launchChromium } from '../../../scripts/chromium.ts'
import { type Benchmark, type Measurement, row } from './benchmark.ts'
import { serveStaticPage } from './browser/serve-static-page.ts'
import { type Opening, openPalette, typedAtOnce } from './browser/open-palette.ts'
import { sizeRows } from './browser/size-rows.ts'
import { visitCold, type VisitOrder } from './browser/visit-cold.ts'
import { visitOften, visits } from './browser/visit-often.ts'
import { install, openSession } from './install/installation.ts'
import { bulkInsertDevices } from '@gatehouse/testkit/bulk-sql/insert-devices.ts'
import { bulkInsertPeople } from '@gatehouse/testkit/bulk-sql/insert-people.ts'
import { bulkInsertRecords } from '@gatehouse/testkit/bulk-sql/insert-records.ts'
import { startGatehouseOn } from './install/start-gatehouse.ts'

const usable = '[data-row]'
const pageSizes = [20, 50, 100, 200]
/** The lists that are opened most often besides records. */
const otherLists = { staff: '/manmgt/staff/0', devices: '/device/list' }

export const listPage: Benchmark = {
  name: 'page',
  about: `cold visits to the lists of records, staff and devices in Chromium, median of ${visits}, also with the processor slowed down four times`,
  async run(context) {
    const installation = await install(context)
    await bulkInsertPeople(installation, 1_000)
    await bulkInsertDevices(installation, 20)
    await bulkInsertRecords(installation, 10_000)
    const server = await startGatehouseOn(context, installation)
    const url = `${server.url}/sign/signRecord`
    const cookies = [
      { name: 'token', value: await openSession(installation) },
      { name: 'isInit', value: '1' },
    ]
    const staticUrl = await serveStaticPage(context)
    const browser = await launchChromium()
    context.cleanup.defer(() => browser.close())
    const measured: Measurement[] = []
    for (const slowdown of [1, 4]) {
      context.log(`visits, processor slowed down ${slowdown} times`)
      const bare = await visitOften(browser, { url: staticUrl, usable: 'button', slowdown })
      const page = await visitOften(browser, { url, usable, slowdown, cookies })
      const sizes = slowdown === 1 ? await sizeRows('records', page, { scriptAndStyle: 320 }) : []
      const limit = { what: 'a static form, no script', value: bare.usableMs }
      const aim = slowdown === 4 ? { atMost: 1_300 } : {}
      const rows = [
        ...sizes,
        row({ what: `first row at ${slowdown}x`, value: page.usableMs, unit: 'ms', limit, ...aim }),
        row({ what: `layout shift at ${slowdown}x`, value: page.layoutShift, unit: 'share', atMost: 0.01 }),
      ]
      const work = { what: `visits that showed records at ${slowdown}x`, expected: visits, done: page.shown }
      measured.push({ work, rows })
    }
    for (const [name, path] of Object.entries(otherLists)) {
      context.log(`visits to ${name}`)
      measured.push(await visitList(browser, name, { url: server.url + path, usable, cookies }))
    }
    context.log('the first Ctrl+K of a cold visit')
    const openings = await openOften(browser, { url, usable, cookies, waitsForLoad: false })
    const openingsAhead = await openOften(browser, { url, usable, cookies, waitsForLoad: true })
    const worst = (all: readonly Opening[], read: (one: Opening) => number) => Math.max(...all.map(read))
    measured.push({
      work: {
        what: 'letters typed at once that the search has',
        expected: 2 * visits * typedAtOnce.length,
        done: [...openings, ...openingsAhead].reduce((sum, { letters }) => sum + letters, 0),
      },
      rows: [
        row({
          what: 'key to focused field, first press, worst',
          value: worst(openings, ({ fieldMs }) => fieldMs),
          unit: 'ms',
          atMost: 50,
        }),
        row({
          what: 'key to search, nothing loaded, worst',
          value: worst(openings, ({ paletteMs }) => paletteMs),
          unit: 'ms',
        }),
        row({
          what: 'key to search, loaded ahead, worst',
          value: worst(openingsAhead, ({ paletteMs }) => paletteMs),
          unit: 'ms',
          atMost: 50,
        }),
      ],
    })
    for (const size of pageSizes) {
      const order = { url: `${url}?size=${size}`, usable, counted: '.list-count', slowdown: 1, cookies }
      const { domNodes, shown } = await visitCold(browser, order)
      measured.push({
        work: { what: `rows of a page of ${size}`, expected: size, done: shown },
        rows: [row({ what: `DOM nodes, ${size} rows`, value: domNodes, unit: 'nodes', atMost: 1_000 })],
      })
    }
    return measured
  },
}

async function visitList(browser: Browser, name: string, order: Omit<VisitOrder, 'slowdown'>): Promise<Measurement> {
  const fast = await visitOften(browser, { ...order, slowdown: 1 })
  const slow = await visitOften(browser, { ...order, slowdown: 4 })
  const shifts = [fast, slow].map(({ layoutShift }) => layoutShift)
  return {
    work: { what: `visits that showed ${name}`, expected: 2 * visits, done: fast.shown + slow.shown },
    rows: [
      ...(await sizeRows(name, fast, { scriptAndStyle: 320 })),
      row({ what: `${name}, DOM nodes, 20 rows`, value: fast.domNodes, unit: 'nodes', atMost: 1_000 }),
      row({ what: `${name}, first row at 1x`, value: fast.usableMs, unit: 'ms' }),
      row({ what: `${name}, first row at 4x`, value: slow.usableMs, unit: 'ms' }),
      row({ what: `${name}, layout shift, worst`, value: Math.max(...shifts), unit: 'share', atMost: 0.01 }),
    ],
  }
}

async function openOften(browser: Browser, order: Parameters<typeof openPalette>[1]): Promise<Opening[]> {
  const seen: Opening[] = []
  for (let i = 0; i < visits; i++) seen.push(await openPalette(browser, order))
  return seen
}
