import { launchChromium } from '../../../scripts/chromium.ts'
import { type Benchmark, type Measurement, row } from './benchmark.ts'
import { serveStaticPage } from './browser/serve-static-page.ts'
import { sizeRows } from './browser/size-rows.ts'
import { visitOften, visits } from './browser/visit-often.ts'
import { install } from './install/installation.ts'
import { startGatehouseOn } from './install/start-gatehouse.ts'

const usable = 'button[type=submit]'

export const loginPage: Benchmark = {
  name: 'login',
  about: `cold visits to the login page in Chromium, median of ${visits}, also with the processor slowed down four times`,
  async run(context) {
    const installation = await install(context)
    const server = await startGatehouseOn(context, installation)
    const url = `${server.url}/login`
    const staticUrl = await serveStaticPage(context)
    const browser = await launchChromium()
    context.cleanup.defer(() => browser.close())
    const measured: Measurement[] = []
    for (const slowdown of [1, 4]) {
      context.log(`visits, processor slowed down ${slowdown} times`)
      const bare = await visitOften(browser, { url: staticUrl, usable, slowdown })
      const page = await visitOften(browser, { url, usable, slowdown })
      const sizes = slowdown === 1 ? await sizeRows('login', page, { script: 80 }) : []
      const against = (value: number) => ({ what: 'a static form, no script', value })
      const aim = slowdown === 4 ? { atMost: 450 } : {}
      const rows = [
        ...sizes,
        row({
          what: `usable at ${slowdown}x`,
          value: page.usableMs,
          unit: 'ms',
          limit: against(bare.usableMs),
          ...aim,
        }),
        row({
          what: `largest paint at ${slowdown}x`,
          value: page.largestPaintMs,
          unit: 'ms',
          limit: against(bare.largestPaintMs),
        }),
        row({ what: `layout shift at ${slowdown}x`, value: page.layoutShift, unit: 'share', atMost: 0.01 }),
      ]
      const work = { what: `forms shown at ${slowdown}x, ours and the static one`, expected: 2 * visits }
      measured.push({ work: { ...work, done: page.shown + bare.shown }, rows })
    }
    return measured
  },
}
