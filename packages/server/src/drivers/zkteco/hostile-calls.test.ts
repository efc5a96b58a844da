import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { listAlarms } from '@gatehouse/contract/features/alarms.ts'
import { getDevice, listAnnouncements } from '@gatehouse/contract/features/devices.ts'
import { listRegistrations } from '@gatehouse/contract/features/registrations.ts'
import type { ZkSend } from '@gatehouse/terminal/node/zkteco/zk-send.ts'
import { createZkTerminal } from '@gatehouse/terminal/node/zkteco/zk-terminal.ts'
import { faces, photograph } from '@gatehouse/testkit/photographs.ts'
import { until } from '@gatehouse/testkit/until.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { startTestGatehouse } from '../../../test/gatehouse.ts'
import { listenForTerminals } from '../../../test/listen-for-terminals.ts'
import { numberAt, startZkHouse, type ZkHouse } from '../../../test/zk-house.ts'

let zk: ZkHouse
let url: string

beforeAll(async () => {
  zk = await startZkHouse({ environment: { HOST: '127.0.0.1' } })
  url = await listenForTerminals(zk.house)
})
afterAll(() => zk.close())

const announced = async () => (await zk.admin.ask(listAnnouncements, { query: { size: 1 } })).total
const alarmsOf = async (deviceId: string) =>
  (await zk.admin.ask(listAlarms, { query: { deviceId } })).items.map(({ type }) => type)
/** A terminal calls from one address: this one from that of the sockets of these tests. */
const atSocket = () => ({ send: zk.sendFrom('127.0.0.1') })
const memoryMb = () => process.memoryUsage.rss() / 1024 ** 2

/** Writes a head and what `feed` gives, until the server ends the connection or has answered; gives all that it said. */
async function talk(head: string, feed?: () => Buffer | undefined): Promise<{ said: string; written: number }> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  let [said, written, isOver] = ['', 0, false]
  socket.on('data', (part) => (said += part.toString('latin1')))
  socket.on('error', () => (isOver = true)).on('close', () => (isOver = true))
  socket.write(head)
  for (let part = feed?.(); part && !isOver; part = feed?.()) {
    written += part.length
    if (!socket.write(part))
      await new Promise<void>((resolve) => void socket.once('drain', resolve).once('close', () => resolve()))
  }
  await until(() => isOver || said.includes('\r\n\r\n'), 'the server answers', { see: () => said })
  socket.destroy()
  return { said, written }
}

const headOf = (path: string, length: number) =>
  `POST /iclock/${path} HTTP/1.1\r\nhost: gate\r\ncontent-length: ${length}\r\n\r\n`
const gigabyte = 1024 ** 3

it.each(['att', 'acc'] as const)(
  'what a terminal of the dialect %s tells of itself stands on its page',
  async (dialect) => {
    const { device } = await zk.accepted(dialect, 'FACTS', { model: 'SpeedFace-V5L' })
    const { model, firmwareVersion } = await zk.admin.ask(getDevice, { params: { id: device.id } })
    expect([model, firmwareVersion]).toEqual(['SpeedFace-V5L', expect.stringMatching(/ZAM180|AC Ver/)])
  },
)

describe('a length of a gigabyte', () => {
  it('of a stranger is answered before its first byte, and the connection ends', async () => {
    const { said, written } = await talk(headOf('cdata?SN=STRANGER1&table=ATTLOG', gigabyte), () =>
      Buffer.alloc(65_536),
    )
    expect(said === '' || said.startsWith('HTTP/1.1 401')).toBe(true)
    expect(written).toBeLessThan(64 * 1024 * 1024)
  })

  it('of an accepted terminal is refused by its head', async () => {
    const { serialNumber } = await zk.accepted('att', 'LONG', atSocket())
    const { said } = await talk(headOf(`cdata?SN=${serialNumber}&table=ATTLOG`, gigabyte))
    expect(said).toMatch(/^HTTP\/1\.1 413/)
  })

  it('that is not told but sent ends at the most that a body may have', async () => {
    const { serialNumber } = await zk.accepted('att', 'CHUNKS', atSocket())
    const piece = Buffer.concat([Buffer.from('10000\r\n'), Buffer.alloc(65_536, 'x'), Buffer.from('\r\n')])
    const head = `POST /iclock/cdata?SN=${serialNumber}&table=ATTLOG HTTP/1.1\r\nhost: gate\r\ntransfer-encoding: chunked\r\n\r\n`
    let pieces = 0
    const { written } = await talk(head, () => (pieces++ < 16_384 ? piece : undefined))
    expect(written).toBeLessThan(gigabyte / 8)
  })
})

