import type { Device } from '@gatehouse/contract/features/devices.ts'
import type { Door } from '@gatehouse/contract/features/sites.ts'
import { useQuery } from '@tanstack/react-query'
import { useText } from '../../i18n/i18n.ts'
import { doorsOfDevice } from './device-queries.ts'

/** The doors of a controller by their numbers, each with the door of the product that it was given to, if it was. */
export function useDoorNames({ id, doorCount }: Device): { port: number; door: Door | undefined; label: string }[] {
  const t = useText()
  const doors = useQuery(doorsOfDevice(id)).data?.items ?? []
  return Array.from({ length: doorCount }, (_, at) => {
    const port = at + 1
    const door = doors.find(({ readers }) => readers.some((reader) => reader.deviceId === id && reader.port === port))
    const number = t('devices:doors.number', { port })
    return { port, door, label: door ? t('devices:doors.named', { number, door: door.name }) : number }
  })
}
