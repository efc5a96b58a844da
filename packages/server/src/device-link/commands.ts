import { restartWaitMinutes } from '@gatehouse/contract/features/devices.ts'
import type { CommandKind } from '@gatehouse/contract/device/commands.ts'
import type { WireCommand } from '@gatehouse/contract/device/link.ts'
import { AppError } from '@gatehouse/contract/errors.ts'
import { insertOperation } from '../http/operation-log-store.ts'
import { after } from '../lib/clock.ts'
import { type Ctx, hint, inTransaction } from '../lib/ctx.ts'
import { settleRelease } from './alarm-store.ts'
import {
  type CommandRow,
  commandKindOf,
  finishCommand,
  insertCommand,
  lockCommand,
  selectWaitingCommands,
} from './command-store.ts'
import { removeDevice } from './remove-device.ts'

/** How long a command waits for its device. A door must not open for somebody who left long ago. */
const validSeconds = {
  'open-once': 15,
  'hold-open': 300,
  'hold-closed': 300,
  normal: 3600,
  restart: 60 * restartWaitMinutes,
  'sync-now': 3600,
  'release-alarm': 600,
  unbind: 86_400,
} as const satisfies Record<CommandKind, number>

/** Leaves a command for a device and hints at it, in the caller's transaction. */
export async function queueCommand(
  ctx: Ctx,
  deviceId: string,
  command: {
    kind: CommandKind
    reason: string | null
    createdBy: string
    expiresInSeconds?: number | undefined
    /** Of `release-alarm`: which one; absent for all that the device can release. */
    alarm?: { id: string; deviceAlarmId: string }
  },
): Promise<CommandRow> {
  const now = ctx.clock.now()
  const row = await insertCommand(ctx.db, {
    device_id: deviceId,
    kind: command.kind,
    reason: command.reason,
    created_by: command.createdBy,
    created_at: now.toString(),
    expires_at: after(now, command.expiresInSeconds ?? validSeconds[command.kind]),
    alarm_id: command.alarm?.id ?? null,
    device_alarm_id: command.alarm?.deviceAlarmId ?? null,
  })
  await hint(
    ctx,
    { to: 'devices', what: 'commands', deviceIds: [deviceId] },
    { to: 'consoles', topic: 'commands', id: deviceId },
  )
  return row
}

export async function pullCommands(ctx: Ctx, deviceId: string): Promise<WireCommand[]> {
  const rows = await selectWaitingCommands(ctx.db, deviceId, ctx.clock.now().toString())
  return rows.map((row) => ({
    id: row.id,
    kind: commandKindOf(row.kind),
    expiresAt: row.expires_at,
    alarmId: row.device_alarm_id,
  }))
}

/**
 * Takes the outcome of a command. A command that expired unanswered stays expired, but for one that was carried out: what
 * happened at the door is a fact, however late it is told.
 * @throws AppError command.not-found, command.finished
 */
export async function finishReported(
  ctx: Ctx,
  deviceId: string,
  id: string,
  { state, result }: { state: 'done' | 'failed'; result: string | null },
  requestId: string,
): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const command = await lockCommand(ctx.db, deviceId, id)
    if (!command) throw new AppError('command.not-found')
    const now = ctx.clock.now()
    const isExpired = Temporal.Instant.compare(now, command.expires_at) >= 0
    if (command.state !== 'waiting' || (isExpired && state === 'failed')) throw new AppError('command.finished')
    await finishCommand(ctx.db, id, state, result, now.toString())
    await hint(ctx, { to: 'consoles', topic: 'commands', id: deviceId })
    if (command.kind === 'release-alarm') await noteReleased(ctx, id, state, result)
    if (command.kind !== 'unbind' || state !== 'done') return
    // The device lets go of us by itself: from now on its secret is of no use to anybody.
    const removed = await removeDevice(ctx, deviceId)
    const line = { module: 'device', event: 'unbind', side: 'device', address: ctx.address, requestId } as const
    if (removed) await insertOperation(ctx.db, { ...line, actor: ctx.actor, note: { item: removed.name } })
  })
}

/** What the device says of a remote release, written to its alarm. */
async function noteReleased(ctx: Ctx, commandId: string, state: 'done' | 'failed', result: string | null) {
  const kind = state === 'done' ? ('released' as const) : ('release-failed' as const)
  const entry = { at: ctx.clock.now().toString(), kind, by: null, text: result, claimedAt: null }
  if (await settleRelease(ctx.db, commandId, kind, entry)) await hint(ctx, { to: 'consoles', topic: 'alarms' })
}
