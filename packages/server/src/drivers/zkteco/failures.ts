import type { PersonFailure } from '@gatehouse/contract/device/link.ts'
import type { ZkParts, ZkSession } from './zk-session.ts'
import { findZkDevice, selectFailed } from './zkteco-store.ts'

const isFull: ReadonlySet<number> = new Set([-18, -1001, -1007])
const hasNoFace: ReadonlySet<number> = new Set([-11, -12])

/** The people whom a terminal could not take, and why. */
export async function failuresOf(
  { services }: ZkParts,
  deviceId: string,
): Promise<{ personId: string; reason: PersonFailure }[]> {
  const rows = await selectFailed(services.db, deviceId)
  const reasons = new Map<string, PersonFailure>()
  for (const { person_id: personId, what, code } of rows)
    if (personId !== null && !reasons.has(personId)) reasons.set(personId, reasonOf(what, code ?? 0))
  return [...reasons].map(([personId, reason]) => ({ personId, reason }))
}

function reasonOf(what: string, code: number): PersonFailure {
  if (what === 'card') return 'card-unwritable'
  if (isFull.has(code) || what !== 'photo') return 'capacity'
  return hasNoFace.has(code) ? 'no-face' : 'portrait-unreadable'
}

/** The board tells at once of a failure that came or went: also while a step is under way. */
export async function tellFailures(parts: ZkParts, session: ZkSession): Promise<void> {
  session.hasWork = true
  const zk = await findZkDevice(parts.services.db, session.device.id)
  if (!zk || zk.people_cursor === null) return
  await parts.events.peopleApplied(session.device, zk.people_cursor, await failuresOf(parts, zk.device_id))
}
