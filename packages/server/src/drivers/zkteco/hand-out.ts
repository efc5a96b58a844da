import { closedSince, noSuchCommand } from '@gatehouse/contract/device/outcome-words.ts'
import { unsealOrSkip } from '../../lib/seal.ts'
import { withMutex } from '../../lib/with-mutex.ts'
import type { WaitingCommand } from '../device-intents.ts'
import { batchSizeOf, maxAnswerBytes } from './batch-size.ts'
import { beginCheck, endCheck } from './check-people.ts'
import { fillQueue, fillRepairs, refreshZones, rightsOf } from './fill-queue.ts'
import { firmwareText, queueFirmware, tellFirmwareSent } from './firmware/follow-firmware.ts'
import { followOffset } from './follow-offset.ts'
import { followSettings, isFollowed } from './follow-settings.ts'
import { openAgain } from './open-again.ts'
import { followPeriods } from './presence/follow-periods.ts'
import { queueNarrowed, retryUntaken } from './take-away.ts'
import { charsetOf } from './protocol/charset.ts'
import { commandContext } from './queue-context.ts'
import { tellOutcome } from './tell-outcome.ts'
import { decideNext, type Lane, lanes, type OpenCommand } from './next-command.ts'
import { access, attendance, type CommandText, withPin } from './protocol/write-command.ts'
import { queueOf, timeZoneOf, type ZkParts, type ZkSession } from './zk-session.ts'
import { type Dialect, dialectOf } from './zkteco-make.ts'
import {
  countDropped,
  dropCancelled,
  finishZkCommand,
  forgetClosing,
  forgetOpenings,
  selectOpeningsEnded,
  giveBackOpening,
  findWithWork,
  findZkDevice,
  hasDropped,
  insertCommands,
  markSent,
  type OpenRow,
  selectAside,
  selectOpen,
  selectQueued,
  selectUntold,
  updateZkDevice,
  type ZkDevice,
} from './zkteco-store.ts'
import { seal } from '../../lib/seal.ts'

export type HandedOut = { number: number; text: CommandText }

/** A quiet terminal is looked after by itself this often, in case a hint was lost. */
const lookAgainMs = 30_000
/** A door must not open for somebody who left long ago. */
const maxOpenSeconds = 60
const openSeconds = 5

/** The commands for this poll. A quiet poll costs no statement. */
export async function handOut(parts: ZkParts, session: ZkSession): Promise<HandedOut[]> {
  const now = parts.services.clock.now().epochMilliseconds
  if (!session.hasWork && now < session.lookAgainMs) return []
  return withMutex(queueOf(session), async () => {
    // Before it is read: what is said meanwhile is looked at by the next poll.
    if (!session.hasWork) session.havePeopleChanged = true
    session.hasWork = false
    session.lookAgainMs = now + lookAgainMs
    try {
      const handed = await look(withOneConfiguration(parts), session)
      if (handed.length > 0) session.hasWork = true
      return handed
    } catch (error) {
      const missed = { hasRightsChanged: true, followsSettings: true, havePeopleChanged: true, mayHaveRestarted: true }
      Object.assign(session, { hasWork: true, ...missed })
      throw error
    }
  })
}

/** One look reads the configuration once, which many of its steps ask for. A change that comes meanwhile makes the next poll look again. */
function withOneConfiguration(parts: ZkParts): ZkParts {
  let read: ReturnType<ZkParts['intents']['configuration']> | undefined
  const configuration = (deviceId: string) => (read ??= parts.intents.configuration(deviceId))
  return { ...parts, intents: { ...parts.intents, configuration } }
}

