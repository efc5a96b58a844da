import { compareVersions } from './compare-versions.ts'
import type { Mismatch, PackageKind } from './vocabulary.ts'

/** The devices that a package is for. Lists separate with semicolons; empty: any. */
export type PackageTarget = {
  make: string
  kind: PackageKind
  /** Always set for firmware; null for an application that any model will do for. */
  model: string | null
  hardwareVersions: string
  /** The versions over which it may be installed. */
  fromVersions: string
  /** For a split package: the one version that it completes. */
  baseVersion: string | null
  packageName: string | null
  version: string
  versionCode: number | null
}

/** The facts that a device reports about itself. */
export type DeviceBuild = {
  make: string
  /** Its driver can upgrade it. */
  isUpgradable: boolean
  model: string | null
  hardwareVersion: string | null
  firmwareVersion: string | null
  packageName: string | null
  appVersion: string | null
  appVersionCode: number | null
}

export const listed = (text: string): string[] =>
  text
    .split(/[;；]/)
    .map((one) => one.trim())
    .filter((one) => one !== '')

/**
 * The reason why a package is not for a device; null if it is. `newer-version` alone can be overruled by an agreed
 * downgrade.
 */
export function findMismatch(target: PackageTarget, device: DeviceBuild): Mismatch | null {
  if (target.make !== device.make) return 'other-make'
  if (!device.isUpgradable) return 'no-upgrades'
  if (target.kind === 'application' && target.packageName !== device.packageName) return 'other-application'
  if (target.model !== null && target.model !== device.model) return 'other-model'
  const hardware = listed(target.hardwareVersions)
  if (hardware.length > 0 && !hardware.includes(device.hardwareVersion ?? '')) return 'other-hardware'
  const running = runningVersion(target.kind, device)
  if (running === null || running === '') return 'version-unknown'
  const direction = compareWith(target, device, running)
  if (direction === 0) return 'same-version'
  if (target.baseVersion !== null && compareVersions(target.baseVersion, running) !== 0) return 'other-base'
  const from = listed(target.fromVersions)
  if (from.length > 0 && !from.some((one) => compareVersions(one, running) === 0)) return 'other-from-version'
  return direction < 0 ? 'newer-version' : null
}

export const runningVersion = (kind: PackageKind, device: Pick<DeviceBuild, 'firmwareVersion' | 'appVersion'>) =>
  kind === 'firmware' ? device.firmwareVersion : device.appVersion

/** Applications are told apart by their version code, where both have one. */
function compareWith(target: PackageTarget, device: DeviceBuild, running: string): number {
  if (target.kind === 'application' && target.versionCode !== null && device.appVersionCode !== null)
    return target.versionCode - device.appVersionCode
  return compareVersions(target.version, running)
}
