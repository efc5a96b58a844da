import { getOpeningRule } from '@gatehouse/contract/features/doors/opening-rule.ts'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../api/query.ts'
import { useCan } from '../../lib/use-can.ts'

/** A door by itself, or by the devices at it. */
type Place = { id?: string; deviceIds?: readonly string[] }

/** Whether a door is opened with a reason only, and the reasons that are offered. */
export function useOpeningRule() {
  const can = useCan()
  const { data } = useQuery({ ...queryOf(getOpeningRule), enabled: can('device.control'), staleTime: 60_000 })
  return {
    reasons: data?.reasons ?? [],
    needsReason: ({ id, deviceIds = [] }: Place): boolean =>
      data !== undefined &&
      (data.needsReason ||
        (id !== undefined && data.doorIds.includes(id)) ||
        deviceIds.some((deviceId) => data.deviceIds.includes(deviceId))),
  }
}
