import { createHash } from 'node:crypto'

/**
 * The answer to an uploaded table: the documents want the number of rows, and real terminals send some tables for ever unless they get `OK`.
 * If the same body comes a third time, the other form is used from then on.
 */
export type ReplyForm = { answer(table: string, rows: number, body: Buffer): string }

const plain: ReadonlySet<string> = new Set(['user', 'attphoto', 'errorlog'])
const maxSame = 3

export function createReplyForm(): ReplyForm {
  const last = new Map<string, { hash: string; count: number; isOther: boolean }>()
  return {
    answer(name, rows, body) {
      const table = name.toLowerCase()
      const hash = createHash('sha256').update(body).digest('base64')
      const before = last.get(table)
      const count = before?.hash === hash ? before.count + 1 : 1
      const isOther = (before?.isOther ?? false) !== (count === maxSame)
      if (last.size < 50 || before) last.set(table, { hash, count: count === maxSame ? 0 : count, isOther })
      return plain.has(table) !== isOther ? 'OK' : `${table}=${rows}`
    },
  }
}
