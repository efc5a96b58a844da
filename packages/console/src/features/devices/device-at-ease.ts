import { alarmStatusesOfNeed, listAlarms } from '@gatehouse/contract/features/alarms.ts'
import type { Device } from '@gatehouse/contract/features/devices.ts'
import { type DoorNeed, doorNeeds } from '@gatehouse/contract/features/floor-plans.ts'
import type { Door } from '@gatehouse/contract/features/sites.ts'
import { useQueries, useQuery } from '@tanstack/react-query'
import { queryOf } from '../../api/query.ts'
import { useCan } from '../../lib/use-can.ts'
import { isCalm } from '../../parts/device/door-standing.tsx'
import { useDoorStandings, useNeedsOf } from '../../parts/floor-plan/use-door-marks.ts'
import { useIsMakeOff } from './device-make-choice.tsx'
import { deviceSettingsQuery, leftPeopleQuery } from './device-queries.ts'

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
  const isMakeOff = useIsMakeOff(device)
  return (
    isMakeOff !== true &&
    device.cloneSeenAt === null &&
    device.missingRecords === 0 &&
    !device.holdsWeakHashes &&
    !device.refusesHolidays &&
    device.letPassAt === null &&
    !device.isFaceThresholdLow &&
    isLivenessOff === false
  )
}

/**
 * The reasons for which a device needs somebody: those of its doors, and its own where some of its doors are none of the product's;
 * undefined while one of them is not known.
 */
export function useNeedsOfDevice(device: Device, doors: readonly Door[] | undefined): readonly DoorNeed[] | undefined {
  const standsAlone = doors !== undefined && doors.length < device.doorCount
  const ofDoors = useNeedsOf(doors)
  const own = useOwnNeeds(device, standsAlone)
  if (ofDoors === undefined || !standsAlone) return ofDoors
  return own && doorNeeds.filter((need) => ofDoors.includes(need) || own.includes(need))
}

/** A door that is held, open or locked down is not at ease, nor one of a device that a command holds. */
export function useAreDoorsCalm(device: Device, doors: readonly Door[] | undefined): boolean {
  const isHeld = device.doorMode !== null && device.doorMode !== 'normal'
  return useDoorStandings(doors)?.every(({ mark }) => isCalm(mark)) === true && !isHeld
}

/** The needs of a door that can be told of a device alone. */
function useOwnNeeds(device: Device, isAsked: boolean): readonly DoorNeed[] | undefined {
  const can = useCan()
  const alarms = useQueries({
    queries: alarmStatusesOfNeed.map((status) => ({
      ...queryOf(listAlarms, { query: { deviceId: device.id, status, size: 1 } }),
      enabled: isAsked && can('alarm.read'),
    })),
  })
  const { knowsByNumber } = device.capabilities
  // Devices that know people by themselves remove them when they are told.
  const left = useQuery({ ...leftPeopleQuery(device.id), enabled: isAsked && knowsByNumber }).data
  if (alarms.some(({ data }) => data === undefined) || (knowsByNumber && left === undefined)) return undefined
  const found: Partial<Record<DoorNeed, boolean>> = {
    alarm: alarms.some(({ data }) => data !== undefined && data.items.length > 0),
    offline: !device.isOnline,
    'left-people': left !== undefined && left.length > 0,
  }
  return doorNeeds.filter((need) => found[need])
}
