import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { updateDevice } from '@gatehouse/contract/features/devices.ts'
import { getConversation } from '@gatehouse/contract/features/devices/conversation.ts'
import { beginLockdown, releaseLockdown } from '@gatehouse/contract/features/lockdown.ts'
import { createStaff } from '@gatehouse/contract/features/staff.ts'
import {
  controlRollout,
  createPackage,
  finishPackage,
  getPackage,
  listPackageDevices,
  listPackageMakes,
  type PackageInput,
  previewPackage,
  retryUpgrades,
  unpublishPackage,
  updatePackage,
} from '@gatehouse/contract/features/upgrades.ts'
import type { ZkTerminal } from '@gatehouse/terminal/node/zkteco/zk-terminal.ts'
import { createTrustedKey, type TrustedKey } from '@gatehouse/testkit/create-trusted-key.ts'
import { until } from '@gatehouse/testkit/until.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { pairTestDevice } from '../../../../test/device-caller.ts'
import { executeAlone } from '../../../../test/execute-alone.ts'
import { describePackage, publish, sendParts, uploadPackage } from '../../../../test/packages.ts'
import { startZkHouse, type ZkHouse, type ZkOptions } from '../../../../test/zk-house.ts'
import { createSystemCtx } from '../../../ctx.ts'
import { advisoryLocks, takeLock } from '../../../db/advisory-locks.ts'
import { createPackageSender } from '../../../features/upgrades/link/send-package-routes.ts'
import { advanceRollouts } from '../../../features/upgrades/link/roll-out.ts'

let zk: ZkHouse
let key: TrustedKey
beforeAll(async () => {
  zk = await startZkHouse({ environment: { PACKAGE_DEVICE_MBIT: '10000', PACKAGE_MBIT: '10000' } })
  key = await createTrustedKey(zk.house.dataFolder)
})
afterAll(() => zk.close())
beforeEach(async () => {
  await executeAlone(zk.house.db, sql`truncate upgrade_package cascade`)
  await sql`delete from device`.execute(zk.house.db)
  // Some of these tests last for hours by their clock.
  await zk.signIn()
})

const newer = { att: 'ZAM180-NF-Ver1.1.18', acc: 'AC Ver 19.1.0' } as const
/** A file as the simulated terminal knows it: its first line is the version. */
const fileOf = (version: string, size = 2_500_000) =>
  Buffer.concat([Buffer.from(`firmware ${version}\n`), randomBytes(size)])
const file = { att: fileOf(newer.att), acc: fileOf(newer.acc) } as const
const model = 'SpeedFace-Sim'

const upload = (more: Partial<PackageInput> = {}, bytes: Buffer = file.att) =>
  uploadPackage(zk.admin, key, bytes, { make: 'zkteco', model, version: newer.att, fileName: 'emfw.cfg', ...more })
const devicesOf = async (id: string) => (await zk.admin.ask(listPackageDevices, { params: { id } })).items
const stateOf = async (id: string) => {
  const [one] = await devicesOf(id)
  return [one?.state, one?.reason].filter(Boolean).join(' ')
}
const rollOutOf = async (id: string) => (await zk.admin.ask(getPackage, { params: { id } })).rollOut?.state
const tend = () => advanceRollouts(createSystemCtx(zk.house.gatehouse.services))
const upgradesOf = (terminal: ZkTerminal) => terminal.state.acts.filter((act) => act === 'UPGRADE').length
const isTold = (terminal: ZkTerminal) => zk.settle(terminal, () => upgradesOf(terminal) > 0, 'it was told to upgrade')

/** A terminal, and a package that is published for it. */
async function published(dialect: 'att' | 'acc', options: ZkOptions = {}, more: Partial<PackageInput> = {}) {
  const { terminal, device, serialNumber } = await zk.accepted(dialect, 'FW', options)
  await zk.settle(terminal, () => true)
  const { id } = await upload({ version: newer[dialect], ...more }, file[dialect])
  await publish(zk.admin, id)
  return { terminal, id, deviceId: device.id, serialNumber }
}

