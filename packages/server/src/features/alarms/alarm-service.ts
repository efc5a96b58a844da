import {
  type AlarmDetail,
  type assignAlarms as assignRoute,
  type listAlarms as listRoute,
  type releaseAlarms as releaseRoute,
  type TraceEntry,
} from '@gatehouse/contract/features/alarms.ts'
import { AppError } from '@gatehouse/contract/errors.ts'
import type { Body, Query } from '@gatehouse/contract/route.ts'
import { evaluateRelease } from '@gatehouse/engine/alarm/release.ts'
import type { ReleaseOutcome, TraceKind } from '@gatehouse/engine/alarm/vocabulary.ts'
import { queueCommand } from '../../device-link/outbox/commands.ts'
import { type Ctx, hint } from '../../ctx.ts'
import { findHandler, readAlarm, readAlarmPage, readAlarmPlaces, readUnseen } from './alarm-reads.ts'
import { asSeenBy } from './alarm-sight.ts'
import {
  acknowledge,
  addComment,
  assign,
  closeByHand,
  lockForRelease,
  noteReleaseAsked,
  type ReleaseRow,
  upsertSeen,
} from './alarm-store.ts'

/** One page of alarms as the caller may see them. */
export async function listAlarms(ctx: Ctx, query: Query<typeof listRoute>) {
  const page = await readAlarmPage(ctx.db, query)
  return { ...page, items: page.items.map((alarm) => asSeenBy(ctx, alarm)) }
}

/** The bell: open alarms since the caller last looked, and the newest open ones. */
export async function getUnseen(ctx: Ctx) {
  const { count, newest } = await readUnseen(ctx.db, caller(ctx).id)
  return { count, newest: newest.map((alarm) => asSeenBy(ctx, alarm)) }
}

/** @throws AppError alarm.not-found */
export async function getAlarm(ctx: Ctx, id: string): Promise<AlarmDetail> {
  const alarm = await readAlarm(ctx.db, id)
  if (!alarm) throw new AppError('alarm.not-found')
  return asSeenBy(ctx, alarm)
}

/** Makes the caller the handler of these alarms. */
export async function acknowledgeAlarms(ctx: Ctx, ids: readonly string[]): Promise<number> {
  const acknowledged = await acknowledge(ctx.db, ids, caller(ctx), entryOf(ctx, 'acknowledged'))
  await notify(ctx, ids, acknowledged)
  return acknowledged
}

/** @throws AppError alarm.handler-not-found */
export async function assignAlarms(ctx: Ctx, { ids, handlerId }: Body<typeof assignRoute>): Promise<number> {
  const handler = handlerId === null ? null : await findHandler(ctx.db, handlerId)
  if (handler === undefined) throw new AppError('alarm.handler-not-found')
  const entry = handler ? entryOf(ctx, 'assigned', handler.name) : entryOf(ctx, 'unassigned')
  const assigned = await assign(ctx.db, ids, handler, entry)
  if (handler) ctx.audit.facts = { handler: handler.name }
  await notify(ctx, ids, assigned)
  return assigned
}

/** @throws AppError alarm.not-found, alarm.trace-full */
export async function commentAlarm(ctx: Ctx, id: string, text: string): Promise<AlarmDetail> {
  const { device } = await getAlarm(ctx, id)
  ctx.audit.item = device.name
  ctx.audit.remark = text
  if (!(await addComment(ctx.db, id, entryOf(ctx, 'commented', text)))) throw new AppError('alarm.trace-full')
  await hint(ctx, { to: 'consoles', topic: 'alarms', id })
  return getAlarm(ctx, id)
}

/** Releases each of these alarms in the way that its device allows; gives the result of each. */
export async function releaseAlarms(ctx: Ctx, { ids, reason }: Body<typeof releaseRoute>) {
  const rows = new Map((await lockForRelease(ctx.db, ids)).map((row) => [row.id, row]))
  const unique = [...new Set(ids)]
  const results: { id: string; outcome: ReleaseOutcome }[] = unique.map((id) => ({
    id,
    outcome: evaluateRelease(rows.get(id)),
  }))
  const byHand = results.filter(({ outcome }) => outcome === 'released').map(({ id }) => id)
  if (byHand.length > 0) await closeByHand(ctx.db, byHand, entryOf(ctx, 'released-by-hand', reason || null))
  for (const { id, outcome } of results) {
    const row = rows.get(id)
    if (outcome === 'asked' && row && !row.isReleasing) await askDevice(ctx, row, reason || null)
  }
  if (reason) ctx.audit.remark = reason
  await notify(ctx, ids, results.filter(({ outcome }) => outcome === 'released' || outcome === 'asked').length)
  return { results }
}

async function askDevice(ctx: Ctx, { id, deviceId, deviceAlarmId, port }: ReleaseRow, reason: string | null) {
  if (deviceId === null || deviceAlarmId === null) return
  const command = await queueCommand(ctx, deviceId, {
    kind: 'release-alarm',
    reason,
    createdBy: caller(ctx).name,
    alarm: { id, deviceAlarmId },
    port,
  })
  await noteReleaseAsked(ctx.db, id, command.id, entryOf(ctx, 'release-asked', reason))
}

export const markSeen = (ctx: Ctx) => upsertSeen(ctx.db, caller(ctx).id, ctx.clock.now().toString())

/** The account that acts; every route here is for accounts. */
export function caller({ actor }: Pick<Ctx, 'actor'>): { id: string; name: string } {
  if (actor.kind !== 'account') throw new AppError('auth.permission-denied')
  return actor
}

const entryOf = (ctx: Ctx, kind: TraceKind, text: string | null = null): TraceEntry => ({
  at: ctx.clock.now().round('millisecond').toString(),
  kind,
  by: caller(ctx).name,
  text,
  claimedAt: null,
})

async function notify(ctx: Ctx, ids: readonly string[], changed: number): Promise<void> {
  ctx.audit.item = await readAlarmPlaces(ctx.db, ids)
  ctx.audit.facts = { ...ctx.audit.facts, alarms: changed }
  if (changed > 0) await hint(ctx, { to: 'consoles', topic: 'alarms' })
}
