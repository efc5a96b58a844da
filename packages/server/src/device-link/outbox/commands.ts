import { restartWaitMinutes } from '@gatehouse/contract/features/devices.ts'
import type { CommandKind } from '@gatehouse/contract/device/commands.ts'
import type { WireCommand } from '@gatehouse/contract/device/link.ts'
import { after } from '../../lib/clock.ts'
import { type Ctx, hint } from '../../ctx.ts'
import { type CommandRow, commandKindOf, insertCommand, selectWaitingCommands } from './command-store.ts'

/** The time that a command waits for its device. A door must not open for somebody who left long ago. */
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

/** Queues a command for a device and sends it a hint, in the caller's transaction. */
export async function queueCommand(
  ctx: Ctx,
  deviceId: string,
  command: {
    kind: CommandKind
    reason: string | null
    createdBy: string
    expiresInSeconds?: number | undefined
    /** For `release-alarm`: the alarm; absent for all that the device can release. */
    alarm?: { id: string; deviceAlarmId: string }
    /** The door of a device with several; absent: the device as a whole, or its only door. */
    port?: number | null
    /** The emergency in which it opens a door. */
    lockdownId?: string
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
    port: command.port ?? null,
    lockdown_id: command.lockdownId ?? null,
  })
  await hint(
    ctx,
    { to: 'devices', what: 'commands', deviceIds: [deviceId] },
    { to: 'consoles', topic: 'commands', id: deviceId },
  )
  return row
}

/** With the door of each, which our own link has no word for: its terminals have one. */
export async function pullCommands(ctx: Ctx, deviceId: string): Promise<(WireCommand & { port: number | null })[]> {
  const rows = await selectWaitingCommands(ctx.db, deviceId, ctx.clock.now().toString())
  return rows.map((row) => ({
    id: row.id,
    kind: commandKindOf(row.kind),
    expiresAt: row.expires_at,
    alarmId: row.device_alarm_id,
    port: row.port,
  }))
}
