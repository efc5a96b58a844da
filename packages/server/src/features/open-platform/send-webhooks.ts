import { randomUUID } from 'node:crypto'
import type { Hints } from '../../hints/hints.ts'
import type { DiskGuard } from '../../db/disk-guard.ts'
import { after } from '../../lib/clock.ts'
import { hint, type Services } from '../../ctx.ts'
import type { OutboundHttp } from '../../lib/outbound-http.ts'
import { unsealOrSkip } from '../../lib/seal.ts'
import { readAlarmsByKey } from '../alarms/alarm-reads.ts'
import { readMovements } from '../inside/movement-reads.ts'
import { readMusters } from '../muster/muster-reads.ts'
import { readLockdowns } from '../lockdown/lockdown-reads.ts'
import { readRecordsByKey } from '../records/record-reads.ts'
import { isApprovedHost, webhookSealContext } from './webhook-service.ts'
import { webhookHeaders } from './webhook-signing.ts'
import {
  type Attempt,
  type DueDelivery,
  endLease,
  findDueWebhooks,
  leaseWebhook,
  type LeasedWebhook,
  noteAttempts,
  noteFailure,
  noteSuccess,
  selectHeads,
} from './webhooks/webhook-store.ts'

type Needs = Pick<Services, 'db' | 'clock' | 'log' | 'keys'>

/** The number of devices whose oldest events are sent in one round, and the number sent at a time. */
const maxInRound = 64
const maxAtOnce = 8
/** Longer than a round of timeouts can take: 64 of 5 seconds, eight at a time. */
const leaseSeconds = 60
/**
 * The number of attempts for a receiver that refuses an event for good (400 … 499); after other failures an event is
 * tried until it is too old.
 */
const maxRefusals = 12
const maxPauseSeconds = 3_600
const everyMs = 1_000

/** 5 s, 10 s, 20 s … an hour. */
export const pauseAfter = (failures: number) => Math.min(5 * 2 ** Math.min(failures - 1, 20), maxPauseSeconds)

/**
 * Sends waiting events, in this process: each webhook in a loop of its own, so that a slow or dead one delays nobody
 * else. With several processes each webhook belongs to one at a time; a process that dies loses it within a minute.
 */
export function keepSendingWebhooks(
  services: Needs,
  disk: DiskGuard,
  hints: Hints,
  http: OutboundHttp,
): { stop(): Promise<void> } {
  const holder = randomUUID()
  const running = new Map<string, Promise<void>>()
  let isStopped = false
  let looking: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined

  const send = async (id: string) => {
    while (!isStopped && !disk.isReadOnly() && (await sendRound(services, http, id, holder)));
    await endLease(services.db, id, holder)
  }
  const look = async () => {
    for (const id of await findDueWebhooks(services.db, services.clock.now().toString())) {
      if (running.has(id) || isStopped) continue
      const work = send(id)
        .catch((error: unknown) => services.log.error({ err: error, webhook: id }, 'a webhook could not be served'))
        .finally(() => running.delete(id))
      running.set(id, work)
    }
  }
  const lookAgain = () => {
    clearTimeout(timer)
    looking = looking
      .then(() => (isStopped || disk.isReadOnly() ? undefined : look()))
      .catch((error: unknown) => services.log.error({ err: error }, 'webhooks could not be looked for'))
      .finally(() => {
        clearTimeout(timer)
        if (!isStopped) timer = setTimeout(lookAgain, everyMs)
      })
  }
  const leave = hints.on((hint) => {
    if (hint.to === 'servers' ? hint.what === 'webhooks' : hint.to === 'consoles' && hasEvents(hint.topic)) lookAgain()
  })
  lookAgain()
  return {
    async stop() {
      isStopped = true
      leave()
      clearTimeout(timer)
      await looking
      http.close()
      await Promise.all(running.values())
    },
  }
}

const hasEvents = (topic: string) =>
  topic === 'records' || topic === 'alarms' || topic === 'inside' || topic === 'lockdowns'

/** Sends the oldest event of each device; true while there may be more to do. */
export async function sendRound(services: Needs, http: OutboundHttp, id: string, holder: string): Promise<boolean> {
  const { db, clock } = services
  const begun = clock.now()
  const webhook = await leaseWebhook(db, id, holder, begun.toString(), after(begun, leaseSeconds))
  if (!webhook) return false
  const due = await selectHeads(db, webhook, begun.toString(), maxInRound)
  if (due.length === 0) return false
  const bodies = await bodiesOf(services, due)
  const attempts = await inLanes(due, (delivery) =>
    attempt(services, http, webhook, delivery, bodies.get(delivery.number)),
  )
  const now = clock.now()
  await noteAttempts(db, attempts, now.toString())
  const tried = attempts.filter(({ problem }) => problem !== 'gone')
  const failed = tried.filter(({ state }) => state !== 'delivered')
  if (tried.length > failed.length) await noteSuccess(db, id, now.toString())
  // A test that fails within a pause does not prolong the pause of waiting events.
  else if (failed.length > 0 && !webhook.is_paused)
    await noteFailure(db, id, failed[0]?.problem ?? '', now.toString(), after(now, pauseAfter(webhook.failures + 1)))
  // The page of the application shows the progress; for a busy receiver not every round is notified.
  if (failed.length > 0 || webhook.failures > 0 || due.length < maxInRound)
    await hint(services, { to: 'consoles', topic: 'open-platform', id: webhook.application_id })
  return failed.length < tried.length || tried.length === 0
}

