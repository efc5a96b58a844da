import { createZkTerminal, type ZkTerminal } from '@gatehouse/terminal/node/zkteco/zk-terminal.ts'
import type { ZkRequest } from '@gatehouse/terminal/node/zkteco/zk-send.ts'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { encodeText } from './charset.ts'
import { readEventRow, readStateRow } from './read-access.ts'
import { readAcks } from './read-answers.ts'
import { readAttendanceRow } from './read-attendance.ts'
import { rowsOf } from './read-fields.ts'
import { readPhotoUpload } from './read-photo.ts'
import {
  access,
  attendance,
  CommandRefused,
  type CommandText,
  pinPlace,
  withPin,
  writeCommand,
  type WrittenPerson,
  writePoll,
  zoneSlot,
} from './write-command.ts'
import { writeAccessConfiguration, writeAttendanceOptions } from './write-handshake.ts'

const ann: WrittenPerson = {
  number: 123_456_789,
  name: 'Ann',
  card: '0004711',
  from: null,
  to: null,
  isBarred: false,
  password: null,
}
const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 1, 2, 0, 0xff, 0xd9])
const handshake = { serialNumber: 'SIM1', zone: '330', errorDelay: 31, version: '2.4.2', pollSeconds: 10 }

describe('a command', () => {
  it('never holds what divides commands and fields, whatever a person is called', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        for (const text of [attendance.putPerson({ ...ann, name }, [1]), access.putPerson({ ...ann, name }, true)]) {
          expect(text).not.toMatch(/[\r\n\0]/)
          expect(text.split('\t').filter((piece) => piece.startsWith('Name='))).toHaveLength(1)
          expect(text.split('\t')).toHaveLength(text.includes('USERINFO') ? 9 : 8)
        }
      }),
    )
    const name = 'Ann\nC:9:REBOOT\tPri=14'
    expect(attendance.putPerson({ ...ann, name }, [])).toContain('Name=Ann C:9:REBOOT Pri=14\tPri=0')
  })

  it('leaves a password that somebody has set at the terminal as it is', () => {
    expect(attendance.putPerson(ann, [1])).not.toMatch(/passw/i)
    expect(access.putPerson(ann, true)).not.toMatch(/passw/i)
  })

  it.each(['a\tb', 'a\nb', 'a\rb', 'a\0b', 'a\u2028b'])('with the value %j is refused', (value) => {
    expect(() => writeCommand('SET OPTION', [['Key', value]])).toThrow(CommandRefused)
    expect(() => writeCommand(value)).toThrow(CommandRefused)
  })

  it('opens a door by its bytes, and a zone slot is one number', () => {
    expect([access.open(1, 5), access.releaseAlarm(2), access.restart()]).toEqual([
      'CONTROL DEVICE 01010105',
      'CONTROL DEVICE 02020000',
      'CONTROL DEVICE 03000000',
    ])
    expect(zoneSlot({ from: 510, to: 720 })).toBe(0x033e04b0)
    expect(access.putRight(7, 1, [1, 3])).toBe(
      'DATA UPDATE userauthorize Pin=7\tAuthorizeTimezoneId=1\tAuthorizeDoorId=5',
    )
  })

  it('leaves out a card that is no number, and cuts a long name', () => {
    const text = attendance.putPerson({ ...ann, card: 'AB12', name: 'x'.repeat(200) }, [1])
    expect(text).toContain(`Name=${'x'.repeat(24)}\t`)
    expect(text).toContain('Card=\t')
  })
})

it('a handshake offers no encryption and the lower version, and no number of a terminal breaks it', () => {
  const text = writeAttendanceOptions({ ...handshake, serialNumber: 'SIM1\nDelay=1' })
  expect(text).toMatch(/^GET OPTION FROM: SIM1 Delay=1\nATTLOGStamp=None\n/)
  expect(text).toContain('\nTimeZone=330\n')
  expect(text).toContain('\nEncrypt=None\n')
  expect(text).toContain('\nPushProtVer=2.4.1\n')
  expect(writeAttendanceOptions({ ...handshake, version: '2.2.14' })).toContain('\nPushProtVer=2.2.14\n')
  const access = writeAccessConfiguration({ ...handshake, version: '3.1.2' }, { registryCode: 'abc', sessionId: '1' })
  expect(access).toMatch(/^registry=ok\nRegistryCode=abc\n/)
  expect(access).toContain('\nPushProtVer=3.0.1\n')
})