it.each([
  ['registry', 64],
  ['devicecmd', 256],
  ['cdata?table=options', 64],
  ['cdata?', 64],
  ['querydata?type=options', 64],
])(
  'a call to %s with more than %i kB is refused: its fields would cost far more than their bytes',
  async (path, most) => {
    const { serialNumber } = await zk.accepted('acc', 'FIELDS', { faults: { hidesToken: true } })
    const url = `/iclock/${path}${path.includes('?') ? '&' : '?'}SN=${serialNumber}`
    const post = async (kilobytes: number) =>
      (await zk.call('POST', url, `~a=1,b=2\n${'c=1\n'.repeat(kilobytes * 256 - 3)}`)).statusCode
    expect(await post(most - 1)).toBe(200)
    expect(await post(most + 1)).toBe(413)
  },
)

it('a writer that is slow does not keep others waiting, and has a bounded time', async () => {
  const { terminal, device, serialNumber } = await zk.accepted('att', 'SLOW', atSocket())
  const { hostname, port } = new URL(url)
  const slow = Array.from({ length: 50 }, () => {
    const socket = connect(Number(port), hostname).on('error', () => {})
    socket.write(`${headOf(`cdata?SN=${serialNumber}&table=ATTLOG`, 1_000)}7`)
    return socket
  })
  terminal.pass()
  await terminal.deliver()
  expect(await zk.recordsOf(device.id)).toHaveLength(1)
  const { requestTimeout, headersTimeout } = zk.house.gatehouse.fastify.server
  expect([requestTimeout, headersTimeout].every((ms) => ms > 0 && ms <= 120_000)).toBe(true)
  for (const socket of slow) socket.destroy()
})

it('large bodies take one place of a terminal, and the places of one address, and no more', async () => {
  const { hostname, port } = new URL(url)
  const held: ReturnType<typeof connect>[] = []
  const holdLarge = (serialNumber: string) => {
    const socket = connect(Number(port), hostname)
    held.push(socket)
    const heard: string[] = []
    socket.on('data', (part) => heard.push(part.toString('latin1'))).on('error', () => {})
    socket.write(`${headOf(`cdata?SN=${serialNumber}&table=ATTLOG`, 15 * 1024 * 1024)}7`)
    return heard
  }
  const [one, two, three] = [
    await zk.accepted('att', 'LARGE', atSocket()),
    await zk.accepted('att', 'LARGE', atSocket()),
    await zk.accepted('att', 'LARGE', atSocket()),
  ]
  const refused = async (heard: string[]) => until(() => heard.join('').startsWith('HTTP/1.1 503'), 'it is refused')
  const kept = [holdLarge(one.serialNumber), holdLarge(two.serialNumber)]
  // Whichever of the same terminal comes second.
  const again = [holdLarge(one.serialNumber), holdLarge(two.serialNumber)]
  await until(() => [...kept, ...again].filter((heard) => heard.length > 0).length === 2, 'two are refused')
  await refused(holdLarge(three.serialNumber))
  three.terminal.pass()
  await three.terminal.deliver()
  expect(await zk.recordsOf(three.device.id)).toHaveLength(1)
  for (const socket of held) socket.destroy()
})

