import { randomBytes } from 'node:crypto'
import { compareVersions } from '@gatehouse/engine/upgrade/compare-versions.ts'
import { inTransaction } from '../../../ctx.ts'
import { takeLock } from '../../../db/advisory-locks.ts'
import { withMutex } from '../../../lib/with-mutex.ts'
import type { UpgradeProgress } from '../../device-events.ts'
import type { FirmwareOffer } from '../../device-intents.ts'
import { lanes } from '../next-command.ts'
import { outcomeOf } from '../protocol/read-answers.ts'
import { type CommandText, upgrade } from '../protocol/write-command.ts'
import { queueOf, timeZoneOf, type ZkParts, type ZkSession } from '../zk-session.ts'
import { finishZkCommand, insertCommands, type ZkDevice } from '../zkteco-store.ts'
import {
  changeUpgrade,
  countFetching,
  deleteUpgrade,
  findUpgrade,
  putUpgrade,
  type ToldUpgrade,
} from './firmware-store.ts'
import { reasonOfCode } from './upgrade-reasons.ts'

/** From the command until the terminal says how it went: it fetches the file, over slow lines too. */
const maxFetchHours = 2
/** The number of terminals that fetch at a time: one that is told cannot be asked to come again later. */
const maxFetching = 16
/** From then until it is back with its new version. */
const maxReturnMinutes = 30

type Told = Pick<ToldUpgrade, 'package_id' | 'published_at' | 'attempt'>
type Progress = Partial<Omit<UpgradeProgress, 'packageId' | 'publishedAt' | 'attempt'>> & Pick<UpgradeProgress, 'state'>

export const tellUpgrade = (
  { events }: ZkParts,
  { device }: ZkSession,
  told: Told,
  progress: Progress,
): Promise<void> =>
  events.upgraded(device, {
    packageId: told.package_id,
    publishedAt: told.published_at,
    attempt: told.attempt,
    percent: 0,
    reason: null,
    answerBy: null,
    ...progress,
  })

const keyOf = ({ packageId: package_id, publishedAt: published_at, attempt }: FirmwareOffer): Told => ({
  package_id,
  published_at,
  attempt,
})

const isFor = (told: ToldUpgrade | undefined, offer: FirmwareOffer): told is ToldUpgrade =>
  told?.package_id === offer.packageId && told.published_at === offer.publishedAt && told.attempt === offer.attempt

/**
 * Queues the command for firmware that the terminal is to install, when nothing else is under way. Each attempt is queued until it was sent, and
 * never after that, whether an answer came or not.
 */
export async function queueFirmware(parts: ZkParts, session: ZkSession, zk: ZkDevice): Promise<boolean> {
  const { db, clock } = parts.services
  const deviceId = session.device.id
  const offer = await parts.intents.firmware(deviceId)
  if (offer?.state !== 'offered') return false
  const told = await findUpgrade(db, deviceId)
  if (isFor(told, offer) && told.sent_at !== null) {
    // The server died before it had told the product.
    const { sent_at: sentAt } = told
    if (told.state === 'sent')
      await tellUpgrade(parts, session, told, { state: 'downloading', answerBy: fetchedBy(sentAt) })
    else await tellUpgrade(parts, session, told, { state: 'failed', reason: 'no-answer' })
    return false
  }
  // Two installations at a time are none.
  if (told?.state === 'sent' || told?.state === 'waiting') return false
  const isThere = zk.firmware_version !== null && compareVersions(zk.firmware_version, offer.version) === 0
  if (isThere) {
    await tellUpgrade(parts, session, keyOf(offer), { state: 'done', percent: 100 })
    return false
  }
  if (!(await isTime(parts, session, offer))) return false
  const now = clock.now().toString()
  const since = clock.now().subtract({ hours: maxFetchHours }).toString()
  if ((await countFetching(db, since)) >= maxFetching) return false
  const isQueued = await inTransaction(parts.services, async ({ db }) => {
    // Terminals of a whole roll-out ask at once: they are counted one after another.
    await takeLock(db, 'zktecoFirmware')
    if ((await countFetching(db, since)) >= maxFetching) return false
    const expires_at = fetchedBy(now)
    const number = await insertCommands(db, deviceId, [
      { lane: lanes.door, what: 'upgrade', created_at: now, expires_at },
    ])
    if (number === undefined) return false
    // A word that cannot be guessed, and names nothing: a caller that saw no command gets no file.
    const file = `${randomBytes(16).toString('hex')}.cfg`
    await putUpgrade(db, { ...keyOf(offer), device_id: deviceId, version: offer.version, file, number })
    return true
  })
  if (isQueued) session.firmwarePercent = 0
  return isQueued
}

