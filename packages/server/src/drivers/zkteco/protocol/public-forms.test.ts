import { describe, expect, it } from 'vitest'
import { entryModeOf, meaningOf } from './event-words.ts'
import { guessTable } from './guess-table.ts'
import { readEventRow, readStateRow, readTableRows } from './read-access.ts'
import { readAddress } from './read-address.ts'
import { readAcks, readFacts, readInfo } from './read-answers.ts'
import { readAttendanceRow, readOperationRow } from './read-attendance.ts'

/**
 * The forms of others: of recordings that owners of terminals published, of their servers' tests, and of simulators. Each block names the
 * product, and its firmware where that is known. The lines keep the form; numbers, names, cards and serial numbers are made up.
 */

type Attendance = Partial<NonNullable<ReturnType<typeof readAttendanceRow>>>

describe('attendance', () => {
  it.each<[product: string, row: string, expected: Attendance & { at?: string }]>([
    // SpeedFace-V5L[TD] and eSSL units of ZAM180-NF50VA-Ver3.4.10: ten columns; 255 is no state.
    ['ZAM180 3.4.10', '9001\t2026-07-28 22:40:21\t1\t15\t0\t0\t0\t0\t0\t0', { pin: '9001', status: 1, verify: 15 }],
    ['ZAM180, manual mode', '1001\t2026-08-05 16:28:26\t0\t15\t0\t0\t0\t0\t0\t0', { status: 0, verify: 15 }],
    // SenseFace 3A, ZAM70-NF28VA-3.3.12: a tab at the end.
    ['SenseFace 3A', '3\t2026-09-15 15:35:43\t255\t1\t0\t0\t0\t0\t0\t0\t', { pin: '3', status: null, verify: 1 }],
    // A face terminal of push 2.4.1: the mask's column is 255 where it looks for none.
    ['push 2.4.1, mask 255', '1\t2026-09-03 14:32:26\t255\t15\t0\t0\t0\t255\t0\t0\t', { pin: '1', verify: 15 }],
    // MB10-VL and another of push 2.4.1: the running number, in one recording with a plus sign.
    ['MB10-VL', '701\t2026-08-28 17:57:36\t255\t1\t0\t0\t0\t0\t0\t0\t16461', { sequence: 16_461 }],
    [
      'push 2.4.1, plus',
      '0701\t2026-08-28 17:57:36\t255\t1\t0\t0\t0\t0\t0\t0\t16461+',
      { pin: '0701', sequence: 16_461 },
    ],
    ['nine columns', '2\t2026-06-20 11:49:05\t255\t15\t0\t0\t0\t0\t283', { pin: '2', verify: 15, sequence: null }],
    // K40 Pro: an empty work code.
    ['K40 Pro', '1001\t2026-08-08 09:14:22\t0\t1\t\t0\t0', { pin: '1001', status: 0, verify: 1, workCode: '' }],
    // X100-C and others of push 2.2: seven columns.
    ['push 2.2.14', '1452\t2015-07-30 15:16:28\t0\t1\t0\t0\t0', { pin: '1452', status: 0, verify: 1 }],
    // Servers' tests: five columns, of a K40; three, and two.
    ['K40, five columns', '78979877\t2026-07-11 10:15:00\t0\t1\t0', { pin: '78979877', status: 0 }],
    ['three columns', '42\t2026-07-15 09:00:00\t0', { pin: '42', status: 0, verify: 0 }],
    ['two columns', '1\t2026-01-01 00:00:00', { pin: '1', status: null }],
    // Saved to a stick, numbers are filled with blanks in front.
    ['filled with blanks', '     1001\t2026-09-16 08:00:00\t0\t1', { pin: '1001' }],
    ['blanks between columns', '1004 2026-08-09 11:30:00 0 1', { pin: '1004', at: '2026-08-09T11:30:00' }],
    ['an RFID clock', '1234567890    2025-01-05 08:30:15    0    0', { pin: '1234567890', status: 0 }],
    // Commas and semicolons that divide columns, and those that stand in a value.
    ['commas', '5,2026-11-29 08:00:00,0,1', { pin: '5', status: 0, verify: 1, at: '2026-11-29T08:00:00' }],
    ['a temperature', '5 2026-11-29 08:00:00 0 1 0 0 36,5', { pin: '5', status: 0, at: '2026-11-29T08:00:00' }],
    ['a temperature, time first', '2026-11-29 08:00:00 5 0 1 0 0 36,5', { pin: '5', status: 0, verify: 1 }],
    ['a work code', '5 2026-11-29 08:00:00 0 1 A;B', { pin: '5', verify: 1, workCode: 'A;B' }],
    // Clients of push 3: columns with names.
    ['names', 'PIN=42\tTime=2026-10-04 08:15:00\tStatus=0\tVerifyMode=2\tWorkCode=0', { pin: '42', verify: 2 }],
    ['names, time first', 'Time=2025-01-15 09:30:00\tPIN=123', { pin: '123', status: null }],
    [
      'an answer to a question',
      'transaction cardno=\tpin=12\tverified=1\ttime=2026-10-05 18:31:02\tstatus=1',
      { pin: '12', verify: 1, status: 1 },
    ],
    ['PIN= before the columns', 'PIN=1001\t2026-07-22 14:30:00\t1\t1', { pin: '1001', status: 1, verify: 1 }],
    // The maker's document of 2024: mask, temperature, the offset of the time, and a bundle of JSON.
    ['mask and temperature', '7\t2021-03-01 08:00:00\t0\t15\t0\t0\t0\t1\t36.2\t36.2', { pin: '7', sequence: null }],
    ['extended data', '7\t2024-03-01 08:00:00\t0\t15\t0\t0\t0\t0\t0\t0\t0\teyJsb24iOjB9', { pin: '7', verify: 15 }],
    ['verify 200', '7\t2026-01-05 08:00:01\t255\t200\t0\t0\t0', { verify: 200 }],
    // Clocks of Iran: their calendar, and their digits.
    ['Iranian calendar', '2001\t1404/04/10 07:45:18\t1\t255\t15\t0', { pin: '2001', at: '2025-07-01T07:45:18' }],
    ['Persian digits', '۲۰۰۲\t۲۰۲۵-۰۷-۰۱ ۱۵:۵۰:۳۶\t1\t15', { pin: '2002', at: '2025-07-01T15:50:36' }],
    // A clock whose battery is empty.
    ['a dead battery', '7\t2000-01-01 00:00:12\t0\t1\t0\t0\t0', { at: '2000-01-01T00:00:12' }],
  ])('%s', (_, row, { at, ...expected }) => {
    const read = readAttendanceRow(row)
    expect(read).toMatchObject(expected)
    if (at !== undefined) expect(read?.time.toString()).toBe(at)
  })

  it.each(['ATTLOG', 'OK', 'Stamp=9999', '1\t1004\t', '1001\tNOT-A-DATE\t0\t1', '7\t2569-01-05 08:00:01\t0\t1'])(
    '%j is no record, and is kept as it came',
    (row) => {
      expect(readAttendanceRow(row)).toBeUndefined()
    },
  )
})

