import { host } from '#platform'
import { deviceAbilities, type DeviceVersions, hashForm } from '@gatehouse/contract/device/link.ts'
import type { Recogniser } from '../recognition/recogniser.ts'
import manifest from '../../package.json' with { type: 'json' }

/** The versions that this program reports about itself. */
export const ownVersions = (serialNumber: string, { modelId, others }: Recogniser): DeviceVersions => ({
  serialNumber,
  type: 'GATE',
  ...host.versions,
  manufacturer: 'Gatehouse',
  appVersion: manifest.version,
  faceModelId: modelId,
  personCapacity: 100_000,
  appVersionCode: versionCode(manifest.version),
  hashes: hashForm,
  abilities: deviceAbilities.filter((ability) => ability !== 'recogniser' || others !== undefined),
})

/** 1.2.3 → 1002003: grows with the version. */
function versionCode(version: string): number {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map((part) => Number.parseInt(part, 10) || 0)
  return major * 1_000_000 + minor * 1_000 + patch
}
