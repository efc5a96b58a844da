import type {
  CommandAnswer,
  ConversationContent,
  ConversationLine,
  ConversationWord,
} from '@gatehouse/contract/device/conversation.ts'
import type { ZkCall, ZkReply } from '../zk-call.ts'
import { decodeText } from '../protocol/charset.ts'
import { outcomeOf, readAcks } from '../protocol/read-answers.ts'
import { readEventRow } from '../protocol/read-access.ts'
import { readAttendanceRow, readOperationRow } from '../protocol/read-attendance.ts'
import { readFields, readNamedRow, rowsOf } from '../protocol/read-fields.ts'
import { describeCommand } from './describe-command.ts'
import { hidden, hideValues, numberOfPerson } from './hide-values.ts'

/** Lines of one exchange that are shown, and bytes of a body that they are looked for in. */
const [maxLines, maxBytes] = [12, 32_768]

/** An exchange as people may read it: decoded, and without anything of people but their numbers. */
export function describeCall(
  { call, method, query, address, body }: ZkCall,
  { status, body: answer, headers = {} }: ZkReply,
): ConversationContent {
  const table = (query.get('table') ?? query.get('tablename') ?? '').replaceAll(/\W/g, '').slice(0, 20)
  const said = saidIn(call, { method, query, body, table: table.toLowerCase() })
  const answered =
    typeof answer === 'string' || Buffer.isBuffer(answer)
      ? answeredIn(call, status, answer)
      : [{ word: 'file-part' as const, text: headers['content-range'] ?? `${headers['content-length'] ?? ''} bytes` }]
  return {
    call: `${method} /iclock/${call}${table === '' ? '' : ` ${table}`}`,
    address,
    status,
    said: said.slice(0, maxLines),
    answered: answered.slice(0, maxLines),
    more: Math.max(0, said.length - maxLines) + Math.max(0, answered.length - maxLines),
  }
}

type Said = Pick<ZkCall, 'method' | 'query' | 'body'> & { table: string }

function saidIn(call: ZkCall['call'], { method, query, body, table }: Said): ConversationLine[] {
  const line = (word: ConversationWord, text = ''): ConversationLine[] => [{ word, text }]
  const asked = hideValues([...query].flatMap(([name, value]) => (name === 'sn' ? [] : `${name}=${value}`)).join('\t'))
  switch (call) {
    case 'getrequest': {
      const info = query.get('info')
      return info === undefined ? line('asks-work') : line('facts', `INFO ${hideInfo(info)}`)
    }
    case 'ping':
      return line('alive')
    case 'rtdata':
      return line('asks-time')
    case 'push':
      return line('asks-configuration')
    case 'devicecmd':
      return readAcks(textOf(body)).map(({ id, code, fields }) => ({
        word: 'answers-command',
        text: hideValues(`ID=${id}&Return=${code}&CMD=${fields.get('cmd') ?? ''}`),
        command: id,
        answer: answerOf(code),
      }))
    case 'registry':
      return line('registration', hideValues(textOf(body)))
    case 'file':
      return line('asks-file')
    case 'exchange':
      return line('other', asked)
    default:
      if (method === 'GET') return line(query.has('options') ? 'greeting' : 'alive', asked)
      if (table === 'options') return line('facts', hideValues(rowsOf(textOf(body)).join(',')))
      if (call === 'fdata' || table === 'attphoto') return line('photograph', `${body.length} bytes`)
      if (query.get('contenttype')?.toLowerCase() === 'tgz') return line('other', `${body.length} bytes`)
      return rowsOf(textOf(body)).map((row) => describeRow(table, (query.get('tablename') ?? table).toLowerCase(), row))
  }
}

/** The whole lines at the beginning of a body. */
function textOf(body: Buffer): string {
  if (body.length <= maxBytes) return decodeText(body).text
  const end = body.lastIndexOf(0x0a, maxBytes)
  return end < 0 ? '' : decodeText(body.subarray(0, end)).text
}

/** Versions, counts and an address. */
const hideInfo = (info: string) =>
  info
    .split(',', 20)
    .map((part) => (/^[\w. -]{0,40}$/.test(part) ? part : hidden))
    .join(',')

const people: ReadonlySet<string> = new Set(['user', 'userinfo', 'extuser', 'mulcarduser', 'identitycard', 'idcard'])
const faces: ReadonlySet<string> = new Set(['biophoto', 'biodata', 'userpic', 'face', 'fp', 'fvein', 'templatev10'])

function describeRow(table: string, tableName: string, row: string): ConversationLine {
  if (table === 'attlog') {
    const read = readAttendanceRow(row)
    return read ? lineOf('record', row, read.pin) : unread
  }
  if (table === 'rtlog' || tableName === 'transaction') {
    const read = readEventRow(row)
    return read ? lineOf('record', row.replace(/^transaction /i, ''), read.pin) : unread
  }
  if (table === 'rtstate') return lineOf('states', row)
  if (table === 'errorlog' || tableName === 'errorlog') return lineOf('error-at-device', row)
  if (table === 'operlog' || table === 'biodata') {
    const read = readOperationRow(row)
    if (!read) return unread
    return read.kind === 'operation' ? lineOf('operation', row) : describeData(read.table, row)
  }
  return describeData(tableName, row)
}

function describeData(table: string, row: string): ConversationLine {
  const pin = readNamedRow(row).fields.get('pin') ?? readFields(row, '\t').get('pin')
  if (people.has(table)) return lineOf('person-at-device', row, pin)
  if (faces.has(table)) return lineOf('face-at-device', row, pin)
  return lineOf(table === 'attphoto' ? 'photograph' : 'other', row)
}

const unread: ConversationLine = { word: 'not-understood', text: hidden }

function lineOf(word: ConversationWord, row: string, pin?: string | null): ConversationLine {
  const person = numberOfPerson(pin ?? undefined)
  return { word, text: hideValues(row), ...(person === undefined ? {} : { person }) }
}

const answers: readonly (readonly [CommandAnswer, readonly number[]])[] = [
  ['full', [-18, -1001, -1007]],
  ['unknown-person', [-10]],
  ['unknown-command', [-13, -100, -629, -708, -801, -1002, -1004]],
  ['wrong-value', [-1, -11, -12, -30, -101, -106, -618, -620, -621, -631, -1006]],
]

function answerOf(code: number): CommandAnswer {
  const outcome = outcomeOf(code)
  if (outcome !== 'failed' && outcome !== 'again') return outcome
  return answers.find(([, codes]) => codes.includes(code))?.[0] ?? outcome
}

function answeredIn(call: ZkCall['call'], status: number, body: string | Buffer): ConversationLine[] {
  const text = typeof body === 'string' ? body : body.toString('latin1')
  if (status >= 500) return [{ word: 'failed', text: `${status}` }]
  if (status >= 400) return [{ word: 'refused', text: `${status}` }]
  if (call === 'getrequest')
    return text === 'OK' ? [{ word: 'nothing-waits', text }] : rowsOf(text).map((row) => describeCommand(row))
  if (/^DateTime=/i.test(text)) return [{ word: 'time', text: hideValues(text) }]
  if (/^(?:GET OPTION FROM|registry=|RegistryCode=)/i.test(text))
    return [
      {
        word: 'configuration',
        text: rowsOf(text)
          .map((row) => (row.startsWith('GET OPTION') ? 'GET OPTION FROM' : hideValues(row)))
          .join('  '),
      },
    ]
  return [{ word: 'ok', text: /^[\w: =]{0,60}$/.test(text) ? text : '' }]
}