type Event = Partial<NonNullable<ReturnType<typeof readEventRow>>>

describe('events of doors', () => {
  const tail = 'sitecode=0\tlinkid=0\tmaskflag=0\ttemperature=0\tconvtemperature=0'
  it.each<[product: string, row: string, expected: Event]>([
    // SpeedFace-V3L of the access dialect.
    [
      'SpeedFace-V3L',
      `time=2026-09-28 11:40:45\tpin=4123\tcardno=0\teventaddr=1\tevent=0\tinoutstatus=0\tverifytype=1\tindex=13355\t${tail}`,
      { pin: '4123', event: 0, door: 1, way: 0, index: 13_355 },
    ],
    [
      'SpeedFace-V3L, nobody',
      `time=2026-09-28 11:45:56\tpin=0\tcardno=0\teventaddr=1\tevent=27\tinoutstatus=1\tverifytype=1\tindex=13357\t${tail}`,
      { pin: null, event: 27, way: 1 },
    ],
    // SpeedFace-V5L of the access dialect: 255 where it measures nothing.
    [
      'SpeedFace-V5L',
      'time=2026-09-15 15:33:16\tpin=5\tcardno=0\teventaddr=1\tevent=3\tinoutstatus=0\tverifytype=15\tindex=116\tsitecode=0\tlinkid=0\tmaskflag=255\ttemperature=255\tconvtemperature=255',
      { pin: '5', event: 3, verify: '15' },
    ],
    // C3-200 Plus, AC 19.0.18: a card alone, 32 zeros for the way, and its own serial number behind it.
    [
      'C3-200 Plus',
      `time=2026-05-02 10:01:02\tpin=0\tcardno=4711\tsitecode=0\tlinkid=0\teventaddr=1\tevent=27\tinoutstatus=2\tverifytype=${'0'.repeat(32)}\tindex=1\tsn=C3TEST`,
      { pin: null, card: '4711', event: 27, way: null },
    ],
    // inBio of push 2.
    [
      'inBio',
      'time=2015-01-28 16:32:57\tpin=0\tcardno=505931\teventaddr=1\tevent=27\tinoutstatus=0\tverifytype=4\tindex=21268',
      { pin: null, card: '505931', verify: '4' },
    ],
    // Commas between the fields.
    [
      'commas',
      'cardno=4711,eventaddr=2,event=0,pin=7,inoutstatus=0,time=2025-01-31 12:00:00,sn=TEST',
      { pin: '7', door: 2, event: 0 },
    ],
    // A face terminal that measures temperature, from its log.
    [
      'its log',
      'transaction cardno=0\tpin=475\tverified=15\tdoorid=1\teventtype=3\tinoutstate=0\ttime_second=857920849\tindex=521745\tmaskflag=1\ttemperature=36.2',
      { pin: '475', event: 3, door: 1, index: 521_745 },
    ],
    // The maker's document: a terminal that asks before it opens.
    [
      'addrtype',
      'time=2026-01-05 08:00:01\tpin=7\tcardno=0\taddrtype=2\teventaddr=1\tevent=0\tinoutstatus=0\tverifytype=15',
      { pin: '7', door: 1 },
    ],
  ])('%s', (_, row, expected) => {
    expect(readEventRow(row)).toMatchObject(expected)
  })

  // The table of events in the maker's document of 2024, which tells what firmware of before calls the same by other numbers.
  it.each([
    ['opened', [0, 1, 2, 3, 4, 14, 15, 16, 17, 18, 19, 203, 207, 208, 215, 216, 218, 222, 232]],
    ['nobody is known', [27, 34]],
    ['outside their hours', [21, 22, 23, 35, 49]],
    ['no longer valid', [29, 33, 53]],
    ['more people are needed', [26, 32, 40, 48, 51, 52]],
    ['not now', [20, 31, 41, 44, 45, 50, 61, 75]],
    ['locked', [60, 63]],
    ['suspended', [43, 62]],
    ['an invalid card', [38, 42, 104]],
  ])('say that somebody came: %s', (verdict, events) => {
    const abnormal = {
      opened: 'none',
      'nobody is known': 'stranger',
      'outside their hours': 'outside-passage-time',
      'no longer valid': 'outside-validity',
      'more people are needed': 'too-few-people',
      'not now': 'state-unknown',
      locked: 'door-held-closed',
      suspended: 'suspended',
      'an invalid card': 'invalid-ic-card',
    }[verdict]
    for (const event of events)
      expect(meaningOf(event), String(event)).toMatchObject({ is: 'passage', opened: verdict === 'opened', abnormal })
  })

  it.each([
    [101, 'duress'],
    [103, 'duress'],
  ])('of duress (%d) are an alarm and a passage: the door opens', (event, alarm) => {
    expect(meaningOf(event)).toMatchObject({ is: 'passage', opened: true, alarm, needsPerson: true })
  })

  it.each([
    [28, 'door-open-too-long'],
    [100, 'tamper'],
    [102, 'forced-open'],
    [109, 'tamper'],
    [210, 'fire'],
    [6000, 'fire'],
  ])('of alarms: %d is %s', (event, alarm) => {
    expect(meaningOf(event)).toMatchObject({ is: 'alarm', alarm })
  })

  it.each([202, 219])('of an exit button: %d', (event) => {
    expect(meaningOf(event).is).toBe('exit-button')
  })

  it.each([6, 8, 12, 13, 105, 106, 107, 206, 214, 220, 221, 225, 231, 235, 237, 241, 242, 247, 255])(
    'that tell nothing anybody looks for are passed over: %d',
    (event) => {
      expect(meaningOf(event).is).toBe('harmless')
    },
  )

  it.each([47, 57, 67, 70, 110, 113, 224, 226, 254, 4001, 5003, 6005])(
    'that the product has no word for are kept as they came: %d',
    (event) => {
      expect(meaningOf(event).is).toBe('other')
    },
  )

  it.each([
    ['0'.repeat(32), 'any'],
    ['0100000000000000', 'face'],
    // Card and password and face, of a terminal of the new style.
    ['1100000001010000', 'face-and-ic-card'],
    ['15', 'face'],
    ['4', 'ic-card'],
    ['200', 'any'],
  ])('are verified by %s', (verify, mode) => {
    expect(entryModeOf(verify)).toBe(mode)
  })
})