/** One poll of a terminal whose answers a test writes: all other commands are answered as done. Gives the command to upgrade. */
async function pollOnce(serialNumber: string): Promise<string | undefined> {
  const { body } = await zk.call('GET', `/iclock/getrequest?SN=${serialNumber}`)
  const lines = body.split('\n').filter((line) => line.startsWith('C:'))
  for (const line of lines.filter((line) => !line.includes(':UPGRADE ')))
    await answer(serialNumber, /^C:(\d+)/.exec(line)?.[1] ?? '', 0, '')
  return lines.find((line) => line.includes(':UPGRADE '))
}

/** Polls until it is told to upgrade; gives the command. */
async function toldCommand(serialNumber: string): Promise<{ number: string; url: string; line: string }> {
  let line: string | undefined
  await until(async () => (line = await pollOnce(serialNumber)) !== undefined, 'it is told to upgrade')
  const told = line ?? ''
  return { line: told, number: /^C:(\d+)/.exec(told)?.[1] ?? '', url: /url=([^,\n]+)/.exec(told)?.[1] ?? '' }
}
const answer = (serialNumber: string, number: string, code: number, word = 'UPGRADE') =>
  zk.call('POST', `/iclock/devicecmd?SN=${serialNumber}`, `ID=${number}&Return=${code}&CMD=${word}\n`)
const fetchFile = (serialNumber: string, url: string, range?: string, remoteAddress = '10.1.0.1') =>
  zk.house.gatehouse.fastify.inject({
    method: 'GET',
    url: `/iclock/file?SN=${serialNumber}&url=${url}`,
    remoteAddress,
    headers: range === undefined ? {} : { range },
  })
/** It greets with this version, as it does after a restart. */
const greets = async (serialNumber: string, version: string) => {
  await zk.call('GET', `/iclock/cdata?SN=${serialNumber}&options=all&DeviceType=att&pushcommkey=c0ffee${serialNumber}`)
  await zk.call('POST', `/iclock/cdata?SN=${serialNumber}&table=options`, `~DeviceName=${model},FWVersion=${version}`)
}

describe.each([
  ['att', false],
  ['acc', false],
  ['att', true],
] as const)('firmware of a terminal of the dialect %s, fetched whole: %s', (dialect, fetchesWhole) => {
  it('[UPG-04] is told once, fetched, and done when the terminal greets with the new version; people go on after it', async () => {
    const { terminal, id } = await published(dialect, { fetchesWhole })
    await isTold(terminal)
    await until(async () => (await stateOf(id)) === 'installing', 'it says that it was installed')
    await zk.admin.ask(createStaff, { body: { name: 'Ann After' } })
    expect(await terminal.handshake()).toBe(true)
    expect(await stateOf(id)).toBe('done')
    expect(await rollOutOf(id)).toBe('done')
    expect((await devicesOf(id))[0]).toMatchObject({ version: newer[dialect], percent: 100, attempt: 1 })
    await zk.settle(terminal, () => [...terminal.state.people.values()].some(({ name }) => name === 'Ann After'))
    expect(upgradesOf(terminal)).toBe(1)
  })
})

it('[UPG-01] the preview says for every device why it does not get the package', async () => {
  await pairTestDevice(zk.house, await zk.house.asRole('deviceAdmin'), 'Our own')
  await zk.accepted('att', 'SAME')
  await zk.accepted('att', 'OTHER', { model: 'MB10-VL' })
  const { device } = await zk.accepted('att', 'MUTE')
  await sql`update device set firmware_version = '' where id = ${device.id}`.execute(zk.house.db)
  const late = await zk.accepted('acc', 'LATE')
  await sql`update device set firmware_version = 'ZAM180-NF-Ver1.1.19' where id = ${late.device.id}`.execute(
    zk.house.db,
  )
  const { id } = await upload()
  const all = async (match: 'matching' | 'others') =>
    (await zk.admin.ask(previewPackage, { params: { id }, query: { match } })).items.map(
      ({ name, mismatch }) => `${name.replace(/\d+$/, '')} ${mismatch}`,
    )
  expect(await all('matching')).toEqual(['SAME null'])
  expect((await all('others')).toSorted()).toEqual([
    'LATE newer-version',
    'MUTE version-unknown',
    'OTHER other-model',
    'Our own other-make',
  ])
})