describe.each(['att', 'acc'] as const)('a simulated terminal of the dialect %s', (dialect) => {
  let queue: CommandText[]
  let asked: ZkRequest[]
  let acks: ReturnType<typeof readAcks>
  const charset = { now: 'utf-8' as const }

  /** The least of a server: it takes everything, and hands out the queue. */
  const start = (more: Partial<Parameters<typeof createZkTerminal>[0]> = {}): ZkTerminal => {
    let number = 0
    return createZkTerminal({
      serialNumber: 'SIM1',
      dialect,
      doors: 2,
      nowMs: () => Date.UTC(2026, 0, 5, 8, 0, 1),
      send: async (request) => {
        asked.push(request)
        const answer = (text: string) => ({ status: 200, text, date: 'Mon, 05 Jan 2026 08:00:01 GMT' })
        if (request.path.includes('options=all'))
          return answer(dialect === 'att' ? writeAttendanceOptions({ ...handshake, zone: '0' }) : 'OK')
        if (request.path.includes('/registry')) return answer('RegistryCode=abc')
        if (request.path.includes('/push'))
          return answer(writeAccessConfiguration(handshake, { registryCode: 'abc', sessionId: '1' }))
        if (request.path.includes('getrequest')) {
          const commands = queue.splice(0).map((text) => ({ number: ++number, text }))
          return { ...answer(encodeText(writePoll(commands), charset.now).toString()) }
        }
        if (request.path.includes('devicecmd')) acks.push(...readAcks(request.body?.toString() ?? ''))
        return answer('OK')
      },
      ...more,
    })
  }
  const bodies = (part: string) =>
    asked.filter(({ path }) => path.includes(part)).map(({ body }) => body ?? Buffer.alloc(0))

  beforeEach(() => {
    queue = []
    asked = []
    acks = []
  })

  it('takes a person with a card and a face, and forgets them', async () => {
    const terminal = start()
    expect(await terminal.handshake()).toBe(true)
    const put =
      dialect === 'att'
        ? [attendance.putPerson(ann, [1])]
        : [access.putPerson(ann, true), access.putRight(ann.number, 1, [1, 2])]
    queue = [...put, dialect === 'att' ? attendance.putPhoto(ann.number, jpeg) : access.putPhoto(ann.number, jpeg)]
    await terminal.poll()
    expect(acks.map(({ code }) => code)).toEqual(queue.map(() => 0).concat(acks.map(() => 0)))
    expect(terminal.state.people.get('123456789')).toMatchObject({ name: 'Ann', card: '4711' })
    expect(terminal.state.photos.get('123456789')).toEqual(jpeg)
    if (dialect === 'acc') expect(terminal.state.rights.get('123456789')).toBe(3)
    queue =
      dialect === 'att'
        ? [attendance.removePhoto(ann.number), attendance.removePerson(ann.number)]
        : [access.removeRights(ann.number), access.removePhoto(ann.number), access.removePerson(ann.number)]
    await terminal.poll()
    expect([terminal.state.people.size, terminal.state.photos.size, terminal.state.rights.size]).toEqual([0, 0, 0])
    expect(acks.every(({ code }) => code === 0)).toBe(true)
  })

  it('opens, restarts, releases its alarm and takes zones, and refuses what it does not know', async () => {
    const terminal = start()
    await terminal.handshake()
    queue =
      dialect === 'att'
        ? [
            attendance.open(),
            attendance.releaseAlarm(),
            attendance.restart(),
            attendance.putZone(2, [null, { from: 510, to: 1080 }]),
            writeCommand('USER ADD'),
          ]
        : [
            access.open(1, 5),
            access.releaseAlarm(2),
            access.restart(),
            access.putZone(2, [[], [{ from: 510, to: 720 }]]),
            writeCommand('USER ADD'),
          ]
    await terminal.poll()
    expect(terminal.state.acts).toHaveLength(3)
    expect(terminal.state.zones.get('2')).toContain(dialect === 'att' ? '2357 2356 830 1800' : String(0x033e04b0))
    expect(acks.map(({ code }) => code < 0)).toEqual([false, false, false, false, true])
  })

  it('tells a passage with its photograph and an alarm as they are read here', async () => {
    const terminal = start()
    await terminal.handshake()
    queue = [dialect === 'att' ? attendance.putPerson(ann, [1]) : access.putPerson(ann, true)]
    await terminal.poll()
    terminal.pass({ pin: '123456789', photo: jpeg })
    terminal.pass()
    terminal.alarm('forced')
    await terminal.deliver()
    if (dialect === 'att') {
      const rows = bodies('table=ATTLOG').flatMap((body) => rowsOf(body.toString()).map(readAttendanceRow))
      expect(rows.map((row) => row?.pin)).toEqual(['123456789', null])
      expect(rows[0]?.time.toString()).toBe('2026-01-05T08:00:01')
      expect(bodies('table=ATTPHOTO').map((body) => readPhotoUpload(body)?.pin)).toEqual(['123456789'])
    } else {
      const rows = bodies('table=rtlog').flatMap((body) => rowsOf(body.toString()).map(readEventRow))
      expect(rows.map((row) => [row?.pin, row?.event])).toEqual([
        ['123456789', 0],
        [null, 27],
      ])
      expect(bodies('table=rtstate').map((body) => readStateRow(body.toString(), 2)?.[0]?.alarms)).toEqual([
        ['forced-open'],
      ])
    }
    expect(terminal.waiting()).toBe(0)
  })

  it('sends the same again when the answer is lost, and in another order of columns', async () => {
    const terminal = start({ faults: { cuts: true, repeats: true, swapsColumns: true, hasNoContentType: true } })
    await terminal.handshake()
    for (let n = 0; n < 3; n++) terminal.pass()
    await terminal.deliver()
    const part = dialect === 'att' ? 'table=ATTLOG' : 'table=rtlog'
    const sent = bodies(part).map(String)
    expect(sent.length).toBeGreaterThan(6)
    expect(new Set(sent).size).toBe(3)
    if (dialect === 'att') expect(sent.every((body) => readAttendanceRow(body.trimEnd())?.pin === null)).toBe(true)
    expect(asked.filter(({ path }) => path.includes(part)).every(({ contentType }) => contentType === undefined)).toBe(
      true,
    )
  })
})

it("a PIN takes its place when the command leaves, and no other: not one in somebody's name", () => {
  const named = { ...ann, name: '={pin}', password: pinPlace }
  for (const text of [attendance.putPerson(named, [2]), access.putPerson(named, true)]) {
    expect(withPin(text, '730219')).toMatch(/\tPassw(ord|d)=730219\t/)
    expect(withPin(text, '730219')).toMatch(/\tName=={pin}\t/)
    expect(withPin(text, null)).toMatch(/\tPassw(ord|d)=\t/)
  }
  expect(() => withPin(access.putPerson(named, true), '1\t2')).toThrow(CommandRefused)
  expect(attendance.putPerson(ann, [2])).not.toContain('Passwd')
})
