import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'

/** A statement that a program sends to its database, with the values as texts. */
export type Statement = { sql: string; values: (string | null)[] }
/**
 * `before`: it never arrives. `after`: it is carried out, and its answer never arrives. `committed`: so does its transaction, whose end is not
 * answered.
 */
export type Hold = { at: 'before' | 'after' | 'committed'; reached: () => void }

/** Between a program and its database: a statement that `holdAt` names is held there for good, until the program is dead. */
export async function createStatementProxy(
  databaseUrl: string,
  holdAt: (statement: Statement) => Promise<Hold | undefined>,
) {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  const working: (() => Promise<void>)[] = []
  const proxy = createServer((near) => {
    const folder = target.searchParams.get('host')
    const port = Number(target.port || 5432)
    const far = folder ? connect(join(folder, `.s.PGSQL.${port}`)) : connect(port, target.hostname)
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket.on('error', () => other.destroy()))
      socket.once('close', () => other.destroy())
    }
    let held: Hold | undefined
    let heldAtEnd: Hold | undefined
    const note = async (statement: Statement) => {
      if (heldAtEnd && /^commit/i.test(statement.sql)) held = heldAtEnd
      if (held ?? heldAtEnd) return
      const hold = await holdAt(statement)
      if (hold?.at === 'committed') heldAtEnd = hold
      else held = hold
    }
    far.on('data', (answer) => {
      if (held) held.reached()
      else near.write(answer)
    })
    const read = createReader()
    let last = Promise.resolve()
    working.push(() => last)
    near.on('data', (bytes: Buffer) => {
      last = last.then(async () => {
        for (const { bytes: group, statements } of read(bytes)) {
          for (const statement of statements) await note(statement)
          if (held?.at === 'before') return held.reached()
          far.write(group)
        }
      })
    })
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const address = proxy.address()
  const url = new URL(databaseUrl)
  url.searchParams.delete('host')
  url.host = `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  return {
    url: url.href,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await Promise.all(working.map((work) => work()))
      proxy.close()
      await once(proxy, 'close')
    },
  }
}

/** Messages belong together up to one of these, after which the program waits for the answer. */
const lastOfGroup = new Set(['S', 'Q', 'H', 'p', 'X', 'd', 'c'])

/** Cuts what a program sends into groups of messages of PostgreSQL's protocol. */
function createReader() {
  let rest: Buffer = Buffer.alloc(0)
  let isStarted = false
  let group: Buffer[] = []
  let statements: Statement[] = []
  const texts = new Map<string, string>()
  const readMessage = (type: string, content: Buffer) => {
    const words = content.toString('latin1').split('\0')
    if (type === 'P') texts.set(words[0] ?? '', words[1] ?? '')
    if (type === 'Q') statements.push({ sql: words[0] ?? '', values: [] })
    if (type === 'B') statements.push({ sql: texts.get(words[1] ?? '') ?? '', values: valuesOf(content) })
  }
  return (bytes: Buffer): { bytes: Buffer; statements: Statement[] }[] => {
    const groups: { bytes: Buffer; statements: Statement[] }[] = []
    rest = Buffer.concat([rest, bytes])
    for (;;) {
      // The first message has no type.
      const start = isStarted ? 1 : 0
      if (rest.length < start + 4) return groups
      const end = start + rest.readUInt32BE(start)
      if (rest.length < end) return groups
      const type = isStarted ? rest.toString('latin1', 0, 1) : 'X'
      readMessage(type, rest.subarray(start + 4, end))
      group.push(rest.subarray(0, end))
      rest = rest.subarray(end)
      isStarted = true
      if (!lastOfGroup.has(type)) continue
      groups.push({ bytes: Buffer.concat(group), statements })
      group = []
      statements = []
    }
  }
}

/** The values of a message that binds them to a statement. */
function valuesOf(content: Buffer): (string | null)[] {
  let at = content.indexOf(0, content.indexOf(0) + 1) + 1
  at += 2 + 2 * content.readUInt16BE(at)
  const count = content.readUInt16BE(at)
  at += 2
  return Array.from({ length: count }, () => {
    const length = content.readInt32BE(at)
    at += 4 + Math.max(length, 0)
    return length < 0 ? null : content.toString('utf8', at - length, at)
  })
}
