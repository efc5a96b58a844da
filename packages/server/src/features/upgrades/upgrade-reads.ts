import {
  type listPackageDevices,
  type listPackages,
  type previewPackage,
  type UpgradePackage,
} from '@gatehouse/contract/features/upgrades.ts'
import type { Query } from '@gatehouse/contract/route.ts'
import { findMismatch, runningVersion } from '@gatehouse/engine/upgrade/match-device.ts'
import type { PackageKind, UpgradeFailure, UpgradeState } from '@gatehouse/engine/upgrade/vocabulary.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import { makeOf, packageRulesOf } from '../../drivers/makes.ts'
import { buildOf, type PackageRow, selectBuilds, targetOf } from './upgrade-store.ts'
import { likePattern } from '../../lib/like-pattern.ts'

type Row = PackageRow & { counts: Partial<Record<UpgradeState, number>> | null }

const withCounts = sql`p.*, (select json_object_agg(s.state, s.count) from (
  select u.state, count(*)::int as count from upgrade_device u where u.package_id = p.id group by u.state) s) as counts`

const toPackage = (row: Row, publicUrl: string): UpgradePackage => ({
  id: row.id,
  make: makeOf(row.make).make,
  kind: row.kind,
  title: row.title,
  descriptionZh: row.description_zh,
  descriptionEn: row.description_en,
  manufacturer: row.manufacturer,
  model: row.model,
  hardwareVersions: row.hardware_versions,
  fromVersions: row.from_versions,
  packageName: row.package_name,
  version: row.version,
  versionCode: row.version_code,
  form: row.form,
  baseVersion: row.base_version,
  strategy: row.strategy,
  timedAt: row.timed_at,
  isForced: row.is_forced,
  fileName: row.file_name,
  size: row.size,
  md5: row.md5,
  sha256: row.sha256,
  keyId: row.key_id,
  isUploaded: row.is_uploaded,
  status: row.is_published ? 'published' : 'unpublished',
  downloadAddress: `${publicUrl}${packageRulesOf(row.make, row.kind)?.downloadPath(row.id) ?? ''}`,
  uploadedBy: row.uploaded_by,
  uploadedAt: row.uploaded_at,
  revision: row.revision,
  rollOut:
    row.roll_out_state === null || row.started_at === null
      ? null
      : {
          state: row.roll_out_state,
          stage: row.stage,
          advance: row.advance,
          waitMinutes: row.wait_minutes,
          mostFailedPercent: row.most_failed_percent,
          retries: row.retries,
          startedAt: row.started_at,
          publishedBy: row.published_by ?? '',
          continuedBy: row.continued_by,
        },
  counts: { ...noCounts, ...row.counts },
})

const noCounts = {
  waiting: 0,
  offered: 0,
  downloading: 0,
  verified: 0,
  installing: 0,
  done: 0,
  failed: 0,
  'rolled-back': 0,
  cancelled: 0,
  superseded: 0,
} as const satisfies Record<UpgradeState, number>

/** The statement by itself, so that a test can look at its plan. */
export function selectPackagePage({ kind, keyword, status, page, size }: Query<typeof listPackages>) {
  const pattern = keyword && likePattern(keyword)
  const found = sql`p.kind = ${kind}
    and ${pattern ? sql`(p.title ilike ${pattern} or p.model ilike ${pattern} or p.package_name ilike ${pattern} or p.version ilike ${pattern})` : sql`true`}
    and ${status ? sql`p.is_published = ${status === 'published'}` : sql`true`}`
  return {
    rows: sql<Row>`select ${withCounts} from upgrade_package p where ${found}
      order by p.uploaded_at desc, p.id desc limit ${size} offset ${(page - 1) * size}`,
    total: sql<{ total: number }>`select count(*)::int as total from upgrade_package p where ${found}`,
  }
}

export async function readPackagePage(db: Db, publicUrl: string, query: Query<typeof listPackages>) {
  const statements = selectPackagePage(query)
  const { rows } = await statements.rows.execute(db)
  const { rows: sums } = await statements.total.execute(db)
  return { items: rows.map((row) => toPackage(row, publicUrl)), total: sums[0]?.total ?? 0 }
}

export async function readPackage(db: Db, publicUrl: string, id: string): Promise<UpgradePackage | undefined> {
  const { rows } = await sql<Row>`select ${withCounts} from upgrade_package p where p.id = ${id}`.execute(db)
  return rows[0] && toPackage(rows[0], publicUrl)
}

