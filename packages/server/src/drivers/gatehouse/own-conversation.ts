import type {
  ConversationContent,
  ConversationLine,
  ConversationWord,
} from '@gatehouse/contract/device/conversation.ts'
import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { atMost } from '../../lib/at-most.ts'
import type { AnsweredCall, DeviceTalk } from '../../device-link/mount-device.ts'
import type { Hints } from '../../hints/hints.ts'
import type { DeviceEvents } from '../device-events.ts'

/** Somebody who looks asks again within this time. */
const watchedMs = 60_000
/** Failures are kept also when nobody looks, of each device this often. */
const failureMs = 60_000
const maxDevices = 5_000
const maxShown = 12

const words: Readonly<Record<string, ConversationWord>> = {
  '/v1/hello': 'greeting',
  '/v1/news': 'asks-work',
  '/v1/configuration': 'asks-configuration',
  '/v1/company/pictures/:id': 'asks-picture',
  '/v1/settings/schema': 'settings',
  '/v1/settings/state': 'settings',
  '/v1/people': 'asks-people',
  '/v1/people/state': 'people-taken',
  '/v1/portraits/:id': 'asks-picture',
  '/v1/records': 'record',
  '/v1/alarms': 'alarm',
  '/v1/door-events': 'states',
  '/v1/lockdown': 'lockdown',
  '/v1/lockdown/state': 'lockdown',
  '/v1/passage': 'asks-passage',
  '/v1/passes/use': 'asks-passage',
  '/v1/relay': 'door',
  '/v1/commands': 'asks-commands',
  '/v1/commands/:id/result': 'answers-command',
  '/v1/upgrades': 'upgrade',
  '/v1/upgrades/:id/state': 'upgrade',
  '/v1/packages/:id/file': 'upgrade',
}

/** Numbers that say nothing of a person. */
const harmless: ReadonlySet<string> = new Set(['revision', 'limit', 'stored', 'known', 'size'])

/** The names of the fields, with how many entries a list has, and what is yes or no: no text of a body, which may name somebody. */
export function shapeOf(body: unknown): string {
  if (typeof body !== 'object' || body === null) return ''
  const parts = Object.entries(body).map(([name, value]) => {
    if (Array.isArray(value)) return `${name}[${value.length}]`
    if (typeof value === 'boolean' || value === null) return `${name}=${String(value)}`
    return typeof value === 'number' && harmless.has(name) ? `${name}=${value}` : name
  })
  return [...parts.slice(0, maxShown), ...(parts.length > maxShown ? ['…'] : [])].join('  ')
}

/**
 * The conversation of our own link, for who looks for a fault: kept while somebody has the page open. When nobody does, a call costs one look into
 * a map.
 */
export function createOwnConversation(
  events: Pick<DeviceEvents, 'exchanged'>,
  hints: Pick<Hints, 'on'>,
  now: () => Temporal.Instant,
): DeviceTalk & { close(): void } {
  const watchedUntil = new LRUCache<string, number>(atMost(maxDevices))
  const failedAt = new LRUCache<string, number>(atMost(maxDevices))
  const close = hints.on((hint) => {
    if (hint.to === 'servers' && hint.what === 'conversation' && hint.id)
      watchedUntil.set(hint.id, performance.now() + watchedMs)
  })
  const isWatched = (deviceId: string) => (watchedUntil.peek(deviceId) ?? 0) > performance.now()
  return {
    close,
    isWatched,
    answered(device, call) {
      if (!isWatched(device.id)) {
        if (call.status < 400 || performance.now() - (failedAt.peek(device.id) ?? -failureMs) < failureMs) return
        failedAt.set(device.id, performance.now())
      }
      const tookMs = Math.round(call.tookMs)
      const beganAt = now().subtract({ milliseconds: tookMs }).round('millisecond').toString()
      events.exchanged(device, { beganAt, tookMs, content: describe(call) })
    },
  }
}

function describe({ method, path, request, status, data, problem }: AnsweredCall): ConversationContent {
  const said: ConversationLine = { word: words[path] ?? 'other', text: shapeOf(saidIn(request)) }
  return {
    call: `${method} /device${path}`,
    address: request.ip,
    status,
    said: [said],
    answered: [answerOf(said.word, { status, data, problem })],
    more: 0,
  }
}

const saidIn = ({ method, query, body }: FastifyRequest): unknown => (method === 'GET' ? query : body)

function answerOf(
  word: ConversationWord,
  { status, data, problem }: Pick<AnsweredCall, 'status' | 'data' | 'problem'>,
): ConversationLine {
  if (status >= 400) return { word: status >= 500 ? 'failed' : 'refused', text: `${status} ${problem ?? ''}`.trim() }
  const isQuiet =
    word === 'asks-work' &&
    typeof data === 'object' &&
    data !== null &&
    Object.values(data).every((waits) => waits === false)
  if (isQuiet) return { word: 'nothing-waits', text: '' }
  return { word: word === 'asks-configuration' ? 'configuration' : 'ok', text: shapeOf(data) }
}
