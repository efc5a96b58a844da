import type { Browser, Cookie, Page } from 'playwright-core'
import { measurePage } from './measure-page.ts'

type Growth = { changes: number; nodes: number; listeners: number; heap: number }

type Order = {
  url: string
  usable: string
  cookies: readonly Pick<Cookie, 'name' | 'value'>[]
  paths: readonly string[]
}

/** Pages that are visited before anything is compared: what they load stays. */
const firstRounds = 2

/** How many times as much a page holds after so many changes of the page, without a new load, as after each was seen twice. */
export async function changePages(browser: Browser, order: Order, changes: number): Promise<Growth> {
  const { url, usable, cookies, paths } = order
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' })
  try {
    await context.addCookies(cookies.map(({ name, value }) => ({ name, value, url: new URL(url).origin })))
    const page = await context.newPage()
    await page.goto(url)
    await page.locator(usable).first().waitFor()
    const go = async (count: number) => {
      for (let n = 0; n < count; n++) await changeTo(page, paths[n % paths.length] ?? '/')
    }
    await go(firstRounds * paths.length)
    const before = await measurePage(page)
    const rounds = Math.ceil(changes / paths.length)
    await go(rounds * paths.length)
    const after = await measurePage(page)
    return {
      changes: rounds * paths.length,
      nodes: after.nodes / before.nodes,
      listeners: after.listeners / before.listeners,
      heap: after.heapKb / before.heapKb,
    }
  } finally {
    await context.close()
  }
}

/** As a link of the console does, without a new load of the document; until its heading stands and nothing is asked. */
async function changeTo(page: Page, path: string): Promise<void> {
  await page.evaluate((address) => {
    history.pushState(null, '', address)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
  await page.waitForFunction(
    (address) => location.pathname === address && !document.querySelector('main[aria-busy=true]'),
    path,
  )
  await page.locator('main h1').first().waitFor({ state: 'attached' })
  await page.waitForFunction(() => !document.querySelector('[class*=skeleton]'))
}
