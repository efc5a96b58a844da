import { lineMeanings } from '@gatehouse/contract/device/conversation.ts'
import { AppError } from '@gatehouse/contract/errors.ts'
import { keptDays, maxExchanges, maxKeptLines } from '@gatehouse/contract/features/devices/conversation.ts'
import type { getConversation, listKeptLines } from '@gatehouse/contract/features/devices/conversation.ts'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import type { Reply } from '@gatehouse/contract/route.ts'
import { type Ctx, hint, may, type Services } from '../../../ctx.ts'
import { seal, unsealOrSkip } from '../../../lib/seal.ts'
import type { RepeatingJob } from '../../../jobs/job-runner.ts'
import type { KeptRow } from '../../../drivers/device-events.ts'
import { namesOfNumbers } from '../../../people/device-numbers.ts'
import { readDeviceFacts } from '../device-reads.ts'
import {
  countLines,
  deleteLines,
  deleteOldTalk,
  keepLines,
  selectExchanges,
  selectLines,
} from './conversation-store.ts'

/** Lines were sealed under this name when they were of one make alone. */
const lineContext = 'zkteco_line.line'
const maxLine = 2_000
const meaningWord = z.enum(lineMeanings).nullable().catch(null)
const maxLinesAtOnce = 50

/** @throws AppError device.not-found */
export async function readConversation(ctx: Ctx, deviceId: string): Promise<Reply<typeof getConversation>> {
  await requireDevice(ctx, deviceId)
  await tellWatched(ctx, deviceId)
  const rows = await selectExchanges(ctx.db, deviceId, maxExchanges)
  const exchanges = rows.map(({ id, began_at: beganAt, took_ms: tookMs, content }) => ({
    id,
    beganAt,
    tookMs,
    ...content,
  }))
  const numbers = exchanges.flatMap(({ said, answered }) =>
    [...said, ...answered].flatMap(({ person }) => person ?? []),
  )
  return {
    exchanges,
    people: await namesOfNumbers(ctx, [...new Set(numbers)], (kind) =>
      may(ctx, `${kind === 'blacklisted' ? 'blacklist' : kind}.read`),
    ),
    keptLines: await countLines(ctx.db, deviceId),
  }
}

/** A page asks every two seconds; drivers that keep what is said only for who looks go on for a minute after a hint. */
const tellEveryMs = 20_000
const toldAt = new LRUCache<string, number>({ max: 1_000 })

async function tellWatched(ctx: Ctx, deviceId: string): Promise<void> {
  const nowMs = performance.now()
  if (nowMs - (toldAt.peek(deviceId) ?? -tellEveryMs) < tellEveryMs) return
  toldAt.set(deviceId, nowMs)
  await hint(ctx, { to: 'servers', what: 'conversation', id: deviceId })
}

/** @throws AppError device.not-found */
export async function readKeptLines(ctx: Ctx, deviceId: string): Promise<Reply<typeof listKeptLines>> {
  await requireDevice(ctx, deviceId)
  return (await selectLines(ctx.db, deviceId)).flatMap(
    ({ id, received_at: receivedAt, place, line_sealed: sealed, meaning }) => {
      const text = unsealOrSkip(ctx.keys.column, sealed, lineContext)?.toString()
      return text === undefined ? [] : [{ id, receivedAt, place, text, meaning: meaningWord.parse(meaning) }]
    },
  )
}

/** @throws AppError device.not-found */
export async function discardLines(ctx: Ctx, deviceId: string): Promise<{ count: number }> {
  ctx.audit.item = await requireDevice(ctx, deviceId)
  const count = await deleteLines(ctx.db, deviceId)
  await hint(ctx, { to: 'consoles', topic: 'devices', id: deviceId })
  return { count }
}

/** @throws AppError device.not-found */
async function requireDevice(ctx: Ctx, deviceId: string): Promise<string> {
  const [device] = await readDeviceFacts(ctx.db, [deviceId])
  if (!device) throw new AppError('device.not-found')
  return device.name
}

/** Keeps lines of an accepted device that were not understood, sealed: they may name people. */
export async function keepNotUnderstood(
  { db, keys, clock }: Pick<Services, 'db' | 'keys' | 'clock'>,
  deviceId: string,
  place: string,
  lines: readonly KeptRow[],
): Promise<void> {
  if (lines.length === 0) return
  const received_at = clock.now().toString()
  const rows = lines.slice(0, maxLinesAtOnce).map(({ text, meaning }) => ({
    device_id: deviceId,
    received_at,
    place: place.slice(0, 40),
    line_sealed: seal(keys.column, Buffer.from(text.slice(0, maxLine)), lineContext),
    meaning,
  }))
  await keepLines(db, deviceId, rows, maxKeptLines)
}

export const conversationJob = ({ db, clock }: Services): RepeatingJob => ({
  name: 'drop-old-conversations',
  cron: '19 * * * *',
  freesDisk: true,
  run: () =>
    deleteOldTalk(
      db,
      clock
        .now()
        .subtract({ hours: 24 * keptDays })
        .toString(),
    ),
})
