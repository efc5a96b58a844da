import { useEffect, useState } from 'react'
import { authorisationPollMs, authorisationState, startAuthorisation } from '../../api/authorisation.ts'

/**
 * LOGIN-07: what is known of the licence. The server was asked when the page was opened; while that is on its way, the
 * local state is looked at every 10 ms.
 */
export function useAuthorisation() {
  const [state, setState] = useState(authorisationState)
  const isAsked = state?.kind === 'asked'

  useEffect(() => {
    if (!isAsked) return
    const timer = setInterval(() => setState(authorisationState()), authorisationPollMs)
    return () => clearInterval(timer)
  }, [isAsked])

  const ask = () => {
    startAuthorisation()
    setState(authorisationState())
  }
  return { state, ask }
}
