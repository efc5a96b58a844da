import { expect, it } from 'vitest'
import { unpackXlsx } from './unpack-xlsx.ts'

const le = (bytes: number, value: number) => {
  const buffer = Buffer.alloc(bytes)
  buffer.writeUIntLE(value, 0, bytes)
  return buffer
}

/** A zip whose directory names the same stored bytes so many times. */
function zipOfOne(content: Buffer, times: number): Buffer {
  const local = Buffer.concat([le(4, 0x04034b50), Buffer.alloc(22), le(2, 0), le(2, 0)])
  const entry = (number: number) => {
    const name = Buffer.from(`xl/${String(number)}.xml`)
    const sizes = Buffer.concat([le(4, content.byteLength), le(4, content.byteLength)])
    return Buffer.concat([
      ...[le(4, 0x02014b50), Buffer.alloc(16), sizes, le(2, name.byteLength)],
      ...[Buffer.alloc(12), le(4, 0), name],
    ])
  }
  const directory = Buffer.concat(Array.from({ length: times }, (_, number) => entry(number)))
  const at = local.byteLength + content.byteLength
  const end = [le(4, 0x06054b50), Buffer.alloc(4), le(2, times), le(2, times), le(4, directory.byteLength), le(4, at)]
  return Buffer.concat([local, content, directory, ...end, le(2, 0)])
}

it('unpacks a workbook whose parts are stored as they are', () => {
  expect(unpackXlsx(zipOfOne(Buffer.alloc(1_000, 'a'), 3)).kind).toBe('workbook')
})

it('refuses parts that lie over each other and would be gigabytes together', () => {
  expect(unpackXlsx(zipOfOne(Buffer.alloc(1_000_000, 'a'), 150)).kind).toBe('damaged')
})
