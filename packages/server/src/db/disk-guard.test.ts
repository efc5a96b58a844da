import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { until } from '@gatehouse/testkit/until.ts'
import { startDiskGuard } from './disk-guard.ts'

const mebibyte = 1024 * 1024
const sizes = { reserveBytes: 2 * mebibyte, minBytes: 4 * mebibyte, marginBytes: 6 * mebibyte }
let folder: string
let freeBytes: number
let said: string[]
const running: { stop(): Promise<void> }[] = []

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-room-'))
  freeBytes = 100 * mebibyte
  said = []
})
afterEach(async () => {
  await Promise.all(running.splice(0).map((disk) => disk.stop()))
  await rm(folder, { recursive: true })
})

async function keep() {
  const disk = await startDiskGuard({
    folder,
    sizes,
    log: (line) => said.push(line),
    measure: async () => ({ freeBytes, totalBytes: 200 * mebibyte }),
  })
  running.push(disk)
  return disk
}
const reserve = async () => (await stat(join(folder, 'reserve')).catch(() => undefined))?.size

describe('the room to write', () => {
  it('the reserve on the disk is released when the disk is nearly full, and made again when there is more than enough space for it', async () => {
    const disk = await keep()
    let turns = 0
    disk.onChange(() => void turns++)
    expect(await until(reserve)).toBe(2 * mebibyte)
    const work = disk.pausing()
    expect([disk.isReadOnly(), work.aborted]).toEqual([false, false])
    freeBytes = 3 * mebibyte
    await until(() => disk.isReadOnly())
    expect(work.aborted).toBe(true)
    await until(async () => (await reserve()) === undefined)
    // The released space is free now, but is no reason to become writable again.
    freeBytes = 7 * mebibyte
    disk.reportFull()
    freeBytes = 8 * mebibyte
    await until(() => turns === 1)
    expect([disk.isReadOnly(), await reserve()]).toEqual([true, undefined])
    await disk.stop()
    const next = await keep()
    await until(reserve)
    expect([next.isReadOnly(), next.pausing().aborted]).toEqual([false, false])
  })

  it('the server becomes writable again without help', async () => {
    const disk = await keep()
    await until(reserve)
    freeBytes = 0
    await until(() => disk.isReadOnly())
    freeBytes = 100 * mebibyte
    await until(() => !disk.isReadOnly())
    expect(await reserve()).toBe(2 * mebibyte)
    expect(said).toEqual([
      'The disk of the database is full: reading only until there is room',
      'There is room to write again',
    ])
  })

  it('the reserve on the disk is released before anything else if the disk is full at the start', async () => {
    await keep()
    await until(reserve)
    await running.pop()?.stop()
    freeBytes = 0
    const disk = await keep()
    expect([disk.isReadOnly(), await reserve()]).toEqual([true, undefined])
  })

  it('the server stays read-only over a restart, until there is space for the reserve again', async () => {
    await keep()
    await until(reserve)
    freeBytes = 0
    await until(async () => (await reserve()) === undefined)
    await running.pop()?.stop()
    // The released space is free now.
    freeBytes = 6 * mebibyte
    const disk = await keep()
    expect(disk.isReadOnly()).toBe(true)
    freeBytes = 100 * mebibyte
    await until(() => !disk.isReadOnly())
    expect(await reserve()).toBe(2 * mebibyte)
  })

  it('the server becomes read-only also when PostgreSQL reports a full disk, whatever the system measures', async () => {
    const disk = await keep()
    await until(reserve)
    disk.reportFull()
    await until(() => disk.isReadOnly())
    expect(await until(async () => (await reserve()) === undefined)).toBe(true)
  })
})
