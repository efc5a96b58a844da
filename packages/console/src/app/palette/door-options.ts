import type { LiveDoor } from '@gatehouse/contract/features/live/board.ts'
import type { DoorMark } from '@gatehouse/contract/features/floor-plans.ts'
import type { Text } from '../../i18n/i18n.ts'
import { byName, completeName } from './match-name.ts'
import type { DoorCommand, Option } from './option.ts'
import type { Said } from './words/read-said.ts'
import type { Verb } from './words/spoken-words.ts'

const commandOf: Partial<Record<Verb, DoorCommand>> = {
  open: 'open-once',
  holdOpen: 'hold-open',
  holdClosed: 'hold-closed',
  normal: 'normal',
}
const maxDoors = 4

const isOff = (command: DoorCommand, { deviceIds, mark }: LiveDoor) =>
  deviceIds.length === 0 || (command === 'open-once' && mark === 'offline')

const pointless: Partial<Record<DoorCommand, readonly DoorMark[]>> = {
  'hold-open': ['held-open'],
  'hold-closed': ['held-closed'],
  normal: ['open', 'closed', 'no-reader'],
}
/** States that say nothing about opening it. */
const ordinary: ReadonlySet<DoorMark> = new Set<DoorMark>(['closed', 'unknown'])

const helps = (command: DoorCommand, { mark }: LiveDoor) => !pointless[command]?.includes(mark)

export function doorDeed(door: LiveDoor, command: DoorCommand, t: Text, sentence?: string): Option {
  return {
    key: `${command}-${door.id}`,
    section: 'deeds',
    text: t(`palette:door.${command}`, { door: door.name }),
    hint:
      command === 'open-once' && ordinary.has(door.mark) ? t('palette:door.once') : t(`shared:doorMark.${door.mark}`),
    picture: { kind: 'door', mark: door.mark },
    subject: { kind: 'door', door },
    effect: t(`palette:doorEffect.${isOff(command, door) ? 'off' : command}`),
    sentence,
    act: { kind: 'do', deed: { kind: 'door', command, door }, isOff: isOff(command, door) },
  }
}

/** Actions at doors that were said: for each the doors that are meant; after "open" for the first also that it is held. */
export function doorDeeds(said: readonly Said[], typed: string, doors: readonly LiveDoor[], t: Text): Option[] {
  const options = said.flatMap(({ verb, what }) => {
    const command = commandOf[verb]
    if (!command || what === '') return []
    const meant = byName(doors, what).slice(0, maxDoors)
    const own = meant.map((door) => doorDeed(door, command, t, completeName(typed, what, door.name)))
    const [first] = meant
    return first && command === 'open-once' && helps('hold-open', first)
      ? own.toSpliced(1, 0, doorDeed(first, 'hold-open', t))
      : own
  })
  return [...new Map(options.map((option) => [option.key, option])).values()].slice(0, 6)
}

/** Actions at a door that was found by its name alone. */
export const deedsOfDoor = (door: LiveDoor, t: Text): Option[] =>
  (['open-once', 'hold-open', 'normal'] as const)
    .filter((command) => helps(command, door))
    .map((command) => doorDeed(door, command, t))
