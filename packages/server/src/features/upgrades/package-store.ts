import type { PackageInput } from '@gatehouse/contract/features/upgrades.ts'
import { AppError } from '@gatehouse/contract/errors.ts'
import { sql, type Updateable } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { Database } from '../../db/tables.ts'
import { violates } from '../../db/violates.ts'
import type { SignatureFile } from './package-signature.ts'

/** The unfinished upload of this version, locked; its unique index identifies a version. */
export const lockUnfinishedTwin = (db: Db, input: PackageInput) =>
  db
    .selectFrom('upgrade_package')
    .selectAll()
    .where('is_uploaded', '=', false)
    .where('make', '=', input.make)
    .where('kind', '=', input.kind)
    .where('version', '=', input.version)
    .where('hardware_versions', '=', input.hardwareVersions)
    .where(sql<boolean>`version_code is not distinct from ${input.versionCode}`)
    .where(sql<boolean>`coalesce(model, '') = ${input.model ?? ''}`)
    .where(sql<boolean>`coalesce(package_name, '') = ${input.packageName ?? ''}`)
    .where(sql<boolean>`coalesce(base_version, '') = ${input.baseVersion ?? ''}`)
    .forUpdate()
    .executeTakeFirst()

const refuseTaken = (error: unknown): never => {
  if (violates(error, 'upgrade_package__version')) throw new AppError('package.version-taken')
  throw error
}

/** The columns at the beginning of an upload. */
export const columnsOfUpload = (
  input: PackageInput,
  { keyId, signature, sha256 }: SignatureFile,
  uploadedBy: string,
  now: string,
) => ({
  make: input.make,
  kind: input.kind,
  title: input.title,
  description_zh: input.descriptionZh,
  description_en: input.descriptionEn,
  manufacturer: input.manufacturer,
  model: input.model,
  hardware_versions: input.hardwareVersions,
  from_versions: input.fromVersions,
  package_name: input.packageName,
  version: input.version,
  version_code: input.versionCode,
  form: input.form,
  base_version: input.baseVersion,
  strategy: input.strategy,
  timed_at: input.timedAt,
  is_forced: input.isForced,
  file_name: input.fileName,
  size: input.size,
  signed_sha256: sha256,
  key_id: keyId,
  signature,
  uploaded_by: uploadedBy,
  uploaded_at: now,
})

export const insertPackage = (db: Db, columns: ReturnType<typeof columnsOfUpload>) =>
  db.insertInto('upgrade_package').values(columns).returning('id').executeTakeFirstOrThrow().catch(refuseTaken)

export const updatePackageRow = (db: Db, id: string, change: Updateable<Database['upgrade_package']>) =>
  db
    .updateTable('upgrade_package')
    .set({ ...change, revision: sql<number>`revision + 1` })
    .where('id', '=', id)
    .execute()
    .catch(refuseTaken)

export const deletePackageRow = (db: Db, id: string) => db.deleteFrom('upgrade_package').where('id', '=', id).execute()

export const selectPieces = (db: Db, packageId: string) =>
  db
    .selectFrom('upgrade_piece')
    .select(['number', 'size', 'blob_hash'])
    .where('package_id', '=', packageId)
    .orderBy('number')
    .execute()

/** Deletes all pieces of a package; gives their bytes. */
export async function deletePieces(db: Db, packageId: string): Promise<Buffer[]> {
  const rows = await db.deleteFrom('upgrade_piece').where('package_id', '=', packageId).returning('blob_hash').execute()
  return rows.map(({ blob_hash }) => blob_hash)
}

/** Stores pieces in their places; gives the earlier bytes there that differ. */
export async function upsertPieces(
  db: Db,
  packageId: string,
  pieces: readonly { number: number; size: number; hash: Buffer }[],
): Promise<Buffer[]> {
  const numbers = pieces.map(({ number }) => number)
  const before = await db
    .selectFrom('upgrade_piece')
    .select(['number', 'blob_hash'])
    .where('package_id', '=', packageId)
    .where('number', 'in', numbers)
    .execute()
  await db
    .insertInto('upgrade_piece')
    .values(pieces.map(({ number, size, hash }) => ({ package_id: packageId, number, size, blob_hash: hash })))
    .onConflict((conflict) =>
      conflict
        .columns(['package_id', 'number'])
        .doUpdateSet((set) => ({ size: set.ref('excluded.size'), blob_hash: set.ref('excluded.blob_hash') })),
    )
    .execute()
  return before
    .filter(({ number, blob_hash }) => !pieces.some((piece) => piece.number === number && piece.hash.equals(blob_hash)))
    .map(({ blob_hash }) => blob_hash)
}

/** Cancels the unfinished upgrades of a withdrawn package. Gives the devices concerned. */
export async function cancelUpgrades(db: Db, packageId: string, now: string, deviceIds?: readonly string[]) {
  const rows = await db
    .updateTable('upgrade_device')
    .set({ state: 'cancelled', updated_at: now })
    .where('package_id', '=', packageId)
    // A running installation is finished.
    .where('state', 'in', ['waiting', 'offered', 'downloading', 'verified'])
    .$if(deviceIds !== undefined, (query) => query.where('device_id', 'in', [...(deviceIds ?? [])]))
    .returning('device_id')
    .execute()
  return rows.map(({ device_id }) => device_id)
}

/** Failed and rolled-back ones are offered the package again. */
export async function restartUpgrades(db: Db, packageId: string, now: string, deviceIds?: readonly string[]) {
  const rows = await db
    .updateTable('upgrade_device')
    .set({ state: 'offered', percent: 0, attempt: sql<number>`attempt + 1`, retry_at: null, updated_at: now })
    .where('package_id', '=', packageId)
    .where('state', 'in', ['failed', 'rolled-back'])
    .$if(deviceIds !== undefined, (query) => query.where('device_id', 'in', [...(deviceIds ?? [])]))
    .returning('device_id')
    .execute()
  return rows.map(({ device_id }) => device_id)
}

/** The devices to notify of a change of a package: those that are working on it. */
export async function selectConcerned(db: Db, packageId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('upgrade_device')
    .select('device_id')
    .where('package_id', '=', packageId)
    .where('is_begun', '=', true)
    .where('state', 'in', ['offered', 'downloading', 'verified'])
    .execute()
  return rows.map(({ device_id }) => device_id)
}

/** The devices that a package was assigned to, with their progress. */
export const selectAssigned = (db: Db, packageId: string) =>
  db.selectFrom('upgrade_device').select(['device_id', 'state']).where('package_id', '=', packageId).execute()

/** A new publication starts from the beginning. */
export const deleteUpgrades = (db: Db, packageId: string) =>
  db.deleteFrom('upgrade_device').where('package_id', '=', packageId).execute()

/** Uploads that nobody has continued. */
export async function selectAbandoned(db: Db, before: string): Promise<string[]> {
  const rows = await db
    .selectFrom('upgrade_package')
    .select('id')
    .where('is_uploaded', '=', false)
    .where('uploaded_at', '<', before)
    .execute()
  return rows.map(({ id }) => id)
}

export const findPackage = (db: Db, id: string) =>
  db.selectFrom('upgrade_package').selectAll().where('id', '=', id).executeTakeFirst()
