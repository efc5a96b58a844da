import type { KeptOffReason } from '@gatehouse/contract/device/kept-off.ts'
import type { Db } from '../../../db/open-database.ts'
import { deleteKeptOff, upsertKeptOff } from '../../../device-link/outbox/kept-off-store.ts'
import type { DeviceMember } from '../../device-intents.ts'
import type { ZkRights } from '../compile-zones.ts'
import { dialectOf } from '../zkteco-make.ts'
import { deleteMembers, selectUntakenOf, type ZkDevice } from '../zkteco-store.ts'

/*
 * Some attendance terminals take zones and periods and keep to neither (docs/adr/0085): everybody on them passes at any hour. It is not known of which this is so, and
 * nobody is kept on any of them who may pass at no time there at present.
 */

export type KeptOff = { member: DeviceMember; reason: KeptOffReason; untilAt: string | null }
export type Presence = { here: DeviceMember[]; off: KeptOff[] }

/** The people of these who are to be on the terminal now, and those who are kept off it. An access terminal has rights, and everybody. */
export function divide(
  { type }: Pick<ZkDevice, 'type'>,
  members: readonly DeviceMember[],
  { zonesOf }: Pick<ZkRights, 'zonesOf'>,
  now: Temporal.Instant,
): Presence {
  const found: Presence = { here: [], off: [] }
  for (const member of members) {
    const kept = dialectOf(type) === 'access' ? undefined : reasonOff(member, zonesOf, now)
    if (kept) found.off.push({ member, ...kept })
    else found.here.push(member)
  }
  return found
}

const endReasons = { period: 'expired', leaving: 'left', suspension: 'suspended' } as const

function reasonOff(
  { kind, validFromAt, validToAt, endsBy, groupIds }: DeviceMember,
  zonesOf: ZkRights['zonesOf'],
  now: Temporal.Instant,
): Pick<KeptOff, 'reason' | 'untilAt'> | undefined {
  if (kind === 'blacklisted') return { reason: 'blacklisted', untilAt: null }
  // A longer period and the end of a suspension are changes, which come by themselves.
  if (hasCome(validToAt, now)) return { reason: endReasons[endsBy ?? 'period'], untilAt: null }
  if (validFromAt !== null && !hasCome(validFromAt, now)) return { reason: 'not-yet-valid', untilAt: validFromAt }
  // Hours that begin on another day give the group other zones, and everybody is looked at.
  return zonesOf(groupIds).length === 0 ? { reason: 'no-hours', untilAt: null } : undefined
}

/** Whether a moment is over, or now. */
export const hasCome = (at: string | null, now: Temporal.Instant): boolean =>
  at !== null && Temporal.Instant.compare(Temporal.Instant.from(at), now) <= 0

/** Notes who is kept off and who no longer. Gives the numbers of those who are on the terminal and have to go. */
export async function noteKeptOff(
  db: Db,
  { device_id: deviceId, type }: Pick<ZkDevice, 'device_id' | 'type'>,
  { here, off }: Presence,
  generation: number,
): Promise<number[]> {
  if (dialectOf(type) === 'access') return []
  await deleteKeptOff(
    db,
    deviceId,
    here.map(({ number }) => number),
  )
  const numbers = off.map(({ member }) => member.number)
  const leaving = await deleteMembers(db, deviceId, numbers)
  // Somebody who did not go when they were removed before may be there.
  const untaken = await selectUntakenOf(db, deviceId, numbers)
  await upsertKeptOff(
    db,
    off.map(({ member: { personId, number }, reason, untilAt }) => ({
      device_id: deviceId,
      person_id: personId,
      number,
      reason,
      is_off: !leaving.includes(number) && !untaken.has(number),
      until_at: untilAt,
      generation,
    })),
  )
  return leaving
}