describe('states of doors', () => {
  it.each<[product: string, row: string, doors: number, expected: object[]]>([
    [
      'SenseFace 4, one door',
      'time=2026-02-23 14:13:48\tsensor=01\trelay=00\talarm=0000000000000000\tdoor=01',
      1,
      [{ door: 1, sensor: 'closed', isUnlocked: false, alarms: [] }],
    ],
    [
      'two doors, with a relay as long as of a C3-200 Plus',
      'time=2026-05-02 10:01:02\tsensor=06\trelay=000001\talarm=0100\tdoor=0102',
      2,
      [
        { door: 1, sensor: 'open' },
        { door: 2, sensor: 'closed' },
      ],
    ],
    [
      'four doors, by the documents',
      'time=2015-01-28 16:32:57\tsensor=56\trelay=0A\talarm=00000010',
      4,
      [
        { door: 1, sensor: 'open', isUnlocked: false },
        { door: 2, sensor: 'closed', isUnlocked: true },
        { door: 3, sensor: 'closed', isUnlocked: false },
        { door: 4, sensor: 'closed', isUnlocked: true, alarms: ['door-open-too-long'] },
      ],
    ],
  ])('%s', (_, row, doors, expected) => {
    expect(readStateRow(row, doors)).toMatchObject(expected)
  })

  it('tell no alarms where the byte of alarms is missing, as of some recordings: neither that there are any nor that there are none', () => {
    expect(readStateRow('time=2026-10-03 14:10:32\tsensor=01\trelay=00\tdoor=01', 1)).toEqual([
      { door: 1, sensor: 'closed', isUnlocked: false, alarms: null },
    ])
  })
})

