import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { writeTimestamp } from '../src/lib/sntp.ts'

/** A small NTP server on a port of its own whose clock is `aheadMs` ahead; it may lose questions, or refuse. */
export async function startTimeServer({ aheadMs = 0, loses = 0, stratum = 2 } = {}) {
  const socket = createSocket('udp4')
  const state = { asked: 0, aheadMs }
  socket.on('message', (question, { port, address }) => {
    if (++state.asked <= loses || question.length !== 48) return
    const packet = Buffer.alloc(48)
    packet[0] = 0b00_100_100
    packet[1] = stratum
    question.copy(packet, 24, 40, 48)
    const nowMs = Temporal.Now.instant().epochMilliseconds + state.aheadMs
    for (const at of [16, 32, 40]) writeTimestamp(packet, at, nowMs)
    socket.send(packet, port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return Object.assign(state, {
    address: `127.0.0.1:${socket.address().port}`,
    close: async () => {
      socket.close()
      await once(socket, 'close')
    },
  })
}
