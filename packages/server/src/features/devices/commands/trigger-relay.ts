import { AppError } from '@gatehouse/contract/errors.ts'
import { z } from 'zod'
import type { Ctx } from '../../../ctx.ts'
import { findSetValues } from '../../../device-link/outbox/configuration-store.ts'

const patienceMs = 3_000
/** A host and its port: with a path, or with credentials before the host, the server would call other services on other hosts. */
const machine = /^(?:[\w.-]+|\[[0-9a-f:]+\])(?::\d{1,5})?$/i

const relaySet = z.object({ doorOpenMethod: z.literal('network-relay'), networkRelayAddress: z.string().min(1) })

/**
 * Calls the relay of a device for it, as terminals call theirs. The relay and its address are those that an administrator set: what
 * the device's own schema gives as defaults is ignored, or its secret would open every relay that the server reaches. The
 * device chooses only the duration and the output, and learns only whether it worked.
 * @throws AppError relay.unset, relay.failed
 */
export async function triggerRelay(
  ctx: Ctx,
  deviceId: string,
  { seconds, output }: { seconds: number; output?: number | undefined },
): Promise<void> {
  const relay = relaySet.safeParse(await findSetValues(ctx.db, deviceId))
  if (!relay.success) throw new AppError('relay.unset')
  const address = relay.data.networkRelayAddress
  const query = `seconds=${seconds}${output === undefined ? '' : `&output=${output}`}`
  try {
    if (!machine.test(address)) throw new Error('the address of the relay is not that of a machine')
    const response = await fetch(`http://${address}/?${query}`, {
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
