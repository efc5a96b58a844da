import { AppError } from '@gatehouse/contract/errors.ts'
import type { Ctx } from '../lib/ctx.ts'
import { readConfiguration } from './read-configuration.ts'

const patienceMs = 3_000
/** A machine and its port: with a path, or somebody's name before it, the server would ask other things of other machines. */
const machine = /^(?:[\w.-]+|\[[0-9a-f:]+\])(?::\d{1,5})?$/i

/**
 * Calls the relay of a device for it, as terminals call theirs. The address is an administrator's setting; a device says
 * only for how long, and hears only whether it worked.
 */
export async function moveRelay(ctx: Ctx, deviceId: string, seconds: number): Promise<void> {
  const { settings } = await readConfiguration(ctx, deviceId)
  const address = settings.networkRelayAddress
  if (settings.doorOpenMethod !== 'network-relay' || address === '') throw new AppError('relay.unset')
  try {
    if (!machine.test(address)) throw new Error('the address of the relay is not that of a machine')
    const response = await fetch(`http://${address}/?seconds=${seconds}`, {
      signal: AbortSignal.timeout(patienceMs),
      redirect: 'error',
    })
    await response.body?.cancel()
    if (!response.ok) throw new Error(`the relay answered ${response.status}`)
  } catch (error) {
    ctx.log.warn({ err: error, deviceId }, 'a relay did not do what its device asked for')
    throw new AppError('relay.failed')
  }
}
