import { launchChromium } from '../../../scripts/chromium.ts'
import { type Benchmark, type Measurement, row } from './benchmark.ts'
import { serveStaticPage } from './browser/serve-static-page.ts'
import { sizeRows } from './browser/size-rows.ts'
import { visitCold } from './browser/visit-cold.ts'
import { visitOften, visits } from './browser/visit-often.ts'
import { install, openSession } from './install/installation.ts'
import { bulkInsertDevices } from '@gatehouse/testkit/bulk-sql/insert-devices.ts'
import { bulkInsertPeople } from '@gatehouse/testkit/bulk-sql/insert-people.ts'
import { bulkInsertRecords } from '@gatehouse/testkit/bulk-sql/insert-records.ts'
import { startGatehouseOn } from './install/start-gatehouse.ts'

const usable = '[data-row]'
const pageSizes = [20, 50, 100, 200]

export const listPage: Benchmark = {
  name: 'page',
  about: `cold visits to the records list in Chromium, median of ${visits}, also with the processor slowed down four times`,
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
