import { AppError } from '@gatehouse/contract/errors.ts'
import { type Ctx, hint, inTransaction } from '../../../ctx.ts'
import { finishCommand, lockCommand } from '../../../device-link/outbox/command-store.ts'
import { insertOperation } from '../../../http/operation-log-store.ts'
import { noteReleased } from '../../alarms/link/device-alarm-actions.ts'
import { removeDevice } from '../pairing/remove-device.ts'

/**
 * Stores the outcome of a command. A command that expired unanswered stays expired, unless it was carried out, or may have been: what
 * happened at the door is a fact, however late it is reported.
 * @throws AppError command.not-found, command.finished
 */
export async function finishReported(
  ctx: Ctx,
  deviceId: string,
  id: string,
  { state, result, wasSent = false }: { state: 'done' | 'failed'; result: string | null; wasSent?: boolean },
  requestId: string,
): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const command = await lockCommand(ctx.db, deviceId, id)
    if (!command) throw new AppError('command.not-found')
    const now = ctx.clock.now()
    const isExpired = Temporal.Instant.compare(now, command.expires_at) >= 0
    if (command.state !== 'waiting' || (isExpired && state === 'failed' && !wasSent))
      throw new AppError('command.finished')
    await finishCommand(ctx.db, id, state, result, now.toString())
    await hint(ctx, { to: 'consoles', topic: 'commands', id: deviceId })
    if (command.kind === 'release-alarm') await noteReleased(ctx, id, state, result)
    if (command.kind !== 'unbind' || state !== 'done') return
    // The device ends its connection by itself: from now on its secret is useless.
    const removed = await removeDevice(ctx, deviceId)
    const line = { module: 'device', event: 'unbind', side: 'device', address: ctx.address, requestId } as const
    if (removed) await insertOperation(ctx.db, { ...line, actor: ctx.actor, note: { item: removed.name } })
  })
}
