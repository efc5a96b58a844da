import type { LackReason } from '@gatehouse/contract/device/capabilities.ts'
import { type CommandLacks, listCommandLacks } from '@gatehouse/contract/features/devices/lacks.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { queryOf } from '../../api/query.ts'
import { useCan } from '../../lib/use-can.ts'

export const doorCommands = ['open-once', 'hold-open', 'hold-closed', 'normal'] as const
export type DoorCommand = (typeof doorCommands)[number]
export type DoorLacks = Readonly<Record<DoorCommand, LackReason | null>>

const none: DoorLacks = { 'open-once': null, 'hold-open': null, 'hold-closed': null, normal: null }

/** The commands that no device of a door has, with the reason: the server refuses them, and sends others to the devices that have them. */
export function lacksOf(groups: readonly CommandLacks[], deviceIds: readonly string[]): DoorLacks {
  const own = deviceIds.map((id) => groups.find((group) => group.deviceIds.includes(id))?.commands ?? none)
  if (own.length === 0) return none
  const lackOf = (command: DoorCommand) =>
    own.every((commands) => commands[command] !== null) ? (own[0]?.[command] ?? null) : null
  return {
    'open-once': lackOf('open-once'),
    'hold-open': lackOf('hold-open'),
    'hold-closed': lackOf('hold-closed'),
    normal: lackOf('normal'),
  }
}

/** The commands that the devices of doors lack, from their capabilities; until the answer comes nothing is lacking. */
export function useLacksOf(): (deviceIds: readonly string[]) => DoorLacks {
  const can = useCan()
  const { data } = useQuery({ ...queryOf(listCommandLacks), enabled: can('device.read'), staleTime: 60_000 })
  return useMemo(() => (deviceIds) => (data === undefined ? none : lacksOf(data, deviceIds)), [data])
}
