import type { Browser } from 'playwright-core'
import { percentile } from '../percentile.ts'
import { type Visit, visitCold, type VisitOrder } from './visit-cold.ts'

export const visits = 7

/** Medians of several cold visits, and of the layout shift the worst; what is loaded is the same each time. `shown` counts visits. */
export async function visitOften(browser: Browser, order: VisitOrder): Promise<Visit> {
  const seen: Visit[] = []
  for (let i = 0; i < visits; i++) seen.push(await visitCold(browser, order))
  const [first] = seen
  if (!first) throw new Error('nothing was visited')
  const median = (read: (visit: Visit) => number) => percentile(seen.map(read), 0.5)
  return {
    ...first,
    shown: seen.filter(({ usableMs, shown }) => usableMs > 0 && shown > 0).length,
    usableMs: median(({ usableMs }) => usableMs),
    largestPaintMs: median(({ largestPaintMs }) => largestPaintMs),
    layoutShift: Math.max(...seen.map(({ layoutShift }) => layoutShift)),
  }
}
