import { randomBytes } from 'node:crypto'
import type { wireRecord } from '@gatehouse/contract/device/link.ts'
import type { z } from 'zod'

type Options = { personIds: readonly string[]; captureBytes: number }

/**
 * Writes the JSON of records as a terminal sends them: staff whose face was found, a door that opened, the chain of
 * reasons of a usual decision. Every id, time and picture is another. Written from parts, since making 30,000 objects
 * a second into text would be a good part of the load.
 */
export function recordWriterOf({ personIds, captureBytes }: Options): (sequence: number) => string {
  const groupId = '0190f5b0-0000-7000-8000-000000000001'
  const fixed = {
    kind: 'staff',
    entryMode: 'face',
    cosine: 0.7312,
    liveness: 0.97,
    opened: true,
    abnormal: 'none',
    reasons: [
      { code: 'group-bound', groupIds: [groupId] },
      { code: 'period-holds' },
      { code: 'group-without-policy', groupId },
    ],
  } satisfies Partial<z.input<typeof wireRecord>>
  const tail = JSON.stringify(fixed).slice(1, -1)
  const nextId = uuids()
  const nextCapture = captureBytes > 0 ? captures(captureBytes) : () => 'null'
  // One after the other, at whichever door: terminals that count alike would see the same few at once.
  let passed = 0
  return (sequence) =>
    `{"id":"${nextId()}","sequence":${sequence},"personId":"${personIds[passed++ % personIds.length]}",` +
    `"recognisedAt":"${Temporal.Now.instant().toString({ smallestUnit: 'millisecond' })}",${tail},"capture":${nextCapture()}}`
}

/** UUIDs of version 7: the time in front, so that an index grows at its end; then what no other process has, and a count. */
function uuids(): () => string {
  const own = randomBytes(4).toString('hex')
  let count = 0
  return () => {
    count++
    const time = Temporal.Now.instant().epochMilliseconds.toString(16).padStart(12, '0')
    const low = (count & 0xffff).toString(16).padStart(4, '0')
    const high = ((count >>> 16) & 0xfff).toString(16).padStart(3, '0')
    return `${time.slice(0, 8)}-${time.slice(8)}-7${high}-8${own.slice(0, 3)}-${low}${own}`.padEnd(36, '0')
  }
}

/** JPEG in base64 as JSON text: the same random bytes (a JPEG cannot be compressed either) but for a part that is always another. */
function captures(bytes: number): () => string {
  const picture = randomBytes(bytes)
  // The markers of a JPEG: its beginning, a frame of 2 by 2, its scan; and its end.
  picture.set(Buffer.from('ffd8ffc0000b080002000201011100ffda0008010100003f00', 'hex'))
  picture.set([0xff, 0xd9], bytes - 2)
  const base64 = picture.toString('base64')
  let count = 0
  // Eight characters of base64 are six bytes of their own.
  return () => `"${base64.slice(0, 40)}${(count++).toString(36).padStart(8, 'A')}${base64.slice(48)}"`
}
