import { randomBytes } from 'node:crypto'
import { open, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { diskOf, type DiskProbe } from '../lib/disk-space.ts'

/**
 * Whether the disk of the database has room to write. On a full disk PostgreSQL ends and nobody can read either: so the
 * server becomes read-only before that, and releases a reserve file for PostgreSQL (ADR 0051).
 */
export type DiskGuard = {
  isReadOnly(): boolean
  /** Aborted while the server is read-only, for running work; a new signal after that. */
  pausing(): AbortSignal
  /** Reports that PostgreSQL found its disk full, for example by a quota that the system does not show. */
  reportFull(): void
  /** Calls the listener at each change; the result unsubscribes. */
  onChange(listener: () => void): () => void
}

/** For a database elsewhere, which has its own disk. */
export const unguardedDisk: DiskGuard = {
  isReadOnly: () => false,
  pausing: () => new AbortController().signal,
  reportFull() {},
  onChange: () => () => {},
}

export type DiskGuardSizes = {
  /** The size of the reserve file. */
  reserveBytes: number
  /** With less free space than this the server is read-only. */
  minBytes: number
  /** The space that stays free beside a new reserve; more than `minBytes`, or the next check would release it. */
  marginBytes: number
}

const mebibyte = 1024 * 1024
/** A second of fast writing takes less than the minimum; the log of PostgreSQL grows by 16 MiB a time. */
const usual: DiskGuardSizes = { reserveBytes: 128 * mebibyte, minBytes: 128 * mebibyte, marginBytes: 256 * mebibyte }
const everyMs = 250
const afterFailureMs = 30_000
const reserveIn = (folder: string) => join(folder, 'reserve')

type Options = {
  /** On the disk of the database. */
  folder: string
  log: (line: string) => void
  sizes?: Partial<DiskGuardSizes> | undefined
  measure?: DiskProbe
}

/** Releases the reserve of an earlier run if the disk is full: at a start, before anything else is written. */
export async function releaseReserve(folder: string, sizes?: Partial<DiskGuardSizes>): Promise<void> {
  const { freeBytes } = await diskOf(folder)()
  if (freeBytes < (sizes?.minBytes ?? usual.minBytes)) await rm(reserveIn(folder), { force: true })
}

/** Watches the disk until `stop`. Without a reserve, and without room for one, it begins read-only. */
export async function startDiskGuard({
  folder,
  log,
  sizes,
  measure = diskOf(folder),
}: Options): Promise<DiskGuard & { stop(): Promise<void> }> {
  const { reserveBytes, minBytes, marginBytes } = { ...usual, ...sizes }
  const reserve = reserveIn(folder)
  const stopping = new AbortController()
  const listeners = new Set<() => void>()
  let pause = new AbortController()
  let isSaidFull = false
  let tryAtMs = 0
  let isKept = (await stat(reserve).catch(() => undefined))?.size === reserveBytes

  function turn(toReadingOnly: boolean): void {
    if (toReadingOnly === pause.signal.aborted) return
    if (toReadingOnly) pause.abort()
    else pause = new AbortController()
    log(
      toReadingOnly
        ? 'The disk of the database is full: reading only until there is room'
        : 'There is room to write again',
    )
    for (const listener of listeners) listener()
  }

  async function look(): Promise<void> {
    const { freeBytes } = await measure()
    if (freeBytes < minBytes || isSaidFull) {
      turn(true)
      if (isSaidFull) tryAtMs = performance.now() + afterFailureMs
      isSaidFull = false
      isKept = false
      await rm(reserve, { force: true })
    } else if (!isKept && freeBytes >= reserveBytes + marginBytes && performance.now() >= tryAtMs) {
      tryAtMs = performance.now() + afterFailureMs
      isKept = await makeReserve(reserve, reserveBytes, stopping.signal)
      // A reserve that could be written proves that there is space, whatever the system measures.
      if (isKept) {
        tryAtMs = 0
        turn(false)
      }
    }
  }

  async function keepLooking(): Promise<void> {
    let problem = ''
    while (!stopping.signal.aborted) {
      await wait(everyMs, undefined, { signal: stopping.signal }).catch(() => {})
      const before = problem
      problem = await look().then(
        () => '',
        (error: unknown) => String(error),
      )
      if (problem !== '' && problem !== before) log(`The room for the database could not be seen to: ${problem}`)
    }
  }

  const { freeBytes } = await measure()
  if (freeBytes < minBytes) await look()
  // The space of a reserve released before this start is free now, but it is not space to write.
  else if (!isKept && freeBytes < reserveBytes + marginBytes) turn(true)
  const running = keepLooking()
  return {
    isReadOnly: () => pause.signal.aborted,
    pausing: () => pause.signal,
    reportFull: () => void (isSaidFull = true),
    onChange(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    async stop() {
      stopping.abort()
      await running
    },
  }
}

/**
 * Writes the file in full, with bytes that no file system compresses; false when stopped before. Throws when there is
 * no room.
 */
async function makeReserve(path: string, bytes: number, stopping: AbortSignal): Promise<boolean> {
  const begun = `${path}.begun`
  try {
    const file = await open(begun, 'w')
    try {
      for (let left = bytes; left > 0 && !stopping.aborted; left -= mebibyte)
        await file.writeFile(randomBytes(Math.min(left, mebibyte)))
      await file.sync()
    } finally {
      await file.close()
    }
    if (stopping.aborted) return false
    await rename(begun, path)
    return true
  } finally {
    await rm(begun, { force: true })
  }
}
