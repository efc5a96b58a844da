import type { PackageOffer } from '@gatehouse/contract/device/packages.ts'
import type { Ctx } from '../../../ctx.ts'
import type { FirmwareOffer } from '../../../drivers/device-intents.ts'
import { isHeldReader } from '../../lockdown/held-reader-reads.ts'
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

/** The firmware that a device of another make is to install now. It opens no door while it installs, so an emergency ends first. */
export async function findFirmware(ctx: Ctx, deviceId: string): Promise<FirmwareOffer | undefined> {
  const row = (await selectOffers(ctx.db, deviceId)).find(
    ({ kind, roll_out_state }) => kind === 'firmware' && roll_out_state === 'running',
  )
  if (!row?.started_at || (await isHeldReader(ctx.db, deviceId))) return undefined
  return {
    packageId: row.id,
    publishedAt: row.started_at,
    attempt: row.attempt,
    version: row.version,
    size: row.size,
    md5: row.uploaded_md5,
    timedAt: row.strategy === 'timed' ? row.timed_at : null,
    state: row.device_state,
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
