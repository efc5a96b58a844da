import type { ServerResponse } from 'node:http'
import { type LiveHint, live } from '@gatehouse/contract/features/live.ts'
import type { LiveTopic } from '@gatehouse/contract/live-topics.ts'
import { can, type Permission } from '@gatehouse/contract/permissions.ts'
import { type App, mount } from '../../http/mount.ts'
import type { Hints } from '../../hints/hints.ts'
import { findSessionUser } from '../../http/session-store.ts'

/** Who is told of what: a hint names nothing that the role could not read. */
const topicPermission = {
  records: 'record.read',
  devices: 'device.read',
  commands: 'device.read',
  alarms: 'alarm.read',
  staff: 'staff.read',
  departments: 'staff.read',
  attendance: 'attendance.read',
  groups: 'visitor-group.read',
  blacklist: 'blacklist.read',
  registrations: 'registration.read',
  imports: 'staff.write',
  licence: 'licence.manage',
  company: 'company.read',
  'service-config': 'service-config.manage',
  visitors: 'visitor.read',
  timetables: 'timetable.read',
  policies: 'policy.read',
  upgrades: 'upgrade.read',
  accounts: 'account.manage',
  storage: 'dashboard.read',
  'open-platform': 'open-platform.manage',
} as const satisfies Record<LiveTopic, Permission>

/** Of one session: no browser opens so many tabs. Beyond it the oldest ends, so that a page which was left open locks nobody out. */
const maxStreams = 20
/** Keeps proxies from closing an idle stream, and finds out that a session has ended. */
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
    stream.write('retry: 2000\n\n')
    const streams = streamsOf.get(token) ?? new Set()
    streamsOf.set(token, streams.add(stream))
    for (const oldest of [...streams].slice(0, -maxStreams)) {
      streams.delete(oldest)
      oldest.end()
    }
    const send = (hint: LiveHint) => {
      // A reader that does not keep up loses hints rather than the server its memory.
      if (can(actor.role, topicPermission[hint.topic]) && stream.writableLength < 65_536)
        stream.write(`event: hint\ndata: ${JSON.stringify(hint)}\n\n`)
    }
    // A list that was read before this line stood may be from before a change whose hint nobody heard here.
    const sinceMs = performance.now() - query.ageMs
    for (const [topic, atMs] of lastHintMs) if (atMs >= sinceMs) send({ topic })
    const leave = hints.on((hint) => {
      if (hint.to === 'consoles')
        send(hint.id === undefined ? { topic: hint.topic } : { topic: hint.topic, id: hint.id })
    })
    // A session that was ended hears nothing more, at once; one that has another role now begins anew.
    const end = () =>
      findSessionUser(ctx.db, ctx.clock, token).then(
        (user) => (user?.role.name === actor.role ? undefined : stream.end()),
        () => stream.end(),
      )
    const leaveSessions = hints.on((hint) => {
      if (hint.to === 'servers' && hint.what === 'sessions' && hint.id === actor.id) void end()
    })
    // After a broken connection to the database nobody knows what was missed: the console starts over.
    const leaveMissed = hints.onMissed(() => stream.end())
    const heartbeat = setInterval(() => {
      stream.write(': alive\n\n')
      void end()
    }, heartbeatMs)
    stream.on('close', () => {
      streams.delete(stream)
      if (streams.size === 0 && streamsOf.get(token) === streams) streamsOf.delete(token)
      clearInterval(heartbeat)
      leave()
      leaveSessions()
      leaveMissed()
    })
    return null
  })
}