async function look(parts: ZkParts, session: ZkSession): Promise<HandedOut[]> {
  const { db, clock } = parts.services
  const deviceId = session.device.id
  const before = await findWithWork(db, deviceId, clock.now().toString())
  if (!before) return []
  session.charset = charsetOf(before.charset)
  let hasOpen = before.has_open
  if (before.has_untold) for (const row of await selectUntold(db, deviceId)) await tellOutcome(parts, session, row)
  if (session.mayHaveRestarted) {
    session.mayHaveRestarted = false
    await openAgain(parts, session)
  }
  if (await takeCommands(parts, session, before)) hasOpen = true
  const zk = session.hasRightsChanged ? ((await findZkDevice(db, deviceId)) ?? before) : before
  if (session.hasRightsChanged) {
    session.hasRightsChanged = false
    if (await refreshZones(parts, session, zk)) {
      Object.assign(zk, await findZkDevice(db, deviceId))
      hasOpen = true
    }
  }
  if (session.followsSettings && zk.rights_tag !== null) {
    session.followsSettings = false
    if (await followSettings(parts, session, zk, await rightsOf(parts, session, zk))) hasOpen = true
  }
  if (await followOffset(parts, session, zk)) hasOpen = true
  if (before.has_due_people && (await followPeriods(parts, session, zk))) hasOpen = true
  if ((before.has_untaken || session.leftTold !== '[]') && (await retryUntaken(parts, session, zk))) hasOpen = true
  // Without anything in the way the next step takes up the changes.
  if (session.havePeopleChanged && (hasOpen || session.urgentCursor !== undefined)) {
    session.havePeopleChanged = await queueNarrowed(parts, session, zk)
    hasOpen = true
  }
  const nowMs = clock.now().epochMilliseconds
  for (let isFilled = false; ;) {
    const rows = hasOpen ? [...(await selectOpen(db, deviceId)), ...(await selectAside(db, deviceId))] : []
    const codes = new Map(rows.map(({ number, code }) => [number, code]))
    const { send, over } = decideNext(rows.map(openOf), {
      nowMs,
      onlineSinceMs: session.onlineSinceMs,
      most: batchSizeOf(zk),
      wasAside: session.wasAside,
    })
    for (const { command, state } of over)
      await giveUp(parts, session, { number: command.number, state, code: codes.get(command.number) ?? null })
    if (send[0]) {
      if (send[0].lane !== lanes.door) session.wasAside = send[0].isAside
      const numbers = new Set(send.map(({ number }) => number))
      const handed = await sendRows(
        parts,
        session,
        zk,
        rows.filter(({ number }) => numbers.has(number)),
      )
      if (handed) return handed
      continue
    }
    const isHeld = rows.some(
      (row) => row.lane > lanes.door && isInTheWay(row) && !over.some(({ command }) => command.number === row.number),
    )
    if (isHeld) session.lookAgainMs = nowMs + 5_000
    if (isHeld || isFilled) return []
    const current = over.length > 0 ? await findZkDevice(db, deviceId) : zk
    const hasFirmware = current !== undefined && before.has_firmware && (await queueFirmware(parts, session, current))
    if (!current || !(hasFirmware || (await fillMore(parts, session, current)))) return []
    isFilled = true
    hasOpen = true
  }
}

/** Queues more: the product's changes, then people whom the terminal lacks by its own word, then the question who is on it. */
async function fillMore(parts: ZkParts, session: ZkSession, zk: ZkDevice): Promise<boolean> {
  const filled = await fillQueue(parts, session, zk)
  if (filled === 'queued') return true
  // A step may have ended just now: its answers count.
  const current = filled === 'same' ? zk : await findZkDevice(parts.services.db, zk.device_id)
  if (!current) return false
  if (current.check_runs) {
    if (!(await endCheck(parts, session, current))) return false
    const ended = await findZkDevice(parts.services.db, zk.device_id)
    // Zones go first, as at a new terminal: people name them.
    if (ended) await refreshZones(parts, session, ended)
    if (ended?.check_repairs) await fillRepairs(parts, session, ended)
    return true
  }
  if (current.check_repairs && (await fillRepairs(parts, session, current))) return true
  return !current.check_repairs && (await beginCheck(parts, session, current))
}