type SummaryRow = {
  id: string
  name: string
  location: string | null
  model: string | null
  hardware_version: string | null
  firmware_version: string | null
  app_version: string | null
  is_online: boolean
}

const summaryOf = (kind: PackageKind, row: SummaryRow) => ({
  id: row.id,
  name: row.name,
  location: row.location,
  model: row.model,
  hardwareVersion: row.hardware_version,
  version: runningVersion(kind, { firmwareVersion: row.firmware_version, appVersion: row.app_version }),
  isOnline: row.is_online,
})

/**
 * Every device with the match of the package. Evaluated here and not in SQL: one rule decides, and gives the reason.
 */
export async function readPreview(
  db: Db,
  row: PackageRow,
  { match, keyword, page, size }: Query<typeof previewPackage>,
) {
  const judged = (await selectBuilds(db)).map((build) => ({
    ...summaryOf(row.kind, build),
    mismatch: findMismatch(targetOf(row), buildOf(build)),
  }))
  const matching = judged.filter(({ mismatch }) => mismatch === null)
  const others = judged.filter(({ mismatch }) => mismatch !== null)
  const wanted = (keyword ?? '').toLowerCase()
  const back = others.filter(({ mismatch }) => mismatch === 'newer-version')
  const found = { matching, 'with-downgrades': [...matching, ...back], others }[match]
  const chosen = found.filter(({ name, location }) => `${name} ${location ?? ''}`.toLowerCase().includes(wanted))
  return {
    items: chosen.slice((page - 1) * size, page * size),
    total: chosen.length,
    counts: { matching: matching.length, others: others.length, downgrades: back.length },
  }
}

type UpgradeRow = {
  state: UpgradeState
  is_begun: boolean
  percent: number
  reason: UpgradeFailure | null
  attempt: number
  updated_at: string
}

const toUpgrade = (row: UpgradeRow) => ({
  state: row.state,
  isBegun: row.is_begun,
  percent: row.percent,
  reason: row.reason,
  attempt: row.attempt,
  updatedAt: row.updated_at,
})

export async function readPackageDevices(
  db: Db,
  { id, kind }: { id: string; kind: PackageKind },
  { page, size, state }: Query<typeof listPackageDevices>,
) {
  const found = sql`u.package_id = ${id} and ${state ? sql`u.state = ${state}` : sql`true`}`
  const { rows } = await sql<SummaryRow & UpgradeRow>`
    select d.id, d.name, d.location, d.model, d.hardware_version, d.firmware_version, d.app_version, d.is_online,
      u.state, u.is_begun, u.percent, u.reason, u.attempt, u.updated_at
    from upgrade_device u join device d on d.id = u.device_id where ${found}
    order by u.is_first desc, d.name, d.id limit ${size} offset ${(page - 1) * size}`.execute(db)
  const { rows: sums } = await sql<{ total: number }>`
    select count(*)::int as total from upgrade_device u where ${found}`.execute(db)
  return { items: rows.map((row) => ({ ...summaryOf(kind, row), ...toUpgrade(row) })), total: sums[0]?.total ?? 0 }
}

/** The number of a device's last upgrades that are shown. */
const maxOfDevice = 20

export async function readDeviceUpgrades(db: Db, deviceId: string) {
  const { rows } = await sql<UpgradeRow & { package_id: string; kind: PackageKind; title: string; version: string }>`
    select u.package_id, p.kind, p.title, p.version, u.state, u.is_begun, u.percent, u.reason, u.attempt, u.updated_at
    from upgrade_device u join upgrade_package p on p.id = u.package_id where u.device_id = ${deviceId}
    order by u.package_id desc limit ${maxOfDevice}`.execute(db)
  return {
    items: rows.map((row) => ({
      packageId: row.package_id,
      kind: row.kind,
      title: row.title,
      version: row.version,
      ...toUpgrade(row),
    })),
  }
}

/** One row for each version in the fleet, up to the number that people read. */
const maxVersions = 500

export async function readVersions(db: Db, kind: PackageKind) {
  const [name, version] =
    kind === 'firmware'
      ? [sql.ref('d.model'), sql.ref('d.firmware_version')]
      : [sql.ref('d.package_name'), sql.ref('d.app_version')]
  const { rows } = await sql<{ name: string | null; version: string | null; devices: number; online: number }>`
    select ${name} as name, ${version} as version, count(*)::int as devices,
      (count(*) filter (where d.is_online))::int as online
    from device d group by 1, 2 order by 1, 2 desc limit ${maxVersions}`.execute(db)
  return { items: rows }
}
