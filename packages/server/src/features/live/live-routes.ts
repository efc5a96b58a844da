import type { ServerResponse } from 'node:http'
import { type LiveHint, live } from '@gatehouse/contract/features/live.ts'
import { type LiveTopic, mayHear } from '@gatehouse/contract/live-topics.ts'
import { type App, mount } from '../../http/mount.ts'
import type { Hints } from '../../hints/hints.ts'
import { findSessionUser } from '../../http/session-store.ts'
import { streamWriter } from './stream-writer.ts'

/**
 * The streams of one session: no browser opens this many tabs. Beyond this number the oldest ends, so that a forgotten
 * page blocks nobody.
 */
const maxStreams = 20
/** A topic is hinted at most once in this time, however fast it changes: fifty records a second are four hints a second to a console. */
const quietMs = 250
/** The interval of a message that prevents proxies from closing an idle stream, and notices an ended session. */
const heartbeatMs = 25_000

export function mountLive(app: App, hints: Hints): void {
  const streamsOf = new Map<string, Set<ServerResponse>>()
  const lastHintMs = new Map<LiveTopic, number>()
  hints.on((hint) => {
    if (hint.to === 'consoles') lastHintMs.set(hint.topic, performance.now())
  })
  mount(app, live, async ({ token, reply, query }, ctx) => {
    const { actor } = ctx
    if (actor.kind !== 'account') return null
    reply.hijack()
    const stream = reply.raw
    stream.writeHead(200, {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    })
    const write = streamWriter(stream)
    write('retry: 2000\n\n')
    const streams = streamsOf.get(token) ?? new Set()
    streamsOf.set(token, streams.add(stream))
    for (const oldest of [...streams].slice(0, -maxStreams)) {
      streams.delete(oldest)
      oldest.end()
    }
    const send = (hint: LiveHint) => {
      if (mayHear(actor.role, hint.topic)) write(`event: hint\ndata: ${JSON.stringify(hint)}\n\n`)
    }
    // A list that was read before the stream was open may miss a change whose hint was not received here.
    const sinceMs = performance.now() - query.ageMs
    for (const [topic, atMs] of lastHintMs) if (atMs >= sinceMs) send({ topic })
    const calmly = atMostEvery(quietMs, send)
    const leave = hints.on((hint) => {
      if (hint.to === 'consoles')
        calmly.send(hint.id === undefined ? { topic: hint.topic } : { topic: hint.topic, id: hint.id })
    })
    // An ended session gets no more hints at once; a session whose role changed has to reconnect.
    const end = () =>
      findSessionUser(ctx.db, ctx.clock, token).then(
        (user) => (user?.role.name === actor.role ? undefined : stream.end()),
        () => stream.end(),
      )
    const leaveSessions = hints.on((hint) => {
      if (hint.to === 'servers' && hint.what === 'sessions' && hint.id === actor.id) void end()
    })
    // After a broken connection to the database the missed hints are unknown: the console reloads everything.
    const leaveMissed = hints.onMissed(() => stream.end())
    const heartbeat = setInterval(() => {
      write(': alive\n\n')
      void end()
    }, heartbeatMs)
    stream.on('close', () => {
      streams.delete(stream)
      if (streams.size === 0 && streamsOf.get(token) === streams) streamsOf.delete(token)
      clearInterval(heartbeat)
      calmly.stop()
      leave()
      leaveSessions()
      leaveMissed()
    })
    return null
  })
}

/** Sends the first hint of a topic at once, and one for all that follow within the time, after it: without an id, since they may differ. */
function atMostEvery(ms: number, send: (hint: LiveHint) => void) {
  const waiting = new Map<LiveTopic, { timer: NodeJS.Timeout; again: boolean }>()
  const wait = (topic: LiveTopic) => {
    const timer = setTimeout(() => {
      const again = waiting.get(topic)?.again
      waiting.delete(topic)
      if (!again) return
      send({ topic })
      wait(topic)
    }, ms)
    waiting.set(topic, { timer, again: false })
  }
  return {
    send(hint: LiveHint) {
      const current = waiting.get(hint.topic)
      if (current) current.again = true
      else {
        send(hint)
        wait(hint.topic)
      }
    },
    stop() {
      for (const { timer } of waiting.values()) clearTimeout(timer)
      waiting.clear()
    },
  }
}
