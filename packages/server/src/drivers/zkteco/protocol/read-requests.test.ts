import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeText, encodeText } from './charset.ts'
import { entryModeOf, meaningOf } from './event-words.ts'
import { accessZone, attendanceZone, decodeTime, encodeTime, instantOf, readLocalTime } from './local-time.ts'
import { readEventRow, readStateRow, readTableRows } from './read-access.ts'
import { readAddress } from './read-address.ts'
import { outcomeOf, readAcks, readFacts, readInfo } from './read-answers.ts'
import { alarmOfOperation, readAttendanceRow, readOperationRow } from './read-attendance.ts'
import { columnsOf, numberOf, readNamedFields, readNamedRow } from './read-fields.ts'
import { readPhotoRow, readPhotoUpload } from './read-photo.ts'

const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 1, 2, 0, 0xff, 0xd9])
const at = Temporal.PlainDateTime.from('2026-01-05T08:00:01')
const summer = Temporal.Instant.from('2026-07-01T00:00:00Z')

describe('an address', () => {
  it.each([
    ['/iclock/cdata?SN=A1B2&options=all', 'cdata', 'A1B2'],
    ['/iclock/cdata.aspx?SN=A1B2', 'cdata', 'A1B2'],
    ['/ICLOCK/GetRequest.ASPX?sn=A1B2&INFO=1,2', 'getrequest', 'A1B2'],
    ['/iclock/devicecmd/?SN=A1B2', 'devicecmd', 'A1B2'],
    ['/iclock/iclock/cdata?SN=A1B2', 'cdata', 'A1B2'],
    ['/iclock/service/control?SN=A1B2', 'getrequest', 'A1B2'],
    ['/iclock/service/other?SN=A1B2', null, 'A1B2'],
    ['/iclock/other?SN=A1B2', null, 'A1B2'],
    ['/iclock/../etc/passwd?SN=A1B2', null, 'A1B2'],
    ['/iclock/file?SN=A1B2&url=../../keys/master.key', 'file', 'A1B2'],
    ['/iclock/cdata', 'cdata', null],
    ["/iclock/cdata?SN='; drop table device", 'cdata', null],
    [`/iclock/cdata?SN=${'9'.repeat(41)}`, 'cdata', null],
  ])('%s', (url, call, serialNumber) => {
    expect(readAddress(url)).toMatchObject({ call, serialNumber })
  })
})

describe('an encoding', () => {
  it('is UTF-8 where the bytes are that, else Chinese, and unknown where both read the same', () => {
    expect(decodeText(Buffer.from('Zoë 李伟'))).toEqual({ text: 'Zoë 李伟', charset: 'utf-8' })
    expect(decodeText(Buffer.from([0xc0, 0xee, 0xce, 0xb0]))).toEqual({ text: '李伟', charset: 'gb18030' })
    expect(decodeText(Buffer.from('Ann'))).toEqual({ text: 'Ann', charset: null })
  })

  it.each([1, 2])('is not turned by a name that is cut %d bytes into its last character', (bytes) => {
    const row = (name: Buffer) => Buffer.concat([Buffer.from('USER PIN=7\tName='), name, Buffer.from('\tPri=0\n')])
    const name = Buffer.from('欧阳娜娜')
    const cut = decodeText(row(name.subarray(0, 9 + bytes)))
    expect(cut).toEqual({ text: 'USER PIN=7\tName=欧阳娜\tPri=0\n', charset: 'utf-8' })
    expect(decodeText(row(Buffer.from('Zoë').subarray(0, 3)))).toMatchObject({
      text: 'USER PIN=7\tName=Zo\tPri=0\n',
      charset: null,
    })
  })

  it('is not told by bytes that are of neither', () => {
    expect(decodeText(Buffer.from([0x41, 0xff, 0x20, 0x81, 0x20])).charset).toBeNull()
    // One Chinese character, whose bytes could begin another in UTF-8.
    expect(decodeText(encodeText('浠', 'gb18030'))).toEqual({ text: '浠', charset: 'gb18030' })
  })

  it('of Chinese names is the same in both directions, and a character without one becomes a question mark', () => {
    expect(decodeText(encodeText('欧阳娜娜 A', 'gb18030'))).toEqual({ text: '欧阳娜娜 A', charset: 'gb18030' })
    expect(encodeText('😀', 'gb18030').toString()).toBe('?')
    expect(encodeText('李', 'utf-8')).toEqual(Buffer.from('李'))
  })
})

