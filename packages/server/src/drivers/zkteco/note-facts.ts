import type { Facts } from './protocol/read-answers.ts'
import type { ZkParts, ZkSession } from './zk-session.ts'
import { dialectOf } from './zkteco-make.ts'
import { findZkDevice, updateZkDevice } from './zkteco-store.ts'

/** A right names its doors by the bits of a number. */
const maxDoors = 16

/**
 * Keeps what commands are written by: how many doors there are, and how dates look. A terminal may tell it late, or otherwise after new
 * firmware: then everybody is sent again. The caller holds the mutex of the device's queue.
 */
export async function noteWritingFacts(
  { services, events }: ZkParts,
  session: ZkSession,
  { doors: told, hasEncodedDates }: Pick<Facts, 'doors' | 'hasEncodedDates'>,
): Promise<void> {
  if (told === null && hasEncodedDates === null) return
  const { device } = session
  const zk = await findZkDevice(services.db, device.id)
  if (!zk) return
  const doors = told === null ? zk.doors : Math.min(maxDoors, Math.max(1, told))
  if (told !== null) await events.doorCount(device, doors)
  if (dialectOf(zk.type) !== 'access') return
  const has_encoded_dates = hasEncodedDates ?? zk.has_encoded_dates
  if (doors === zk.doors && has_encoded_dates === zk.has_encoded_dates) return
  // The zones stay as they are; the part of the tag that stands for people's rights goes.
  const [, definitions] = zk.rights_tag?.split(' ') ?? []
  const rights_tag = definitions === undefined ? null : ` ${definitions}`
  await updateZkDevice(services.db, device.id, { doors, has_encoded_dates, rights_tag, settings_revision: null })
  // Further doors have options of their own.
  if (doors > zk.doors) session.asksOptions = true
  Object.assign(session, { hasWork: true, followsSettings: true })
}
