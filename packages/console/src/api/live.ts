import { requestOf } from '@gatehouse/contract/client.ts'
import { live, maxAgeMs } from '@gatehouse/contract/features/live.ts'
import { liveTopics, type LiveTopic } from '@gatehouse/contract/live-topics.ts'
import type { QueryClient } from '@tanstack/react-query'
import { apiAddress } from './api-address.ts'
import { askAgain, type Cache } from './ask-again.ts'
import { onChange } from './call.ts'
import { joinLive } from './join-live.ts'
import { pastMs, wayMs } from './live-stream.ts'
import { ageUndrawn } from './many-topics.ts'
import { agePreloaded } from './preloaded-responses.ts'

/** At most one refresh of a topic in this time: a hundred records in a second are one look at the list. */
const quietMs = 300

/** Reloads what is shown of the topics that a call of this page has changed. Returns the function that stops it. */
export const followChanges = (client: Cache) =>
  onChange((topics) => Promise.all(topics.map((topic) => askAgain(client, [topic]))))

/** Notifies the cache that a topic changed, at once and then at most every `quietMs`, without losing the last hint. */
export function topicRefresher(client: Cache) {
  const waiting = new Map<LiveTopic, { timer: ReturnType<typeof setTimeout>; again: boolean }>()

  const refresh = (topic: LiveTopic) => {
    const current = waiting.get(topic)
    if (current) {
      current.again = true
      return
    }
    void askAgain(client, [topic])
    const entry = { again: false, timer: setTimeout(() => settle(topic), quietMs) }
    waiting.set(topic, entry)
  }
  const settle = (topic: LiveTopic) => {
    const again = waiting.get(topic)?.again
    waiting.delete(topic)
    if (again) refresh(topic)
  }
  const stop = () => {
    for (const { timer } of waiting.values()) clearTimeout(timer)
    waiting.clear()
  }
  return { refresh, stop }
}

const hintListeners = new Set<(topic: LiveTopic) => void>()
const lineListeners = new Set<() => void>()
let isLineOpen = false

const listen = <T>(listeners: Set<T>, listener: T) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** For what shows several topics at once, and asks for them in its own time. */
export const onLiveHint = (listener: (topic: LiveTopic) => void) => listen(hintListeners, listener)

/** Whether hints come at all: without them one has to ask. */
export const isLive = () => isLineOpen
export const onLiveLine = (listener: () => void) => listen(lineListeners, listener)

function setLine(isOpen: boolean) {
  if (isLineOpen === isOpen) return
  isLineOpen = isOpen
  for (const listener of lineListeners) listener()
}

/**
 * Listens to the server's hints and marks the queries of their topic stale; all topics where some were lost. Gives the function that
 * ends it.
 */
export function followLive(client: QueryClient): () => void {
  const { refresh: refreshTopic, stop } = topicRefresher(client)
  const refresh = (topic: LiveTopic) => {
    agePreloaded(topic)
    ageUndrawn(client, topic)
    refreshTopic(topic)
    for (const listener of hintListeners) listener(topic)
  }
  // The first page loads its lists before it follows anything.
  const askedMs = performance.now()
  const ageMs = Math.min(Math.ceil(askedMs), maxAgeMs - pastMs(0))
  const address = new URL(apiAddress(requestOf(live, { query: { ageMs: pastMs(ageMs) } })), location.href).href
  let isFirst = true
  const leave = joinLive({ address, ageMs }, ({ isOpen, hasMissed, topics }) => {
    setLine(isOpen)
    const isLate = isOpen && isFirst && performance.now() - askedMs > wayMs
    if (isOpen) isFirst = false
    // A topic that this release does not know (of a newer server) is nothing to it.
    for (const topic of liveTopics) if (hasMissed || isLate || topics.includes(topic)) refresh(topic)
  })
  return () => {
    leave()
    setLine(false)
    stop()
  }
}
