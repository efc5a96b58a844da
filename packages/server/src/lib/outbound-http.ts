import { lookup } from 'node:dns'
import { type BlockList, isIP, type LookupFunction } from 'node:net'
import { Agent, request } from 'undici'
import { isPublicAddress, isWithin } from './ssrf-guard.ts'

export const outboundProblems = [
  'timeout',
  'no-connection',
  'no-address',
  'address-forbidden',
  'http-forbidden',
  'redirect',
] as const

/** The reason why nothing was sent, or no answer came; or the status of an answer that is no success. */
export type OutboundProblem = (typeof outboundProblems)[number] | `http-${number}`

export type OutboundAnswer = { status: number | null; problem: OutboundProblem | null }

class OutboundError extends Error {
  readonly problem: OutboundProblem
  constructor(problem: OutboundProblem) {
    super(problem)
    this.problem = problem
  }
}

/** Sends requests to addresses that people entered, and only to allowed ones. */
export type OutboundHttp = {
  post(url: string, headers: Readonly<Record<string, string>>, body: string | Uint8Array): Promise<OutboundAnswer>
  close(): void
}

const maxAnswerBytes = 65_536

/**
 * Allows public addresses, and those of `networks`, which the operator allows. The address is checked when the
 * connection is made, so a name that resolves differently the second time gains nothing; redirects are not followed.
 * Without TLS only into `networks`.
 */
export function createOutboundHttp(networks: BlockList | undefined, timeoutMs: number): OutboundHttp {
  const guardedLookup =
    (isEncrypted: boolean): LookupFunction =>
    (name, options, done) => {
      lookup(name, { ...options, all: true }, (error, found) => {
        if (error) return done(new OutboundError('no-address'), [])
        const allowed = found.filter(({ address }) => findProblem(address, isEncrypted, networks) === undefined)
        const [first] = allowed
        if (first) return options.all ? done(null, allowed) : done(null, first.address, first.family)
        return done(new OutboundError(findProblem(found[0]?.address ?? '', isEncrypted, networks) ?? 'no-address'), [])
      })
    }
  const createAgent = (isEncrypted: boolean) =>
    new Agent({ connections: 8, connect: { lookup: guardedLookup(isEncrypted) } })
  const agents = { encrypted: createAgent(true), plain: createAgent(false) }
  return {
    async post(url, headers, body) {
      const target = new URL(url)
      const isEncrypted = target.protocol === 'https:'
      // A literal address is never looked up.
      const literal = target.hostname.replace(/^\[|\]$/g, '')
      const problem = isIP(literal) ? findProblem(literal, isEncrypted, networks) : undefined
      if (problem) return { status: null, problem }
      try {
        const dispatcher = isEncrypted ? agents.encrypted : agents.plain
        // The limit for the whole call: a receiver that answers a byte a second is as good as silent.
        const signal = AbortSignal.timeout(timeoutMs)
        const { statusCode: status, body: answer } = await request(target, {
          method: 'POST',
          headers,
          body,
          dispatcher,
          signal,
        })
        answer.dump({ limit: maxAnswerBytes }).catch(() => {})
        if (status >= 200 && status < 300) return { status, problem: null }
        return { status, problem: status >= 300 && status < 400 ? 'redirect' : `http-${status}` }
      } catch (error) {
        return { status: null, problem: problemOf(error) }
      }
    },
    close() {
      for (const agent of Object.values(agents)) void agent.destroy()
    },
  }
}

function findProblem(
  address: string,
  isEncrypted: boolean,
  networks: BlockList | undefined,
): OutboundProblem | undefined {
  if (isWithin(networks, address)) return undefined
  if (!isPublicAddress(address)) return 'address-forbidden'
  return isEncrypted ? undefined : 'http-forbidden'
}

function problemOf(error: unknown): OutboundProblem {
  if (error instanceof OutboundError) return error.problem
  return error instanceof Error && error.name === 'TimeoutError' ? 'timeout' : 'no-connection'
}
