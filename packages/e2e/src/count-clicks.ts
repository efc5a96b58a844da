import type { Page } from '@playwright/test'

/**
 * Counts every press of a pointer in a page from now on, on whatever page it is by then. A press that is held is one; typing, keys and a
 * file that is chosen are none.
 */
export async function countClicks(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(watchPresses)
  await page.evaluate(watchPresses)
  await page.evaluate(() => sessionStorage.removeItem('countedPresses'))
  return () => page.evaluate(() => Number(sessionStorage.getItem('countedPresses') ?? 0))
}

/** Runs in the page before anything of it does. */
function watchPresses() {
  const count = (event: PointerEvent) => {
    if (!event.isTrusted || !event.isPrimary) return
    sessionStorage.setItem('countedPresses', String(Number(sessionStorage.getItem('countedPresses') ?? 0) + 1))
  }
  addEventListener('pointerdown', count, true)
}