it.each<[string, Partial<PackageInput>]>([
  ['an application', { kind: 'application', packageName: 'a.b', versionCode: 1 }],
  ['a split package', { form: 'split', baseVersion: '1' }],
  ['one that somebody confirms at the device', { strategy: 'normal' }],
  ['one for certain hardware', { hardwareVersions: 'V2' }],
  ['one that nobody there may put off', { isForced: true }],
])('[UPG-01] %s is refused for a make whose terminals take none', async (_, more) => {
  // An application has no signature of this make: none is read.
  const signature = key.signatureOf({ ...describePackage(key, file.att), make: 'gatehouse' }, file.att)
  const body = { ...describePackage(key, file.att, { signature }), make: 'zkteco' as const, model, ...more }
  expect((await zk.admin.call(createPackage, { body })).message).toBe('package.not-for-make')
})

it('[UPG-03] a package for such terminals cannot be changed to what they do not know', async () => {
  const { id } = await upload()
  for (const body of [{ strategy: 'normal' as const }, { hardwareVersions: 'V2' }, { isForced: true }])
    expect((await zk.admin.call(updatePackage, { params: { id }, body })).message).toBe('package.not-for-make')
  const { items } = await zk.admin.ask(listPackageMakes)
  expect(items).toMatchObject([
    { make: 'gatehouse', isOn: true, checksSignature: true },
    { make: 'zkteco', isOn: true, checksSignature: false, strategies: ['silent', 'timed'] },
  ])
})

it.each([
  ['gatehouse', 'zkteco'],
  ['zkteco', 'gatehouse'],
] as const)('[UPG-01] a signature for terminals of %s is none for those of %s', async (signed, make) => {
  const facts = { ...describePackage(key, file.att), model, version: newer.att }
  const signature = key.signatureOf({ ...facts, make: signed }, file.att)
  const { id } = await zk.admin.ask(createPackage, { body: { ...facts, make, signature } })
  await sendParts(zk.admin, id, file.att)
  expect((await zk.admin.call(finishPackage, { params: { id } })).message).toBe('package.signature-wrong')
})

describe('[UPG-04] firmware that does not come to run', () => {
  it.each([
    ['its sum is another', { spoilsFile: true }, 'failed install-failed', false],
    ['the file breaks off between two parts', { cutsFile: true }, 'failed not-fetched', false],
    ['the whole file breaks off', { cutsFile: true }, 'failed not-fetched', true],
    ['the terminal goes on with the old version', { keepsVersion: true }, 'failed former-version', false],
  ] as const)('%s: it has failed, and the roll-out stops', async (_, faults, outcome, fetchesWhole) => {
    const { terminal, id } = await published('att', { faults, fetchesWhole })
    await isTold(terminal)
    await terminal.handshake()
    await until(async () => (await stateOf(id)) === outcome, outcome)
    expect(await rollOutOf(id)).toBe('stopped')
    // Nor is it told again by itself.
    for (let n = 0; n < 5; n++) await terminal.poll()
    expect(upgradesOf(terminal)).toBe(1)
  })

  it.each([
    [-618, 'not-fetched'],
    [-1008, 'not-fetched'],
    [-725, 'timed-out'],
    [-720, 'install-failed'],
    [-721, 'install-failed'],
    [-9, 'hash-wrong'],
    [-708, 'not-supported'],
    [-1002, 'not-supported'],
    [-1001, 'disk-full'],
    [-1005, 'install-failed'],
  ])('the answer %i means %s', async (code, reason) => {
    const { id, serialNumber } = await published('att')
    const { number } = await toldCommand(serialNumber)
    await answer(serialNumber, number, code)
    expect(await stateOf(id)).toBe(`failed ${reason}`)
  })

  it('a terminal that is not back in time has failed, and has not when it shows the version later', async () => {
    const { id, serialNumber } = await published('att')
    const { number } = await toldCommand(serialNumber)
    await answer(serialNumber, number, 0)
    zk.house.clock.advance({ minutes: 29 })
    await tend()
    expect(await stateOf(id)).toBe('installing')
    zk.house.clock.advance({ minutes: 2 })
    await tend()
    expect(await stateOf(id)).toBe('failed not-returned')
    expect(await rollOutOf(id)).toBe('stopped')
    // People go on meanwhile, and what is long over is cleared away with them.
    zk.house.clock.advance({ hours: 2 })
    await zk.signIn()
    await zk.admin.ask(createStaff, { body: { name: 'Ben Meanwhile' } })
    for (let n = 0; n < 8; n++) {
      zk.house.clock.advance({ seconds: 31 })
      await pollOnce(serialNumber)
    }
    await greets(serialNumber, newer.att)
    expect(await stateOf(id)).toBe('done')
  })

  it('a terminal that never answers has failed, not known how, and is not told again until somebody says so', async () => {
    const { id, serialNumber } = await published('att')
    const { number } = await toldCommand(serialNumber)
    const polls = async () => {
      const told: (string | undefined)[] = []
      for (let n = 0; n < 10; n++) told.push(await pollOnce(serialNumber))
      return told.filter((line) => line !== undefined)
    }
    // It restarted for some other reason.
    await greets(serialNumber, 'ZAM180-NF-Ver1.1.17')
    expect(await stateOf(id)).toBe('downloading')
    expect(await polls()).toEqual([])
    zk.house.clock.advance({ hours: 2, minutes: 1 })
    await zk.signIn()
    await tend()
    expect(await stateOf(id)).toBe('failed no-answer')
    expect(await polls()).toEqual([])
    // Its late answer changes nothing.
    await answer(serialNumber, number, 0)
    expect(await stateOf(id)).toBe('failed no-answer')
    await zk.admin.ask(controlRollout, { params: { id }, body: { deed: 'resume' } })
    await zk.admin.ask(retryUpgrades, { params: { id }, body: {} })
    expect((await toldCommand(serialNumber)).number).not.toBe(number)
  })
})

