/** Runs something once the page has nothing else to do, or after `atLatestMs`. The answer takes it back. */
export function whenIdle(run: () => void, atLatestMs: number): () => void {
  // Safari has no idle time to tell of
  if (globalThis.requestIdleCallback === undefined) {
    const timer = setTimeout(run)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(run, { timeout: atLatestMs })
  return () => cancelIdleCallback(handle)
}
