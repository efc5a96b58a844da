import { Readable } from 'node:stream'
import { AppError } from '@gatehouse/contract/errors.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { BlobStore } from '../../../lib/blob-store.ts'
import type { Ctx } from '../../../ctx.ts'
import { readByteRange } from './byte-range.ts'
import { createPieceCache, pieceSize, readPiece } from './package-pieces.ts'
import { createBandwidthLimiter, takeTurn, type BandwidthLimiter } from './bandwidth-limiter.ts'
import { findOffered } from '../upgrade-store.ts'
import { createDownloadQueue } from './download-queue.ts'

/** The number of downloads at a time; further devices are told to ask again. */
const maxAtOnce = 24
/** Pieces in memory, for all together. */
const maxPieces = 24
/** The bytes that are sent at once; the bandwidth is limited in between. */
const sliceSize = 64 * 1024

/** A device that takes less than a slice in this time gets no more: it would hold the place of another. */
const maxStallMs = 60_000

/** A file, or a part of it, on its way to a device. */
export type PackageDownload = {
  status: 200 | 206
  headers: Readonly<Record<string, string>>
  /** Of the file: where this begins, and its size. */
  from: number
  size: number
  stream: Readable
}

/**
 * The headers that say which part is asked for. `isToldOnce`: the device cannot ask again later. Its driver bounds how many there are; it waits
 * for no place, and goes on while the roll-out rests.
 */
type AskedPart = { range: string | undefined; ifRange?: string | string[] | undefined; isToldOnce?: boolean }

/** Counts the time in which a slice waits to be taken, and not the one in which the bandwidth is waited for. */
type Stall = { begin(): void; end(): void }

function createStall(ms: number, isOver: () => void): Stall {
  let timer: NodeJS.Timeout | undefined
  return { begin: () => (timer = setTimeout(isOver, ms)), end: () => clearTimeout(timer) }
}

export type PackageSender = {
  /** Nothing but its size: the file has nothing there. @throws AppError package.not-found, server.busy */
  open(ctx: Ctx, deviceId: string, packageId: string, asked: AskedPart): Promise<PackageDownload | { size: number }>
  /** @throws AppError package.not-found, package.range-wrong, server.busy */
  send(ctx: Ctx, deviceId: string, packageId: string, request: FastifyRequest, reply: FastifyReply): Promise<void>
}

/** Sends packages to devices, within the bandwidth of all together and of each. A device has one download at a time. */
export function createPackageSender(
  blobs: BlobStore,
  {
    stallMs = maxStallMs,
    atOnce = maxAtOnce,
    ...rates
  }: { overall: number; each: number; stallMs?: number; atOnce?: number },
): PackageSender {
  const overall = createBandwidthLimiter(rates.overall)
  const pieces = createPieceCache(blobs, maxPieces)
  const running = new Map<string, AbortController>()
  const waiting = createDownloadQueue()

  async function* slices(
    ctx: Ctx,
    deviceId: string,
    packageId: string,
    {
      range,
      signal,
      stall,
      isToldOnce,
    }: {
      range: { from: number; to: number }
      signal: AbortSignal
      stall: Stall
      isToldOnce: boolean
    },
  ): AsyncGenerator<Buffer> {
    const own: BandwidthLimiter = createBandwidthLimiter(rates.each)
    let at = range.from
    while (at <= range.to) {
      // At each piece: the download of a withdrawn package ends in the middle.
      if (!(await findOffered(ctx.db, packageId, deviceId, isToldOnce))) throw new Error('the package was taken back')
      const piece = await readPiece({ db: ctx.db, blobs: pieces }, packageId, Math.floor(at / pieceSize))
      const pieceStart = at - (at % pieceSize)
      const end = Math.min(piece.length, range.to + 1 - pieceStart)
      while (at - pieceStart < end) {
        const slice = piece.subarray(at - pieceStart, Math.min(at - pieceStart + sliceSize, end))
        await takeTurn([overall, own], slice.length, signal)
        stall.begin()
        yield slice
        stall.end()
        at += slice.length
      }
    }
  }

  const open: PackageSender['open'] = async (
    ctx,
    deviceId,
    packageId,
    { range: asked, ifRange, isToldOnce = false },
  ) => {
    const requireFreeSpace = () => {
      if (!isToldOnce && !running.has(deviceId) && running.size >= atOnce)
        throw new AppError('server.busy', { seconds: waiting.comeAgain(deviceId) })
    }
    // First of all: nearly all of a thousand devices get this answer, again and again.
    requireFreeSpace()
    const row = await findOffered(ctx.db, packageId, deviceId, isToldOnce)
    if (!row?.sha256) throw new AppError('package.not-found')
    const etag = `"${row.sha256}"`
    const isSame = ifRange === undefined || ifRange === etag
    const range = readByteRange(isSame ? asked : undefined, row.size)
    if (!range) return { size: row.size }
    requireFreeSpace()
    // The device has come back on a new connection: the old one is dead, whether or not it knows.
    running.get(deviceId)?.abort(new Error('the device asks anew'))
    const download = new AbortController()
    running.set(deviceId, download)
    waiting.leave(deviceId)
    const isPart = range.from > 0 || range.to < row.size - 1
    const stall = createStall(stallMs, () => download.abort(new Error('the device takes nothing')))
    const bytes = slices(ctx, deviceId, packageId, { range, signal: download.signal, stall, isToldOnce })
    const stream = Readable.from(bytes, { objectMode: false, highWaterMark: sliceSize })
    // One that nobody reads waits for its reader, and hears of no signal.
    download.signal.addEventListener('abort', () => stream.destroy(), { once: true })
    stream.once('close', () => {
      stall.end()
      download.abort()
      if (running.get(deviceId) === download) running.delete(deviceId)
      if (running.size === 0) pieces.clear()
    })
    stream.once('error', (error: unknown) =>
      ctx.log.debug({ err: error, packageId, deviceId }, 'a download ended early'),
    )
    const headers = {
      etag,
      'accept-ranges': 'bytes',
      'content-type': 'application/octet-stream',
      'content-length': String(range.to - range.from + 1),
      ...(isPart && { 'content-range': `bytes ${range.from}-${range.to}/${row.size}` }),
    }
    return { status: isPart ? 206 : 200, headers, from: range.from, size: row.size, stream }
  }

  return {
    open,
    async send(ctx, deviceId, packageId, request, reply) {
      const { range, 'if-range': ifRange } = request.headers
      const opened = await open(ctx, deviceId, packageId, { range, ifRange })
      if (!('stream' in opened)) {
        void reply.header('content-range', `bytes */${opened.size}`)
        throw new AppError('package.range-wrong')
      }
      await reply.code(opened.status).headers(opened.headers).send(opened.stream)
    },
  }
}
