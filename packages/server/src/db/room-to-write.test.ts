import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { until } from '@gatehouse/testkit/until.ts'
import { keepRoom } from './room-to-write.ts'

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
  await Promise.all(running.splice(0).map((room) => room.stop()))
  await rm(folder, { recursive: true })
})

async function keep() {
  const room = await keepRoom({
    folder,
    sizes,
    log: (line) => said.push(line),
    measure: async () => ({ freeBytes, totalBytes: 200 * mebibyte }),
  })
  running.push(room)
  return room
}
const reserve = async () => (await stat(join(folder, 'reserve')).catch(() => undefined))?.size

describe('the room to write', () => {
  it('is kept on reserve, given up when the disk is nearly full, and made anew when there is enough for it and more', async () => {
    const room = await keep()
    let turns = 0
    room.onTurn(() => void turns++)
    expect(await until(reserve)).toBe(2 * mebibyte)
    const work = room.pausing()
    expect([room.isReadingOnly(), work.aborted]).toEqual([false, false])
    freeBytes = 3 * mebibyte
    await until(() => room.isReadingOnly())
    expect(work.aborted).toBe(true)
    await until(async () => (await reserve()) === undefined)
    // What was given up is free now, and is no reason to write again.
    freeBytes = 7 * mebibyte
    room.sawFull()
    freeBytes = 8 * mebibyte
    await until(() => turns === 1)
    expect([room.isReadingOnly(), await reserve()]).toEqual([true, undefined])
    await room.stop()
    const next = await keep()
    await until(reserve)
    expect([next.isReadingOnly(), next.pausing().aborted]).toEqual([false, false])
  })

  it('turns back by itself', async () => {
    const room = await keep()
    await until(reserve)
    freeBytes = 0
    await until(() => room.isReadingOnly())
    freeBytes = 100 * mebibyte
    await until(() => !room.isReadingOnly())
    expect(await reserve()).toBe(2 * mebibyte)
    expect(said).toEqual([
      'The disk of the database is full: reading only until there is room',
      'There is room to write again',
    ])
  })

  it('is given up before anything else where the disk is full at the start', async () => {
    await keep()
    await until(reserve)
    await running.pop()?.stop()
    freeBytes = 0
    const room = await keep()
    expect([room.isReadingOnly(), await reserve()]).toEqual([true, undefined])
  })

  it('leaves reading only over a restart, until there is room for it again', async () => {
    await keep()
    await until(reserve)
    freeBytes = 0
    await until(async () => (await reserve()) === undefined)
    await running.pop()?.stop()
    // As much as was given up is free now.
    freeBytes = 6 * mebibyte
    const room = await keep()
    expect(room.isReadingOnly()).toBe(true)
    freeBytes = 100 * mebibyte
    await until(() => !room.isReadingOnly())
    expect(await reserve()).toBe(2 * mebibyte)
  })

  it('ends too when PostgreSQL says that its disk is full, whatever the system measures', async () => {
    const room = await keep()
    await until(reserve)
    room.sawFull()
    await until(() => room.isReadingOnly())
    expect(await until(async () => (await reserve()) === undefined)).toBe(true)
  })
})
