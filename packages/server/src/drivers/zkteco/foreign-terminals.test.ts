import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { listAlarms } from '@gatehouse/contract/features/alarms.ts'
import { acceptAnnouncement, getDevice, listAnnouncements, sendCommand } from '@gatehouse/contract/features/devices.ts'
import { listKeptLines } from '@gatehouse/contract/features/devices/conversation.ts'
import { listRecords } from '@gatehouse/contract/features/records.ts'
import { until } from '@gatehouse/testkit/until.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Caller, startTestGatehouse, type TestGatehouse } from '../../../test/gatehouse.ts'
import { jpegWith } from '../../../test/jpeg-with.ts'

/*
 * Terminals as the vendor's documents and traces of real ones describe them, byte by byte over a socket: nothing here knows the simulator or the
 * driver.
 */

let house: TestGatehouse
let admin: Caller
let port: number
beforeAll(async () => {
  house = await startTestGatehouse({ environment: { ZKTECO: 'on' } })
  admin = await house.asRole('superAdmin')
  await house.gatehouse.fastify.listen({ port: 0, host: '127.0.0.1' })
  port = (house.gatehouse.fastify.server.address() as AddressInfo).port
})
afterAll(() => house.close())

type Answer = { status: number; head: string; body: string }

/** Sends these bytes on a connection of their own, each when the one before was answered by `100 Continue` or has left. */
async function say(...parts: (string | Buffer)[]): Promise<Answer> {
  const socket = connect(port, '127.0.0.1')
  let text = ''
  let isOver = false
  socket.on('data', (bytes) => (text += bytes.toString('latin1')))
  socket.on('close', () => (isOver = true))
  socket.on('error', () => (isOver = true))
  await once(socket, 'connect')
  for (const [at, part] of parts.entries()) {
    if (at > 0 && /Expect: 100/i.test(String(parts[0])))
      await until(() => text.includes('100 Continue') || isOver, 'it may go on')
    socket.write(part)
  }
  const answer = () => {
    const last = text.replace(/^HTTP\/1\.1 100 Continue\r\n\r\n/, '')
    const [, status = '', head = '', body = ''] = /^HTTP\/1\.\d (\d{3})([\s\S]*?)\r\n\r\n([\s\S]*)$/.exec(last) ?? []
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
    return status === '' || body.length < length ? undefined : { status: Number(status), head, body }
  }
  const found = await until(
    () => answer() ?? (isOver ? { status: 0, head: '', body: text } : undefined),
    'an answer comes',
  )
  socket.destroy()
  return found
}

type Habits = {
  prefix?: string
  suffix?: string
  version?: string
  /** Lines of the head, as this firmware writes them. */
  head?: string[]
  /** Its first call once it is accepted; one that asks for commands is given the first, and leaves it unanswered. */
  first?: string
}

const request = (
  serialNumber: string,
  { prefix = '/iclock/', suffix = '', version = 'HTTP/1.1', head = ['Host: gate'] }: Habits,
) => {
  const start = (method: string, path: string) => {
    const [call = '', query = ''] = path.split('?')
    return `${method} ${prefix}${call}${suffix}?SN=${serialNumber}${query === '' ? '' : `&${query}`} ${version}`
  }
  const lines = (...own: string[]) => [...head, ...own, '', ''].join('\r\n')
  return {
    get: (path: string) => say(`${start('GET', path)}\r\n${lines()}`),
    post: (path: string, body: string | Buffer, ...own: string[]) =>
      say(
        Buffer.concat([
          Buffer.from(`${start('POST', path)}\r\n${lines(`Content-Length: ${Buffer.byteLength(body)}`, ...own)}`),
          Buffer.from(body),
        ]),
      ),
    head: (method: string, path: string, ...own: string[]) => `${start(method, path)}\r\n${lines(...own)}`,
  }
}

/** It shows itself by its greeting, and somebody accepts it. */
async function join(serialNumber: string, greeting: string, { first = 'getrequest', ...habits }: Habits = {}) {
  const http = request(serialNumber, habits)
  await http.get(greeting)
  const waiting = await until(
    async () => (await admin.ask(listAnnouncements)).items.find((one) => one.serialNumber === serialNumber),
    'it waits to be accepted',
  )
  const { id } = await admin.ask(acceptAnnouncement, { params: { id: waiting.id }, body: { name: serialNumber } })
  const isTaken = async () => (await http.get(first)).status === 200
  await until(isTaken, 'it is listened to')
  return {
    id,
    http,
    typeOf: async () => (await admin.ask(getDevice, { params: { id } })).type,
    records: async () => (await admin.ask(listRecords, { query: { deviceId: id, size: 50 } })).items,
    kept: () => admin.ask(listKeptLines, { params: { id } }),
    charset: async () =>
      (
        await house.db
          .selectFrom('zkteco_device')
          .select('charset')
          .where('device_id', '=', id)
          .executeTakeFirstOrThrow()
      ).charset,
  }
}