describe('a bundle', () => {
  const tarOf = (size: number, bytes: Buffer) => {
    const header = Buffer.alloc(512)
    header.write('../../etc/passwd')
    header.write(size.toString(8).padStart(11, '0'), 124)
    return Buffer.concat([header, bytes])
  }

  it.each([
    ['unpacks to a gigabyte', () => gzipSync(Buffer.alloc(64 * 1024 * 1024))],
    ['holds a file that says it is larger than the bundle', () => gzipSync(tarOf(0o77777777777, Buffer.alloc(512)))],
    ['is a bundle of bundles', () => gzipSync(gzipSync(Buffer.alloc(32 * 1024 * 1024)))],
    ['is no bundle', () => randomBytes(5_000)],
    ['ends in the middle', () => gzipSync(tarOf(5, Buffer.alloc(512))).subarray(0, 40)],
  ])('that %s is answered so that it does not come again, and nothing of it is kept', async (_, bundle) => {
    const { terminal, device } = await zk.accepted('att', 'BOMB')
    const before = memoryMb()
    terminal.uploadRaw('cdata?table=OPERLOG&ContentType=tgz', bundle())
    await terminal.deliver()
    expect(terminal.waiting()).toBe(0)
    expect(memoryMb() - before).toBeLessThan(300)
    expect(await zk.recordsOf(device.id)).toEqual([])
  })
})

it.each(['att', 'acc'] as const)(
  'a record of the year 2099 of the dialect %s stands once, at its arrival',
  async (dialect) => {
    const { terminal, device } = await zk.accepted(dialect, 'FUTURE')
    const row =
      dialect === 'att'
        ? '\t2099-01-05 08:00:01\t255\t15\n'
        : 'time=2099-01-05 08:00:01\tpin=0\tcardno=0\teventaddr=1\tevent=27\tinoutstatus=0\tverifytype=15\tindex=1\n'
    const table = dialect === 'att' ? 'ATTLOG' : 'rtlog'
    for (let n = 0; n < 2; n++) terminal.uploadRaw(`cdata?table=${table}`, row)
    await terminal.deliver()
    const years = (await zk.recordsOf(device.id)).map(({ recognisedAt }) => recognisedAt.slice(0, 4))
    expect(years).toEqual([zk.house.clock.now().toString().slice(0, 4)])
  },
)

