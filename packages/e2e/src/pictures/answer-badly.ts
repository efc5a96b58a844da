import type { Page } from '@playwright/test'
import { settled } from '../pages-to-see.ts'
import { oneTry } from '../patience.ts'
import type { Look } from './looks.ts'

/** Calls that the frame needs, whatever becomes of the page's own. */
const ofTheFrame =
  /\/v2\/(account|authorize\/status|branding|user\/type|server\/version|alarms\/unseen|lockdowns)(\?|$)/

/** The page's own questions never get an answer, or get none that helps. */
export async function answerBadly(page: Page, state: Look['state']): Promise<void> {
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
export async function stands(page: Page, state: Look['state']): Promise<void> {
  if (state === 'full' || state === 'empty') return settled(page)
  const sign =
    state === 'failed' ? page.getByRole('alert') : page.locator('[class*=skeleton], [role=status][aria-label]')
  await sign
    .first()
    .waitFor(oneTry)
    .catch(() => undefined)
}