/** Marks commands as sent and gives their texts, as many as one answer holds; undefined: none of them has a text left. */
async function sendRows(
  parts: ZkParts,
  session: ZkSession,
  zk: ZkDevice,
  rows: readonly OpenRow[],
): Promise<HandedOut[] | undefined> {
  const { db, clock } = parts.services
  const now = clock.now().toString()
  const handed: HandedOut[] = []
  let bytes = 0
  for (const row of rows) {
    if (row.sent_count > 0 && !row.is_aside && (await hasDropped(db, zk.device_id, row)))
      await countDropped(db, zk.device_id)
    // An emergency may have ended since the command was taken into the queue: a door must not open late.
    if (row.lane === lanes.door && (await dropCancelled(db, zk.device_id, row.number, now))) continue
    const text =
      row.what === 'time'
        ? await timeText(parts, session, zk)
        : row.what === 'upgrade'
          ? await firmwareText(parts, session, zk, row.number)
          : await textOf(parts, zk, row)
    if (text === null) continue
    bytes += Buffer.byteLength(text)
    if (handed.length > 0 && bytes > maxAnswerBytes) break
    // Committed before the bytes leave: what happens at the door happens at most once.
    if (!(await markSent(db, zk.device_id, row.number, row.sent_count, now))) return handed
    if (row.what === 'upgrade') await tellFirmwareSent(parts, session, row.number)
    handed.push({ number: row.number, text })
  }
  return handed.length > 0 ? handed : undefined
}

/**
 * Whether the next step waits for it: zones that a terminal does not have yet are waited for, whatever it answered; a door that should
 * close, and settings, are not.
 */
const isInTheWay = ({ what, lane, is_aside }: OpenRow) =>
  what === 'zone' || (what !== 'normal' && lane !== lanes.setting && !is_aside)

const openOf = (row: OpenRow): OpenCommand => ({
  number: row.number,
  lane: laneOf(row.lane),
  state: row.state === 'sent' ? 'sent' : 'waiting',
  sentCount: row.sent_count,
  sentMs: msOf(row.sent_at),
  isAside: row.is_aside,
  isAgain: row.is_again,
  person: row.person_number,
  isZone: row.what === 'zone',
  closes: row.what === 'normal',
  expiresMs: msOf(row.expires_at),
})

const laneOf = (lane: number): Lane => Object.values(lanes).find((one) => one === lane) ?? lanes.data
const msOf = (instant: string | null) => (instant === null ? null : Temporal.Instant.from(instant).epochMilliseconds)

/** The text of a queued command; null when its picture is gone, which ends it. */
async function textOf(parts: ZkParts, zk: ZkDevice, row: OpenRow): Promise<CommandText | null> {
  const { db, keys, clock } = parts.services
  if (row.portrait_id !== null && row.person_number !== null) {
    const jpeg = await parts.intents.portrait(zk.device_id, row.portrait_id)
    const put = dialectOf(zk.type) === 'access' ? access.putPhoto : attendance.putPhoto
    if (jpeg) return put(row.person_number, jpeg)
  } else if (row.text_sealed) {
    const text = unsealOrSkip(keys.column, row.text_sealed, commandContext)?.toString()
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it was one before it was sealed
    const command = text as CommandText | undefined
    if (command !== undefined && row.gives_pin && row.person_id !== null)
      return withPin(command, await parts.intents.pin(row.person_id))
    if (command !== undefined) return command
  }
  await finishZkCommand(db, zk.device_id, row.number, 'failed', null, clock.now().toString())
  return null
}

/** Written when it leaves: a clock is set to the time of now. */
async function timeText(parts: ZkParts, session: ZkSession, zk: ZkDevice): Promise<CommandText> {
  const now = parts.services.clock.now()
  const zone = await timeZoneOf(parts, session, now.epochMilliseconds)
  const local = now.toZonedDateTimeISO(zone).toPlainDateTime()
  return dialectOf(zk.type) === 'access' ? access.setTime(local) : attendance.setTime(local)
}

async function giveUp(
  parts: ZkParts,
  session: ZkSession,
  { number, state, code }: { number: number; state: 'expired' | 'unknown' | 'failed'; code: number | null },
) {
  const { services } = parts
  const { device } = session
  // In an emergency a door is told until it answers: holding it open twice does no harm, and standing shut does.
  if (await giveBackOpening(services.db, device.id, number)) {
    session.hasWork = true
    return
  }
  const ended = await finishZkCommand(services.db, device.id, number, state, code, services.clock.now().toString())
  if (ended && isFollowed(ended)) session.followsSettings = true
  if (ended && state === 'unknown') await tellOutcome(parts, session, { ...ended, number, state, code })
}

