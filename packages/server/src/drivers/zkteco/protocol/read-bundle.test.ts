import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { readBundle } from './read-bundle.ts'

function file(name: string, text: string, size = text.length): Buffer {
  const header = Buffer.alloc(512)
  header.write(name)
  header.write(size.toString(8).padStart(11, '0'), 124)
  header.write('0', 156)
  const padded = Buffer.alloc(Math.ceil(text.length / 512) * 512)
  padded.write(text)
  return Buffer.concat([header, padded])
}
const endOfTar = Buffer.alloc(1024)

/** All pieces, and the error after them. */
async function read(body: Buffer, limit?: number) {
  const pieces: string[] = []
  try {
    for await (const piece of readBundle(body, limit)) pieces.push(piece.toString())
  } catch (error) {
    return { pieces, error: error instanceof Error ? error.message : '' }
  }
  return { pieces }
}

describe('a bundle', () => {
  it('is the text of its files, whatever they are called', async () => {
    const tar = Buffer.concat([file('a', 'USER PIN=7\n'), file('../../b', 'USER PIN=8'), endOfTar])
    expect((await read(gzipSync(tar))).pieces.join('')).toBe('USER PIN=7\n\nUSER PIN=8\n')
  })

  it('has as many files as it has', async () => {
    const files = Array.from({ length: 450 }, (_, n) => file(`f${n}`, `USER PIN=${n}\n`))
    const { pieces } = await read(gzipSync(Buffer.concat([...files, endOfTar])))
    expect(pieces.join('').match(/USER PIN/g)).toHaveLength(450)
  })

  it('that is larger than what is read at a time comes in pieces of whole rows', async () => {
    const rows = Array.from({ length: 120_000 }, (_, n) => `7\t2026-01-05 08:00:01\t255\t15\t${n}\n`).join('')
    const { pieces } = await read(gzipSync(Buffer.concat([file('a', rows), endOfTar])))
    expect(pieces.length).toBeGreaterThan(2)
    expect(pieces.every((piece) => piece.endsWith('\n'))).toBe(true)
    expect(pieces.join('').trimEnd()).toBe(rows.trimEnd())
  })

  it('may be text that is compressed, or not even that', async () => {
    const rows = '7\t2026-01-05 08:00:01\t255\t15\n'.repeat(40)
    expect(await read(gzipSync(Buffer.from(rows)))).toEqual({ pieces: [rows] })
    expect(await read(gzipSync(Buffer.from('OPLOG 4')))).toEqual({ pieces: ['OPLOG 4'] })
    expect(await read(Buffer.from(rows))).toEqual({ pieces: [rows] })
  })

  it('that ends early gives what came before', async () => {
    const error = 'the bundle is damaged'
    const tar = Buffer.concat([file('a', 'USER PIN=7\n'), file('b', 'USER PIN=8\n', 9_000)])
    expect(await read(gzipSync(tar))).toMatchObject({ pieces: [expect.stringContaining('USER PIN=7')], error })
    expect(await read(gzipSync(Buffer.from('USER PIN=7\n'.repeat(3_000))).subarray(0, 40))).toMatchObject({ error })
  })

  it('is not read beyond what one may hold', async () => {
    const rows = 'OPLOG 4\t1\t2026-01-05 08:00:01\t0\n'.repeat(200_000)
    const { error } = await read(gzipSync(Buffer.from(rows)), 1_000_000)
    expect(error).toBe('the bundle is larger than one may be')
  })
})
