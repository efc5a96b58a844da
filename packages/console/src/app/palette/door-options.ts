import type { LackReason } from '@gatehouse/contract/device/capabilities.ts'
import type { LiveDoor } from '@gatehouse/contract/features/live/board.ts'
import type { DoorMark } from '@gatehouse/contract/features/floor-plans.ts'
import type { Text } from '../../i18n/i18n.ts'
import type { DoorLacks } from '../../parts/device/command-lacks.ts'
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

/** A door that already is so, or of which nothing is held. */
const isPointless: Record<DoorCommand, (door: LiveDoor) => boolean> = {
  'open-once': () => false,
  'hold-open': ({ held }) => held === 'held-open',
  'hold-closed': ({ held }) => held === 'held-closed',
  normal: ({ held, mark }) => held === null && (mark === 'open' || mark === 'closed' || mark === 'no-reader'),
}
/** States that say nothing about opening it. */
const ordinary: ReadonlySet<DoorMark> = new Set<DoorMark>(['closed', 'unknown'])

/** Unasked, nothing is offered that the devices lack, or that changes nothing. */
const isOffered = (command: DoorCommand, { door, lacks }: LackingDoor) =>
  lacks[command] === null && !isPointless[command](door)

/** A door as it can be told something: with what its devices lack. */
type LackingDoor = { door: LiveDoor; lacks: DoorLacks }

function doorDeed({ door, lacks }: LackingDoor, command: DoorCommand, t: Text, sentence?: string): Option {
  const lack = lacks[command]
  return {
    key: `${command}-${door.id}`,
    section: 'deeds',
    text: t(`palette:door.${command}`, { door: door.name }),
    hint:
      command === 'open-once' && ordinary.has(door.mark) ? t('palette:door.once') : t(`shared:doorMark.${door.mark}`),
    picture: { kind: 'door', mark: door.mark },
    subject: { kind: 'door', door },
    effect: lack ? lackOf(command, lack, t) : t(`palette:doorEffect.${isOff(command, door) ? 'off' : command}`),
    sentence,
    act: { kind: 'do', deed: { kind: 'door', command, door }, isOff: lack !== null || isOff(command, door) },
  }
}

/** Actions at doors that were said: for each the doors that are meant; after "open" for the first also that it is held. */
const lackOf = (command: DoorCommand, lack: LackReason, t: Text) =>
  t('shared:lack.line', { what: t(`shared:lack.command.${command}`), reason: t(`shared:lack.reason.${lack}`) })

type Doors = { doors: readonly LiveDoor[]; lacksOf: (deviceIds: readonly string[]) => DoorLacks }

export function doorDeeds(said: readonly Said[], typed: string, { doors, lacksOf }: Doors, t: Text): Option[] {
  const options = said.flatMap(({ verb, what }) => {
    const command = commandOf[verb]
    if (!command || what === '') return []
    const meant = byName(doors, what).slice(0, maxDoors)
    const lacking = (door: LiveDoor) => ({ door, lacks: lacksOf(door.deviceIds) })
    const own = meant.map((door) => doorDeed(lacking(door), command, t, completeName(typed, what, door.name)))
    const [first] = meant
    return first && command === 'open-once' && isOffered('hold-open', lacking(first))
      ? own.toSpliced(1, 0, doorDeed(lacking(first), 'hold-open', t))
      : own
  })
  return [...new Map(options.map((option) => [option.key, option])).values()].slice(0, 6)
}

/** Actions at a door that was found by its name alone. */
export const deedsOfDoor = (door: LackingDoor, t: Text): Option[] =>
  (['open-once', 'hold-open', 'normal'] as const)
    .filter((command) => isOffered(command, door))
    .map((command) => doorDeed(door, command, t))
