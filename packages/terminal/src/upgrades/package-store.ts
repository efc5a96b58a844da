import type { DeviceVersions } from '@gatehouse/contract/device/link.ts'
import { packageOffer } from '@gatehouse/contract/device/packages.ts'
import { upgradeFailures } from '@gatehouse/engine/upgrade/vocabulary.ts'
import { z } from 'zod'

/** The versions that packages have brought; the others are as the terminal was made. */
export const installed = z.object({
  firmware: z.object({ version: z.string() }).nullable(),
  application: z.object({ version: z.string(), versionCode: z.int().nullable() }).nullable(),
})
export type Installed = z.output<typeof installed>
export const nothingInstalled: Installed = { firmware: null, application: null }

/** The upgrade in progress. */
export const upgradeNote = z.object({
  offer: packageOffer,
  /**
   * `installing`: begun and not finished, which only a power cut leaves. `switched`: the new version starts next.
   * `over`: the outcome still has to be reported.
   */
  phase: z.enum(['download', 'verified', 'installing', 'switched', 'over']),
  /** The earliest start: thousands must not come at once. */
  startAtMs: z.number(),
  isAgreed: z.boolean(),
  /** The previous version, to return to. */
  before: installed,
  outcome: z
    .object({ state: z.enum(['done', 'failed', 'rolled-back']), reason: z.enum(upgradeFailures).nullable() })
    .nullable(),
})
export type UpgradeNote = z.output<typeof upgradeNote>

/** The part of the package that has arrived. */
export type PackageFile = {
  readonly size: number
  /** Throws if there is no room. */
  append(bytes: Uint8Array): void
  digest(): Promise<{ md5: string; sha256: string }>
  clear(): void
}

/** The state of an upgrade that survives a power cut. */
export type PackageStore = {
  note: UpgradeNote | null
  installed: Installed
  readonly file: PackageFile
  /** Deletes the upgrade in progress; installed versions stay. */
  clear(): void
}

export function installedVersions({ firmware, application }: Installed): Partial<DeviceVersions> {
  return {
    ...(firmware && { firmwareVersion: firmware.version }),
    ...(application && { appVersion: application.version, appVersionCode: application.versionCode }),
  }
}
