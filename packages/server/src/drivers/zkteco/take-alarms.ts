import { alarmCodes } from '@gatehouse/contract/device/alarm-types.ts'
import { withMutex } from '../../lib/with-mutex.ts'
import type { ReportedAlarm } from '../device-events.ts'
import type { ZkParts, ZkSession } from './zk-session.ts'
import { findZkDevice, updateZkDevice } from './zkteco-store.ts'

/** The alarms that the product has a word for. */
export type ZkAlarmKind = 'tamper' | 'forced-open' | 'door-open-too-long' | 'wrong-passwords' | 'fire' | 'duress'

export type ZkAlarmChange =
  | { is: 'raised'; kind: ZkAlarmKind; door: number; at: string; number: number | null }
  /** All of the door, or of door 0: of the terminal. */
  | { is: 'cancelled'; door: number; at: string }
  /** Exactly these last at this door. */
  | { is: 'state'; door: number; kinds: readonly ZkAlarmKind[]; at: string }

type Open = Record<string, string>

/**
 * Tells the product what began and ended: a terminal repeats its state again and again. Which alarms are open is kept, so that the end has the
 * name of the beginning.
 */
export async function takeAlarms(
  { services, events }: ZkParts,
  { device }: ZkSession,
  changes: readonly ZkAlarmChange[],
): Promise<void> {
  if (changes.length === 0) return
  await withMutex(`zkteco alarms ${device.id}`, async () => {
    const zk = await findZkDevice(services.db, device.id)
    if (!zk) return
    const open: Open = { ...zk.open_alarms }
    const told = changes.flatMap((change) => follow(open, change))
    if (told.length === 0) return
    await events.alarms(device, told)
    await updateZkDevice(services.db, device.id, { open_alarms: JSON.stringify(open) })
  })
}

function follow(open: Open, change: ZkAlarmChange): ReportedAlarm[] {
  if (change.is === 'raised') return raise(open, change)
  if (change.is === 'cancelled') {
    const places = Object.keys(open).filter((place) => change.door === 0 || place.startsWith(`${change.door} `))
    return places.flatMap((place) => release(open, place, change.at))
  }
  const { door, kinds, at } = change
  const ended = Object.keys(open).filter(
    (place) => place.startsWith(`${door} `) && !kinds.some((kind) => place === `${door} ${kind}`),
  )
  return [
    ...ended.flatMap((place) => release(open, place, at)),
    ...kinds.flatMap((kind) => raise(open, { kind, door, at, number: null })),
  ]
}

function raise(
  open: Open,
  { kind, door, at, number }: { kind: ZkAlarmKind; door: number; at: string; number: number | null },
): ReportedAlarm[] {
  const place = `${door} ${kind}`
  if (place in open) return []
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
  description: door > 1 ? `Door ${door}` : null,
  canRelease: kind !== 'duress',
  image: null,
  port: door > 0 ? door : null,
})