async function inLanes(
  due: readonly DueDelivery[],
  send: (delivery: DueDelivery) => Promise<Attempt>,
): Promise<Attempt[]> {
  const left = due.values()
  const done: Attempt[] = []
  const lane = async () => {
    for (const delivery of left) done.push(await send(delivery))
  }
  await Promise.all(Array.from({ length: Math.min(maxAtOnce, due.length) }, lane))
  return done
}

async function attempt(
  { clock, keys }: Needs,
  http: OutboundHttp,
  webhook: LeasedWebhook,
  { number, id, attempts, kind }: DueDelivery,
  body: string | undefined,
): Promise<Attempt> {
  const base = { number, status: null, durationMs: null, retryAt: null }
  // The record was deleted meanwhile: no receiver gets it.
  if (body === undefined) return { ...base, state: 'failed', problem: 'gone' }
  const later = (seconds: number) => after(clock.now(), seconds)
  // The person who asked for a test waits for the answer.
  const unsent = (problem: string): Attempt =>
    kind === 'test'
      ? { ...base, state: 'failed', problem }
      : { ...base, state: 'waiting', problem, retryAt: later(maxPauseSeconds) }
  if (!isApprovedHost(webhook.url, webhook.entries)) return unsent('host-not-approved')
  const secrets = [webhook.secret_sealed, webhook.previous_secret_sealed].flatMap((sealed) =>
    sealed ? (unsealOrSkip(keys.column, sealed, webhookSealContext) ?? []) : [],
  )
  // Nobody could trust it without a signature.
  if (secrets.length === 0) return unsent('secret-unreadable')
  const began = performance.now()
  const atSeconds = Math.floor(clock.now().epochMilliseconds / 1000)
  const { status, problem } = await http.post(webhook.url, webhookHeaders(secrets, id, atSeconds, body), body)
  const durationMs = Math.round(performance.now() - began)
  if (problem === null) return { number, state: 'delivered', status, problem, durationMs, retryAt: null }
  const isRefused = status !== null && status >= 400 && status < 500 && status !== 408 && status !== 429
  const isGivenUp = kind === 'test' || (isRefused && attempts + 1 >= maxRefusals)
  return isGivenUp
    ? { number, state: 'failed', status, problem, durationMs, retryAt: null }
    : { number, state: 'waiting', status, problem, durationMs, retryAt: later(pauseAfter(attempts + 1)) }
}

/** The content of each event as of now, by its number. */
async function bodiesOf({ db }: Needs, due: readonly DueDelivery[]): Promise<Map<number, string>> {
  const keysOf = (kind: DueDelivery['kind']) => due.filter((one) => one.kind === kind)
  const moved = keysOf('movement').map(({ subject_id }) => subject_id)
  const held = [...keysOf('lockdown-begun'), ...keysOf('lockdown-released')].map(({ subject_id }) => subject_id)
  const lockdowns = byId(await readLockdowns(db, held))
  const contents = {
    record: byId(await readRecordsByKey(db, keysOf('record').map(toRecordKey))),
    alarm: byId(await readAlarmsByKey(db, keysOf('alarm').map(toAlarmKey))),
    movement: byId(await readMovements(db, moved)),
    muster: byId(
      await readMusters(
        db,
        keysOf('muster').map(({ subject_id }) => subject_id),
      ),
    ),
    'lockdown-begun': lockdowns,
    'lockdown-released': lockdowns,
  }
  return new Map(
    due.flatMap((delivery) => {
      const data = delivery.kind === 'test' ? {} : contents[delivery.kind].get(delivery.subject_id)
      if (!data) return []
      const { number, id, kind, created_at: createdAt } = delivery
      return [[number, JSON.stringify({ id, type: kind, createdAt, data })]]
    }),
  )
}

const byId = <T extends { id: string }>(all: readonly T[]) => new Map<string, object>(all.map((one) => [one.id, one]))

const toRecordKey = ({ subject_id: id, subject_at: recognisedAt }: DueDelivery) => ({ id, recognisedAt })
const toAlarmKey = ({ subject_id: id, subject_at: raisedAt }: DueDelivery) => ({ id, raisedAt })