it('[UPG-04] a server that died before the product knew that the command was sent does not send it again', async () => {
  const { terminal, id } = await published('att', { faults: { keepsVersion: true } })
  await isTold(terminal)
  await sql`update upgrade_device set state = 'offered', answer_by = null where package_id = ${id}`.execute(zk.house.db)
  await sql`update zkteco_command set state = 'sent' where what = 'upgrade'`.execute(zk.house.db)
  await until(async () => {
    zk.house.clock.advance({ seconds: 31 })
    await terminal.poll()
    return (await stateOf(id)) === 'downloading'
  })
  expect(upgradesOf(terminal)).toBe(1)
})

it('[UPG-04] a terminal whose server died may be installing still: no attempt follows by itself', async () => {
  const { serialNumber } = await zk.accepted('att', 'FW')
  const { id } = await upload()
  await publish(zk.admin, id, { retries: 3 })
  await toldCommand(serialNumber)
  await sql`update upgrade_device set state = 'offered', answer_by = null where package_id = ${id}`.execute(zk.house.db)
  await sql`update zkteco_command set state = 'unknown' where what = 'upgrade'`.execute(zk.house.db)
  await until(async () => {
    zk.house.clock.advance({ seconds: 31 })
    await pollOnce(serialNumber)
    return (await stateOf(id)) !== 'offered'
  })
  expect(await stateOf(id)).toBe('failed no-answer')
})

it('[UPG-04] no more terminals fetch at a time than get the file', async () => {
  const first = await published('att')
  const others = await Promise.all(Array.from({ length: 16 }, (_, n) => zk.accepted('att', `FW${n}`)))
  for (const { terminal } of others) await zk.settle(terminal, () => true)
  await tend()
  const serials = [first.serialNumber, ...others.map(({ serialNumber }) => serialNumber)]
  const told = new Map<string, string>()
  const pollAll = async () => {
    zk.house.clock.advance({ seconds: 31 })
    for (const serial of serials) {
      const line = await pollOnce(serial)
      if (line !== undefined) told.set(serial, /^C:(\d+)/.exec(line)?.[1] ?? '')
    }
  }
  await until(async () => {
    await pollAll()
    return told.size >= 16
  }, 'sixteen are told')
  await pollAll()
  expect(told.size).toBe(16)
  const [serial = '', number = ''] = [...told][0] ?? []
  await answer(serial, number, 0)
  await until(async () => {
    await pollAll()
    return told.size === 17
  }, 'the last is told')
})