/** Takes the commands of people at the console into the queue. Gives whether there were any. */
async function takeCommands(parts: ZkParts, session: ZkSession, zk: ZkDevice): Promise<boolean> {
  const dialect = dialectOf(zk.type)
  const { services, intents, events } = parts
  const deviceId = session.device.id
  const waiting = await intents.commands(deviceId)
  if (waiting.length === 0) return false
  const queued = await selectQueued(
    services.db,
    deviceId,
    waiting.map(({ id }) => id),
  )
  const created_at = services.clock.now().toString()
  // A server that failed as it stored the answer told nobody.
  for (const row of queued) if (row.finished_at !== null) await tellOutcome(parts, session, row)
  for (const command of waiting.filter(({ id }) => !queued.some((row) => row.command_id === id))) {
    const texts = textsFor(dialect, command, zk.doors)
    if (texts.length > 0) {
      const expires_at = expiryOf(command, services.clock.now())
      const rows = texts.map((text, at) => ({
        lane: lanes.door,
        what: command.kind,
        created_at,
        expires_at,
        // The answer to the last of them is the answer to all.
        command_id: at === texts.length - 1 ? command.id : null,
        port: command.port ?? (isAboutDoor(command.kind) ? at + 1 : null),
        // A door that does not close again is told until it does.
        takes_away: command.kind === 'normal',
        text_sealed: seal(services.keys.column, Buffer.from(text), commandContext),
      }))
      if (command.kind === 'hold-open') await forgetClosing(services.db, deviceId, command.port, created_at)
      if (command.kind === 'normal') {
        // The console's commands end first: one that a failure left waiting here would open the door again.
        for (const id of await selectOpeningsEnded(services.db, deviceId, command.port))
          await events.commandDone(session.device, id, 'failed', closedSince)
        await forgetOpenings(services.db, deviceId, command.port, created_at)
      }
      await insertCommands(services.db, deviceId, rows)
      continue
    }
    if (command.kind === 'sync-now') {
      // Zones are sent again, and of people what the terminal lacks when it is asked.
      const [bindings] = zk.rights_tag?.split(' ') ?? []
      const rights_tag = bindings === undefined ? null : `${bindings} again`
      await updateZkDevice(services.db, deviceId, { check_wanted: true, rights_tag })
      session.hasRightsChanged = true
    }
    const isDone = command.kind === 'sync-now'
    await events.commandDone(session.device, command.id, isDone ? 'done' : 'failed', isDone ? null : noSuchCommand)
  }
  return true
}

function expiryOf({ kind, expiresAt }: WaitingCommand, now: Temporal.Instant): string {
  const soonest = now.add({ seconds: maxOpenSeconds })
  const isDoor = kind === 'open-once' || kind === 'hold-open'
  return isDoor && Temporal.Instant.compare(soonest, Temporal.Instant.from(expiresAt)) < 0
    ? soonest.toString()
    : expiresAt
}

const isAboutDoor = (kind: string) => kind === 'hold-open' || kind === 'normal'
const ofEachDoor: ReadonlySet<string> = new Set(['release-alarm', 'hold-open', 'normal'])

/** None: it is no command of this dialect. A controller knows no command for all its doors: each gets its own. */
function textsFor(dialect: Dialect, command: WaitingCommand, doors: number): CommandText[] {
  if (dialect === 'access' && command.port === null && ofEachDoor.has(command.kind))
    return Array.from({ length: doors }, (_, at) => textFor(dialect, { ...command, port: at + 1 }) ?? []).flat()
  // The last of them decides whether it is clear: not every model keeps templates in a table of their own.
  if (command.kind === 'unbind') return (dialect === 'access' ? access : attendance).removeEverybody()
  const text = textFor(dialect, command)
  return text === null ? [] : [text]
}

function textFor(dialect: Dialect, { kind, port }: WaitingCommand): CommandText | null {
  const door = port ?? 1
  if (kind === 'restart') return dialect === 'access' ? access.restart() : attendance.restart()
  if (kind === 'release-alarm') return dialect === 'access' ? access.releaseAlarm(door) : attendance.releaseAlarm()
  if (dialect === 'attendance') return kind === 'open-once' ? attendance.open() : null
  if (kind === 'open-once') return access.open(door, openSeconds)
  if (kind === 'hold-open') return access.open(door, 255)
  return kind === 'normal' ? access.open(door, 0) : null
}
