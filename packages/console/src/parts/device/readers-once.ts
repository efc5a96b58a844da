import type { Door, DoorReader } from '@gatehouse/contract/features/sites.ts'

/** Each device of a door once, whatever number of its ports are there. */
export const readersOnce = ({ readers }: Pick<Door, 'readers'>): DoorReader[] => [
  ...new Map(readers.map((reader) => [reader.deviceId, reader])).values(),
]
