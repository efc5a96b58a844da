import { createHash } from 'node:crypto'
import type { DeviceVersions } from '@gatehouse/contract/device/link.ts'
import { networkOf } from '../../lib/network-of.ts'
import { withMutex } from '../../lib/with-mutex.ts'
import type { ZkCall, ZkReply } from './zk-call.ts'
import { maxBytesOf, maxFactsBytes, tooLong } from './body-limits.ts'
import { asksOptions, bindTo, isGreeting } from './check-caller.ts'
import { forgetOwnToken, registrationOf } from './check-token.ts'
import { guessTable } from './protocol/guess-table.ts'
import { decodeText, encodeText } from './protocol/charset.ts'
import { accessZone, attendanceZone, encodeTime } from './protocol/local-time.ts'
import { type Facts, readFacts, readInfo } from './protocol/read-answers.ts'
import { numberOf, readOptions } from './protocol/read-fields.ts'
import { writePoll } from './protocol/write-command.ts'
import { writeAccessConfiguration, writeAttendanceOptions } from './protocol/write-handshake.ts'
import { noteFirmwareShown } from './firmware/follow-firmware.ts'
import { sendFile } from './firmware/send-file.ts'
import { noteOffset } from './follow-offset.ts'
import { noteWritingFacts } from './note-facts.ts'
import { handOut } from './hand-out.ts'
import { openAgain } from './open-again.ts'
import { noteDialect } from './show-dialect.ts'
import { takeOptionValues } from './follow-settings.ts'
import { takeAcks } from './take-acks.ts'
import { answerQuery, endAsked, endQuery } from './uploads/answer-query.ts'
import { answerUpload } from './uploads/answer-upload.ts'
import { queueOf, timeZoneOf, type ZkParts, type ZkSession } from './zk-session.ts'
import { dialectOf } from './zkteco-make.ts'
import { findZkDevice, selectMembers, updateZkDevice } from './zkteco-store.ts'

const ok = (body: string | Buffer = 'OK'): ZkReply => ({ status: 200, body })
const refused: ZkReply = { status: 401, body: 'Device Unauthorized' }
const pollSeconds = 10

/** Some name no table. */
const isOptions = ({ query, body }: ZkCall): boolean =>
  query.has('table')
    ? query.get('table')?.toLowerCase() === 'options'
    : guessTable(decodeText(body.subarray(0, 2_000)).text) === 'options'

/** Some answer a command in the address, with no body, or name its number there alone. */
function acksOf({ query, body }: ZkCall): string {
  const inAddress = (...names: string[]) =>
    names.map((name) => `${name}=${query.get(name)?.replace(/[\r\n&].*$/s, '') ?? ''}`).join('&')
  const text = decodeText(body).text
  if (text.trim() === '') return inAddress('id', 'return', 'cmd')
  return query.has('id') && !/(?:^|[\r\n&\t])ID=/i.test(text) ? `${inAddress('id')}&${text.trimStart()}` : text
}

/** The answer to a call of an accepted terminal. */
export async function answerCall(parts: ZkParts, session: ZkSession, call: ZkCall): Promise<ZkReply> {
  const { query, body, method } = call
  const most = maxBytesOf(call)
  if (most !== null && body.length > most) return tooLong
  // A greeting shows it once it is known whose it is.
  if (!isGreeting(call)) await noteDialect(parts, session, call)
  switch (call.call) {
    case 'getrequest':
      session.toldPeople = readInfo(query.get('info') ?? '').people ?? session.toldPeople
      return answerPoll(parts, session)
    case 'devicecmd':
      await endQuery(parts, session)
      await takeAcks(parts, session, acksOf(call))
      return ok()
    case 'ping':
      return ok()
    case 'rtdata':
      return answerTime(parts, session)
    case 'registry':
      return register(parts, session, call)
    case 'push':
      return ok(await configurationOf(parts, session, call))
    case 'querydata': {
      if (query.get('type')?.toLowerCase() === 'options') {
        const told = readOptions(decodeText(body).text)
        await withMutex(queueOf(session), () => takeOptionValues(parts, session, told))
        await endAsked(parts, session, query)
        return ok(`options=${query.get('count') ?? 1}`)
      }
      return answerQuery(parts, session, call)
    }
    case 'cdata':
    case 'fdata':
      if (method === 'GET' && query.get('table')?.toLowerCase() === 'remoteatt')
        return answerRoaming(parts, session, call)
      if (asksOptions(call)) return handshake(parts, session, call)
      if (method === 'GET') return ok()
      if (isOptions(call)) return takeOptions(parts, session, call)
      return answerUpload(parts, session, call)
    case 'file':
      return sendFile(parts, session, call)
    // Encryption whose keys only the maker has.
    case 'exchange':
      return { status: 404, body: 'Not Found' }
  }
}

