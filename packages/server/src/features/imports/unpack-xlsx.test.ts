import { buffer } from 'node:stream/consumers'
import { deflateRawSync } from 'node:zlib'
import { languages } from '@gatehouse/contract/envelope.ts'
import { importStaff } from '@gatehouse/contract/features/imports.ts'
import { listStaff } from '@gatehouse/contract/features/staff.ts'
import { errorDefinitions } from '@gatehouse/contract/errors.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Caller, startTestGatehouse, type TestGatehouse } from '../../../test/gatehouse.ts'
import { workbook } from '../../../test/workbook.ts'
import { atTheEnd, inDirectory, partsOf, renamed, zipOf } from '../../../test/zip.ts'
import { xlsxStream } from '../../lib/spreadsheet.ts'
import { readList } from './read-list.ts'
import { unpackXlsx } from './unpack-xlsx.ts'

const good = workbook([['Name'], ['Ada']], { format: 'xlsx' })
const parts = await partsOf(good)
const sheet = 'xl/worksheets/sheet1.xml'
const ada = { kind: 'list', list: { lines: [{ number: 2, cells: { name: { text: 'Ada' } } }] } }

const le = (bytes: number, value: number) => {
  const buffer = Buffer.alloc(bytes)
  buffer.writeUIntLE(value, 0, bytes)
  return buffer
}

/** A zip whose directory names the same bytes so many times. */
function zipOfOne(packed: Buffer, { times, unpacked = 0 }: { times: number; unpacked?: number }): Buffer {
  const local = Buffer.concat([le(4, 0x04034b50), Buffer.alloc(26)])
  const entry = (number: number) => {
    const name = Buffer.from(`xl/${String(number)}.xml`)
    const sizes = Buffer.concat([le(4, packed.byteLength), le(4, unpacked || packed.byteLength)])
    return Buffer.concat([
      le(4, 0x02014b50),
      Buffer.alloc(6),
      le(2, unpacked ? 8 : 0),
      Buffer.alloc(8),
      sizes,
      le(2, name.byteLength),
      Buffer.alloc(12),
      le(4, 0),
      name,
    ])
  }
  const directory = Buffer.concat(Array.from({ length: times }, (_, number) => entry(number)))
  const at = local.byteLength + packed.byteLength
  const end = [le(4, 0x06054b50), Buffer.alloc(4), le(2, times), le(2, times), le(4, directory.byteLength), le(4, at)]
  return Buffer.concat([local, packed, directory, ...end, le(2, 0)])
}

const withBackslashes = async () => {
  let zip = await zipOf(parts)
  for (const { path } of parts) zip = renamed(zip, path, Buffer.from(path.replaceAll('/', '\\')))
  return zip
}

const packed = () => zipOf(parts.map(({ path, bytes }) => ({ path, bytes, compress: true })))

const picture = 'xl/media/1.png'
const withPicture = () => zipOf([...parts, { path: picture, bytes: Buffer.of(1) }])

describe('[MAN-07] an .xlsx file', () => {
  it.each([
    ['with everything packed', packed],
    ['of zip64', () => zipOf(parts, { forceZip64Format: true })],
    ['with a comment', () => zipOf(parts, { comment: 'from a friendly office' })],
    [
      'that says how long a part is only behind it',
      () =>
        buffer(
          xlsxStream(
            'S',
            ['Name'],
            (async function* () {
              yield [['Ada']]
            })(),
          ),
        ),
    ],
    ['with backslashes in its names', withBackslashes],
    [
      'with a picture that says it is gigabytes',
      async () =>
        inDirectory(await withPicture(), picture, (entry) => {
          entry.writeUInt16LE(8, 10)
          entry.writeUInt32LE(0xfffffffe, 24)
        }),
    ],
    ['with a picture that has a password', async () => inDirectory(await withPicture(), picture, lock)],
  ])('an .xlsx file %s is read', async (_, make) => {
    expect(await readList(await make())).toMatchObject(ada)
  })
})

/** Says that a file is encrypted, with the header of 12 bytes that this brings. */
function lock(entry: Buffer): void {
  entry.writeUInt16LE(1, 8)
  entry.writeUInt32LE(entry.readUInt32LE(24) + 12, 20)
}

/** `xl/workbook.xml`, encrypted by Info-ZIP. */
const locked = Buffer.from(
  '504b03040a00090000002e6b775dba71184e180000000c0000000f000000786c2f776f726b626f6f6b2e786d6cd40cd1c4aecd33efbdad16ae46' +
    '7825210dbcc749565b4c58504b0708ba71184e180000000c000000504b01021e030a00090000002e6b775dba71184e180000000c0000000f' +
    '0000000000000001000000a48100000000786c2f776f726b626f6f6b2e786d6c504b050600000000010001003d000000550000000000',
  'hex',
)

