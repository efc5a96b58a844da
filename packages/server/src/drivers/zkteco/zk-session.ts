import { LRUCache } from 'lru-cache'
import { atMost } from '../../lib/at-most.ts'
import { createWindowCounter } from '../../lib/window-counter.ts'
import type { DeviceIdentity } from '../../device-link/device-directory.ts'
import type { DriverParts, WaitingWork } from '../driver.ts'
import type { Charset } from './protocol/charset.ts'
import type { ReplyForm } from './reply-form.ts'

/** The end of a packet that is not the end of a row, as far as it goes: the next packet begins with the rest. */
export type CutRow = { key: string; table: string; index: number; text: string; firstField: string }

/** Memory of one process about a terminal; another process could begin without it. */
export type ZkSession = {
  device: DeviceIdentity
  /** Something may wait for it: its next poll looks. */
  hasWork: boolean
  /** Zones may have changed, which must not wait for the people who are under way: a lockdown closes them. */
  hasRightsChanged: boolean
  /** Its settings may be others than are wanted, or not told as they are now: they do not wait for the people who are under way either. */
  followsSettings: boolean
  /** It may have restarted, and shut the doors that an emergency holds open: its next poll looks. */
  mayHaveRestarted: boolean
  /** Somebody may have lost rights, which must not wait for the people who are under way. */
  havePeopleChanged: boolean
  /** How far it was looked for those among the changes; undefined: as far as the people were sent. */
  urgentCursor: string | undefined
  /** The next poll after this looks in any case. */
  lookAgainMs: number
  /** Its last command had been refused for now before. */
  wasAside: boolean
  /** Since when it has been calling without a gap. */
  onlineSinceMs: number
  heardMs: number
  timeZone: { name: string; endsMs: number } | undefined
  replies: ReplyForm
  /** The end of the last packet of rows that it was asked for, if that was in the middle of one. */
  cutRow: CutRow | undefined
  /** How far its clock was off when it told a time last; null: not at all. */
  clockOffsetMs: number | null
  /** When its clock was set last. */
  clockSetMs: number
  /** How far it is with the file of new firmware, as it was told last. */
  firmwarePercent: number
  /** Its options are to be asked for. */
  asksOptions: boolean
  /** Of the settings that were sent last. */
  sentRevision: number | null
  /** How many people it says that it has; null: it has not said. */
  toldPeople: number | null
  /** The people who may pass as before and should not, as they were told last; undefined: not since the session began. */
  leftTold: string | undefined
  /** People choose at it whether they come or go. */
  hasStates: boolean
  /** The states of its doors that it told last, as text. */
  doorStates: string
  /** When each kind of quiet call was last noted. */
  quietNoted: Map<string, number>
  /** The encoding that was kept last of this terminal; undefined: not since the session began. */
  charset: Charset | undefined
  /** Its calls have shown its dialect: for sure, or as far as attendance says it. */
  shownDialect: 'sure' | 'perhaps' | undefined
  /** A large body of it is on its way. */
  isSendingLarge: boolean
  /** Its row of this driver's table exists. */
  isKept: boolean
  /** The token that it shows: the right one, or one of its own; undefined: none so far. */
  token: 'right' | { own: string; isPinned: boolean } | undefined
  /** The kinds of calls with which it has shown the right token since it registered last. */
  shownWith: Set<string>
  /** It has greeted with the key that it is pinned to. */
  hasShownKey: boolean
  /** The network from which it greeted last, as `networkOf` names it; null: it has greeted from none. */
  network: string | null
  /** Another network that used its serial number, or had it before, and when. */
  otherNetwork: { name: string; wasRefused: boolean; atMs: number } | null
  /** Names of people who were enrolled at the terminal, until their faces come. */
  names: LRUCache<string, string>
}

/** Parts that the files of this driver share. */
export type ZkParts = Pick<DriverParts, 'services' | 'events' | 'intents'> & { sessions: ZkSessions }

