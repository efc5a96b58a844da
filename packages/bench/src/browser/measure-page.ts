import type { Page } from 'playwright-core'
import { type HeapContents, lookIntoHeap } from './heap-contents.ts'

export type Held = HeapContents & { heapKb: number; nodes: number; listeners: number }

/** The memory and the nodes that a page holds after the garbage is gone. */
export async function measurePage(page: Page): Promise<Held> {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('HeapProfiler.enable')
  for (let n = 0; n < 3; n++) await devTools.send('HeapProfiler.collectGarbage')
  await devTools.send('Performance.enable')
  const { metrics } = await devTools.send('Performance.getMetrics')
  const valueOf = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0
  const contents = await lookIntoHeap(devTools)
  await devTools.detach()
  return {
    ...contents,
    heapKb: valueOf('JSHeapUsedSize') / 1000,
    nodes: valueOf('Nodes'),
    listeners: valueOf('JSEventListeners'),
  }
}
