import type { Alarm } from '@gatehouse/contract/features/alarms.ts'
import type { RecognitionRecord } from '@gatehouse/contract/features/records.ts'
import type { Hints } from '../../hints/hints.ts'
import type { Services } from '../../ctx.ts'
import { readAlarmPage } from '../alarms/alarm-reads.ts'
import { readRecordPage } from '../records/record-reads.ts'

export type LiveEvent = { type: 'record'; data: RecognitionRecord } | { type: 'alarm'; data: Alarm }

/** Live events for all listeners: one query for all of them, and none while nobody listens. */
export type LiveFeed = { listen(send: (event: LiveEvent) => void): Promise<() => void> }

type Kind = LiveEvent['type']
type Page = { events: { id: string; at: string; event: LiveEvent }[]; next: string | null }

/** Events of a terminal that was offline are sent when they are younger than this; older ones are in the lists. */
const freshMinutes = 10
const pageSize = 100
const maxPages = 5

export function createLiveFeed({ db, clock, log }: Pick<Services, 'db' | 'clock' | 'log'>, hints: Hints): LiveFeed {
  const listeners = new Set<(event: LiveEvent) => void>()
  const seen = { record: new Map<string, string>(), alarm: new Map<string, string>() }
  const looking = { record: Promise.resolve(), alarm: Promise.resolve() }
  const isDue = { record: false, alarm: false }

  async function look(kind: Kind, emit: (event: LiveEvent) => void): Promise<void> {
    const from = clock.now().subtract({ minutes: freshMinutes }).toString()
    const known = seen[kind]
    for (const [id, at] of known) if (at < from) known.delete(id)
    const fresh: LiveEvent[] = []
    let after: string | undefined
    for (let pages = 0; pages < maxPages; pages++) {
      const { events, next } = await readPage(kind, from, after)
      const unknown = events.filter(({ id }) => !known.has(id))
      for (const { id, at, event } of unknown) {
        known.set(id, at)
        fresh.push(event)
      }
      if (next === null || unknown.length < events.length) break
      after = next
    }
    for (const event of fresh.toReversed()) emit(event)
  }

  async function readPage(kind: Kind, from: string, after: string | undefined): Promise<Page> {
    const query = { from, size: pageSize, ...(after && { after }) }
    if (kind === 'record') {
      const { items, next } = await readRecordPage(db, query, { seesStaff: true })
      return {
        events: items.map((data) => ({ id: data.id, at: data.recognisedAt, event: { type: kind, data } })),
        next,
      }
    }
    const { items, next } = await readAlarmPage(db, query)
    return { events: items.map((data) => ({ id: data.id, at: data.raisedAt, event: { type: kind, data } })), next }
  }

  /** Queries run one after another; requests in the meantime share one. */
  function soon(kind: Kind): void {
    if (isDue[kind] || listeners.size === 0) return
    isDue[kind] = true
    looking[kind] = looking[kind]
      .then(() => {
        isDue[kind] = false
        return look(kind, (event) => {
          for (const send of listeners) send(event)
        })
      })
      .catch((error: unknown) => log.warn({ err: error }, 'the live stream could not be followed'))
  }

  hints.on((hint) => {
    if (hint.to !== 'consoles') return
    if (hint.topic === 'records') soon('record')
    if (hint.topic === 'alarms') soon('alarm')
  })

  return {
    async listen(send) {
      // Existing events are not new: the first listener marks them as seen.
      if (listeners.size === 0) await Promise.all([look('record', () => {}), look('alarm', () => {})])
      listeners.add(send)
      return () => void listeners.delete(send)
    },
  }
}