it('[UPG-04] nor do more when several ask at the same moment: they are counted one after another', async () => {
  const all = await Promise.all(Array.from({ length: 18 }, (_, n) => zk.accepted('att', `FWAT${n}`)))
  for (const { terminal } of all) await zk.settle(terminal, () => true)
  const { id } = await upload()
  await publish(zk.admin, id)
  await tend()
  const told = new Set<string>()
  const ask = async (serialNumber: string) => {
    if ((await pollOnce(serialNumber)) !== undefined) told.add(serialNumber)
  }
  const serials = all.map(({ serialNumber }) => serialNumber)
  await until(async () => {
    zk.house.clock.advance({ seconds: 31 })
    for (const serial of serials.slice(0, 14)) await ask(serial)
    return told.size === 14
  }, 'fourteen are told')
  const waiting = async () => {
    const { rows } = await sql`
      select 1 from pg_locks l join pg_database d on d.oid = l.database and d.datname = current_database()
      where l.locktype = 'advisory' and l.objid = ${advisoryLocks.zktecoFirmware} and not l.granted`.execute(
      zk.house.db,
    )
    return rows.length
  }
  zk.house.clock.advance({ seconds: 31 })
  let isOver = false
  const asking = async (serial: string) => {
    for (let n = 0; n < 12 && !told.has(serial); n++) await ask(serial)
  }
  const { promise: last, waited } = await zk.house.db.transaction().execute(async (db) => {
    await takeLock(db, 'zktecoFirmware')
    const promise = Promise.all(serials.slice(14).map(asking)).then(() => (isOver = true))
    await until(async () => isOver || (await waiting()) === 4, 'each of the others waits for its turn')
    return { promise, waited: await waiting() }
  })
  await last
  expect([waited, told.size]).toEqual([4, 16])
})

it('[UPG-04] nothing is told while an emergency or a lockdown holds at the terminal: it restarts afterwards', async () => {
  const { terminal, serialNumber } = await zk.accepted('att', 'FW')
  await zk.settle(terminal, () => true)
  const body = {
    kind: 'emergency-open',
    level: 'Fire',
    scope: { kind: 'everything' },
    reason: 'Fire in hall 2',
  } as const
  const held = await zk.admin.ask(beginLockdown, { body })
  const { id } = await upload()
  await publish(zk.admin, id)
  for (let n = 0; n < 5; n++) {
    zk.house.clock.advance({ seconds: 31 })
    expect(await pollOnce(serialNumber)).toBeUndefined()
  }
  await zk.admin.ask(releaseLockdown, { params: { id: held.id }, body: { reason: 'Over' } })
  await until(async () => {
    zk.house.clock.advance({ seconds: 31 })
    return (await pollOnce(serialNumber)) !== undefined
  }, 'it is told')
})

it('[UPG-04] the answer was lost, and the terminal greets with the new version: it is done', async () => {
  const { id, serialNumber } = await published('att')
  await toldCommand(serialNumber)
  await greets(serialNumber, newer.att)
  expect(await stateOf(id)).toBe('done')
})

it('[UPG-04] a terminal that got the version by other hands is done, and not told', async () => {
  const { terminal, device, serialNumber } = await zk.accepted('att', 'FW')
  await zk.settle(terminal, () => true)
  const { id } = await upload()
  await publish(zk.admin, id)
  await sql`update device set firmware_version = ${newer.att} where id = ${device.id}`.execute(zk.house.db)
  await until(async () => {
    await zk.call('GET', `/iclock/getrequest?SN=${serialNumber}`)
    return (await stateOf(id)) === 'done'
  })
  expect(upgradesOf(terminal)).toBe(0)
})