describe('[MAN-07] an .xlsx file that is an unusual zip', () => {
  let test: TestGatehouse
  let admin: Caller
  beforeAll(async () => {
    test = await startTestGatehouse()
    admin = await test.asRole('superAdmin')
  })
  afterAll(() => test.close())

  const other = sheet.replace('1', '2')
  const inSheet = (write: (entry: Buffer) => void) => inDirectory(good, sheet, write)
  const inPacked = async (write: (entry: Buffer) => void) => inDirectory(await packed(), sheet, write)
  const withEnd = async () =>
    renamed(await zipOf(parts, { comment: 'xxxx'.padEnd(40) }), 'xxxx', Buffer.from('PK\x05\x06', 'latin1'))
  const countless = async () => {
    const zip = await zipOf(parts, { forceZip64Format: true })
    const end = zip.lastIndexOf(Buffer.from('PK\x06\x06', 'latin1'))
    zip.fill(0xff, end + 32, end + 40)
    return zip
  }
  const zeros = deflateRawSync(Buffer.alloc(99_000_000))
  it.each<[string, string, () => Buffer | Promise<Buffer>]>([
    ['of nothing', '', () => zipOf([])],
    ['of no zip', 'not found', () => Buffer.from('hello, this is no zip')],
    ['of noise', 'not found', () => Buffer.concat([Buffer.from('504b0304', 'hex'), Buffer.alloc(1_000, 7)])],
    ['cut in the middle', 'not found', () => good.subarray(0, good.length / 2)],
    ['cut by a byte', 'not found', () => good.subarray(0, -1)],
    ['with something behind it', 'comment length', () => Buffer.concat([good, Buffer.alloc(30)])],
    ['with a program before it', 'signature', () => Buffer.concat([Buffer.from('MZ'), Buffer.alloc(500), good])],
    ['with another zip before it', 'signature', async () => Buffer.concat([await withPicture(), good])],
    ['with the end of another in its comment', 'comment length', withEnd],
    ['with a password', 'encrypted', () => locked],
    ['with a strong password', 'strong encryption', () => inSheet((entry) => entry.writeUInt16LE(0x41, 8))],
    ['packed in a way of its own', 'compression method', () => inSheet((entry) => entry.writeUInt16LE(14, 10))],
    [
      'with a part less than it says',
      'not enough bytes',
      () => inPacked((entry) => entry.writeUInt32LE(90_000_000, 24)),
    ],
    ['with a part more than it says', 'too many bytes', () => inPacked((entry) => entry.writeUInt32LE(10, 24))],
    ['with a stored part of two sizes', 'size mismatch', () => inSheet((entry) => entry.writeUInt32LE(10, 24))],
    ['with a part that ends beyond it', 'overflows', () => inPacked((entry) => entry.writeUInt32LE(0x7fffffff, 20))],
    ['with a part that begins beyond it', 'EOF', () => inSheet((entry) => entry.writeUInt32LE(0xfffffff0, 42))],
    ['with a directory beyond it', 'EOF', () => atTheEnd(good, (end) => end.writeUInt32LE(0xfffffff0, 16))],
    ['of no part, as it says', '', () => atTheEnd(good, (end) => end.writeUInt16LE(0, 10))],
    ['of more parts than it has', 'EOF', () => atTheEnd(good, (end) => end.writeUInt16LE(1_000, 10))],
    ['on the second of two disks', 'multi-disk', () => atTheEnd(good, (end) => end.writeUInt16LE(1, 4))],
    ['of zip64 with parts beyond number', 'more parts', countless],
    ['of 2,001 parts', 'more parts', () => zipOfOne(Buffer.from('<a/>'), { times: 2_001 })],
    [
      'with a part twice',
      'twice',
      async () => renamed(await zipOf([...parts, { path: other, bytes: Buffer.of(1) }]), other, Buffer.from(sheet)),
    ],
    [
      'with a name that leads out of it',
      'invalid relative path',
      () => renamed(good, sheet, Buffer.from('../../../../../etc/passwd'.slice(0, sheet.length))),
    ],
    ['with a name from the root', 'absolute path', () => renamed(good, sheet, Buffer.from(`/${sheet.slice(1)}`))],
    ['of stored parts over each other', 'any list', () => zipOfOne(Buffer.alloc(1_000_000, 'a'), { times: 150 })],
    ['of packed parts over each other', 'any list', () => zipOfOne(zeros, { times: 1_000, unpacked: 99_000_000 })],
    ['of gigabytes, and says so', 'any list', () => zipOfOne(zeros, { times: 1, unpacked: 0xfffffffe })],
    ['of gigabytes, and says otherwise', 'too many bytes', () => zipOfOne(zeros, { times: 1_000, unpacked: 1 })],
  ])('an .xlsx file %s is refused in the language of its sender: %s', async (name, reason, make) => {
    const bytes = await make()
    if (reason) await expect(unpackXlsx(bytes)).rejects.toThrow(reason)
    const [before, language] = [process.resourceUsage().maxRSS, languages[bytes.length % 3] ?? 'en']
    const files = [{ name: 'people.xlsx', bytes }]
    const answer = await admin.call(importStaff, { files }, { language: language.toUpperCase() })
    expect([name, answer.status, answer.message, answer.desc]).toEqual([
      name,
      422,
      'import.damaged',
      errorDefinitions['import.damaged'][language],
    ])
    expect((process.resourceUsage().maxRSS - before) / 1_000, 'megabytes').toBeLessThan(400)
    expect((await admin.ask(listStaff)).total).toBe(0)
  })

  it('an .xlsx file with macros is refused as such, whatever else it holds', async () => {
    const bytes = await zipOf([{ path: 'xl/vbaProject.bin', bytes: Buffer.of(1) }, ...parts])
    expect((await admin.call(importStaff, { files: [{ name: 'people.xlsx', bytes }] })).message).toBe('import.macros')
  })
})
