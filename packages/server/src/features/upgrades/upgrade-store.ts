import type { RollOutCounts } from '@gatehouse/engine/upgrade/roll-out.ts'
import type { PackageKind, UpgradeState } from '@gatehouse/engine/upgrade/vocabulary.ts'
import { type Selectable, sql, type Updateable } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { Database } from '../../db/tables.ts'
import { capabilitiesOf } from '../../drivers/makes.ts'

export type PackageRow = Selectable<Database['upgrade_package']>

/** States of a device that is upgrading, or about to. */
const liveStates = ['offered', 'downloading', 'verified', 'installing'] as const satisfies readonly UpgradeState[]

/** The package, locked until the transaction ends: roll-outs advance one step at a time. */
export const lockPackage = (db: Db, id: string) =>
  db.selectFrom('upgrade_package').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export const changePackage = (db: Db, id: string, change: Updateable<Database['upgrade_package']>) =>
  db.updateTable('upgrade_package').set(change).where('id', '=', id).execute()

/** The number of devices of a package in each state; those whose stage has not begun are separate. */
export async function countUpgrades(db: Db, packageId: string): Promise<RollOutCounts> {
  const rows = await db
    .selectFrom('upgrade_device')
    .select(['state', 'is_begun'])
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('package_id', '=', packageId)
    .groupBy(['state', 'is_begun'])
    .execute()
  const counts: RollOutCounts = { unbegun: 0 }
  for (const { state, is_begun, count } of rows) {
    if (!is_begun && state === 'waiting') counts.unbegun += Number(count)
    else counts[state] = (counts[state] ?? 0) + Number(count)
  }
  return counts
}

/** Begins the stage of the other devices. Gives their ids. */
export async function startOthers(db: Db, packageId: string, now: string): Promise<string[]> {
  const rows = await db
    .updateTable('upgrade_device')
    .set({ is_begun: true, state: 'offered', updated_at: now })
    .where('package_id', '=', packageId)
    .where('is_begun', '=', false)
    .where('state', '=', 'waiting')
    .returning('device_id')
    .execute()
  return rows.map(({ device_id }) => device_id)
}

/**
 * Supersedes earlier packages of the same kind and name on these devices, offered, unfinished or failed: the package
 * published last counts.
 */
export async function supersedeEarlierPackages(
  db: Db,
  row: PackageRow,
  deviceIds: readonly string[],
  now: string,
): Promise<void> {
  await sql`update upgrade_device u set state = 'superseded', updated_at = ${now} from upgrade_package p
    where p.id = u.package_id and p.id <> ${row.id} and p.kind = ${row.kind}
      and p.package_name is not distinct from ${row.package_name}
      and u.device_id = any(${[...deviceIds]}::uuid[]) and u.state in ('waiting', 'offered', 'downloading', 'verified', 'failed', 'rolled-back')`.execute(
    db,
  )
}

/** The devices whose pause before the next attempt is over. */
export async function offerAgain(db: Db, packageId: string, now: string): Promise<string[]> {
  const rows = await db
    .updateTable('upgrade_device')
    .set({ state: 'offered', retry_at: null, percent: 0, updated_at: now })
    .where('package_id', '=', packageId)
    .where('is_begun', '=', true)
    .where('state', '=', 'waiting')
    .where('retry_at', '<=', now)
    .returning('device_id')
    .execute()
  return rows.map(({ device_id }) => device_id)
}

/** The packages assigned to a device now, of each kind the one in progress, else the one published last. */
export async function selectOffers(db: Db, deviceId: string) {
  type Offer = { attempt: number; device_state: UpgradeState; uploaded_sha256: string; uploaded_md5: string }
  const { rows } = await sql<PackageRow & Offer>`
    select distinct on (p.kind) p.*, u.attempt, u.state as device_state, p.sha256 as uploaded_sha256, p.md5 as uploaded_md5
    from upgrade_device u join upgrade_package p on p.id = u.package_id
    where u.device_id = ${deviceId} and u.is_begun and u.state in ('offered', 'downloading', 'verified', 'installing')
      and p.is_published and p.sha256 is not null and p.md5 is not null
    order by p.kind, u.state = 'installing' desc, p.started_at desc`.execute(db)
  return rows
}

/** The package that a device may fetch now, or undefined. `goesOn`: also while the roll-out rests. */
export const findOffered = (db: Db, packageId: string, deviceId: string, goesOn: boolean) =>
  db
    .selectFrom('upgrade_device as u')
    .innerJoin('upgrade_package as p', 'p.id', 'u.package_id')
    .select(['p.size', 'p.sha256'])
    .where('u.package_id', '=', packageId)
    .where('u.device_id', '=', deviceId)
    .where('u.is_begun', '=', true)
    .where('u.state', 'in', [...liveStates])
    .where('p.is_published', '=', true)
    .where('p.roll_out_state', 'in', goesOn ? ['running', 'paused', 'stopped'] : ['running'])
    .executeTakeFirst()