describe('names in Big5', () => {
  it('are read with the rarer characters that are common in names', () => {
    for (const name of ['林彥瑋', '王筱婷', '張琬婷', '吳煒'])
      expect(decodeText(encodeText(name, 'big5'))).toEqual({ text: name, charset: 'big5' })
  })

  it('stay in Big5 at a terminal that writes it, where their bytes may be either', () => {
    for (const name of ['李芷旻', '陳鈺雯', '黃詩璇'])
      expect(decodeText(encodeText(name, 'big5'), 'big5')).toEqual({ text: name, charset: 'big5' })
  })

  it('are not found in those of GB18030, and a terminal that writes that is not taken for long for one that writes Big5', () => {
    for (const name of ['张伟', '李娜', '欧阳娜娜', '张子玥', '刘喆'])
      expect(decodeText(encodeText(name, 'gb18030'))).toEqual({ text: name, charset: 'gb18030' })
    const several = '张伟 李娜 王芳 陈婷婷 赵强'
    expect(decodeText(encodeText(several, 'gb18030'), 'big5')).toEqual({ text: several, charset: 'gb18030' })
  })
})

describe('a megabyte of blanks costs no more than its length', () => {
  const blanks = ' '.repeat(1_000_000)
  const seconds = (read: () => unknown) => {
    const from = performance.now()
    read()
    return (performance.now() - from) / 1000
  }

  it.each<[string, (text: string) => unknown]>([
    ['fields', (text) => readNamedFields(`time=${text}x`)],
    ['columns', (text) => columnsOf(`7 2026-01-05${text}x`)],
    ['a named row', (text) => readNamedRow(`USER${text}PIN=7${text}x`)],
    ['a record of attendance', (text) => readAttendanceRow(`time=${text}x`)],
    ['an event', (text) => readEventRow(`time=${text}x`)],
    [
      'a photograph',
      () => readPhotoUpload(Buffer.concat([Buffer.from(`PIN=${'20260105080001-'.repeat(60_000)}!\nCMD=real\0`), jpeg])),
    ],
  ])('in %s', (_what, read) => {
    expect(seconds(() => read(blanks))).toBeLessThan(2)
  })
})

describe('a time', () => {
  it('as a number counts every month with 31 days, in both directions', () => {
    expect(encodeTime(Temporal.PlainDateTime.from('2000-02-01T00:00:00'))).toBe(31 * 86_400)
    const time = fc.date({
      min: new Date('2000-01-01T00:00:00Z'),
      max: new Date('2099-12-31T00:00:00Z'),
      noInvalidDate: true,
    })
    fc.assert(
      fc.property(time, (date) => {
        const plain = Temporal.PlainDateTime.from(date.toISOString().slice(0, 19))
        expect(decodeTime(encodeTime(plain))?.toString()).toBe(plain.toString())
      }),
    )
  })

  it('of the 31st of February does not exist', () => {
    expect(decodeTime(61 * 86_400)).toBeUndefined()
    expect(readLocalTime('2026-02-31 08:00:00')).toBeUndefined()
  })

  it.each([
    ['2026-01-05 08:00:01', '2026-01-05T08:00:01'],
    ['2026/1/5 8:0:1', '2026-01-05T08:00:01'],
    ['2026-01-05T08:00:01', '2026-01-05T08:00:01'],
    [String(encodeTime(at)), '2026-01-05T08:00:01'],
    ['yesterday', undefined],
    ['', undefined],
  ])('%s', (text, expected) => {
    expect(readLocalTime(text)?.toString()).toBe(expected)
  })

  it('is an instant by the zone of the device', () => {
    expect(instantOf(at, 'Asia/Shanghai').toString()).toBe('2026-01-05T00:00:01Z')
    expect(instantOf(Temporal.PlainDateTime.from('2026-10-25T02:30:00'), 'Europe/Berlin').toString()).toBe(
      '2026-10-25T00:30:00Z',
    )
  })

  it.each([
    ['Asia/Shanghai', '8', '+0800'],
    ['Asia/Kolkata', '330', '+0530'],
    ['Asia/Kathmandu', '345', '+0545'],
    ['America/St_Johns', '-150', '-0230'],
    ['America/Los_Angeles', '-7', '-0700'],
    ['Pacific/Tongatapu', '780', '+1300'],
    ['Pacific/Kiritimati', '840', '+1400'],
    ['UTC', '0', '+0000'],
  ])('zone %s', (zone, forAttendance, forAccess) => {
    expect([attendanceZone(zone, summer), accessZone(zone, summer)]).toEqual([forAttendance, forAccess])
  })
})

