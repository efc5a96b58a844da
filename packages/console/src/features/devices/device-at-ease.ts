import type { Device } from '@gatehouse/contract/features/devices.ts'
import { useQuery } from '@tanstack/react-query'
import { deviceSettingsQuery, leftPeopleQuery } from './device-queries.ts'

/** A device that supports the liveness check has it turned off; undefined while nobody knows. */
export function useIsLivenessOff(deviceId: string): boolean | undefined {
  const { data } = useQuery(deviceSettingsQuery(deviceId))
  return data && data.settings.find(({ key }) => key === 'livenessCheck')?.wanted === false
}

/** How many should be gone from the device and are not; undefined while nobody knows. */
function useLeftPeople({ id, capabilities: { knowsByNumber } }: Device): number | undefined {
  const { data } = useQuery({ ...leftPeopleQuery(id), enabled: knowsByNumber })
  // Devices that know people by themselves remove them when they are told.
  return knowsByNumber ? data?.length : 0
}

/** The page of a device has no notice of its own; what is not known yet, or could not be asked, is not clear. */
export function useIsClear(device: Device): boolean {
  const isLivenessOff = useIsLivenessOff(device.id)
  const leftPeople = useLeftPeople(device)
  return (
    device.cloneSeenAt === null &&
    device.missingRecords === 0 &&
    !device.holdsWeakHashes &&
    !device.isFaceThresholdLow &&
    isLivenessOff === false &&
    leftPeople === 0
  )
}
