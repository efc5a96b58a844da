import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { type Role, test } from '../journey.ts'
import { addressIn, goTo, type Ids, settled } from '../pages-to-see.ts'
import { oneTry } from '../patience.ts'
import { heights, type Look, noIds, type Shot, shots } from './looks.ts'
import { fileOf, shotsFolder } from './shot-files.ts'

/** Calls that the frame needs, whatever becomes of the page's own. */
const ofTheFrame =
  /\/v2\/(account|authorize\/status|branding|user\/type|server\/version|alarms\/unseen|lockdowns)(\?|$)/

/** The page's own questions never get an answer, or get none that helps. */
async function answerBadly(page: Page, state: Look['state']): Promise<void> {
  if (state !== 'loading' && state !== 'failed') return
  await page.route('**/api/v2/**', async (route) => {
    if (route.request().method() !== 'GET' || ofTheFrame.test(route.request().url())) return route.fallback()
    if (state === 'failed')
      return route.fulfill({
        status: 500,
        json: { code: 'server.error', message: 'server.error', desc: '', data: null },
      })
  })
}

/** A page that waits or failed is complete once it says so; one that says neither is taken as it is. */
async function stands(page: Page, state: Look['state']): Promise<void> {
  if (state === 'full' || state === 'empty') return settled(page)
  const sign =
    state === 'failed' ? page.getByRole('alert') : page.locator('[class*=skeleton], [role=status][aria-label]')
  await sign
    .first()
    .waitFor(oneTry)
    .catch(() => undefined)
}

type Session = Awaited<ReturnType<Parameters<Parameters<typeof test>[2]>[0]['sessionOf']>>

async function take(browser: Browser, at: { url: string; session: Session; ids: Ids }, { page: seen, look }: Shot) {
  const { language, theme, width, state } = look
  const context = await browser.newContext({
    baseURL: at.url,
    storageState: at.session,
    viewport: { width: Number(width), height: heights[width] },
    colorScheme: theme,
    locale: 'en-GB',
    timezoneId: 'Asia/Shanghai',
    reducedMotion: 'reduce',
  })
  await context.addInitScript((chosen) => localStorage.setItem('language', chosen), language)
  const page = await context.newPage()
  await page.goto('/about')
  await settled(page)
  await answerBadly(page, state)
  await goTo(page, addressIn(seen, at.ids))
  await stands(page, state)
  // away from the corner where it stands at first, over the name of the product
  await page.mouse.move(Number(width) - 1, heights[width] - 1)
  await page.screenshot({ path: join(shotsFolder, fileOf({ name: seen.name, look })), animations: 'disabled' })
  await context.close()
}

test.beforeAll(() => mkdir(shotsFolder, { recursive: true }))

const ofState = (isEmpty: boolean) => shots.filter(({ look }) => (look.state === 'empty') === isEmpty)

for (const [name, pictures] of Map.groupBy(ofState(true), ({ page }) => page.name))
  test(`[empty] ${name}`, async ({ browser, product, sessionOf }) => {
    for (const shot of pictures)
      await take(
        browser,
        { url: product.url, session: await sessionOf(shot.look.role satisfies Role), ids: noIds },
        shot,
      )
  })

for (const [name, pictures] of Map.groupBy(ofState(false), ({ page }) => page.name))
  test(name, async ({ browser, product, sessionOf, seeded }) => {
    for (const shot of pictures)
      await take(browser, { url: product.url, session: await sessionOf(shot.look.role), ids: seeded }, shot)
  })
