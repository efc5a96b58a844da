import { type Fields, fieldOf, numberOf, readFields, readOptions, rowsOf } from './read-fields.ts'

export type Ack = { id: number; code: number; fields: Fields }

/**
 * The answers to commands in one body: several on a line each, or in one line, or one whose pieces stand on lines of their own. A new answer
 * begins at each `ID=`; other rows are the values that the command asked for.
 */
export function readAcks(text: string): Ack[] {
  const acks: { id: number; fields: Map<string, string> }[] = []
  for (const row of rowsOf(text).flatMap(answersIn)) {
    const fields = readFields(row, !row.includes('&') && /^ID=[^\t]*\t/i.test(row) ? '\t' : '&')
    const id = numberOf(fields.get('id'))
    if (id !== null) acks.push({ id, fields: new Map(fields) })
    else if (acks.length > 0) for (const [name, value] of fields) acks.at(-1)?.fields.set(name, value)
  }
  return acks.flatMap(({ id, fields }) => {
    const code = numberOf(fieldOf(fields, 'return'))
    return code === null ? [] : [{ id, code, fields }]
  })
}

/** A line with one number is one answer, in whatever order its fields are. */
const answersIn = (line: string): string[] =>
  (line.match(/(?:^|[&\t])ID=/gi)?.length ?? 0) > 1 ? line.split(/[&\t](?=ID=)/i) : [line]

/** The terminal has nobody of this number. */
export const hasNobody = -10

/** Codes that no repetition changes: parameters, templates, space, syntax and length. */
const permanent: ReadonlySet<number> = new Set([
  -1, -10, -11, -12, -13, -14, -18, -23, -30, -100, -101, -106, -618, -620, -621, -629, -631, -708, -801, -1001, -1002,
  -1004, -1006,
])

/** `later`: a master has passed it on, and the answer of the controller behind it follows. A positive code is a count. */
export function outcomeOf(code: number): 'done' | 'failed' | 'again' | 'later' {
  if (code >= 0) return 'done'
  if (code === -5000) return 'later'
  return permanent.has(code) ? 'failed' : 'again'
}

/** The facts in the `INFO` of a poll; absent ones are null. */
export function readInfo(text: string): { firmware: string | null; people: number | null; address: string | null } {
  const parts = text.split(',')
  return {
    firmware: parts[0]?.trim().slice(0, 64) || null,
    people: numberOf(parts[1]),
    address: /^[\d.]{7,15}$/.test(parts[4] ?? '') ? (parts[4] ?? null) : null,
  }
}

/** Facts of a terminal, from its options or its registration. */
export type Facts = {
  dialect: 'attendance' | 'access' | null
  model: string | null
  firmware: string | null
  mac: string | null
  people: number | null
  /** Number of doors; 1 for a terminal at a door. */
  doors: number | null
  takesFaces: boolean | null
  hasTextPins: boolean
  /** null: it does not tell. */
  hasEncodedDates: boolean | null
  /** It fetches firmware in parts; null: it does not tell. */
  takesRanges: boolean | null
}

/** The facts that commands are written by. */
export function writingFactsIn(fields: Fields): Pick<Facts, 'doors' | 'hasEncodedDates'> {
  const dates = fieldOf(fields, 'datefmtfunon')
  return { doors: numberOf(fieldOf(fields, 'lockcount')), hasEncodedDates: dates === '' ? null : dates === '1' }
}

export function readFacts(body: string): Facts {
  const fields = readOptions(body)
  const text = (...names: string[]) => fieldOf(fields, ...names).slice(0, 64) || null
  const type = fieldOf(fields, 'devicetype').toLowerCase()
  const most = numberOf(fieldOf(fields, 'maxusercount'))
  const face = fieldOf(fields, 'biophotofun', 'facefunon')
  const ranges = fieldOf(fields, 'subcontractingupgradefunon')
  return {
    dialect: type === 'att' ? 'attendance' : type === 'acc' ? 'access' : null,
    model: text('devicename'),
    firmware: text('firmver', 'fwversion'),
    mac: /^[\da-f]{2}(?:[:-][\da-f]{2}){5}$/i.exec(fieldOf(fields, 'mac', 'macaddress'))?.[0].toLowerCase() ?? null,
    // In hundreds on most models: no terminal holds fewer than a thousand people.
    people: most === null || most <= 0 ? null : most < 1_000 ? most * 100 : most,
    ...writingFactsIn(fields),
    takesFaces: face === '' ? null : face === '1',
    takesRanges: ranges === '' ? null : ranges === '1',
    hasTextPins: fieldOf(fields, 'stringpinfunon') === '1',
  }
}
