import type { LiveTopic } from '@gatehouse/contract/live-topics.ts'
import { nowMs } from '../lib/clock.ts'
import { readToken } from '../lib/session.ts'
import { apiAddress } from './api-address.ts'
import { requestHeaders } from './request-headers.ts'

/**
 * The first questions of pages. Tests compare them with the routes of the contract, which would bring the schema library along; a list asks
 * so where its address has no search.
 */
export const preloadedQuestions = {
  account: '/v2/account',
  dashboard: '/v2/dashboard',
  board: '/v2/live/board',
  signRecord: '/v2/records?size=20',
  staff: '/v2/staff?page=1&size=20&reach=branch&employment=current&sort=createdAt&order=desc',
  deviceList: '/v2/devices?page=1&size=20&sort=name&order=asc',
  visitor: '/v2/visitors?size=20&shown=today',
} as const

/** An older answer is fetched again: nobody waited for it. */
const freshMs = 5_000

/** `changed`: what the server hinted at since the question was asked. */
type Preloaded = { token: string; askedMs: number; answer: Promise<Response>; changed: Set<LiveTopic> }
const preloaded = new Map<string, Preloaded>()

/** Asks what the console will begin with, while its files are still on their way. */
export function preload(question: keyof typeof preloadedQuestions) {
  const [path = '', search] = preloadedQuestions[question].split('?')
  const address = apiAddress({ method: 'GET', prefix: '/api', path, query: new URLSearchParams(search) })
  const answer = fetch(address, { headers: requestHeaders(), cache: 'no-store' })
  // the consumer gets the error
  answer.catch(() => {})
  preloaded.set(address, { token: readToken(), askedMs: nowMs(), answer, changed: new Set() })
}

/** Notes a change for the answers that nobody has taken yet: they may have been read before it, and no page is there to ask again. */
export function agePreloaded(topic: LiveTopic): void {
  for (const { changed } of preloaded.values()) changed.add(topic)
}

/**
 * The answer to a question of just now and of this session, given once, unless what it shows has changed since it was asked. One that
 * shows no topic of its own may show any.
 */
export function takePreloaded(address: string, shows?: LiveTopic): Promise<Response> | undefined {
  const found = preloaded.get(address)
  preloaded.delete(address)
  if (found?.token !== readToken() || nowMs() - found.askedMs > freshMs) return undefined
  const isOld = shows === undefined ? found.changed.size > 0 : found.changed.has(shows)
  return isOld ? undefined : found.answer
}
