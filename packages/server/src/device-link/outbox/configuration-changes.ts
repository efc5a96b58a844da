import type { Ctx } from '../../ctx.ts'
import { type ConfigurationPart, raiseRevision } from '../device-store.ts'
import { hintDevices } from './device-hints.ts'

/**
 * Notes, in the caller's transaction, that settings or access rules of these devices changed; the devices pull them.
 */
export async function noteConfigurationChanged(
  ctx: Pick<Ctx, 'db'>,
  deviceIds: readonly string[],
  ...parts: ConfigurationPart[]
): Promise<void> {
  for (const part of parts) await raiseRevision(ctx.db, deviceIds, part)
  await hintDevices(ctx, 'configuration', deviceIds)
}