const attendance = 'cdata?options=all&language=69&pushver=2.4.1&DeviceType=att&PushOptionsFlag=1'
const registration =
  'DeviceType=acc,~DeviceName=inBio460 Pro,FirmVer=AC Ver 5.7.8,PushVersion=Ver 2.0.22,CommType=ethernet,MaxPackageSize=2048000,LockCount=4,ReaderCount=8,AuxInCount=4,AuxOutCount=4,MachineType=6,~IsOnlyRFMachine=1,~MaxUserCount=600,~MaxAttLogCount=10,IPAddress=192.168.1.201,MAC=00:17:61:aa:bb:cc,RegistryCode=1,authKey=k1'

describe('a face terminal of BioTime', () => {
  it('with heads in small letters is greeted, and its rows with the columns of its years are records', async () => {
    const head = [
      'host: gate',
      'user-agent: iClock Proxy/1.09',
      'connection: close',
      'accept: */*',
      'content-type: text/plain',
    ]
    const { http, records, typeOf, kept } = await join('SPEEDFACE1', attendance, { head })
    const greeting = await http.get(attendance)
    expect(greeting.body).toMatch(/^GET OPTION FROM: SPEEDFACE1\n/)
    expect(greeting.head).toMatch(/\r\ndate: \w{3}, \d\d \w{3} \d{4} /i)
    expect(
      (
        await http.post(
          'cdata?table=options',
          '~DeviceName=SpeedFace-V5L[TD],MAC=00:17:61:01:02:03,FWVersion=ZAM180-NF-Ver1.1.17,~MaxUserCount=100',
        )
      ).body,
    ).toBe('OK')
    const rows = [
      '7\t2026-01-05 08:00:01\t255\t15\t0\t0\t0\t0\t36.5\t0\t44719',
      '\t2026-01-05 08:00:02\t255\t15\t0\t0\t0\t0\t0.0\t0\t44720',
      '9\t2026-01-05 08:00:03\t0\t25\t0\t0\t0\t\t\t',
    ]
    expect((await http.post('cdata?table=ATTLOG&Stamp=9999', `${rows.join('\n')}\n`)).body).toBe('OK: 3')
    expect((await records()).map(({ kind }) => kind)).toEqual(['staff', 'stranger', 'staff'])
    const template = randomBytes(900).toString('base64')
    const made = `BIODATA Pin=7\tNo=0\tIndex=0\tValid=1\tDuress=0\tType=9\tMajorVer=58\tMinorVer=12\tFormat=0\tTmp=${template}\n`
    expect((await http.post('cdata?table=BIODATA&Stamp=9999', made)).body).toBe('OK: 1')
    expect((await http.post('cdata?table=OPERLOG&Stamp=9999', made)).body).toBe('OK: 1')
    expect(await kept()).toEqual([])
    expect(await typeOf()).toBe('ZKATT')
  })

  it('waits for “100 Continue” before it sends a body, or sends it in chunks', async () => {
    const { http, records } = await join('SPEEDFACE2', attendance)
    const row = (second: number) => `7\t2026-01-05 08:00:0${second}\t0\t15\n`
    const path = 'cdata?table=ATTLOG&Stamp=9999'
    const first = http.head('POST', path, `Content-Length: ${row(1).length}`, 'Expect: 100-continue')
    expect((await say(first, row(1))).body).toBe('OK: 1')
    const chunked = (body: string) => `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`
    expect((await say(http.head('POST', path, 'Transfer-Encoding: chunked'), chunked(row(2)))).body).toBe('OK: 1')
    expect(await records()).toHaveLength(2)
  })
})

