import type { DeviceVersions } from '@gatehouse/contract/device/link.ts'
import { packageOffer } from '@gatehouse/contract/device/packages.ts'
import { upgradeFailures } from '@gatehouse/engine/upgrade/vocabulary.ts'
import { z } from 'zod'

/** Versions that packages have brought; what is not named is as the terminal was made. */
export const installed = z.object({
  firmware: z.object({ version: z.string() }).nullable(),
  application: z.object({ version: z.string(), versionCode: z.int().nullable() }).nullable(),
})
export type Installed = z.output<typeof installed>
export const nothingInstalled: Installed = { firmware: null, application: null }

/** The upgrade that this terminal is at. */
export const upgradeNote = z.object({
  offer: packageOffer,
  /**
   * `installing`: begun and not finished, which only a power cut leaves so. `switched`: the new version starts next. `over`:
   * the outcome is still to be told.
   */
  phase: z.enum(['download', 'verified', 'installing', 'switched', 'over']),
  /** Not before: thousands must not come at once. */
  startAtMs: z.number(),
  isAgreed: z.boolean(),
  /** What ran before, to go back to. */
  before: installed,
  outcome: z
    .object({ state: z.enum(['done', 'failed', 'rolled-back']), reason: z.enum(upgradeFailures).nullable() })
    .nullable(),
})
export type UpgradeNote = z.output<typeof upgradeNote>

/** The package as far as it has come. */
export type PackageFile = {
  readonly size: number
  /** Throws where there is no room. */
  append(bytes: Uint8Array): void
  digest(): Promise<{ md5: string; sha256: string }>
  clear(): void
}

/** What of an upgrade outlives a power cut. */
export type PackageStore = {
  note: UpgradeNote | null
  installed: Installed
  readonly file: PackageFile
  /** Forgets what is under way; what is installed stays. */
  clear(): void
}

export function installedVersions({ firmware, application }: Installed): Partial<DeviceVersions> {
  return {
    ...(firmware && { firmwareVersion: firmware.version }),
    ...(application && { appVersion: application.version, appVersionCode: application.versionCode }),
  }
}
