import { onSessionOver } from '../api/call.ts'
import { onUserFailure } from '../api/load-user.ts'

/** Why the session is about to end: it expired (LOGIN-12), or its user could not be loaded (NAV-08). */
export type SessionFailure = { kind: 'session' } | { kind: 'server'; error: unknown }

let failure: SessionFailure | null = null
const listeners = new Set<() => void>()

export const sessionFailure = () => failure

export function onSessionFailure(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** The first failure counts: a page's ten refused calls are one alert. */
function fail(next: SessionFailure) {
  if (failure) return
  failure = next
  for (const listener of listeners) listener()
}

/** From the opening of the console until it is left; on the login page a 401 is nobody's business (LOGIN-12). */
export function watchSession(): () => void {
  failure = null
  const stops = [
    onSessionOver(() => fail({ kind: 'session' })),
    onUserFailure((error) => fail({ kind: 'server', error })),
  ]
  return () => {
    for (const stop of stops) stop()
    failure = null
  }
}