describe('an old clock', () => {
  const greeting = 'cdata?options=all&language=69&pushver=2.2.14'

  it('of HTTP/1.0 with `.aspx` in its addresses, and no host, gets the version that it speaks', async () => {
    const habits = { suffix: '.aspx', version: 'HTTP/1.0', head: ['User-Agent: iClock Proxy/1.09'] }
    const { http, records } = await join('OLDCLOCK1', greeting, habits)
    expect((await http.get(greeting)).body).toMatch(/\nPushProtVer=2\.2\.14\n/)
    expect((await http.post('cdata?table=ATTLOG&Stamp=82983982', '7\t2026-01-05 08:00:01\t0\t1\r\n')).body).toBe(
      'OK: 1',
    )
    expect(await records()).toHaveLength(1)
  })

  it('of HTTP/1.0 that sends its body in chunks is not stored in part', async () => {
    const { http, records } = await join('OLDCLOCK2', greeting, { version: 'HTTP/1.0' })
    const row = '7\t2026-01-05 08:00:01\t0\t1\n'
    const head = http.head('POST', 'cdata?table=ATTLOG&Stamp=1', 'Transfer-Encoding: chunked')
    const { status } = await say(head, `${row.length.toString(16)}\r\n${row}\r\n0\r\n\r\n`)
    expect([200, 400]).toContain(status)
    expect((await records()).length).toBe(status === 200 ? 1 : 0)
  })

  it('that names no host in HTTP/1.1 is answered on the port of the product, where nobody else is', async () => {
    const { http, records } = await join('OLDCLOCK3', greeting, { head: [] })
    expect((await http.post('cdata?table=ATTLOG&Stamp=1', '7\t2026-01-05 08:00:01\t0\t1\n')).body).toBe('OK: 1')
    expect(await records()).toHaveLength(1)
    expect((await say('GET /api/v2/server-info HTTP/1.1\r\n\r\n')).status).toBe(400)
    expect((await say('GET /api/v2/server-info HTTP/1.1\r\nHost: gate\r\n\r\n')).status).not.toBe(400)
  })

  it('with a slash at the end of its server address calls with two', async () => {
    const { http, records } = await join('OLDCLOCK4', greeting, { prefix: '//iclock/' })
    expect((await http.post('cdata?table=ATTLOG', '7\t2026-01-05 08:00:01\t0\t1\n')).body).toBe('OK: 1')
    expect(await records()).toHaveLength(1)
    const twice = request('OLDCLOCK4', { prefix: '/iclock//' })
    expect((await twice.get('ping')).body).toBe('OK')
  })

  it('that is set to use a proxy names the whole address', async () => {
    const { http, records } = await join('OLDCLOCK6', greeting, { prefix: 'http://10.0.0.7:8080/iclock/' })
    expect((await http.post('cdata?table=ATTLOG', '7\t2026-01-05 08:00:01\t0\t1\n')).body).toBe('OK: 1')
    expect(await records()).toHaveLength(1)
  })

  it('that divides by blanks, ends lines with CRLF, and leaves tabs behind them is understood', async () => {
    const { http, records, kept } = await join('OLDCLOCK5', greeting)
    const rows = [
      '  7   2026-01-05  08:00:01   0  1  0',
      '8 \t2026-01-05 08:00:02 \t 1\t15 \t\t\t',
      ' 2026-01-05 08:00:03 255 15',
    ]
    expect((await http.post('cdata?table=ATTLOG', `${rows.join('\r\n')}\r\n`)).body).toBe('OK: 3')
    expect((await records()).map(({ kind }) => kind)).toEqual(['stranger', 'staff', 'staff'])
    await http.post(
      'cdata?table=OPERLOG',
      'OPLOG 4 1 2026-01-05 08:00:04 0 0 0 0\r\nUSER PIN=7 Name=Ann Lee Pri=0 Card= \t\r\n',
    )
    expect(await kept()).toEqual([])
  })

  it.each([
    ['gb18030', Buffer.from('b3c2d2e2cba7', 'hex')],
    ['big5', Buffer.from('b3afa9c9a767', 'hex')],
  ])('that is set to Chinese is understood, and gets names in its own encoding (%s)', async (charset, name) => {
    const found = await join(`CHINESE${charset.toUpperCase()}`, greeting)
    const row = Buffer.concat([Buffer.from('USER PIN=7\tName='), name, Buffer.from('\tPri=0\n')])
    expect((await found.http.post('cdata?table=OPERLOG', row)).body).toBe('OK: 1')
    expect(await found.charset()).toBe(charset)
  })
})

