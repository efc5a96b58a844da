import type { DeviceVersions } from '@gatehouse/contract/device/link.ts'
import manifest from '../package.json' with { type: 'json' }

/** What this program says of itself. */
export const ownVersions = (serialNumber: string, faceModelId: string): DeviceVersions => ({
  serialNumber,
  type: 'GATE',
  model: 'Software terminal',
  manufacturer: 'Gatehouse',
  hardwareVersion: `${process.platform}-${process.arch}`,
  firmwareVersion: process.version,
  appVersion: manifest.version,
  faceModelId,
  personCapacity: 100_000,
})
