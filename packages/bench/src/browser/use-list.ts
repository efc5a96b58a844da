import { setTimeout as wait } from 'node:timers/promises'
import type { Browser, Cookie, Page } from 'playwright-core'
import { networkRests } from './network-rests.ts'
import { watchActions } from './watch-actions.ts'

export type UseOrder = {
  url: string
  usable: string
  slowdown: number
  cookies: readonly Pick<Cookie, 'name' | 'value'>[]
  act: (page: Page) => Promise<number>
}

/** The worst time from an action to the next frame while somebody works with a page, and how many actions there were. */
export async function useList(browser: Browser, { url, usable, slowdown, cookies, act }: UseOrder) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' })
  try {
    await context.addCookies(cookies.map(({ name, value }) => ({ name, value, url: new URL(url).origin })))
    const page = await context.newPage()
    const rests = networkRests(page)
    await page.goto(url)
    await page.locator(usable).first().waitFor()
    await rests()
    const devTools = await context.newCDPSession(page)
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    await page.evaluate(watchActions)
    const actions = await act(page)
    // The browser tells how long an action took once its frame is drawn.
    await wait(500)
    const { ms, name } = await page.evaluate(() => globalThis.gatehouseWorstAction)
    return { actions, worstMs: ms, worst: name }
  } finally {
    await context.close()
  }
}

/** As people read, between two presses. */
const pauseMs = 150

async function press(page: Page, keys: readonly string[]): Promise<number> {
  for (const key of keys) {
    await page.keyboard.press(key)
    await wait(pauseMs)
  }
  return keys.length
}

/** Walks the rows, opens the menu of one, searches, and opens the filters. */
export async function walkRows(page: Page): Promise<number> {
  let actions = 0
  const row = page.locator('[data-row]').first()
  await row.focus()
  actions += await press(page, ['ArrowDown', 'ArrowDown', 'ArrowDown', 'End', 'Home'])
  const menu = page.locator('.list-more').first()
  if ((await menu.count()) > 0) {
    await menu.click()
    actions += 1 + (await press(page, ['ArrowDown', 'Escape']))
  }
  const field = page.locator('.list-tokens input')
  if ((await field.count()) > 0) {
    await field.focus()
    actions += await press(page, ['a', 'n', 'n', 'Backspace', 'Backspace', 'Backspace', 'Escape'])
    await row.waitFor()
  }
  const filters = page.locator('.list-filters-button')
  if ((await filters.count()) > 0) {
    await filters.click()
    await wait(2 * pauseMs)
    actions += 1 + (await press(page, ['Escape']))
  }
  return actions
}

/** Walks the tree of departments, folds branches out and in, chooses one and searches. */
export async function walkTree(page: Page): Promise<number> {
  await page.locator('.departments [role=tree]').focus()
  const walked = await press(page, [
    'ArrowDown',
    'ArrowRight',
    'ArrowDown',
    'ArrowRight',
    'ArrowDown',
    'ArrowDown',
    'ArrowLeft',
    'ArrowLeft',
    'Enter',
  ])
  const search = page.locator('.departments input[type=search]')
  await search.focus()
  return walked + (await press(page, ['L', 'e', 'v', 'e', 'l', 'Backspace', 'Backspace']))
}