async function answerPoll(parts: ZkParts, session: ZkSession): Promise<ZkReply> {
  const handed = await handOut(parts, session)
  if (handed.length === 0) return ok()
  return ok(encodeText(writePoll(handed), session.charset ?? 'utf-8'))
}

/**
 * A terminal asks for somebody by number whom it does not know. It has been sent everybody who may pass there: a person who belongs there got
 * lost, and it is compared.
 */
async function answerRoaming({ services }: ZkParts, session: ZkSession, { query }: ZkCall): Promise<ZkReply> {
  const number = numberOf(query.get('pin'))
  const members = number === null ? [] : await selectMembers(services.db, session.device.id, [number])
  if (members.length > 0) {
    await updateZkDevice(services.db, session.device.id, { check_wanted: true })
    session.hasWork = true
  }
  return ok()
}

async function answerTime(parts: ZkParts, session: ZkSession): Promise<ZkReply> {
  const now = parts.services.clock.now()
  const zone = await timeZoneOf(parts, session, now.epochMilliseconds)
  const utc = now.toZonedDateTimeISO('UTC').toPlainDateTime()
  return ok(`DateTime=${encodeTime(utc)},ServerTZ=${accessZone(zone, now)}`)
}

/** The greeting: what the terminal shows is pinned at the first time. */
async function handshake(parts: ZkParts, session: ZkSession, call: ZkCall): Promise<ZkReply> {
  const { db } = parts.services
  const key = call.query.get('pushcommkey')
  // From elsewhere an access terminal shows its key as it registers: this says that it must.
  if (!key && (await mustRegister(parts, session, call))) return ok()
  if (!(await isSame(parts, session, call, { key, mac: null }))) return refused
  if (key) session.hasShownKey = true
  await bindTo(parts, session, call.address)
  await noteDialect(parts, session, call)
  // Only the attendance dialect has names in the encoding of the terminal's language.
  const isChinese = call.query.get('language') === '83'
  if (isChinese && dialectOf((await findZkDevice(db, session.device.id))?.type ?? '') === 'attendance') {
    await updateZkDevice(db, session.device.id, { charset: 'gb18030' })
    session.charset = 'gb18030'
  }
  await parts.events.calledFrom(session.device, call.address)
  await noteReturn(parts, session)
  Object.assign(session, { hasWork: true, asksOptions: true, followsSettings: true })
  return ok(await configurationOf(parts, session, call))
}

/** A terminal that restarted greets; its next polls may go to another server. */
const noteReturn = (parts: ZkParts, session: ZkSession) => withMutex(queueOf(session), () => openAgain(parts, session))

async function mustRegister({ services }: ZkParts, session: ZkSession, { address }: ZkCall): Promise<boolean> {
  if (session.network === networkOf(address)) return false
  const zk = await findZkDevice(services.db, session.device.id)
  return zk !== undefined && dialectOf(zk.type) === 'access' && (zk.key_hash !== null || zk.mac !== null)
}

async function configurationOf(parts: ZkParts, session: ZkSession, { query, serialNumber }: ZkCall): Promise<string> {
  const now = parts.services.clock.now()
  const zone = await timeZoneOf(parts, session, now.epochMilliseconds)
  const zk = await findZkDevice(parts.services.db, session.device.id)
  await noteOffset(parts, session, zk)
  const given = {
    serialNumber,
    zone: attendanceZone(zone, now),
    // Of each terminal another: after a restart they do not come back in one second.
    errorDelay: 30 + (createHash('sha256').update(serialNumber).digest().readUInt8(0) % 30),
    version: query.get('pushver'),
    pollSeconds,
  }
  if (dialectOf(zk?.type ?? '') === 'attendance') return writeAttendanceOptions(given)
  return writeAccessConfiguration({ ...given, pollSeconds: 3 }, registrationOf(parts.services.keys, session.device))
}

