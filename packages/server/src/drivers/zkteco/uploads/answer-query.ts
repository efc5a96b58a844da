import { withMutex } from '../../../lib/with-mutex.ts'
import type { ZkCall, ZkReply } from '../zk-call.ts'
import { decodeText } from '../protocol/charset.ts'
import { numberOf } from '../protocol/read-fields.ts'
import { type CutRow, queueOf, timeZoneOf, type ZkParts, type ZkSession } from '../zk-session.ts'
import { findSent, finishZkCommand } from '../zkteco-store.ts'
import { knownCharset, takeTable } from './take-uploads.ts'

/** A longer row is none: a photograph in base64 is shorter. */
const maxRow = 2 * 1024 * 1024

/** The answer to rows that a terminal sends because it was asked for them, in one packet or several. */
export async function answerQuery(parts: ZkParts, session: ZkSession, { query, body }: ZkCall): Promise<ZkReply> {
  const table = (query.get('tablename') ?? query.get('type') ?? 'data').slice(0, 40)
  const [count, index] = [numberOf(query.get('packcnt')) ?? 1, numberOf(query.get('packidx')) ?? 1]
  const key = `${query.get('cmdid') ?? ''} ${table}`
  const before = await rowBefore(parts, session, key, index)
  const packet = decodeText(body, await knownCharset(parts, session)).text
  const isNewRow = before === undefined || beginsRow(packet, before)
  if (before && isNewRow) await take(parts, session, table, before.text)
  const text = before && !isNewRow ? before.text + packet : packet
  const end = index < count ? text.lastIndexOf('\n') + 1 : text.length
  const rest = text.slice(end)
  if (rest !== '' && rest.length <= maxRow)
    session.cutRow = { key, table, index, text: rest, firstField: before?.firstField ?? firstFieldOf(text) }
  const rows = await take(parts, session, table, rest.length > maxRow ? text : text.slice(0, end))
  if (index >= count) await endAsked(parts, session, query)
  const told = rows + (session.cutRow ? 1 : 0)
  const { text: answer, closes } = session.replies.answer('queried', table, told, body)
  return { status: 200, body: answer, closes }
}

const asked: ReadonlySet<string> = new Set(['ask-people', 'ask-records', 'options'])

/** Some terminals answer a question by what they were asked for alone, with its number, and others say besides that they have. */
export async function endAsked({ services }: ZkParts, session: ZkSession, query: ZkCall['query']): Promise<void> {
  const number = numberOf(query.get('cmdid'))
  if (number === null) return
  // Without the number of its packets a packet may be the first of several: what it counts is not all.
  const count = query.has('packcnt') ? numberOf(query.get('count')) : null
  const { db, clock } = services
  const { id } = session.device
  await withMutex(queueOf(session), async () => {
    const sent = await findSent(db, id, number)
    if (!sent || !asked.has(sent.what)) return
    await finishZkCommand(db, id, number, 'done', count, clock.now().toString())
    session.hasWork = true
  })
}

/** The row that waits for this packet. One that waits for another is taken as it is: the rest of it does not come. */
async function rowBefore(parts: ZkParts, session: ZkSession, key: string, index: number): Promise<CutRow | undefined> {
  const { cutRow: row } = session
  session.cutRow = undefined
  if (!row || (row.key === key && row.index === index - 1)) return row
  // The same packet again has the row, too.
  if (row.key !== key || row.index !== index) await take(parts, session, row.table, row.text)
  return undefined
}

/** The terminal has answered its command: no packet follows. */
export async function endQuery(parts: ZkParts, session: ZkSession): Promise<void> {
  const { cutRow: row } = session
  session.cutRow = undefined
  if (row) await take(parts, session, row.table, row.text)
}

/** Some packets end with a whole row and no line break. */
const beginsRow = (packet: string, { table, firstField }: CutRow): boolean => {
  const start = packet.slice(0, 100).toLowerCase()
  return start.startsWith(`${table.toLowerCase()} `) || (firstField !== '' && start.startsWith(`${firstField}=`))
}
const firstFieldOf = (text: string): string => /^\s*(?:\w+[ \t]+)?(\w+)=/.exec(text)?.[1]?.toLowerCase() ?? ''

async function take(parts: ZkParts, session: ZkSession, table: string, text: string): Promise<number> {
  if (text === '') return 0
  const zone = await timeZoneOf(parts, session, parts.services.clock.now().epochMilliseconds)
  return takeTable(parts, session, table, text, zone)
}
