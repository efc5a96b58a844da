declare global {
  var gatehouseWorstAction: { ms: number; name: string }
}

/**
 * Runs in the page before somebody works with it: a page that still loads is told by the browser where the pointer is, and that is nobody's
 * action. The browser tells of no action below 16 ms.
 */
export function watchActions(): void {
  globalThis.gatehouseWorstAction = { ms: 0, name: '' }
  const since = performance.now()
  const watched: PerformanceObserverInit & { durationThreshold: number } = {
    type: 'event',
    buffered: true,
    durationThreshold: 16,
  }
  new PerformanceObserver((list) => {
    for (const { duration, name, startTime } of list.getEntries())
      if (startTime >= since && duration > globalThis.gatehouseWorstAction.ms)
        globalThis.gatehouseWorstAction = { ms: duration, name }
  }).observe(watched)
}
