import type { ZkCall, ZkReply } from '../zk-call.ts'
import type { ZkParts, ZkSession } from '../zk-session.ts'
import { findUpgrade } from './firmware-store.ts'
import { fetchedBy, tellUpgrade } from './follow-firmware.ts'

const notFound: ZkReply = { status: 404, body: 'Not Found' }

/** Percent of a file after which the console hears of it again. */
const percentStep = 5

/**
 * The file of the firmware that this terminal was told to install. The word that it asks for is compared and never looked up: it names nothing
 * on the server, and nothing elsewhere.
 */
export async function sendFile(parts: ZkParts, session: ZkSession, { method, query, range }: ZkCall): Promise<ZkReply> {
  const file = (query.get('url') ?? '').replace(/^\//, '')
  if (method !== 'GET' || file === '') return notFound
  const { device } = session
  const told = await findUpgrade(parts.services.db, device.id)
  if (told?.file !== file || told.sent_at === null || told.ended_at !== null) return notFound
  // Firmware that garbles the part that it wants must not take the whole for it.
  if (range !== undefined && !isRange(range)) return { status: 416, body: 'ERROR' }
  const part = await parts.intents.packageFile(device.id, told.package_id, range)
  if (part === 'gone') return notFound
  if (!('stream' in part)) return { status: 416, body: 'ERROR', headers: { 'content-range': `bytes */${part.size}` } }
  const percent = Math.floor((part.from / part.size) * 100)
  if (told.flashed_at === null && percent >= session.firmwarePercent + percentStep) {
    session.firmwarePercent = percent
    await tellUpgrade(parts, session, told, { state: 'downloading', percent, answerBy: fetchedBy(told.sent_at) })
  }
  return { status: part.status, body: part.stream, headers: part.headers }
}

/** One part, whose end is not before its beginning. */
function isRange(header: string): boolean {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header.trim()) ?? []
  if (first === '') return last !== ''
  return last === '' || Number(last) >= Number(first)
}
