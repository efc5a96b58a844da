import type { Device } from '@gatehouse/contract/features/devices.ts'
import { useQuery } from '@tanstack/react-query'
import { deviceSettingsQuery } from './device-queries.ts'

/** A device that supports the liveness check has it turned off; undefined while nobody knows. */
export function useIsLivenessOff(deviceId: string): boolean | undefined {
  const { data } = useQuery(deviceSettingsQuery(deviceId))
  return data && data.settings.find(({ key }) => key === 'livenessCheck')?.wanted === false
}

/**
 * The page of a device has no notice of its own beside what its door needs; what is not known yet, or could not be asked, is not clear.
 */
export function useIsClear(device: Device): boolean {
  const isLivenessOff = useIsLivenessOff(device.id)
  return (
    device.cloneSeenAt === null &&
    device.missingRecords === 0 &&
    !device.holdsWeakHashes &&
    !device.isFaceThresholdLow &&
    isLivenessOff === false
  )
}
