import { AppError, type ErrorCode } from '@gatehouse/contract/errors.ts'
import { type OutboundProblem, outboundProblems } from '../../lib/outbound-http.ts'

/** The reason why a push service did not take a notice. */
export type PushProblem = OutboundProblem | 'gone' | 'key-unreadable'
type Named = Exclude<PushProblem, `http-${number}`>

export const namedProblems = [...outboundProblems, 'gone', 'key-unreadable'] as const satisfies readonly Named[]

/** Each with words of its own, which say the next step. */
const codes: Record<Named, ErrorCode> = {
  timeout: 'push.no-answer',
  'no-connection': 'push.no-connection',
  'no-address': 'push.no-address',
  'address-forbidden': 'push.address-forbidden',
  'http-forbidden': 'push.http-forbidden',
  redirect: 'push.redirected',
  gone: 'push.gone',
  'key-unreadable': 'push.key-unreadable',
}

/** The answer to who sent a test notice that did not arrive; `service` is the host of the push service. */
export function refusalOf(problem: PushProblem, service: string): AppError {
  const named = namedProblems.find((one) => one === problem)
  return named === undefined
    ? new AppError('push.refused', { service, answer: problem.replace('http-', 'HTTP ') })
    : new AppError(codes[named], { service })
}
