import type { Browser, Cookie, Page } from 'playwright-core'
import type { Growth } from './growth-rows.ts'
import { networkRests } from './network-rests.ts'
import { measurePage } from './measure-page.ts'

type Order = {
  url: string
  usable: string
  cookies: readonly Pick<Cookie, 'name' | 'value'>[]
  paths: readonly string[]
}

/** Changes of the page before anything is compared: what the pages load stays. */
const firstChanges = 20

/** The memory of a page after so many changes of the page, without a new load, and before them. `changes` is the number of whole rounds. */
export async function changePages(
  browser: Browser,
  order: Order,
  changes: number,
): Promise<Growth & { changes: number }> {
  const { url, usable, cookies, paths } = order
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' })
  try {
    await context.addCookies(cookies.map(({ name, value }) => ({ name, value, url: new URL(url).origin })))
    const page = await context.newPage()
    const rests = networkRests(page)
    // It comes once the page has nothing else to do, and stays.
    const palette = page.waitForResponse((response) => /command-palette.*\.js$/.test(response.url()))
    await page.goto(url)
    await page.locator(usable).first().waitFor()
    await palette
    await rests()
    const go = async (count: number) => {
      for (let n = 0; n < count; n++) await changeTo(page, paths[n % paths.length] ?? '/')
    }
    const inRounds = (count: number) => Math.ceil(count / paths.length) * paths.length
    await go(inRounds(firstChanges))
    const before = await measurePage(page)
    await go(inRounds(changes))
    return { changes: inRounds(changes), before, after: await measurePage(page) }
  } finally {
    await context.close()
  }
}

/**
 * The same between two pages of the console on which nothing stands but a sentence: what is left there is of the browser, of the frame and of
 * the router.
 */
export async function changeEmptyPages(
  browser: Browser,
  { url, cookies }: Pick<Order, 'url' | 'cookies'>,
  changes: number,
): Promise<{ what: string; growth: Growth }> {
  const paths = ['/403', '/404']
  const order = { url: new URL('/404', url).href, usable: 'main h1', cookies, paths }
  return { what: 'as many changes of empty pages', growth: await changePages(browser, order, changes) }
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