describe('a serial number that was accepted', () => {
  it('with another key gets nothing, and an alarm tells of it', async () => {
    const { device, serialNumber } = await zk.accepted('att', 'KEY')
    const greet = (key: string) =>
      zk.call('GET', `/iclock/cdata?SN=${serialNumber}&options=all&DeviceType=att&pushcommkey=${key}`)
    const other = await greet('another')
    expect([other.statusCode, other.body]).toEqual([401, 'Device Unauthorized'])
    expect(await alarmsOf(device.id)).toEqual(['cloned'])
    expect((await greet(`c0ffee${serialNumber}`)).statusCode).toBe(200)
  })

  it('gets nothing at the same address without the token that it shows, until it registers with its key', async () => {
    const { terminal, device, serialNumber } = await zk.accepted('acc', 'TOKEN')
    await zk.settle(terminal, () => true)
    const poll = () => zk.call('GET', `/iclock/getrequest?SN=${serialNumber}`)
    expect((await poll()).statusCode).toBe(401)
    await until(async () => (await alarmsOf(device.id)).includes('cloned'), 'an alarm tells of it')
    // A greeting without its key does not help.
    await zk.call('GET', `/iclock/cdata?SN=${serialNumber}&pushver=3.1.2&options=all`)
    await zk.call('POST', `/iclock/registry?SN=${serialNumber}`, 'DeviceType=acc,PushVersion=Ver 3.1.2')
    expect((await poll()).statusCode).toBe(401)
    await zk.settle(terminal, () => terminal.isAccepted())
    await terminal.handshake()
    expect((await poll()).statusCode).toBe(200)
  })

  it('is answered without a token for as long as it has shown none', async () => {
    const { terminal, device, serialNumber } = await zk.accepted('acc', 'NOTOKEN', { faults: { hidesToken: true } })
    await zk.settle(terminal, () => true)
    expect((await zk.call('GET', `/iclock/getrequest?SN=${serialNumber}`)).statusCode).toBe(200)
    expect(await alarmsOf(device.id)).toEqual([])
  })

  it('with another hardware address gets nothing, and an alarm tells of it', async () => {
    const { device, serialNumber } = await zk.accepted('acc', 'MAC')
    const clone = createZkTerminal({
      dialect: 'acc',
      serialNumber,
      mac: '00:17:61:99:99:99',
      send: zk.sendFrom('10.9.9.9'),
    })
    expect(await clone.handshake()).toBe(false)
    expect(await alarmsOf(device.id)).toEqual(['cloned'])
  })

  it('from another network goes on: its new address stands on its page, and nothing is raised', async () => {
    const { device, serialNumber } = await zk.accepted('acc', 'MOVED')
    const moved = createZkTerminal({ dialect: 'acc', serialNumber, send: zk.sendFrom('10.44.5.6') })
    expect(await moved.handshake()).toBe(true)
    expect((await zk.admin.ask(getDevice, { params: { id: device.id } })).ip).toBe('10.44.5.6')
    expect(await alarmsOf(device.id)).toEqual([])
  })

  /** Old firmware does not say of which dialect it is. */
  const sayingNoType: ZkSend = (request) =>
    zk.sendFrom()({ ...request, path: request.path.replace('&DeviceType=att', '') })

  it.each([
    ['registry', 'DeviceType=acc,~DeviceName=C3'],
    ['cdata?options=all&DeviceType=acc', ''],
  ])('from another network makes no controller of it by %s, however often', async (path, text) => {
    const { terminal, device, serialNumber } = await zk.accepted('att', 'STICKER', { send: sayingNoType })
    const name = `Of sticker ${path.slice(0, 8)}`
    await zk.enrol(name)
    await zk.settle(terminal, () => numberAt(terminal, name) !== '')
    const url = `/iclock/${path}${path.includes('?') ? '&' : '?'}SN=${serialNumber}`
    for (let n = 0; n < 3; n++) await zk.call(text === '' ? 'GET' : 'POST', url, text || undefined, '10.9.9.9')
    expect((await zk.admin.ask(getDevice, { params: { id: device.id } })).type).toBe('ZKATT')
    const members = zk.house.db.selectFrom('zkteco_member').select('number').where('device_id', '=', device.id)
    expect((await members.execute()).length).toBeGreaterThan(0)
  })

  it('from another network makes no controller of it by calling another server, until it has gone on for a while', async () => {
    const { device, serialNumber } = await zk.accepted('att', 'ELSEWHERE', { send: sayingNoType })
    const greet = `/iclock/cdata?SN=${serialNumber}&options=all&pushcommkey=c0ffee${serialNumber}`
    expect((await zk.call('GET', greet, undefined, '10.9.9.9')).statusCode).toBe(200)
    // It knows of the move by what is stored of the device.
    const other = await startTestGatehouse({
      database: { url: zk.house.databaseUrl, drop: async () => {} },
      environment: { ZKTECO: 'on', GATEHOUSE_DATA: zk.house.dataFolder },
    })
    onTestFinished(() => other.close())
    const state = `/iclock/cdata?SN=${serialNumber}&table=rtstate`
    const tell = async () => {
      const asked = { method: 'POST', url: state, remoteAddress: '10.9.9.9', payload: 'sensor=01' } as const
      await other.gatehouse.fastify.inject(asked)
      return (await zk.admin.ask(getDevice, { params: { id: device.id } })).type
    }
    for (let n = 0; n < 3; n++) expect(await tell()).toBe('ZKATT')
    other.clock.advance({ minutes: 11 })
    expect(await tell()).toBe('ZKACC')
  })

  it.each([
    'file?url=../../keys/master.key',
    'file?url=http://169.254.169.254/latest/meta-data',
    'file?url=%2e%2e%2f%2e%2e%2fetc%2fpasswd',
    'file/../../../etc/passwd?a=1',
    '../api/v2/staff?a=1',
    'exchange?type=publickey',
  ])('that asks for the file %s gets none', async (path) => {
    const { serialNumber } = await zk.accepted('att', 'FILES')
    for (const method of ['GET', 'POST'] as const) {
      const answer = await zk.call(method, `/iclock/${path}&SN=${serialNumber}`)
      // An address that leaves `/iclock/` by its dots is the console's, whose page answers where it is built.
      if (!path.includes('..') || path.includes('?url=')) expect([401, 404, 405]).toContain(answer.statusCode)
      expect(answer.body).not.toMatch(/root:|"items"|BEGIN .*KEY/i)
    }
  })
})

