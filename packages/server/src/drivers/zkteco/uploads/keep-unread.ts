import { setImmediate } from 'node:timers/promises'
import type { LineMeaning } from '@gatehouse/contract/device/conversation.ts'
import { meaningOfLine } from '../protocol/line-meanings.ts'
import { rowsOf } from '../protocol/read-fields.ts'
import type { ZkParts, ZkSession } from '../zk-session.ts'

/** Rows that are read without a pause: the calls of others must not wait for a body of weeks. */
const rowsAtOnce = 2_000

export async function readEach<Row>(
  text: string,
  read: (row: string) => Row | undefined,
): Promise<{ rows: Row[]; unread: string[] }> {
  const [rows, unread]: [Row[], string[]] = [[], []]
  for (const [at, line] of rowsOf(text).entries()) {
    if (at % rowsAtOnce === rowsAtOnce - 1) await setImmediate()
    const row = read(line)
    if (row === undefined) unread.push(line)
    else rows.push(row)
  }
  return { rows, unread }
}

/** More of one body are not kept. */
const maxKept = 200

/** Keeps rows that were not understood as they came, and those that the product has no word for: they may be the ones that somebody looks for. */
export async function keepUnread(
  { services, events }: ZkParts,
  { device }: ZkSession,
  place: string,
  lines: readonly string[],
  /** Of those that say nothing else. */
  meaning: LineMeaning | null = null,
): Promise<void> {
  if (lines.length === 0) return
  services.log.warn({ deviceId: device.id, place, lines: lines.length }, 'rows of a terminal were not understood')
  const rows = lines.slice(0, maxKept).map((text) => ({ text, meaning: meaningOfLine(text) ?? meaning }))
  await events.notUnderstood(device, place.slice(0, 40), rows)
}