describe('people and what was enrolled', () => {
  it.each<[product: string, row: string, table: string, fields: Record<string, string>]>([
    [
      'SenseFace 3A',
      'USER PIN=1\tName=Ann Lee\tPri=14\tPasswd=\tCard=196793\tGrp=1\tTZ=0000000100000000\tVerify=-1\tViceCard=\tExpires=0\tStartDatetime=0\tEndDatetime=0',
      'user',
      { pin: '1', name: 'Ann Lee', card: '196793' },
    ],
    ['an iClock of push 2.2', 'USER PIN=888\tName=\tPri=0\tPasswd=789\tCard=\tGrp=1', 'user', { pin: '888', name: '' }],
    [
      'a card in bytes',
      'USER PIN=7\tName=Ann\tPri=0\tPasswd=\tCard=[0000000000]\tGrp=1\tTZ=0000000100000000',
      'user',
      { card: '[0000000000]' },
    ],
    ['nothing but a number', 'USER PIN=22\tName=Ann\tPri=0', 'user', { pin: '22' }],
    ['a face between blanks', 'FACE PIN=101 FID=3 SIZE=4 VALID=1 TMP=AAAA', 'face', { pin: '101' }],
    ['a finger', 'FP PIN=4\tFID=6\tSize=1488\tValid=1\tTMP=AAAA', 'fp', { pin: '4' }],
    [
      'SenseFace 2A, lower case',
      'biodata pin=4459\tno=6\tindex=0\tvalid=1\tduress=0\ttype=1\tmajorver=13\tminorver=0\tformat=0\ttmp=AAAA==',
      'biodata',
      { pin: '4459', type: '1' },
    ],
    ['a template of another name', 'BIODATA PIN=75\tBioType=9\tValid=1\tTMP=AAAA', 'biodata', { pin: '75' }],
    // Rows without the word that says what they are: a template is never taken for a line that somebody should read.
    ['without its word', 'PIN=42\tNo=0\tIndex=0\tValid=1\tType=1\tMajorVer=10\tTmp=AAAA==', 'biodata', { pin: '42' }],
    ['SenseFace 2A after ENROLL_BIO', 'PIN=14\tNO=3\tTYPE=1\tTMP=AAAA', 'biodata', { pin: '14' }],
    ['a finger without its word', 'PIN=493\tFingerID=3\tSize=612\tValid=1\tTemplate=AAAA', 'biodata', { pin: '493' }],
    ['a person without their word', 'PIN=1\tName=Ann Lee\tPri=0', 'user', { pin: '1', name: 'Ann Lee' }],
  ])('%s', (_, row, table, fields) => {
    const read = readOperationRow(row)
    expect(read?.kind === 'data' && [read.table, Object.fromEntries(read.fields)]).toMatchObject([table, fields])
  })

  it.each([
    ['OPLOG 4\t1\t2026-08-20 11:26:07\t1\t0\t0\t0', 4],
    ['OPLOG 70\t0\t2026-09-14 19:05:35\t2\t0\t0\t0', 70],
    ['OPLOG 3\t0\t2025-06-23 16:42:03\t53\t0\t0\t0\t', 3],
    ['OPLOG 30\t1\t2017-08-24 16:18:45\t888\t0\t0\t0', 30],
    ['OPLOG 4\t0\t2026-08-18 08:05:00\t0\t0\t0', 4],
    ['OPLOG 4 14 2026-11-29 08:00:00 0 0 a,b', 4],
    ['OPLOG 4,14,2026-11-29 08:00:00,0,0', 4],
  ])('is told apart from an operation: %j', (row, code) => {
    expect(readOperationRow(row)).toMatchObject({ kind: 'operation', code, time: expect.any(Temporal.PlainDateTime) })
  })

  it('of which a row is broken behind its first field is one row', () => {
    expect(readTableRows('templatev10 size=1\r\npin=1\tfingerid=6\ttemplate=AAAA', 'templatev10')).toHaveLength(1)
    expect(readTableRows('user uid=1\r\ncardno=\tpin=7\tname=Ann\r\nuser uid=2\r\npin=8\tname=Bob', 'user')).toEqual([
      new Map(Object.entries({ uid: '1', cardno: '', pin: '7', name: 'Ann' })),
      new Map(Object.entries({ uid: '2', pin: '8', name: 'Bob' })),
    ])
  })

  it('comes without the name of its table, one person a row', () => {
    expect(readTableRows('pin=1\tname=A\npin=2\tname=B\npin=3\tname=C\n', 'user')).toHaveLength(3)
  })
})