describe('an attendance row', () => {
  it.each([
    ['7\t2026-01-05 08:00:01\t0\t15\t0\t0\t0', { pin: '7', status: 0, verify: 15, sequence: null }],
    ['7\t2026-01-05 08:00:01', { pin: '7', status: null, verify: 0 }],
    [
      '7\t2026-01-05 08:00:01\t255\t15\t0\t0\t0\t0\t36.5\t0\t4711\tmore\tcolumns',
      { pin: '7', status: null, sequence: 4711 },
    ],
    ['2026-01-05 08:00:01\t7\t1\t4', { pin: '7', status: 1, verify: 4 }],
    ['\t2026-01-05 08:00:01\t255\t15', { pin: null, verify: 15 }],
    ['0\t2026-01-05 08:00:01\t255\t15', { pin: null }],
    ['PIN=1001\t2026-01-05 08:00:01\t1\t1', { pin: '1001', status: 1, verify: 1 }],
  ])('%j', (row, expected) => {
    expect(readAttendanceRow(row)).toMatchObject({ ...expected, time: at })
  })

  it.each(['', '7', '7\tno time\t0\t15', 'a\tb\t2026-01-05 08:00:01', `${'7'.repeat(30)}\t2026-01-05 08:00:01`])(
    '%j is none',
    (row) => {
      expect(readAttendanceRow(row)).toBeUndefined()
    },
  )

  it('is never an error, whatever stands in it', () => {
    const readers = [
      readAttendanceRow,
      readOperationRow,
      readEventRow,
      readAcks,
      readFacts,
      (text: string) => readStateRow(text, 4),
    ]
    const text = fc.oneof(
      fc.string(),
      fc
        .array(fc.constantFrom('=', '\t', '\n', '&', ',', 'ID', 'time', '2026-01-05 08:00:01', '7'), { size: 'medium' })
        .map((parts) => parts.join('')),
    )
    fc.assert(fc.property(text, (text) => readers.forEach((read) => expect(() => read(text)).not.toThrow())))
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        expect(() => readPhotoUpload(Buffer.from(bytes))).not.toThrow()
      }),
    )
  })
})

describe('an operation', () => {
  it.each([
    ['OPLOG 3\t0\t2026-01-05 08:00:01\t55\t0\t0\t0', 'tamper'],
    ['OPLOG 3\t0\t2026-01-05 08:00:01\t54\t0\t0\t0', 'forced-open'],
    ['OPLOG 3\t0\t2026-01-05 08:00:01\t65535', 'cancelled'],
    ['oplog 32\t7\t2026-01-05 08:00:01', 'duress'],
    ['OPLOG 4\t1\t2026-01-05 08:00:01\t0', undefined],
  ])('%j', (text, expected) => {
    const row = readOperationRow(text)
    expect(row?.kind === 'operation' && alarmOfOperation(row)).toBe(expected)
  })

  it('may be data: names of fields in any capitals, in any order', () => {
    const row = readOperationRow('USER Name=Ann=B\tPIN=7\tPRI=0')
    expect(row?.kind === 'data' && [row.table, Object.fromEntries(row.fields)]).toEqual([
      'user',
      { name: 'Ann=B', pin: '7', pri: '0' },
    ])
  })
})

describe('a photograph', () => {
  const header = 'PIN=20260105080001-7.jpg\nSN=X\nsize=9\nCMD=uploadphoto'
  it.each([
    ['as bytes, of another size than it says', Buffer.concat([Buffer.from(`${header}\0`), jpeg])],
    ['in base64', Buffer.from(`${header}\0${jpeg.toString('base64')}`)],
    ['with CRLF', Buffer.concat([Buffer.from(`${header.replaceAll('\n', '\r\n')}\0`), jpeg])],
    ['without the NUL', Buffer.concat([Buffer.from(`${header}\n`), jpeg])],
    ['between tabs', Buffer.concat([Buffer.from(`${header.replaceAll('\n', '\t')}\0`), jpeg])],
    ['at once', Buffer.concat([Buffer.from(`${header.replace('uploadphoto', 'realupload')}\0`), jpeg])],
    ['in a field of its own', Buffer.from(`${header}\npicture=${jpeg.toString('base64')}\n`)],
    ['in a field of its own, with a NUL at the end', Buffer.from(`${header}\tphoto=${jpeg.toString('base64')}\0`)],
  ])('%s', (_, body) => {
    expect(readPhotoUpload(body)).toEqual({ pin: '7', time: at, jpeg })
  })

  it('of nobody has no number, and anything but a JPEG is none', () => {
    const nobody = Buffer.concat([Buffer.from('PIN=20260105080001.jpg\0'), jpeg])
    expect(readPhotoUpload(nobody)?.pin).toBeNull()
    expect(readPhotoUpload(Buffer.from(`${header}\0<svg/>`))).toBeUndefined()
    expect(
      readPhotoRow(
        new Map([
          ['pin', '20260105080001-7.jpg'],
          ['photo', jpeg.toString('base64')],
        ]),
      ),
    ).toEqual({ pin: '7', time: at, jpeg })
  })
})

