import type { CallableRoute } from '@gatehouse/contract/client.ts'
import type { getAuthorizeStatus } from '@gatehouse/contract/features/licence.ts'
import type { Reply } from '@gatehouse/contract/route.ts'
import { callPlain } from './call.ts'

export type Authorisation = Reply<typeof getAuthorizeStatus>

/** The local state that the login page polls while it initialises (LOGIN-07): asked for, known, or failed. */
type State = { kind: 'asked' } | { kind: 'known'; authorisation: Authorisation } | { kind: 'failed'; error: unknown }
let state: State | undefined

export const authorisationState = () => state

/** LOGIN-07: how often the local state is looked at. */
export const authorisationPollMs = 10

/**
 * `GET v2/authorize/status` for the login page, which does without the schema library: the same route as the contract's
 * `getAuthorizeStatus` (a test compares them).
 */
export const authorisationRoute: CallableRoute<Authorisation> = {
  method: 'GET',
  path: '/v2/authorize/status',
  prefix: '/api',
  bodyKind: 'json',
  response: {
    safeParse: (data) =>
      isAuthorisation(data) ? { success: true, data } : { success: false, error: new TypeError('authorize/status') },
  },
}

const reasons: readonly Authorisation['reason'][] = ['none', 'expired', 'not-yet-valid']

function isAuthorisation(data: unknown): data is Authorisation {
  if (typeof data !== 'object' || data === null) return false
  const { authorize_status, udid, trial_available, reason, platform_at, valid, openid }: Record<string, unknown> = {
    ...data,
  }
  return (
    (authorize_status === 0 || authorize_status === 1) &&
    typeof udid === 'string' &&
    typeof trial_available === 'boolean' &&
    (openid === undefined || typeof openid === 'string') &&
    (platform_at === null || typeof platform_at === 'string') &&
    (valid === null || isPeriod(valid)) &&
    (reason === null || reasons.some((known) => known === reason))
  )
}

function isPeriod(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const { from, to }: Record<string, unknown> = { ...value }
  return typeof from === 'string' && typeof to === 'string'
}

/** Asks the server, while the rest of the login page is still on its way. */
export function startAuthorisation() {
  state = { kind: 'asked' }
  callPlain(authorisationRoute).then(
    (authorisation) => {
      state = { kind: 'known', authorisation }
    },
    (error: unknown) => {
      state = { kind: 'failed', error }
    },
  )
}
