import { createSocket } from 'node:dgram'
import { lookup } from 'node:dns/promises'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'

/*
 * SNTP (RFC 5905, section 14): one packet asks, one answers. The packets are pure functions; `askTimeServer` at the end sends them.
 */

const packetBytes = 48
/** Leap unknown 0, version 4, mode 3 (client). */
const clientHeader = 0b00_100_011
const serverMode = 4
/** The place of the echoed bytes, the time when the question arrived, and the time when the answer left. */
const fields = { originate: 24, received: 32, transmitted: 40 } as const

export type TimeAnswer = { offsetMs: number; delayMs: number }
export type TimeFailure = 'no-answer' | 'unknown-name' | 'not-synchronised' | 'refused'

/** A question. `nonce`: 8 random bytes in the place of the time, which the server does not need. */
export function writeQuestion(nonce: Buffer): Buffer {
  const packet = Buffer.alloc(packetBytes)
  packet[0] = clientHeader
  nonce.copy(packet, fields.transmitted)
  return packet
}

/**
 * The result of an answer: how far this clock is behind the server's, and the round-trip time. undefined: it is no
 * answer to this question (late, forged, broken), and the caller waits on.
 */
export function readAnswer(
  packet: Buffer,
  { nonce, sentMs, receivedMs }: { nonce: Buffer; sentMs: number; receivedMs: number },
): TimeAnswer | { failure: 'not-synchronised' | 'refused' } | undefined {
  if (packet.length < packetBytes) return undefined
  const header = packet.readUInt8(0)
  if ((header & 0b111) !== serverMode) return undefined
  if (!packet.subarray(fields.originate, fields.originate + 8).equals(nonce)) return undefined
  const stratum = packet.readUInt8(1)
  // Stratum 0 is a refusal ("kiss of death"); leap 3 and strata from 16 are clocks that were never set.
  if (stratum === 0) return { failure: 'refused' }
  if (header >> 6 === 3 || stratum > 15) return { failure: 'not-synchronised' }
  const arrivedMs = readTimestamp(packet, fields.received)
  const leftMs = readTimestamp(packet, fields.transmitted)
  if (arrivedMs === undefined || leftMs === undefined) return { failure: 'not-synchronised' }
  return {
    offsetMs: (arrivedMs - sentMs + (leftMs - receivedMs)) / 2,
    delayMs: Math.max(0, receivedMs - sentMs - (leftMs - arrivedMs)),
  }
}

/** Seconds from 1900 to 1970. */
const epochSeconds = 2_208_988_800
/** The seconds start again in February 2036: those without their highest bit are of the next era. */
const eraSeconds = 2 ** 32

/** Milliseconds since 1970; undefined for the empty timestamp. */
export function readTimestamp(packet: Buffer, at: number): number | undefined {
  const seconds = packet.readUInt32BE(at)
  const fraction = packet.readUInt32BE(at + 4)
  if (seconds === 0 && fraction === 0) return undefined
  const era = seconds >= 2 ** 31 ? 0 : eraSeconds
  return (seconds + era - epochSeconds) * 1000 + (fraction / 2 ** 32) * 1000
}

export function writeTimestamp(packet: Buffer, at: number, epochMs: number): void {
  const seconds = Math.floor(epochMs / 1000)
  packet.writeUInt32BE((seconds + epochSeconds) % eraSeconds, at)
  packet.writeUInt32BE(Math.floor(((epochMs - seconds * 1000) / 1000) * 2 ** 32), at + 4)
}

/** `host`, `host:port`, `[v6]:port`; the default port is 123. */
export function splitServer(text: string): { host: string; port: number } {
  const [, bracketed, plain, port] = /^(?:\[([^\]]+)\]|([^:]+))(?::(\d+))?$/.exec(text) ?? []
  return { host: bracketed ?? plain ?? text, port: port === undefined ? 123 : Number(port) }
}

/** Packets get lost: the number of attempts, and the wait of each. */
const attempts = 3
const patienceMs = 1_000

/** Asks one server. `nowMs` is the clock that is measured. */
export async function askTimeServer(
  server: string,
  nowMs: () => number,
): Promise<TimeAnswer | { failure: TimeFailure }> {
  const { host, port } = splitServer(server)
  const found = await lookup(host).catch(() => undefined)
  if (!found || port < 1 || port > 65_535) return { failure: 'unknown-name' }
  const socket = createSocket(found.family === 6 ? 'udp6' : 'udp4')
  socket.on('error', () => {})
  try {
    // Connected: packets from others are dropped.
    socket.connect(port, found.address)
    await once(socket, 'connect')
    for (let attempt = 0; attempt < attempts; attempt++) {
      // oxlint-disable-next-line no-await-in-loop -- the next packet goes out when this one was lost
      const answer = await exchange(socket, nowMs)
      if (answer) return answer
    }
    return { failure: 'no-answer' }
  } catch {
    return { failure: 'no-answer' }
  } finally {
    socket.close()
  }
}

async function exchange(
  socket: ReturnType<typeof createSocket>,
  nowMs: () => number,
): Promise<ReturnType<typeof readAnswer>> {
  const nonce = randomBytes(8)
  const { promise, resolve } = Promise.withResolvers<ReturnType<typeof readAnswer>>()
  const sentMs = nowMs()
  // The round trip is measured by a monotonic clock.
  const began = performance.now()
  const listen = (packet: Buffer) => {
    const answer = readAnswer(packet, { nonce, sentMs, receivedMs: sentMs + (performance.now() - began) })
    if (answer) resolve(answer)
  }
  const giveUp = () => resolve(undefined)
  const timer = setTimeout(giveUp, patienceMs)
  // The network reported that nobody is there.
  socket.on('message', listen).on('error', giveUp)
  socket.send(writeQuestion(nonce))
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    socket.off('message', listen).off('error', giveUp)
  }
}

/** The answer with the shortest round trip; its offset is the most exact. */
export async function askTimeServers(servers: readonly string[], nowMs: () => number) {
  const answers = await Promise.all(
    servers.map(async (server) => ({ server, answer: await askTimeServer(server, nowMs) })),
  )
  const good = answers.flatMap(({ server, answer }) => ('failure' in answer ? [] : [{ server, ...answer }]))
  const [best] = good.toSorted((one, other) => one.delayMs - other.delayMs)
  if (best) return best
  const failures = answers.flatMap(({ answer }) => ('failure' in answer ? [answer.failure] : []))
  // An error from a server is more useful than a timeout.
  return { failure: failures.find((failure) => failure !== 'no-answer') ?? ('no-answer' as const) }
}
