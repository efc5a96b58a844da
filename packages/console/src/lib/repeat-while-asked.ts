/**
 * Does something whenever it is asked for: at once, then not before it has ended and `quietMs` have passed, and once more
 * for all that was asked meanwhile. The last asking is never lost.
 */
export function repeatWhileAsked(action: () => Promise<unknown>, quietMs: number) {
  let state: 'idle' | 'busy' | 'asked' | 'stopped' = 'idle'
  let timer: ReturnType<typeof setTimeout> | undefined
  const rest = () => {
    timer = setTimeout(() => {
      const isAsked = state === 'asked'
      state = 'idle'
      if (isAsked) ask()
    }, quietMs)
  }
  const ask = () => {
    if (state === 'busy') state = 'asked'
    if (state !== 'idle') return
    state = 'busy'
    const next = () => {
      if (state !== 'stopped') rest()
    }
    action().then(next, next)
  }
  const stop = () => {
    state = 'stopped'
    clearTimeout(timer)
  }
  return { ask, stop }
}
