declare global {
  var gatehouseWorstAction: { ms: number; name: string }
}

/** Runs in the page before anything of it does. The browser tells of no action below 16 ms. */
export function watchActions(): void {
  globalThis.gatehouseWorstAction = { ms: 0, name: '' }
  const watched: PerformanceObserverInit & { durationThreshold: number } = {
    type: 'event',
    buffered: true,
    durationThreshold: 16,
  }
  new PerformanceObserver((list) => {
    for (const { duration, name } of list.getEntries())
      if (duration > globalThis.gatehouseWorstAction.ms) globalThis.gatehouseWorstAction = { ms: duration, name }
  }).observe(watched)
}
