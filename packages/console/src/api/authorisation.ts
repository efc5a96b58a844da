import { getAuthorizeStatus } from '@gatehouse/contract/features/licence.ts'
import type { Reply } from '@gatehouse/contract/route.ts'
import { call } from './call.ts'

export type Authorisation = Reply<typeof getAuthorizeStatus>

/** The local state that the login page polls while it initialises (LOGIN-07): asked for, known, or failed. */
type State = { kind: 'asked' } | { kind: 'known'; authorisation: Authorisation } | { kind: 'failed'; error: unknown }
let state: State | undefined

export const authorisationState = () => state

/** LOGIN-07: how often the local state is looked at. */
export const authorisationPollMs = 10

/** Asks the server, while the rest of the login page is still on its way. */
export function startAuthorisation() {
  state = { kind: 'asked' }
  call(getAuthorizeStatus).then(
    (authorisation) => {
      state = { kind: 'known', authorisation }
    },
    (error: unknown) => {
      state = { kind: 'failed', error }
    },
  )
}
