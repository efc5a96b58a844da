import { getAccount, type SessionUser } from '@gatehouse/contract/features/auth.ts'
import { setUser } from '../lib/session.ts'
import { call } from './call.ts'

/** Internal code 901 (specification section 8): the user of the session could not be loaded; everybody who waits hears it. */
export class InitialisationError extends Error {
  override readonly name = 'InitialisationError'
  readonly code = 901
  constructor(cause: unknown) {
    super('initialisation-failed', { cause })
  }
}

let loading: Promise<SessionUser> | undefined
let failure: InitialisationError | undefined
const failureListeners = new Set<(cause: unknown) => void>()

/** NAV-08: called once if the user cannot be loaded. */
export function onUserFailure(listener: (cause: unknown) => void) {
  failureListeners.add(listener)
  return () => {
    failureListeners.delete(listener)
  }
}

/**
 * NAV-07: the user of this session, fetched once; concurrent callers share the fetch. After a failure every caller is
 * rejected with 901 until the session is reset.
 */
export function loadUser(): Promise<SessionUser> {
  if (failure) return Promise.reject(failure)
  loading ??= call(getAccount).then(
    (user) => {
      setUser(user)
      return user
    },
    (cause: unknown) => {
      failure = new InitialisationError(cause)
      for (const listener of failureListeners) listener(cause)
      throw failure
    },
  )
  return loading
}

/** Reloads the user: the server's data about the enterprise (its zone) may have changed. */
export const refreshUser = () => call(getAccount).then(setUser, () => undefined)

/** A new session begins from nothing. */
export function resetUserLoad() {
  loading = undefined
  failure = undefined
}
