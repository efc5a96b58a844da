import { sql } from 'kysely'
import type { Db } from '../../../db/open-database.ts'
import { prepared } from '../../../db/prepared.ts'
import { configurationTag, lockdownTag } from '../../../device-link/outbox/configuration-store.ts'
import type { Clock } from '../people/people-pull-store.ts'

export type SyncStatusRow = Clock & { tag: string; hasCommands: boolean; hasUpgrades: boolean; lockdown: string }

/** The values that show whether a device is behind; undefined: no such device. */
export async function findSyncStatus(db: Db, deviceId: string, now: string): Promise<SyncStatusRow | undefined> {
  const { rows } = await sql<SyncStatusRow>`
    ${prepared} select ${configurationTag} as tag, ${lockdownTag} as lockdown, c.revision, c.lost_after as "lostAfter", c.lost_up_to as "lostUpTo", d.hash_form as "hashForm", d.knows_slow_hashes as "knowsSlowHashes",
      exists (select from device_command q where q.device_id = d.id and q.state = 'waiting' and q.expires_at > ${now}) as "hasCommands",
      exists (select from upgrade_device u where u.device_id = d.id and u.is_begun
        and u.state in ('offered', 'downloading', 'verified', 'installing')) as "hasUpgrades"
    from device d cross join sync_clock c where d.id = ${deviceId}`.execute(db)
  return rows[0]
}
