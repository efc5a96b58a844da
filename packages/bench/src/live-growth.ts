import { setTimeout as wait } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'
import type { Context, Measurement } from './benchmark.ts'
import { changeEmptyPages } from './browser/change-pages.ts'
import { growthRows } from './browser/growth-rows.ts'
import { measurePage } from './browser/measure-page.ts'
import type { Installation } from './install/installation.ts'
import { passPeople } from './load/pass-people.ts'

/** The events of a day of 1,000 people who pass ten doors each. */
const eventsOfADay = 10_000
const eventsPerSecond = 200
const warmEvents = 1_000
const changes = 200
const warmChanges = 20

type Order = { doors: number; people: number; url: string; cookies: readonly { name: string; value: string }[] }

/** The memory and nodes that a day of events, and many changes between Live and the dashboard, leave behind in a page. */
export async function measureGrowth(
  context: Context,
  installation: Installation,
  browser: Browser,
  { doors, people, url, cookies }: Order,
): Promise<Measurement[]> {
  const browserContext = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' })
  try {
    await browserContext.addCookies(cookies.map((cookie) => ({ ...cookie, url })))
    const page = await browserContext.newPage()
    await page.goto(`${url}/live`)
    await page.locator('.live-tile-main').first().waitFor()
    context.log(`${eventsOfADay} passages, as in a day`)
    const pass = async (count: number) => {
      const { written } = await passPeople(installation, { doors, people, count, perSecond: eventsPerSecond })
      // The last events are drawn by then, and the faces at doors are gone.
      await wait(5_000)
      return written
    }
    await pass(warmEvents)
    const beforeDay = await measurePage(page)
    const written = await pass(eventsOfADay)
    const day = { before: beforeDay, after: await measurePage(page) }
    context.log(`${changes} changes of the page`)
    await changePages(page, warmChanges)
    const beforeChanges = await measurePage(page)
    const changed = await changePages(page, changes)
    const growth = { before: beforeChanges, after: await measurePage(page) }
    const limit = await changeEmptyPages(browser, { url, cookies }, changes)
    const { log } = context
    return [
      {
        work: { what: 'passages of a day', expected: eventsOfADay, done: written },
        rows: growthRows(`${eventsOfADay} passages`, day, { log }),
      },
      {
        work: { what: 'changes of the page', expected: changes, done: changed },
        rows: growthRows(`${changes} changes of the page`, growth, { limit, log }),
      },
    ]
  } finally {
    await browserContext.close()
  }
}

/** To the dashboard and back to Live by the menu; gives how many pages came. */
async function changePages(page: Page, count: number): Promise<number> {
  let changed = 0
  for (let n = 0; n < count; n += 2) {
    await page.locator('nav a[href="/dashboard"]').first().click()
    await page.locator('.board-today .figure-link').first().waitFor()
    await page.locator('nav a[href="/live"]').first().click()
    await page.locator('.live-tile-main').first().waitFor()
    changed += 2
  }
  return changed
}
