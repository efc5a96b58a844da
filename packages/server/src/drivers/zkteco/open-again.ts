import type { ZkParts, ZkSession } from './zk-session.ts'
import { forgetCarriedOut, selectOpenings } from './zkteco-store.ts'

/**
 * A controller that restarted stands shut, whatever it answered before: what an emergency holds open is told again. The queue forgets its part
 * first: a server that dies in between begins again. The caller holds the mutex of the device's queue.
 */
export async function openAgain({ services, events }: ZkParts, { device }: ZkSession): Promise<void> {
  if ((await selectOpenings(services.db, device.id)).length === 0) return
  await forgetCarriedOut(services.db, device.id)
  await events.cameBack(device)
}