/** Nothing is heard of it later than this. */
export const fetchedBy = (since: string) => Temporal.Instant.from(since).add({ hours: maxFetchHours }).toString()

async function isTime(parts: ZkParts, session: ZkSession, { timedAt }: FirmwareOffer): Promise<boolean> {
  if (timedAt === null) return true
  const now = parts.services.clock.now()
  const zone = await timeZoneOf(parts, session, now.epochMilliseconds)
  const local = now.toZonedDateTimeISO(zone).toPlainDateTime()
  return Temporal.PlainDateTime.compare(local, Temporal.PlainDateTime.from(timedAt)) >= 0
}

/** The text as it leaves; null, which ends it: the package was taken back, or its roll-out rests. */
export async function firmwareText(
  parts: ZkParts,
  { device }: ZkSession,
  zk: ZkDevice,
  number: number,
): Promise<CommandText | null> {
  const { db, clock } = parts.services
  const offer = await parts.intents.firmware(device.id)
  const told = await findUpgrade(db, device.id)
  if (offer && isFor(told, offer) && told.number === number)
    return upgrade({ md5: offer.md5, file: told.file, size: offer.size, inParts: zk.takes_ranges })
  await finishZkCommand(db, device.id, number, 'expired', null, clock.now().toString())
  return null
}

/** The command is marked as sent, and leaves now. */
export async function tellFirmwareSent(parts: ZkParts, session: ZkSession, number: number): Promise<void> {
  const told = await findUpgrade(parts.services.db, session.device.id)
  if (told?.number !== number) return
  await tellUpgrade(parts, session, told, {
    state: 'downloading',
    answerBy: fetchedBy(parts.services.clock.now().toString()),
  })
}

/** The terminal says how it went; that it went well means only that it restarts now. */
export async function noteFirmwareAck(parts: ZkParts, session: ZkSession, number: number, code: number): Promise<void> {
  const { db, clock } = parts.services
  const told = await findUpgrade(db, session.device.id)
  if (told?.number !== number) return
  const now = clock.now()
  if (outcomeOf(code) === 'done') {
    const answerBy = now.add({ minutes: maxReturnMinutes }).toString()
    await tellUpgrade(parts, session, told, { state: 'installing', percent: 100, answerBy })
    await changeUpgrade(db, session.device.id, number, { flashed_at: now.toString() })
    return
  }
  await tellUpgrade(parts, session, told, { state: 'failed', reason: reasonOfCode(code) })
  await changeUpgrade(db, session.device.id, number, { ended_at: now.toString() })
}

/** The terminal greets and shows its version, which alone says whether new firmware runs. */
export const noteFirmwareShown = (parts: ZkParts, session: ZkSession, version: string): Promise<void> =>
  withMutex(queueOf(session), async () => {
    const { db, clock } = parts.services
    const deviceId = session.device.id
    const told = await findUpgrade(db, deviceId)
    if (!told || told.sent_at === null) return
    const now = clock.now().toString()
    if (compareVersions(version, told.version) === 0) {
      await tellUpgrade(parts, session, told, { state: 'done', percent: 100 })
      // Its answer may have been lost.
      await finishZkCommand(db, deviceId, told.number, 'done', null, now)
      await deleteUpgrade(db, deviceId, told.number)
    } else if (told.flashed_at !== null && told.ended_at === null) {
      await tellUpgrade(parts, session, told, { state: 'failed', reason: 'former-version' })
      await changeUpgrade(db, deviceId, told.number, { ended_at: now })
    }
  })