it('a name with tabs and line breaks arrives as one name, and makes no command of its own', async () => {
  const bodies: string[] = []
  const send = zk.sendFrom()
  const { terminal } = await zk.accepted('att', 'TABS', {
    send: async (request) => {
      const answer = await send(request)
      bodies.push(answer.text)
      return answer
    },
  })
  const { id } = await zk.enrol('Plain')
  const name = 'Eve\tPri=14\nC:9999:AC_UNLOCK\r\nC:9998:REBOOT'
  await sql`update person set name = ${name} where id = ${id}`.execute(zk.house.db)
  await zk.settle(terminal, () => [...terminal.state.people.values()].some(({ name }) => name.startsWith('Eve ')))
  expect(terminal.state.acts).toEqual([])
  expect(bodies.flatMap((body) => body.split('\n')).filter((line) => line.startsWith('C:999'))).toEqual([])
})

it('a name in GB18030 from a terminal that is set to Chinese is read as it was written', async () => {
  const { terminal } = await zk.accepted('att', 'CHINESE', { faults: { isChinese: true } })
  terminal.enrol('23', '李伟', photograph(faces.cage))
  await terminal.deliver()
  const { items } = await zk.admin.ask(listRegistrations)
  expect(items.map(({ name }) => name)).toContain('李伟')
})

it('a terminal that swaps columns and only polls with INFO gets its people, and its records have their names', async () => {
  const { terminal, device } = await zk.accepted('att', 'SWAP', { faults: { swapsColumns: true, onlyInfo: true } })
  await zk.enrol('Swapped Sam')
  await zk.settle(terminal, () => terminal.state.photos.has(numberAt(terminal, 'Swapped Sam')))
  terminal.pass({ pin: numberAt(terminal, 'Swapped Sam') })
  await terminal.deliver()
  expect((await zk.recordsOf(device.id)).map(({ person }) => person?.name)).toEqual(['Swapped Sam'])
})

it('uploads of one terminal at the same time lose and double none of its records', async () => {
  const { device, serialNumber } = await zk.accepted('att', 'BUSY')
  const rows = Array.from({ length: 40 }, (_, n) => `\t2026-01-05 08:00:${String(n).padStart(2, '0')}\t255\t15\n`)
  const post = (text: string) => zk.call('POST', `/iclock/cdata?SN=${serialNumber}&table=ATTLOG`, text)
  const answers = await Promise.all([...rows, ...rows].map(post))
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  expect(await zk.recordsOf(device.id)).toHaveLength(rows.length)
})

// The last: the list of terminals that ask to join is full afterwards.
describe('serial numbers without end', () => {
  it('fill a part of a list that is bounded, and neither the place of others nor that of accepted terminals', async () => {
    const { terminal, device } = await zk.accepted('att', 'HOUSE', { send: zk.sendFrom('10.7.0.1') })
    const before = await announced()
    for (let n = 0; n < 700; n++)
      await zk.call('GET', `/iclock/cdata?SN=FLOOD${n}&options=all&DeviceType=att`, undefined, '10.7.0.1')
    const after = await announced()
    expect(after - before).toBeGreaterThan(50)
    expect(after - before).toBeLessThanOrEqual(100)
    // Behind the same router.
    terminal.pass()
    await terminal.deliver()
    expect(await zk.recordsOf(device.id)).toHaveLength(1)
    await zk.call('GET', '/iclock/cdata?SN=ELSEWHERE&options=all&DeviceType=att', undefined, '10.8.0.1')
    expect(await announced()).toBe(after + 1)
  })

  it('leave no memory behind', async () => {
    const strangers = async (from: number, to: number) => {
      for (let n = from; n < to; n++) await zk.call('GET', `/iclock/getrequest?SN=MANY${n}`, undefined, '10.7.1.1')
    }
    await strangers(0, 1_000)
    const before = memoryMb()
    await strangers(1_000, 6_000)
    expect(memoryMb() - before).toBeLessThan(150)
  })
})