describe('an upload that names no table', () => {
  it.each([
    ['PIN=14\tNO=3\tTYPE=1\tTMP=AAAA', 'operlog'],
    ['PIN=1\tName=Ann Lee', 'operlog'],
    ['77\t2026-07-15 10:30:00\t0', 'attlog'],
  ])('%j', (body, table) => {
    expect(guessTable(body)).toBe(table)
  })
})

describe('answers to commands', () => {
  it.each<[form: string, body: string, acks: { id: number; code: number; cmd?: string }[]]>([
    ['BioFace A1', 'ID=5&Return=0&CMD=DATA UPDATE', [{ id: 5, code: 0, cmd: 'DATA UPDATE' }]],
    ['BioFace A1, a count', 'ID=3&Return=6&CMD=DATA QUERY', [{ id: 3, code: 6 }]],
    ['BioFace A1, no such table', 'ID=9&Return=-629&CMD=DATA QUERY', [{ id: 9, code: -629 }]],
    ['eSSL', 'ID=4&Return=0&CMD=DATA\r\n', [{ id: 4, code: 0 }]],
    [
      'several',
      'ID=500&Return=0&CMD=DATA UPDATE\nID=501&Return=-1&CMD=DATA UPDATE\n',
      [
        { id: 500, code: 0 },
        { id: 501, code: -1 },
      ],
    ],
    // A client whose library sorts the fields.
    [
      'sorted by name',
      'CMD=DATA&ID=12&Return=0\nCMD=REBOOT&ID=13&Return=0\n',
      [
        { id: 12, code: 0, cmd: 'DATA' },
        { id: 13, code: 0, cmd: 'REBOOT' },
      ],
    ],
    ['the words of the whole command', 'ID=1&Return=0&CMD=DATA UPDATE USERINFO PIN=1001', [{ id: 1, code: 0 }]],
  ])('%s', (_, body, expected) => {
    expect(readAcks(body).map(({ id, code, fields }) => ({ id, code, cmd: fields.get('cmd') }))).toMatchObject(expected)
  })
})