export type ZkSessions = ReturnType<typeof createZkSessions>

/** A terminal that was silent for longer was offline. */
const gapMs = 60_000
const maxSessions = 20_000

export function createZkSessions(nowMs: () => number, createReplies: () => ReplyForm) {
  const sessions = new LRUCache<string, ZkSession>(atMost(maxSessions))
  const serialOf = new LRUCache<string, string>(atMost(maxSessions))
  const alarms = createWindowCounter({ windowMs: 3_600_000, maxKeys: maxSessions }, nowMs)
  const sessionOf = (deviceId: string) => sessions.get(serialOf.get(deviceId) ?? '')
  const wake = (session: ZkSession, what?: WaitingWork) => {
    Object.assign(session, { hasWork: true, timeZone: undefined })
    if (what === 'commands' || what === 'upgrades') return
    session.havePeopleChanged = true
    if (what !== 'people') Object.assign(session, { hasRightsChanged: true, followsSettings: true })
  }
  return {
    /** The session of a device that calls now. */
    of(device: DeviceIdentity, serialNumber: string): ZkSession {
      const now = nowMs()
      const found = sessions.get(serialNumber)
      const session = found?.device.id === device.id ? found : begin(device, now, createReplies())
      if (now - session.heardMs > gapMs) Object.assign(session, { onlineSinceMs: now, hasWork: true })
      session.heardMs = now
      sessions.set(serialNumber, session)
      serialOf.set(device.id, serialNumber)
      return session
    },
    /** A device that has called lately: it does not wait because of strangers behind the same router. */
    known: (serialNumber: string): DeviceIdentity | undefined => sessions.peek(serialNumber)?.device,
    /** Counts an alarm of this kind; gives how many the device has raised within an hour. */
    countAlarm: (deviceId: string, kind: string): number => alarms.add(`${deviceId} ${kind}`),
    /** Something waits for this device, or for all. */
    wake(deviceId?: string, what?: WaitingWork): void {
      const woken = deviceId === undefined ? [...sessions.values()] : [sessionOf(deviceId)]
      for (const session of woken) if (session) wake(session, what)
    },
    forget(ldid: string): void {
      for (const [serialNumber, { device }] of sessions) if (device.ldid === ldid) sessions.delete(serialNumber)
    },
  }
}

const begin = (device: DeviceIdentity, now: number, replies: ReplyForm): ZkSession => ({
  device,
  hasWork: true,
  hasRightsChanged: true,
  followsSettings: true,
  mayHaveRestarted: true,
  havePeopleChanged: true,
  urgentCursor: undefined,
  lookAgainMs: 0,
  wasAside: false,
  onlineSinceMs: now,
  heardMs: now,
  timeZone: undefined,
  replies,
  cutRow: undefined,
  clockOffsetMs: null,
  clockSetMs: 0,
  firmwarePercent: 0,
  asksOptions: true,
  sentRevision: null,
  toldPeople: null,
  leftTold: undefined,
  hasStates: false,
  doorStates: '',
  quietNoted: new Map(),
  charset: undefined,
  shownDialect: undefined,
  isSendingLarge: false,
  isKept: false,
  token: undefined,
  shownWith: new Set(),
  hasShownKey: false,
  network: null,
  otherNetwork: null,
  names: new LRUCache({ max: 100 }),
})

/** The mutex of a terminal's queue. */
export const queueOf = ({ device }: Pick<ZkSession, 'device'>): string => `zkteco ${device.id}`

const zoneMs = 60_000

/** The zone of the device's clock: its own, else that of the enterprise. */
export async function timeZoneOf({ intents }: ZkParts, session: ZkSession, nowMs: number): Promise<string> {
  if (session.timeZone && session.timeZone.endsMs > nowMs) return session.timeZone.name
  const { settings } = await intents.configuration(session.device.id)
  session.timeZone = { name: settings.timeZone, endsMs: nowMs + zoneMs }
  return settings.timeZone
}