const keyAfterComma = /(?:^|[,\r\n])authKey=([^,\s]+)/i
const keyElsewhere = /(?:^|[&\r\n])authKey=([^&\s]+)/i

/** Registering again is harmless: the code is the same. */
async function register(parts: ZkParts, session: ZkSession, call: ZkCall): Promise<ZkReply> {
  const text = decodeText(call.body).text.replaceAll('\0', '')
  const facts = readFacts(text)
  const key = (text.includes(',') ? keyAfterComma : keyElsewhere).exec(text)?.[1]
  if (!(await isSame(parts, session, call, { key, mac: facts.mac }))) return { status: 406, body: 'Refused' }
  await bindTo(parts, session, call.address)
  await noteDialect(parts, session, call)
  await noteFacts(parts, session, call, facts)
  await noteReturn(parts, session)
  if (key) {
    session.hasShownKey = true
    forgetOwnToken(session)
  }
  return ok(`RegistryCode=${registrationOf(parts.services.keys, session.device).registryCode}`)
}

async function takeOptions(parts: ZkParts, session: ZkSession, call: ZkCall): Promise<ZkReply> {
  // Some name no table in their address.
  if (call.body.length > maxFactsBytes) return tooLong
  const facts = readFacts(decodeText(call.body).text)
  if (!(await isSame(parts, session, call, { key: undefined, mac: facts.mac }))) return refused
  await noteFacts(parts, session, call, facts)
  return ok()
}

async function noteFacts(parts: ZkParts, session: ZkSession, call: ZkCall, facts: Facts): Promise<void> {
  const { services, events } = parts
  const { device } = session
  const zk = await findZkDevice(services.db, device.id)
  if (!zk) return
  await withMutex(queueOf(session), () => noteWritingFacts(parts, session, facts))
  const known = { model: facts.model ?? zk.model ?? '', firmware: facts.firmware ?? zk.firmware_version ?? '' }
  await events.greeted(device, versionsOf(call.serialNumber, zk.type, known, facts.people ?? 1_000), call.address, null)
  if (facts.takesRanges !== null && facts.takesRanges !== zk.takes_ranges)
    await updateZkDevice(services.db, device.id, { takes_ranges: facts.takesRanges })
  if (facts.firmware !== null) await noteFirmwareShown(parts, session, facts.firmware)
}

export const versionsOf = (
  serialNumber: string,
  type: string,
  { model, firmware }: { model: string; firmware: string },
  personCapacity: number,
): DeviceVersions => ({
  serialNumber,
  type,
  model,
  manufacturer: 'ZKTeco',
  hardwareVersion: '',
  firmwareVersion: firmware,
  appVersion: '',
  faceModelId: '',
  personCapacity,
  packageName: '',
  appVersionCode: null,
  abilities: [],
})

/**
 * Whether the terminal shows the key and the hardware address that it showed first. Another one is another machine with its number: it gets
 * nothing, and an alarm tells of it.
 */
async function isSame(
  { services, events }: ZkParts,
  { device, network }: ZkSession,
  { address }: ZkCall,
  { key, mac }: { key: string | undefined; mac: string | null },
): Promise<boolean> {
  const zk = await findZkDevice(services.db, device.id)
  if (!zk) return false
  const hash = key === undefined || key === '' ? null : createHash('sha256').update(key).digest()
  const isOtherKey = hash !== null && zk.key_hash !== null && !hash.equals(zk.key_hash)
  const isOtherMac = mac !== null && zk.mac !== null && mac !== zk.mac
  // Firmware that shows its key only sometimes is taken at its own address, and nowhere else.
  const lacksKey = hash === null && zk.key_hash !== null && network !== networkOf(address)
  if (isOtherKey || isOtherMac || lacksKey) {
    await events.cloneSeen(device, isOtherMac ? { mac } : lacksKey ? 'no key' : 'another key', address)
    return false
  }
  const change = {
    ...(hash && !zk.key_hash ? { key_hash: hash } : {}),
    ...(mac !== null && zk.mac === null ? { mac } : {}),
  }
  if (Object.keys(change).length > 0) await updateZkDevice(services.db, device.id, change)
  return true
}