describe('facts of a terminal', () => {
  it.each<[form: string, body: string, facts: Partial<ReturnType<typeof readFacts>>]>([
    [
      'BioFace A1',
      'DeviceType=acc,~DeviceName=BioFace A1,FirmVer=Ver 8.0.1.3-20151229,PushVersion=Ver 2.0.22-20161201,CommType=ethernet,MaxPackageSize=2048000,LockCount=1,MachineType=101,FaceFunOn=1,FingerFunOn=1,MultiBioDataSupport=0:0:0:0:0:0:0:0:1:1,authKey=made-up',
      { dialect: 'access', model: 'BioFace A1', firmware: 'Ver 8.0.1.3-20151229', doors: 1, takesFaces: true },
    ],
    [
      'MB460, by lines',
      'DeviceType=att\r\nFirmVer=Ver 6.60 Apr 21 2017\r\nIPAddress=192.168.1.201\r\nMACAddress=00:17:61:01:02:03\r\nPlatform=ZMM220_TFT',
      { dialect: 'attendance', firmware: 'Ver 6.60 Apr 21 2017', mac: '00:17:61:01:02:03' },
    ],
    [
      'an answer to a question about options',
      'GET OPTION FROM: TEST\r\nUserCount=137\r\nMaxUserCount=3000\r\nFWVersion=Ver 6.60',
      { firmware: 'Ver 6.60', people: 3000 },
    ],
    [
      'Biopro SA40',
      '~DeviceName=Biopro SA40\nMAC=00:17:61:11:cd:3b\nTransactionCount=150\nUserCount=25\nFaceFunOn=1\n~SerialNumber=TEST',
      { model: 'Biopro SA40', mac: '00:17:61:11:cd:3b' },
    ],
  ])('%s', (_, body, facts) => {
    expect(readFacts(body)).toMatchObject(facts)
  })

  it.each<[info: string, expected: ReturnType<typeof readInfo>]>([
    [
      'ZAM180-NF50VA-Ver3.4.10,1,0,16,192.168.0.25,10,39,12,1,01110,0,0,0',
      { firmware: 'ZAM180-NF50VA-Ver3.4.10', people: 1, address: '192.168.0.25' },
    ],
    [
      'Ver 6.60 Oct 12 2011,5,3,71,192.168.1.201,10',
      { firmware: 'Ver 6.60 Oct 12 2011', people: 5, address: '192.168.1.201' },
    ],
    [
      'Ver 8.0.4.4-20190617,2,2,18,192.168.1.201,10,-1,0,0,101',
      { firmware: 'Ver 8.0.4.4-20190617', people: 2, address: '192.168.1.201' },
    ],
    [',1,2,1,192.168.1.101', { firmware: null, people: 1, address: '192.168.1.101' }],
  ])('with a poll: %s', (info, expected) => {
    expect(readInfo(info)).toEqual(expected)
  })
})

describe('an address', () => {
  it.each([
    // eSSL of ZAM180: `.aspx`; a server's address that was typed with a path; behind a proxy, the whole address.
    ['/iclock/cdata.aspx?SN=TEST01&table=ATTLOG&Stamp=9999', 'cdata'],
    ['/iclock/fdata.aspx?SN=TEST01', 'fdata'],
    ['/iclock/cdata/?SN=TEST01&table=transaction', 'cdata'],
    ['/iclock/iclock/cdata?SN=TEST01', 'cdata'],
    [
      'http://10.0.0.7:8081/iclock/getrequest?SN=TEST01&INFO=Ver%206.60%20Oct%2012%202011,5,3,71,192.168.1.201,10',
      'getrequest',
    ],
    ['HTTP://gate/iclock/cdata?SN=TEST01&options=all', 'cdata'],
    ['/iclock/test?SN=TEST01', 'ping'],
  ])('%s', (url, call) => {
    expect(readAddress(url)).toMatchObject({ call, serialNumber: 'TEST01' })
  })
})