it('[UPG-01] a timed package waits for its time by the clock of the device', async () => {
  const zone = 'Asia/Shanghai'
  const at = zk.house.clock.now().add({ hours: 3 }).toZonedDateTimeISO(zone).toPlainDateTime()
  const timedAt = at.toString({ smallestUnit: 'minute' })
  const { terminal, id, deviceId, serialNumber } = await published('att', {}, { strategy: 'timed', timedAt })
  await zk.admin.ask(updateDevice, { params: { id: deviceId }, body: { timeZone: zone } })
  for (let n = 0; n < 5; n++) {
    zk.house.clock.advance({ minutes: 31 })
    await terminal.poll()
  }
  await zk.signIn()
  expect([await stateOf(id), upgradesOf(terminal)]).toEqual(['offered', 0])
  zk.house.clock.advance({ hours: 1 })
  expect((await toldCommand(serialNumber)).line).toContain('UPGRADE')
})

it('[UPG-04] nothing is told while the roll-out rests, and a package that is taken back is told no more', async () => {
  const { terminal, serialNumber } = await zk.accepted('att', 'FW')
  await zk.settle(terminal, () => true)
  const { id } = await upload()
  await publish(zk.admin, id)
  await zk.admin.ask(controlRollout, { params: { id }, body: { deed: 'pause' } })
  for (let n = 0; n < 5; n++) {
    zk.house.clock.advance({ seconds: 31 })
    expect(await pollOnce(serialNumber)).toBeUndefined()
  }
  await zk.admin.ask(controlRollout, { params: { id }, body: { deed: 'resume' } })
  await toldCommand(serialNumber)
  await zk.admin.ask(unpublishPackage, { params: { id } })
  expect(await stateOf(id)).toBe('cancelled')
})

