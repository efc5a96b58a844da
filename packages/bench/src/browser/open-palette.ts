import { setTimeout as wait } from 'node:timers/promises'
import type { Browser, Cookie } from 'playwright-core'

export type Opening = {
  /** Milliseconds from the key until the frame after the one in which the field had the focus. */
  fieldMs: number
  /** The same until the palette had been drawn. */
  paletteMs: number
  /** How many of the letters that were typed it has. */
  letters: number
}

const readingMs = 1_000

type Order = {
  url: string
  usable: string
  cookies: readonly Pick<Cookie, 'name' | 'value'>[]
  waitsForLoad: boolean
  /** Typed right after the key, without waiting for anything. */
  typed: string
}

declare global {
  var gatehouseOpening: { fieldMs: number | undefined; paletteMs: number | undefined }
}

/**
 * The first press of Ctrl+K of a cold visit: nothing kept in the browser. `waitsForLoad`: once the page has loaded the palette ahead, as it
 * does when nothing else is to be done.
 */
export async function openPalette(
  browser: Browser,
  { url, usable, cookies, waitsForLoad, typed }: Order,
): Promise<Opening> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' })
  try {
    await context.addCookies(cookies.map(({ name, value }) => ({ name, value, url: new URL(url).origin })))
    const page = await context.newPage()
    await page.addInitScript(watchOpening)
    const isPalette = (address: string) => address.includes('command-palette')
    const ahead = waitsForLoad
      ? page.waitForResponse((response) => isPalette(response.url()) && response.url().endsWith('.js'))
      : undefined
    await page.goto(url)
    await page.locator(usable).first().waitFor()
    await ahead
    // the page has been idle before: it reads the file, and its texts come, after this answer
    if (waitsForLoad) await wait(readingMs)
    await page.keyboard.press('Control+k')
    await page.keyboard.type(typed)
    await page.waitForFunction(() => globalThis.gatehouseOpening.paletteMs !== undefined)
    const has = await page.locator('dialog.palette input').inputValue()
    const { fieldMs = NaN, paletteMs = NaN } = await page.evaluate(() => globalThis.gatehouseOpening)
    return { fieldMs, paletteMs, letters: has.length }
  } finally {
    await context.close()
  }
}

/** Runs in the page before anything of it does. */
function watchOpening(): void {
  const seen: typeof globalThis.gatehouseOpening = { fieldMs: undefined, paletteMs: undefined }
  globalThis.gatehouseOpening = seen
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'k' || !event.ctrlKey) return
    removeEventListener('keydown', press, true)
    const since = event.timeStamp
    const look = () => {
      const now = performance.now() - since
      const { activeElement } = document
      if (seen.fieldMs === undefined && activeElement?.matches('.bar-find input, dialog.palette input'))
        seen.fieldMs = now
      const palette = document.querySelector('dialog.palette[open] [role=listbox]')
      if (palette && palette.getBoundingClientRect().height > 0) seen.paletteMs = now
      else requestAnimationFrame(look)
    }
    // in the frame after the one that drew it, it is on the screen
    requestAnimationFrame(() => requestAnimationFrame(look))
  }
  addEventListener('keydown', press, true)
}