describe('a controller', () => {
  const greeting = 'cdata?options=all&pushver=3.1.2'
  const keepAlive = { head: ['Host: gate', 'Connection: starting', 'Content-Type: application/push;charset=UTF-8'] }

  async function register(serialNumber: string) {
    const found = await join(serialNumber, greeting, keepAlive)
    expect((await found.http.get(greeting)).body).toMatch(/^(?:OK$|registry=ok\n)/)
    const code = /^RegistryCode=(\w{1,32})$/.exec((await found.http.post('registry', registration)).body.trim())?.[1]
    return { ...found, code: code ?? '' }
  }

  it('registers with a key, again without another identity, and sends what it has in tables', async () => {
    const { http, code, records, kept, typeOf } = await register('INBIO1')
    expect(code).not.toBe('')
    expect((await http.post('registry', registration)).body).toContain(code)
    expect((await http.post('registry', registration.replace('authKey=k1', 'authKey=k2'))).status).toBe(406)
    for (const method of [http.get('push'), http.post('push', '')])
      expect((await method).body).toMatch(/^registry=ok\n/)
    const user = 'user uid=1\tcardno=4711\tpin=7\tpassword=\tgroup=0\tstarttime=0\tendtime=0\tname=Ann\tprivilege=0\n'
    expect((await http.post('cdata?table=tabledata&tablename=user&count=1', user)).body).toBe('OK')
    const template = `biodata pin=7\tno=0\tindex=0\tvalid=1\tduress=0\ttype=9\tmajorver=58\tminorver=12\tformat=0\ttmp=${randomBytes(60).toString('base64')}\n`
    expect((await http.post('cdata?table=tabledata&tablename=biodata&count=1', template)).body).toBe('biodata=1')
    // Rows of small firmware lack most of their columns.
    const rows = [
      'time=2026-01-05 08:00:01\tpin=7\tevent=0',
      'time=2026-01-05 08:00:02\tcardno=815\tevent=27\teventaddr=2',
    ]
    expect((await http.post('cdata?table=rtlog', `${rows.join('\r\n')}\r\n`)).body).toBe('OK')
    expect((await records()).map(({ kind }) => kind)).toEqual(['stranger', 'staff'])
    expect(await kept()).toEqual([])
    expect(await typeOf()).toBe('ZKACC')
  })

  it('that tells no event, or one that nobody knows, says neither that somebody passed nor that somebody did not', async () => {
    const { http, records, kept } = await register('INBIO7')
    const rows = [
      'time=2026-01-05 08:00:01\tpin=7\tcardno=815\teventaddr=1\tinoutstatus=0\tverifytype=15\tindex=1',
      'time=2026-01-05 08:00:02\tpin=7\tcardno=815\teventaddr=1\tevent=\tinoutstatus=0\tverifytype=15\tindex=2',
      'time=2026-01-05 08:00:03\tpin=7\teventaddr=1\tevent=ok\tinoutstatus=0\tverifytype=15\tindex=3',
      'time=2026-01-05 08:00:04\tpin=7\teventaddr=1\tevent=77\tinoutstatus=0\tverifytype=15\tindex=4',
      'time=2026-01-05 08:00:05\tpin=7\teventaddr=1\tevent=4321\tinoutstatus=0\tverifytype=15\tindex=5',
    ]
    const whole = 'time=2026-01-05 08:00:06\tpin=7\teventaddr=1\tevent=0\tinoutstatus=0\tverifytype=15\tindex=6'
    expect((await http.post('cdata?table=rtlog', `${[...rows, whole].join('\r\n')}\r\n`)).body).toBe('OK')
    // Its log tells what happened at the same moments, however late it comes.
    expect(await records()).toHaveLength(1)
    expect((await kept()).map(({ text }) => text).toSorted()).toEqual(rows)
    const logged = 'transaction cardno=815\tpin=7\tverified=15\tdoorid=1\teventtype=23\tinoutstate=0\ttime_second='
    const second = ((26 * 12 + 0) * 31 + 4) * 86_400 + 8 * 3600 + 1
    await http.post('cdata?table=tabledata&tablename=transaction&count=1', `${logged}${second}\tindex=1\r\n`)
    expect((await records()).map(({ abnormal }) => abnormal).toSorted()).toEqual([
      'known-at-device',
      'outside-passage-time',
    ])
  })

  it('shows the token that it makes of what it was given; with another one a copy of it is refused, and an alarm says so', async () => {
    const { http, code, id } = await register('INBIO3')
    const configuration = (await http.post('push', '')).body
    const sessionId = /^SessionID=(\w+)$/m.exec(configuration)?.[1] ?? ''
    const token = createHash('md5').update(`${code}INBIO3${sessionId}`).digest('hex')
    const poll = (...head: string[]) => http.post('ping', '', ...head)
    const other = createHash('md5').update('other').digest('hex')
    // By itself another token is one that firmware makes in its own way.
    expect((await poll(`Cookie: token=${other}`)).status).toBe(200)
    expect((await poll(`Cookie: token=${token.toUpperCase()},timestamp=20260105080001`)).status).toBe(200)
    // It shows it with each call of a kind, or with none.
    expect((await poll()).status).toBe(401)
    expect((await http.get('getrequest')).status).toBe(200)
    expect((await poll(`Cookie: token=${other}`)).status).toBe(401)
    const alarms = await admin.ask(listAlarms, { query: { deviceId: id, size: 20 } })
    expect(alarms.items.map(({ type }) => type)).toEqual(['cloned'])
    // As it registers it may still have the one of before.
    expect((await http.post('registry', registration, `Cookie: token=${other}`)).status).toBe(200)
  })

  it('is pinned to a token of its own only once it has shown its key', async () => {
    const { http } = await register('INBIO4')
    const poll = (token: string) => http.post('ping', '', `Cookie: token=${token}`)
    const [one, other] = ['1', '2'].map((text) => createHash('md5').update(text).digest('hex'))
    expect((await poll(one ?? '')).status).toBe(200)
    expect((await poll(other ?? '')).status).toBe(401)
    // Without the key a registration forgets nothing.
    await http.post('registry', registration.replace(',authKey=k1', ''))
    expect((await poll(other ?? '')).status).toBe(401)
    await http.post('registry', registration)
    expect((await poll(other ?? '')).status).toBe(200)
    const { http: keyless } = await join('INBIO5', greeting, keepAlive)
    await keyless.get(greeting)
    for (const token of [one, other])
      expect((await keyless.post('ping', '', `Cookie: token=${token}`)).status).toBe(200)
  })

  it('may name what every object has, or count more than a column holds', async () => {
    const { http, typeOf } = await register('INBIO6')
    for (const word of ['constructor', '__proto__', 'tostring']) expect((await http.get(word)).status).toBe(404)
    expect((await http.post('cdata?table=constructor', 'a=1')).status).toBe(200)
    expect(await typeOf()).toBe('ZKACC')
    const count = '999999999999999'
    const path = `querydata?type=tabledata&cmdid=${count}&tablename=user&count=${count}&packcnt=${count}&packidx=${count}`
    expect((await http.post(path, `user pin=${count}\tname=Ann`)).status).toBe(200)
    expect((await http.post('devicecmd', `ID=${count}&Return=-${count}&CMD=DATA\n`)).status).toBe(200)
    const row = `time=2026-01-05 08:00:01\tpin=${count}\tevent=0\teventaddr=${count}\tindex=${count}`
    expect((await http.post('cdata?table=rtlog', row)).status).toBe(200)
  })

  it('answers a question by what it was asked for alone, with the number of the question', async () => {
    const { http, id } = await register('BIOFACE1')
    /** Carries out everything until a command with these words comes. */
    const numberOf = (words: RegExp) =>
      until(async () => {
        const { body } = await http.get('getrequest')
        const [, number] = /^C:(\d+):/.exec(body) ?? []
        if (number === undefined || words.test(body)) return number
        await http.post('devicecmd', `ID=${number}&Return=0&CMD=DATA UPDATE\n`)
        return undefined
      }, String(words))
    await admin.ask(sendCommand, { params: { id }, body: { kind: 'sync-now' } })
    const people = await numberOf(/DATA QUERY tablename=user/)
    const row =
      'user uid=1\tcardno=\tpin=7\tpassword=\tgroup=1\tstarttime=0\tendtime=0\tname=Ann\tprivilege=14\tdisable=0\tverify=0\r\n'
    const path = `querydata?type=tabledata&cmdid=${people}&tablename=user&count=1&packcnt=1&packidx=1`
    expect((await http.post(path, row)).body).toBe('user=1')
    expect(await numberOf(/DATA QUERY tablename=transaction/)).not.toBe('')
  })

  it('sends a packet without its number: it may be the first of several, and what it counts is not all', async () => {
    const { http, id } = await register('BIOFACE2')
    await admin.ask(sendCommand, { params: { id }, body: { kind: 'sync-now' } })
    const people = await until(async () => {
      const { body } = await http.get('getrequest')
      const [, number] = /^C:(\d+):/.exec(body) ?? []
      if (number === undefined || /DATA QUERY tablename=user/.test(body)) return number
      await http.post('devicecmd', `ID=${number}&Return=0&CMD=DATA UPDATE\n`)
      return undefined
    }, 'it is asked who is on it')
    await http.post(
      `querydata?type=tabledata&cmdid=${people}&tablename=user&count=1`,
      'user uid=1\tpin=7\tname=Ann\r\n',
    )
    const asked = await house.db
      .selectFrom('zkteco_command')
      .select(['state', 'code'])
      .where('device_id', '=', id)
      .where('number', '=', Number(people))
      .executeTakeFirst()
    expect(asked).toEqual({ state: 'done', code: null })
  })

  it('that sends its passages as attendance before it registers is a controller once it has, and stays one', async () => {
    const found = await join('F22', greeting)
    const row = (second: number) => `7\t2026-01-05 08:00:0${second}\t0\t15\n`
    expect(await found.typeOf()).toBe('ZKACC')
    await found.http.post('cdata?table=ATTLOG', row(1))
    expect(await found.typeOf(), 'as far as it is known').toBe('ZKATT')
    await found.http.post('registry', registration)
    expect(await found.typeOf()).toBe('ZKACC')
    await found.http.post('cdata?table=ATTLOG', row(2))
    expect(await found.typeOf()).toBe('ZKACC')
    expect(await found.records()).toHaveLength(2)
  })

  it('tells events that the product has no word for, and each line says what it means', async () => {
    const { http, kept, records } = await register('INBIO2')
    const events = [36, 37, 64, 65, 209, 211, 233, 234, 999]
    const rows = events.map(
      (event, second) =>
        `time=2026-01-05 08:00:0${second}\tpin=0\tcardno=0\teventaddr=1\tevent=${event}\tinoutstatus=2\tverifytype=200\tindex=${second}`,
    )
    expect((await http.post('cdata?table=rtlog', rows.join('\r\n'))).body).toBe('OK')
    expect(await records()).toEqual([])
    const told = new Map((await kept()).map(({ text, meaning }) => [Number(/event=(\d+)/.exec(text)?.[1]), meaning]))
    expect(events.map((event) => told.get(event))).toEqual([
      'exit-button-outside-hours',
      'held-open-by-hours',
      'exit-button-outside-hours',
      'input-outside-hours',
      'exit-button-while-locked',
      'closed-by-super-user',
      'locked-remotely',
      'unlocked-remotely',
      null,
    ])
  })
})

