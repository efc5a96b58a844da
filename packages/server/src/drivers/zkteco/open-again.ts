import type { ZkParts, ZkSession } from './zk-session.ts'
import { forgetCarriedOut, hasHeldDoor, selectOpenings } from './zkteco-store.ts'

/**
 * A controller that restarted stands shut, whatever it answered before: what an emergency or somebody holds open is told again. The queue forgets its part
 * first: a server that dies in between begins again. The caller holds the mutex of the device's queue.
 */
export async function openAgain({ services, events }: ZkParts, { device }: ZkSession): Promise<void> {
  const { db } = services
  if ((await selectOpenings(db, device.id)).length === 0 && !(await hasHeldDoor(db, device.id))) return
  await forgetCarriedOut(db, device.id)
  await events.cameBack(device)
}
