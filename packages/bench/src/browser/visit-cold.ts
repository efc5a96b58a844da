import type { Browser, Cookie } from 'playwright-core'
import { networkRests } from './network-rests.ts'

export type Visit = {
  /** Milliseconds from the start of the navigation until what was waited for stood there and had been drawn. */
  usableMs: number
  /** Largest contentful paint, in milliseconds. */
  largestPaintMs: number
  /** Sum of all layout shifts without input. */
  layoutShift: number
  domNodes: number
  /** The number of awaited elements, or the text of `counted`. */
  shown: number
  requests: number
  /** Addresses of the loaded files, by kind. */
  scripts: string[]
  styles: string[]
}

export type VisitOrder = {
  url: string
  /** CSS of what makes the page usable: it must be there, with a size, and not disabled. */
  usable: string
  /** CSS of the table that says how many rows it has: a long list draws only those in view. */
  counted?: string
  slowdown: number
  cookies?: readonly Pick<Cookie, 'name' | 'value'>[]
}

declare global {
  var gatehouseVisit: { usableMs: number | undefined; largestPaintMs: number; layoutShift: number }
}

const usableLine = 'gatehouse: usable'

/** A cold visit: nothing kept in the browser, no code compiled before. @throws when the page is not usable within 30 s */
export async function visitCold(browser: Browser, order: VisitOrder): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' })
  try {
    const cookies = order.cookies ?? []
    await context.addCookies(cookies.map(({ name, value }) => ({ name, value, url: new URL(order.url).origin })))
    const page = await context.newPage()
    const rests = networkRests(page)
    const devTools = await context.newCDPSession(page)
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: order.slowdown })
    await page.addInitScript(watchPage, { usable: order.usable, usableLine })
    const loaded: { kind: string; url: string }[] = []
    page.on('request', (request) => loaded.push({ kind: request.resourceType(), url: request.url() }))
    // The page says so by itself: to ask it, Playwright would bring a program of its own, which the page waits for.
    const usable = page.waitForEvent('console', { predicate: (line) => line.text() === usableLine, timeout: 30_000 })
    await Promise.all([usable, page.goto(order.url)])
    // Layout shifts after the page can be used count as well.
    await rests()
    const seen = await page.evaluate(() => globalThis.gatehouseVisit)
    const addresses = (kind: string) => loaded.flatMap((one) => (one.kind === kind ? [one.url] : []))
    return {
      usableMs: seen.usableMs ?? 0,
      largestPaintMs: seen.largestPaintMs,
      layoutShift: seen.layoutShift,
      domNodes: await page.locator('*').count(),
      shown: order.counted
        ? Number(await page.locator(order.counted).getAttribute('aria-rowcount')) - 1
        : await page.locator(order.usable).count(),
      requests: loaded.length,
      scripts: addresses('script'),
      styles: addresses('stylesheet'),
    }
  } finally {
    await context.close()
  }
}

/** Runs in the page before anything of it does. */
function watchPage({ usable, usableLine }: { usable: string; usableLine: string }): void {
  const seen: typeof globalThis.gatehouseVisit = { usableMs: undefined, largestPaintMs: 0, layoutShift: 0 }
  globalThis.gatehouseVisit = seen
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.largestPaintMs = entry.startTime
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if ('value' in entry && typeof entry.value === 'number' && 'hadRecentInput' in entry && !entry.hadRecentInput)
        seen.layoutShift += entry.value
    }
  }).observe({ type: 'layout-shift', buffered: true })
  const look = () => {
    const element = document.querySelector(usable)
    const isUsable = element && element.getBoundingClientRect().height > 0 && !element.matches(':disabled')
    if (!isUsable) return
    changes.disconnect()
    removeEventListener('load', look, true)
    // In the frame after the one that drew it, it is on the screen.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        seen.usableMs = performance.now()
        console.debug(usableLine)
      }),
    )
  }
  const changes = new MutationObserver(look)
  changes.observe(document, { childList: true, subtree: true, attributeFilter: ['disabled'] })
  // a style sheet may give it its size
  addEventListener('load', look, true)
}