describe('an access terminal in Chinese whose server address was typed with “/iclock”', () => {
  const greeting = 'cdata?options=all&pushver=3.1.2&DeviceType=acc&PushOptionsFlag=1&language=83&pushflag=ABCDEF'

  it('is understood at the address that it calls, and its names stay in UTF-8', async () => {
    const { http, records, kept, charset, typeOf } = await join('SENSE1', greeting, { prefix: '/iclock/iclock/' })
    expect((await http.get(greeting)).body).toMatch(/^(?:OK$|registry=ok\n)/)
    expect(await charset()).toBe('utf-8')
    const facts = [
      'options=all',
      'pushver=3.1.2',
      'DeviceType=acc',
      '~DeviceName=SenseFace 3A',
      'MAC=00:17:61:0a:0b:0c',
    ]
    expect((await http.post('registry', facts.join('\r\n'))).body).toMatch(/^RegistryCode=\w+/)
    expect((await http.post('push', '')).body).toMatch(/^registry=ok\n/)
    const person =
      'user uid=1\tcardno=\tpin=1\tpassword=\tgroup=1\tstarttime=0\tendtime=0\tname=陳小明\tprivilege=14\tdisable=0\tverify=0'
    expect((await http.post('cdata?table=tabledata&tablename=user&count=1', `${person}\r\n`)).body).toMatch(
      /^(?:OK|user=1)$/,
    )
    const state = 'time=2026-01-05 08:00:00\tsensor=01\trelay=00\talarm=0000000000000000\tdoor=01'
    expect((await http.post('cdata?table=rtstate', `${state}\r\n`)).body).toBe('OK')
    const passage =
      'time=2026-01-05 08:00:01\tpin=2\tcardno=0\teventaddr=1\tevent=3\tinoutstatus=0\tverifytype=15\tindex=140\tsitecode=0\tlinkid=0\tmaskflag=0\ttemperature=0\tconvtemperature=0'
    expect((await http.post('cdata?table=rtlog', `${passage}\r\n`)).body).toBe('OK')
    expect((await records()).map(({ kind }) => kind)).toEqual(['staff'])
    expect([await charset(), await typeOf(), await kept()]).toEqual(['utf-8', 'ZKACC', []])
  })

  it('asks for commands and answers them at “service/control”', async () => {
    const { http } = await join('SENSE2', greeting, { first: 'ping' })
    await http.post('registry', registration)
    const asked = await until(async () => {
      const [, number] = /^C:(\d+):/.exec((await http.get('service/control')).body) ?? []
      return number
    }, 'a command comes')
    expect((await http.post('service/control', `ID=${asked}&Return=0&CMD=DATA UPDATE\n`)).body).toBe('OK')
    const row = await house.db
      .selectFrom('zkteco_command')
      .select('state')
      .where('number', '=', Number(asked))
      .executeTakeFirstOrThrow()
    expect(row.state).toBe('done')
  })
})