export const findPiece = (db: Db, packageId: string, number: number) =>
  db
    .selectFrom('upgrade_piece')
    .select('blob_hash')
    .where('package_id', '=', packageId)
    .where('number', '=', number)
    .executeTakeFirst()

/** When a package was published last. */
export async function publishedAtOf(db: Db, packageId: string): Promise<string | null> {
  const row = await db.selectFrom('upgrade_package').select('started_at').where('id', '=', packageId).executeTakeFirst()
  return row?.started_at ?? null
}

/** The packages with devices of which nothing was heard in time. */
export async function selectSilent(db: Db, now: string): Promise<string[]> {
  const rows = await db
    .selectFrom('upgrade_device')
    .select('package_id')
    .distinct()
    .where('answer_by', '<=', now)
    .where('state', 'in', ['downloading', 'installing'])
    .execute()
  return rows.map(({ package_id }) => package_id)
}

/** Of those that had said that they installed it, nobody knows why they do not come back. */
export async function failSilent(db: Db, packageId: string, now: string): Promise<void> {
  for (const [state, reason] of [
    ['downloading', 'no-answer'],
    ['installing', 'not-returned'],
  ] as const)
    await db
      .updateTable('upgrade_device')
      .set({ state: 'failed', reason, answer_by: null, updated_at: now })
      .where('package_id', '=', packageId)
      .where('answer_by', '<=', now)
      .where('state', '=', state)
      .execute()
}

export const lockUpgrade = (db: Db, packageId: string, deviceId: string) =>
  db
    .selectFrom('upgrade_device')
    .selectAll()
    .where('package_id', '=', packageId)
    .where('device_id', '=', deviceId)
    .forUpdate()
    .executeTakeFirst()

export const changeUpgrade = (
  db: Db,
  packageId: string,
  deviceId: string,
  change: Updateable<Database['upgrade_device']>,
) =>
  db
    .updateTable('upgrade_device')
    .set(change)
    .where('package_id', '=', packageId)
    .where('device_id', '=', deviceId)
    .execute()

/** The facts of a device that decide whether a package matches it. */
export type BuildRow = {
  id: string
  name: string
  location: string | null
  model: string | null
  hardware_version: string | null
  firmware_version: string | null
  app_version: string | null
  app_version_code: number | null
  package_name: string | null
  is_online: boolean
  make: string
  type: string
  abilities: string[]
}

/** Every device; with `changed`, those whose versions changed since then and that were not given the package. */
export const selectBuilds = (db: Db, changed?: { packageId: string; since: string }): Promise<BuildRow[]> =>
  db
    .selectFrom('device as d')
    .select(['d.id', 'd.name', 'd.location', 'd.model', 'd.hardware_version', 'd.firmware_version', 'd.app_version'])
    .select(['d.app_version_code', 'd.package_name', 'd.is_online', 'd.make', 'd.type', 'd.abilities'])
    .$if(changed !== undefined, (query) =>
      query.where('d.updated_at', '>', changed?.since ?? '').where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('upgrade_device as u')
              .select('u.device_id')
              .where('u.package_id', '=', changed?.packageId ?? '')
              .whereRef('u.device_id', '=', 'd.id'),
          ),
        ),
      ),
    )
    .orderBy('d.name')
    .orderBy('d.id')
    .execute()

export async function insertUpgrades(
  db: Db,
  packageId: string,
  devices: readonly { id: string; isFirst: boolean; isBegun: boolean }[],
  now: string,
): Promise<void> {
  for (let from = 0; from < devices.length; from += 1000)
    await db
      .insertInto('upgrade_device')
      .values(
        devices.slice(from, from + 1000).map(({ id, isFirst, isBegun }) => ({
          package_id: packageId,
          device_id: id,
          is_first: isFirst,
          is_begun: isBegun,
          state: isBegun ? ('offered' as const) : ('waiting' as const),
          updated_at: now,
        })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

/** Published packages with active roll-outs, the latest at the end: its offers replace those of the others. */
export async function selectPublished(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('upgrade_package')
    .select('id')
    .where('is_published', '=', true)
    .where('roll_out_state', 'in', ['running', 'paused', 'stopped', 'done'])
    .orderBy('started_at')
    .execute()
  return rows.map(({ id }) => id)
}

export const targetOf = (row: {
  make: string
  kind: PackageKind
  model: string | null
  hardware_versions: string
  from_versions: string
  base_version: string | null
  package_name: string | null
  version: string
  version_code: number | null
}) => ({
  make: row.make,
  kind: row.kind,
  model: row.model,
  hardwareVersions: row.hardware_versions,
  fromVersions: row.from_versions,
  baseVersion: row.base_version,
  packageName: row.package_name,
  version: row.version,
  versionCode: row.version_code,
})

export const buildOf = (row: BuildRow) => ({
  make: row.make,
  isUpgradable: capabilitiesOf(row).upgrades === null,
  model: row.model,
  hardwareVersion: row.hardware_version,
  firmwareVersion: row.firmware_version,
  packageName: row.package_name,
  appVersion: row.app_version,
  appVersionCode: row.app_version_code,
})