describe('the file of firmware', () => {
  it('[UPG-04] is given to the terminal that was told, whole and in parts, in any spelling of the address', async () => {
    const { serialNumber } = await published('att')
    const { url, line } = await toldCommand(serialNumber)
    const md5 = createHash('md5').update(file.att).digest('hex')
    expect(line).toBe(
      `C:${/\d+/.exec(line)?.[0]}:UPGRADE checksum=${md5},url=${url},size=${file.att.length},supportsubcontracting=1`,
    )
    const whole = await fetchFile(serialNumber, url)
    expect([whole.statusCode, whole.rawPayload.equals(file.att)]).toEqual([200, true])
    const part = await fetchFile(serialNumber, url, 'bytes=1048576-2097151')
    expect([part.statusCode, part.headers['content-range'], part.rawPayload.length]).toEqual([
      206,
      `bytes 1048576-2097151/${file.att.length}`,
      1_048_576,
    ])
    expect(part.rawPayload.equals(file.att.subarray(1_048_576, 2_097_152))).toBe(true)
    const end = await fetchFile(serialNumber, url, 'bytes=2097152-999999999999999')
    expect(end.rawPayload.equals(file.att.subarray(2_097_152))).toBe(true)
    const spelled = await zk.call('GET', `/iclock/file.aspx?SN=${serialNumber}&url=/${url}`)
    expect(spelled.statusCode).toBe(200)
  })

  it.each([
    'bytes=9-3',
    'bytes=99999999-',
    'bytes=0-1,5-9',
    'lines=1-2',
    'bytes=-',
    'bytes=a-b',
    `bytes=0-${'9'.repeat(40)}`,
  ])('has no part %s', async (range) => {
    const { serialNumber } = await published('att')
    const { url } = await toldCommand(serialNumber)
    expect((await fetchFile(serialNumber, url, range)).statusCode).toBe(416)
  })

  it('is given to nobody else, and nothing else is given', async () => {
    const { serialNumber } = await published('att')
    const other = await zk.accepted('att', 'OTHERFW')
    const { url } = await toldCommand(serialNumber)
    expect((await fetchFile('STRANGER1', url)).statusCode).toBe(401)
    expect((await fetchFile(other.serialNumber, url)).statusCode).toBe(404)
    // Another address cannot use the serial number.
    expect((await fetchFile(serialNumber, url, undefined, '10.9.9.9')).statusCode).toBe(401)
    for (const wrong of [
      '',
      '../../etc/passwd',
      '..%2F..%2Fetc%2Fpasswd',
      '/etc/passwd',
      'http://10.0.0.1/emfw.cfg',
      'file:///etc/passwd',
      'emfw.cfg',
      `${url}x`,
      `..%2F${url}`,
      `%2F%2F${url}`,
      url.toUpperCase(),
      'a'.repeat(3_000),
    ])
      expect((await fetchFile(serialNumber, wrong)).statusCode, wrong).toBe(404)
    expect((await zk.call('POST', `/iclock/file?SN=${serialNumber}&url=${url}`, 'x')).statusCode).toBe(404)
  })

  it('ends with the package that is taken back, and with the installation that failed', async () => {
    const { id, serialNumber } = await published('att')
    const { url, number } = await toldCommand(serialNumber)
    expect((await fetchFile(serialNumber, url, 'bytes=0-99')).statusCode).toBe(206)
    await zk.admin.ask(unpublishPackage, { params: { id } })
    expect((await fetchFile(serialNumber, url, 'bytes=100-199')).statusCode).toBe(404)
    await publish(zk.admin, id)
    await answer(serialNumber, number, -720)
    expect((await fetchFile(serialNumber, url)).statusCode).toBe(404)
    const again = await toldCommand(serialNumber)
    expect(again.url).not.toBe(url)
    expect((await fetchFile(serialNumber, again.url)).statusCode).toBe(200)
  })

  it('goes on while the roll-out rests: such a terminal does not ask again later', async () => {
    const { id, serialNumber } = await published('att')
    const { url } = await toldCommand(serialNumber)
    expect((await fetchFile(serialNumber, url, 'bytes=0-99')).statusCode).toBe(206)
    await zk.admin.ask(controlRollout, { params: { id }, body: { deed: 'pause' } })
    expect((await fetchFile(serialNumber, url, 'bytes=100-199')).statusCode).toBe(206)
    await zk.admin.ask(unpublishPackage, { params: { id } })
    expect((await fetchFile(serialNumber, url, 'bytes=200-299')).statusCode).toBe(404)
  })

  it('waits for no place among those that can ask again', async () => {
    const { id, deviceId } = await published('att')
    const { services } = zk.house.gatehouse
    const sender = createPackageSender(services.blobs, { overall: 1e9, each: 1e9, atOnce: 0 })
    const open = (isToldOnce: boolean) =>
      sender.open(createSystemCtx(services), deviceId, id, { range: 'bytes=0-9', isToldOnce })
    await expect(open(false)).rejects.toMatchObject({ code: 'server.busy' })
    const opened = await open(true)
    if (!('stream' in opened)) throw new Error('the file has a beginning')
    expect((await opened.stream.toArray()).map((bytes: Buffer) => bytes.length)).toEqual([10])
  })

  it('is taken from a reader who takes nothing of it, and from one who asks again', async () => {
    const { id, deviceId } = await published('att')
    const { services } = zk.house.gatehouse
    const sender = createPackageSender(services.blobs, { overall: 1e9, each: 1e9, stallMs: 100 })
    const open = async () => {
      const opened = await sender.open(createSystemCtx(services), deviceId, id, {
        range: undefined,
        ifRange: undefined,
      })
      if (!('stream' in opened)) throw new Error('the file has a beginning')
      return opened.stream
    }
    const first = await open()
    const isOver = once(first, 'close')
    const second = await open()
    await isOver
    // The stream fetches its first slices only when somebody wants one.
    second.read(1)
    await once(second, 'close')
    expect([first.destroyed, second.destroyed, second.readableEnded]).toEqual([true, true, false])
  })

  it('is told in steps, and its content stands in no conversation', async () => {
    const { id, deviceId, serialNumber } = await published('att')
    const { url } = await toldCommand(serialNumber)
    await fetchFile(serialNumber, url, 'bytes=0-1048575')
    await fetchFile(serialNumber, url, 'bytes=1048576-2097151')
    expect((await devicesOf(id))[0]).toMatchObject({ state: 'downloading', percent: 41 })
    let told = ''
    await until(async () => {
      told = JSON.stringify(await zk.admin.ask(getConversation, { params: { id: deviceId } }))
      return told.includes('file-part')
    })
    expect(told).toContain('asks-file')
    expect(told).not.toContain(url)
    expect(told).not.toContain('firmware ZAM')
  })
})