it('a line about data that were copied from a card says so', async () => {
  const { http, kept } = await join('CARDS1', attendance)
  await http.post('cdata?table=OPERLOG', 'OPLOG 20\t1\t2026-01-05 08:00:01\t7\t0\t0\t0\n')
  expect((await kept()).map(({ meaning }) => meaning)).toEqual(['copied-from-card'])
})

it('a photograph joins its record, whatever its size says and however its head is written', async () => {
  const { http, records } = await join('PHOTO1', attendance)
  await http.post('cdata?table=ATTLOG', '7\t2026-01-05 08:00:01\t0\t15\n')
  const body = Buffer.concat([
    Buffer.from('PIN=20260105080001-7.jpg\r\nSN=PHOTO1\r\nsize=1\r\nCMD=uploadphoto\0'),
    jpegWith(randomBytes(400)),
  ])
  expect((await http.post('fdata?table=ATTPHOTO', body, 'Content-Type: application/octet-stream')).body).toBe('OK')
  expect((await records()).map(({ hasCapture }) => hasCapture)).toEqual([true])
})

describe('firmware that writes in its own way', () => {
  it.each([
    ['carriage returns alone', '1\t2026-01-05 08:00:01\t0\t15\r2\t2026-01-05 08:00:02\t0\t15\r', 2],
    ['commas', '1,2026-01-05 08:00:01,0,15\n', 1],
    ['semicolons', '1;2026-01-05 08:00:01;0;15\n', 1],
    ['the name of the table before its row', 'ATTLOG 1\t2026-01-05 08:00:01\t0\t15\n', 1],
    ['parts of a second', '1\t2026-01-05 08:00:01.250\t0\t15\n', 1],
    ['a byte order mark, and NULs at the end', '\ufeff1\t2026-01-05 08:00:01\t0\t15\n\0\0\0', 1],
  ])('and tells attendance with %s loses no record', async (_, body, count) => {
    const serialNumber = `OWNWAY${randomBytes(4).toString('hex')}`
    const { http, records, kept } = await join(serialNumber, attendance)
    expect((await http.post('cdata?table=ATTLOG', body)).body).toBe(`OK: ${count}`)
    expect((await records()).map(({ kind }) => kind)).toEqual(Array.from({ length: count }, () => 'staff'))
    expect(await kept()).toEqual([])
  })

  it.each([
    ['“&” between the fields', 'rtlog', 'time=2026-01-05 08:00:01&pin=7&event=0&eventaddr=1&index=1\n'],
    ['capitals', 'RTLOG', 'TIME=2026-01-05 08:00:01\tPIN=7\tEVENT=0\tEVENTADDR=1\tINDEX=1\n'],
    ['the name of the table', 'rtlog', 'rtlog time=2026-01-05 08:00:01\tpin=7\tevent=0\teventaddr=1\tindex=1\n'],
    ['a table of that name', 'tabledata&tablename=rtlog&count=1', 'rtlog time=2026-01-05 08:00:01\tpin=7\tevent=0\n'],
    [
      'a table that its address does not name',
      'tabledata',
      'transaction cardno=0\tpin=7\tverified=15\tdoorid=1\teventtype=0\ttime_second=836035201\tindex=1\n',
    ],
  ])('and tells a passage with %s loses none', async (_, table, body) => {
    const serialNumber = `OWNDOOR${randomBytes(4).toString('hex')}`
    const { http, records, kept } = await join(serialNumber, 'cdata?options=all&pushver=3.1.2')
    await http.post('registry', registration)
    expect((await http.post(`cdata?table=${table}`, body)).status).toBe(200)
    expect((await records()).map(({ kind }) => kind)).toEqual(['staff'])
    expect(await kept()).toEqual([])
  })

  it('tells how its doors stand in a table of that name', async () => {
    const { id, http, kept } = await join('OWNSTATE', 'cdata?options=all&pushver=3.1.2')
    await http.post('registry', registration)
    const state = 'rtstate time=2026-01-05 08:00:01\tsensor=01\trelay=00\talarm=0200000000000000\n'
    await http.post('cdata?table=tabledata&tablename=rtstate&count=1', state)
    const { items } = await admin.ask(listAlarms, { query: { deviceId: id, size: 20 } })
    expect(items.map(({ type }) => type)).toEqual(['tamper'])
    expect(await kept()).toEqual([])
  })

  it('greets by POST, with blanks behind its serial number, and gets its configuration', async () => {
    const { http, records } = await join('OWNPOST', attendance)
    expect((await http.post(attendance, '')).body).toMatch(/^GET OPTION FROM: OWNPOST\n/)
    const blank = request('OWNPOST%20', {})
    expect((await blank.get('ping')).body).toBe('OK')
    // A greeting is answered from anywhere: nothing that comes with it is stored.
    const row = '7\t2026-01-05 08:00:01\t0\t15\n'
    await http.post(attendance, row)
    expect(await records()).toEqual([])
  })

  it.each([
    ['NULs at its end', registration.replace('MAC=00:17:61:aa:bb:cc,RegistryCode=1,', '') + '\0\0'],
    ['“&” between its facts', registration.replaceAll(',', '&')],
    ['each fact on a line', registration.replaceAll(',', '\r\n')],
  ])('registers with %s, and its key is the same', async (_, facts) => {
    const serialNumber = `OWNFACTS${randomBytes(4).toString('hex')}`
    const { id, http } = await join(serialNumber, 'cdata?options=all&pushver=3.1.2')
    expect((await http.post('registry', facts)).body).toMatch(/^RegistryCode=\w+/)
    expect((await admin.ask(getDevice, { params: { id } })).model).toBe('inBio460 Pro')
    expect((await http.post('registry', registration.replace('authKey=k1', 'authKey=k2'))).status).toBe(406)
    expect((await http.post('registry', registration)).body).toMatch(/^RegistryCode=\w+/)
  })

  /** The numbers of commands that it was sent, as many as there should be. */
  const sentTo = (deviceId: string, count: number) =>
    until(async () => {
      const rows = await house.db
        .selectFrom('zkteco_command')
        .select('number')
        .where('device_id', '=', deviceId)
        .orderBy('number')
        .limit(count)
        .execute()
      const numbers = rows.map(({ number }) => number)
      if (numbers.length < count) return undefined
      await house.db
        .updateTable('zkteco_command')
        .set({ state: 'sent' })
        .where('device_id', '=', deviceId)
        .where('number', 'in', numbers)
        .execute()
      return numbers.map(String)
    }, 'commands wait for it')

  it.each([
    ['one line', (ids: string[]) => ids.map((id) => `ID=${id}&Return=0&CMD=DATA`).join('&')],
    [
      'lines with CRLF and small letters',
      (ids: string[]) => ids.map((id) => `id=${id}&return=0&cmd=data\r\n`).join(''),
    ],
    ['fields that tabs divide', (ids: string[]) => ids.map((id) => `ID=${id}\tReturn=0\tCMD=DATA\n`).join('')],
  ])('answers several commands in one body, in %s', async (_, write) => {
    const serialNumber = `OWNACKS${randomBytes(4).toString('hex')}`
    const { id, http } = await join(serialNumber, attendance)
    const told = await sentTo(id, 2)
    expect((await http.post('devicecmd', write(told))).body).toBe('OK')
    const rows = await house.db
      .selectFrom('zkteco_command')
      .select('state')
      .where('device_id', '=', id)
      .where('number', 'in', told.map(Number))
      .execute()
    expect(rows.map(({ state }) => state)).toEqual(told.map(() => 'done'))
  })

  it('answers a command in the address alone', async () => {
    const { id, http } = await join('OWNACK', attendance)
    const [asked] = await sentTo(id, 1)
    expect((await http.get(`devicecmd?ID=${asked}&Return=0&CMD=DATA`)).body).toBe('OK')
    const row = await house.db
      .selectFrom('zkteco_command')
      .select('state')
      .where('device_id', '=', id)
      .where('number', '=', Number(asked))
      .executeTakeFirstOrThrow()
    expect(row.state).toBe('done')
  })
})
