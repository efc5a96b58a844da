import type { ErrorCode } from '@gatehouse/contract/errors.ts'
import type { ErrorCodeOf, Route } from '@gatehouse/contract/route.ts'

/** Failures that no server described. */
type ClientFailure = 'client.request' | 'client.response' | 'client.unnamed'

/**
 * A call that did not succeed (REQ-04). `code` is the envelope's code ('404'), `message` the stable name
 * ('department.has-members'), `desc` the server's text in the caller's language, `data` what fills it.
 * Failures that no server described have the name `client.request` (nothing came back), `client.response` (what came back
 * was not ours) or `client.unnamed` (nothing was named that could be asked for), an empty `desc`, and get their text from the
 * catalog `errors` (REQ-05).
 */
export class CallError extends Error {
  override readonly name = 'CallError'
  /** One of the codes of the contract: a comparison with anything else does not compile. A newer server may send other codes, too. */
  declare readonly message: ErrorCode | ClientFailure
  readonly status: number
  readonly code: string
  readonly desc: string
  readonly data: unknown
  /** The id under which the server's log has this request; null when no answer came. */
  readonly requestId: string | null
  constructor(facts: {
    status: number
    code: string
    message: string
    desc?: string
    data?: unknown
    requestId?: string | null
    cause?: unknown
  }) {
    super(facts.message, { cause: facts.cause })
    this.status = facts.status
    this.code = facts.code
    this.desc = facts.desc ?? ''
    this.data = facts.data ?? null
    this.requestId = facts.requestId ?? null
  }
}

/**
 * Whether a call failed with this code of the server: `isCode<typeof createStaff>(error, 'staff.not-found')`. A code that the route
 * does not declare does not compile; without a route, one of those that every route has.
 */
export const isCode = <T extends Route = never>(
  error: unknown,
  code: ErrorCodeOf<T>,
): error is CallError & { message: ErrorCodeOf<T> } => error instanceof CallError && error.message === code
