import { doorNumbered } from '@gatehouse/contract/device/outcome-words.ts'
import { alarmCodes } from '@gatehouse/contract/device/alarm-types.ts'
import { withMutex } from '../../lib/with-mutex.ts'
import type { ReportedAlarm } from '../device-events.ts'
import type { ZkParts, ZkSession } from './zk-session.ts'
import { findZkDevice, updateZkDevice } from './zkteco-store.ts'

/** The alarms that the product has a word for. */
export type ZkAlarmKind = 'tamper' | 'forced-open' | 'door-open-too-long' | 'wrong-passwords' | 'fire' | 'duress'

export type ZkAlarmChange =
  | { is: 'raised'; kind: ZkAlarmKind; door: number; at: string; number: number | null }
  /** All of the door, or of door 0: of the terminal. A log may be sent again: what it says ended nothing that began later. */
  | { is: 'cancelled'; door: number; at: string; isOfLog: boolean }
  /** Exactly these of the kinds that a state tells last at this door; of door 0, the terminal itself, no others do. */
  | { is: 'state'; door: number; kinds: readonly ZkAlarmKind[]; at: string }

type Open = Record<string, string>

/**
 * Tells the product what began and ended: a terminal repeats its state again and again. Which alarms are open is kept, so that the end has the
 * name of the beginning.
 */
export async function takeAlarms(
  { services, events, sessions }: ZkParts,
  { device }: ZkSession,
  changes: readonly ZkAlarmChange[],
): Promise<void> {
  if (changes.length === 0) return
  await withMutex(`zkteco alarms ${device.id}`, async () => {
    const zk = await findZkDevice(services.db, device.id)
    if (!zk) return
    const open: Open = { ...zk.open_alarms }
    const mayRaise = (kind: ZkAlarmKind) => {
      const count = sessions.countAlarm(device.id, kind)
      if (count === maxAlarms + 1)
        services.log.warn({ deviceId: device.id, kind }, 'a terminal raises more alarms in an hour than are told')
      return count <= maxAlarms
    }
    const told = changes.flatMap((change) => follow(open, change, mayRaise))
    if (told.length === 0) return
    await events.alarms(device, told)
    await updateZkDevice(services.db, device.id, { open_alarms: JSON.stringify(open) })
  })
}

/** Alarms of one kind that a terminal may raise within an hour: a serial number that somebody copied must not bury those of others. */
const maxAlarms = 12

type MayRaise = (kind: ZkAlarmKind) => boolean

function follow(open: Open, change: ZkAlarmChange, mayRaise: MayRaise): ReportedAlarm[] {
  if (change.is === 'raised') return raise(open, change, mayRaise)
  if (change.is === 'cancelled') {
    const places = Object.keys(open).filter((place) => change.door === 0 || place.startsWith(`${change.door} `))
    const ended = places.filter((place) => !change.isOfLog || !isBefore(change.at, open[place]))
    return ended.flatMap((place) => release(open, place, change.at))
  }
  const { door, kinds, at } = change
  const ended = Object.keys(open).filter(
    (place) => place.startsWith(`${door} `) && isState(place) && !kinds.some((kind) => place === `${door} ${kind}`),
  )
  const raised = door === 0 ? [] : kinds
  return [
    ...ended.flatMap((place) => release(open, place, at)),
    ...raised.flatMap((kind) =>
      `${door} ${kind}` in open ? [] : raise(open, { kind, door, at, number: null }, mayRaise),
    ),
  ]
}

/** The kinds that the states of doors tell: fire, duress and wrong passwords stand in no state, and its silence ends none of them. */
const stateKinds: ReadonlySet<string> = new Set(['tamper', 'forced-open', 'door-open-too-long'])
export const isStateKind = (kind: string): kind is 'tamper' | 'forced-open' | 'door-open-too-long' =>
  stateKinds.has(kind)
const isState = (place: string) => isStateKind(place.slice(place.indexOf(' ') + 1))

/** A terminal tells one beginning twice, as an event and as a state, a moment apart. */
const sameWithinMs = 30_000

const isBefore = (at: string, key: string | undefined) =>
  key !== undefined && Temporal.Instant.compare(at, key.slice(key.lastIndexOf(' ') + 1)) < 0

/** Whether this is the beginning that was told already, or one before it. */
function isTold(key: string | undefined, at: string): boolean {
  const told = key?.split(' ').at(-1)
  if (told === undefined) return false
  return Temporal.Instant.from(at).since(told).total('milliseconds') <= sameWithinMs
}

function raise(
  open: Open,
  { kind, door, at, number }: { kind: ZkAlarmKind; door: number; at: string; number: number | null },
  mayRaise: MayRaise,
): ReportedAlarm[] {
  const place = `${door} ${kind}`
  // Some tell no end of an alarm: whatever begins later is another one, and is told.
  if (isTold(open[place], at) || !mayRaise(kind)) return []
  const key = `${place} ${at}`
  // Somebody under duress is a moment, which nothing ends.
  if (kind !== 'duress') open[place] = key
  return [alarmOf(kind, { key, state: 'raised', at, number, door })]
}

function release(open: Open, place: string, at: string): ReportedAlarm[] {
  const key = open[place]
  const [door = '', kind = ''] = place.split(' ')
  Reflect.deleteProperty(open, place)
  return key === undefined || !isKind(kind)
    ? []
    : [alarmOf(kind, { key, state: 'released', at, number: null, door: Number(door) })]
}

const kinds = [
  'tamper',
  'forced-open',
  'door-open-too-long',
  'wrong-passwords',
  'fire',
  'duress',
] as const satisfies readonly ZkAlarmKind[]
const isKind = (word: string): word is ZkAlarmKind => kinds.some((kind) => kind === word)

const alarmOf = (
  kind: ZkAlarmKind,
  { door, ...alarm }: Pick<ReportedAlarm, 'key' | 'state' | 'at' | 'number'> & { door: number },
): ReportedAlarm => ({
  ...alarm,
  code: alarmCodes[kind],
  description: door > 1 ? doorNumbered(door) : null,
  canRelease: kind !== 'duress',
  image: null,
  port: door > 0 ? door : null,
})
