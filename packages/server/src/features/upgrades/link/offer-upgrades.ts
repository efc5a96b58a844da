import type { PackageOffer } from '@gatehouse/contract/device/packages.ts'
import type { Ctx } from '../../../ctx.ts'
import { type PackageRow, selectOffers } from '../upgrade-store.ts'

/**
 * The packages that a device has to install, and those that it has to keep without continuing (the roll-out is paused
 * or has stopped).
 */
export async function pullUpgrades(ctx: Ctx, deviceId: string): Promise<{ offers: PackageOffer[]; held: string[] }> {
  const rows = await selectOffers(ctx.db, deviceId)
  return {
    offers: rows.filter((row) => row.roll_out_state === 'running').map(toOffer),
    held: rows.filter((row) => row.roll_out_state !== 'running').map(({ id }) => id),
  }
}

const toOffer = (
  row: PackageRow & { attempt: number; uploaded_sha256: string; uploaded_md5: string },
): PackageOffer => ({
  id: row.id,
  attempt: row.attempt,
  kind: row.kind,
  name: signedName(row),
  version: row.version,
  versionCode: row.version_code,
  baseVersion: row.base_version,
  form: row.form,
  size: row.size,
  sha256: row.uploaded_sha256,
  md5: row.uploaded_md5,
  keyId: row.key_id,
  signature: row.signature,
  strategy: row.strategy,
  isForced: row.is_forced,
  timedAt: row.timed_at,
  title: row.title,
  descriptionZh: row.description_zh,
  descriptionEn: row.description_en,
  allowsDowngrade: row.allows_downgrade,
  spreadSeconds: row.spread_seconds,
})

/** The name of the package in its signature. */
export const signedName = (row: Pick<PackageRow, 'kind' | 'model' | 'package_name'>): string =>
  (row.kind === 'firmware' ? row.model : row.package_name) ?? ''