describe('an event', () => {
  it.each([
    [
      'time=2026-01-05 08:00:01\tpin=7\tcardno=0\teventaddr=2\tevent=0\tinoutstatus=1\tverifytype=15\tindex=1024',
      { pin: '7', card: null, door: 2, event: 0, way: 1, index: 1024 },
    ],
    ['TIME=2026-01-05 08:00:01\tEvent=27\tPIN=0', { pin: null, event: 27, index: null, way: null }],
    [
      `transaction cardno=4711\tpin=7\tverified=4\tdoorid=1\teventtype=23\tinoutstate=2\ttime_second=${encodeTime(at)}\tindex=9`,
      { pin: '7', card: '4711', door: 1, event: 23 },
    ],
  ])('%j', (row, expected) => {
    expect(readEventRow(row)).toMatchObject({ ...expected, time: at })
  })

  it('without a time or a number is none', () => {
    expect(readEventRow('pin=7\tevent=0')).toBeUndefined()
    expect(readEventRow('time=2026-01-05 08:00:01\tpin=7')).toBeUndefined()
  })

  it('has a meaning: passages with and without the door, alarms, and what is kept as it came', () => {
    expect(meaningOf(0)).toEqual({ is: 'passage', opened: true, abnormal: 'none' })
    expect(meaningOf(27)).toEqual({ is: 'passage', opened: false, abnormal: 'stranger' })
    expect(meaningOf(102)).toMatchObject({ is: 'alarm', alarm: 'forced-open' })
    expect(meaningOf(4242)).toEqual({ is: 'other' })
  })

  it.each([
    [15, 'face'],
    [4, 'ic-card'],
    ['18', 'face-and-ic-card'],
    ['010000000001', 'face-and-ic-card'],
    ['0000000000001', 'qr-code'],
    [77, 'zkteco-77'],
  ])('verified by %s', (verify, mode) => {
    expect(entryModeOf(verify)).toBe(mode)
  })
})

it('the states of doors: two bits of sensor, one of relay, a byte of alarms each', () => {
  expect(readStateRow('time=2026-01-05 08:00:01\tsensor=0900\trelay=02\talarm=0011000000000000', 2)).toEqual([
    { door: 1, sensor: 'closed', isUnlocked: false, alarms: [] },
    { door: 2, sensor: 'open', isUnlocked: true, alarms: ['forced-open', 'door-open-too-long'] },
  ])
  expect(readStateRow('sensor=zz\trelay=00\talarm=00', 1)).toBeUndefined()
})

it('rows of a table: with and without its name, with CRLF, and with the content on the next line', () => {
  expect(
    readTableRows('user pin=7\tname=Ann\r\nuser pin=8\tname=Bob\r\n', 'user').map((row) => row.get('pin')),
  ).toEqual(['7', '8'])
  const [photo] = readTableRows('biophoto pin=7\tsize=8\nCONTENT=abcd\nefgh', 'biophoto')
  expect(photo?.get('content')).toBe('abcdefgh')
})

describe('answers', () => {
  it('to several commands in one body, and to one whose pieces stand on lines of their own', () => {
    const acks = readAcks(
      'ID=1&Return=0&CMD=DATA\nID=2&return=-1001&CMD=DATA&SN=X\r\nID=3\nSN=X\nReturn=12\nCMD=INFO\n~DeviceName=F18',
    )
    expect(acks.map(({ id, code }) => [id, code])).toEqual([
      [1, 0],
      [2, -1001],
      [3, 12],
    ])
    expect(acks[2]?.fields.get('devicename')).toBe('F18')
  })

  it.each([
    [0, 'done'],
    [12, 'done'],
    [-1001, 'failed'],
    [-1002, 'failed'],
    [-1003, 'again'],
    [-5000, 'later'],
  ])('%i means %s', (code, outcome) => {
    expect(outcomeOf(code)).toBe(outcome)
  })

  it('tell the facts of a terminal', () => {
    expect(readInfo('Ver 8,12,0,99,10.0.0.7,10')).toEqual({ firmware: 'Ver 8', people: 12, address: '10.0.0.7' })
    expect(
      readFacts(
        'DeviceType=acc,~DeviceName=C3-200,FirmVer=AC 19,MAC=00:17:61:AA:BB:CC,LockCount=2,~MaxUserCount=300,DateFmtFunOn=1',
      ),
    ).toMatchObject({
      dialect: 'access',
      model: 'C3-200',
      mac: '00:17:61:aa:bb:cc',
      doors: 2,
      people: 30_000,
      hasEncodedDates: true,
    })
  })
})

it('the last line of a picture that ends in a sign of equality belongs to the picture', () => {
  const [row] = readTableRows('biophoto pin=7\tcontent=/9j/\nAAAA\nAB==\n', 'biophoto')
  expect([row?.get('content'), row?.size]).toEqual(['/9j/AAAAAB==', 2])
})

it.each([
  ['2147483647', 2_147_483_647],
  ['-2147483647', -2_147_483_647],
  ['2147483648', null],
  ['-999999999999999', null],
])('a number that no column holds is none: %s', (text, number) => {
  expect(numberOf(text)).toBe(number)
})
