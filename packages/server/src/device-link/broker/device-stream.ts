import type { Duplex } from 'node:stream'

/** A device sends a connect, a subscription and a few signs of life in this time: some hundred bytes. */
const windowMs = 10_000
const maxBytes = 32_768

/**
 * Fits a connection to the broker's way of reading:
 * - `read()` gives all bytes that have arrived. On Node 26 it gives one chunk (on 20 it gave all), while Aedes takes it
 *   for everything and does not ask again before more arrives: over WebSocket, where `mqtt` sends a packet in many small
 *   messages, it would wait for ever.
 * - A client that sends more than a device needs is cut off. The broker's parser collects a packet until it is
 *   complete, up to 256 MB.
 */
export function asDeviceStream<T extends Duplex>(stream: T): T {
  let endsMs = 0
  let left = maxBytes
  const read = stream.read.bind(stream)
  stream.read = (size?: number): unknown => {
    // Node's own calls (0, to start reading) are passed on.
    if (typeof size === 'number') return read(size)
    const whole = Buffer.concat(chunksOf(read))
    const now = performance.now()
    if (now >= endsMs) {
      endsMs = now + windowMs
      left = maxBytes
    }
    left -= whole.length
    if (left < 0) stream.destroy(new Error('more bytes than a device has to say'))
    return left < 0 || whole.length === 0 ? null : whole
  }
  return stream
}

function chunksOf(read: () => unknown): Uint8Array[] {
  const chunks: Uint8Array[] = []
  for (let chunk = read(); chunk instanceof Uint8Array; chunk = read()) chunks.push(chunk)
  return chunks
}
