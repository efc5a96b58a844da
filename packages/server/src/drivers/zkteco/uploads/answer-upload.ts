import type { ZkCall, ZkReply } from '../zk-call.ts'
import { BundleError, isCompressed, readBundle } from '../protocol/read-bundle.ts'
import { decodeText } from '../protocol/charset.ts'
import { rowsOf } from '../protocol/read-fields.ts'
import { pictureOf } from '../protocol/read-photo.ts'
import type { ZkParts, ZkSession } from '../zk-session.ts'
import { keepUnread } from './keep-unread.ts'
import { type Taken, takeUpload } from './take-uploads.ts'

/** The answer to rows that a terminal sends by itself. */
export async function answerUpload(
  parts: ZkParts,
  session: ZkSession,
  { call, query, body: sent }: ZkCall,
): Promise<ZkReply> {
  const body = withItsName(query, sent)
  if (query.get('authtype')?.toLowerCase() === 'device') return leaveToTerminal(body)
  const table = query.get('table') ?? (call === 'fdata' ? 'ATTPHOTO' : isEnrolled(query) ? 'BIODATA' : '')
  const tableName = query.get('tablename') ?? (table.toLowerCase() === 'tabledata' ? firstWordOf(body) : '')
  const isBundle = query.get('contenttype')?.toLowerCase() === 'tgz' || isCompressed(body)
  const { rows, answer } = isBundle
    ? await takeBundle(parts, session, { table, tableName, body })
    : await takeUpload(parts, session, { table, tableName, body })
  if (answer !== 'by-table') return { status: 200, body: answer === 'plain' ? 'OK' : `OK: ${rows}` }
  const { text, closes } = session.replies.answer('uploaded', tableName === '' ? table : tableName, rows, body)
  return { status: 200, body: text, closes }
}

/** An enrolment that a server asked for comes with a type, and no table. */
const isEnrolled = (query: ZkCall['query']): boolean =>
  ['biodata', 'enrollinfodata'].includes(query.get('type')?.toLowerCase() ?? '')

/** Rows of a table begin with its name, which the address of some lacks. */
const firstWordOf = (body: Buffer): string =>
  /^\s*([a-z_]\w{0,39})[ \t]+\w+=/i.exec(body.subarray(0, 200).toString('latin1'))?.[1] ?? ''

/** Some photographs have their name in the address, and nothing before the picture. */
function withItsName(query: ZkCall['query'], body: Buffer): Buffer {
  const name = /^[\w.-]{1,64}$/.exec(query.get('photo') ?? query.get('pin') ?? '')?.[0]
  return name !== undefined && pictureOf(body) === body ? Buffer.concat([Buffer.from(`PIN=${name}\0`), body]) : body
}

/** A terminal that is set to ask before it opens decides by the rights that it was given: the same that the server would look at. */
function leaveToTerminal(body: Buffer): ZkReply {
  const [row = ''] = rowsOf(decodeText(body).text)
  return { status: 200, body: `AUTH=TIMEOUT\r\n${row}\r\n` }
}

/** Several files in one, which are read and stored in pieces. */
async function takeBundle(
  parts: ZkParts,
  session: ZkSession,
  { table, tableName, body }: { table: string; tableName: string; body: Buffer },
): Promise<Taken> {
  const all: Taken = { rows: 0, answer: 'plain' }
  try {
    for await (const piece of readBundle(body)) {
      const { rows, answer } = await takeUpload(parts, session, { table, tableName, body: piece })
      Object.assign(all, { rows: all.rows + rows, answer })
    }
  } catch (error) {
    if (!(error instanceof BundleError)) throw error
    // It would come again the same, and nothing after it: what could be read of it is stored, and records are compared at night.
    const why = error.isLarge ? ', and more than may be unpacked' : ''
    await keepUnread(parts, session, 'bundle', [`${body.length} bytes, of which ${all.rows} rows could be read${why}`])
  }
  return all
}
