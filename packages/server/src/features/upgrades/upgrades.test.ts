import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getPackageFile, pullUpgrades, reportUpgrade } from '@gatehouse/contract/device/link.ts'
import * as contract from '@gatehouse/contract/features/upgrades.ts'
import type { Route } from '@gatehouse/contract/route.ts'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { executeAlone } from '../../../test/execute-alone.ts'
import { pairTestDevice, type PairedDevice } from '../../../test/device-caller.ts'
import { type Caller, startTestGatehouse, type TestGatehouse } from '../../../test/gatehouse.ts'
import { allAtOnce, describePackage, publish, sendParts, uploadPackage } from '../../../test/packages.ts'
import { createTrustedKey, type TrustedKey } from '@gatehouse/testkit/create-trusted-key.ts'
import { until } from '@gatehouse/testkit/until.ts'
import { createHints } from '../../hints/hints.ts'
import { createSystemCtx, hint, type ServerHint } from '../../ctx.ts'
import { readConfig } from '../../lib/config.ts'
import { advanceRollouts } from './link/roll-out.ts'
import { makePackageKeys, signPackage, trustPackageKey } from './package-commands.ts'
import { selectPackagePage } from './upgrade-reads.ts'

let house: TestGatehouse
let admin: Caller
let key: TrustedKey
beforeAll(async () => {
  house = await startTestGatehouse({ environment: { PACKAGE_DEVICE_MBIT: '10000', PACKAGE_MBIT: '10000' } })
  admin = await house.asRole('deviceAdmin')
  key = await createTrustedKey(house.dataFolder)
})
afterAll(() => house.close())
beforeEach(async () => {
  await executeAlone(house.db, sql`truncate upgrade_package cascade`)
  await sql`delete from device`.execute(house.db)
})

const small = randomBytes(1_500_000)
const refusal = async <T extends Route>(route: T, input: Parameters<typeof admin.call<T>>[1]) =>
  (await admin.call(route, input)).message
const pair = (count: number) =>
  Promise.all(Array.from({ length: count }, (_, index) => pairTestDevice(house, admin, `Door ${index + 1}`)))
const tend = () => advanceRollouts(createSystemCtx(house.gatehouse.services))
const tell = (device: PairedDevice, id: string, body: Partial<z.input<typeof reportUpgrade.body>> = {}) =>
  device.call(reportUpgrade, { params: { id }, body: { attempt: 1, state: 'done', ...body } })
const statesOf = async (id: string) => {
  const { items } = await admin.ask(contract.listPackageDevices, { params: { id } })
  return items.map(({ name, state, isBegun }) => `${name} ${isBegun ? state : 'later'}`)
}
const garbage = async () => (await house.db.selectFrom('blob_garbage').selectAll().execute()).length
const lines = (event: string) =>
  house.db.selectFrom('operation_log').selectAll().where('module', '=', 'upgrade').where('event', '=', event).execute()

describe('uploading', () => {
  it('[UPG-01] [UPG-02] a package is uploaded in parts, repeated and out of order, and is hashed on the way', async () => {
    const bytes = randomBytes(2 * contract.packagePartSize + 5)
    const { id } = await admin.ask(contract.createPackage, { body: describePackage(key, bytes) })
    await sendParts(admin, id, bytes.subarray(0, contract.packagePartSize))
    // The line broke: the existing parts are asked for, and the upload continues after them.
    expect(await admin.ask(contract.listPackageParts, { params: { id } })).toEqual({ numbers: [0] })
    expect(await refusal(contract.finishPackage, { params: { id } })).toBe('package.part-missing')
    await sendParts(admin, id, bytes, 2)
    await sendParts(admin, id, bytes, 1)
    const uploaded = await admin.ask(contract.finishPackage, { params: { id } })
    expect(uploaded).toMatchObject({
      isUploaded: true,
      status: 'unpublished',
      md5: createHash('md5').update(bytes).digest('hex'),
      sha256: createHash('sha256').update(bytes).digest('hex'),
      size: bytes.length,
      fileName: 'firmware.bin',
      title: 'Autumn release',
      strategy: 'silent',
      manufacturer: 'Gatehouse',
      keyId: key.keyId,
    })
    expect(uploaded.downloadAddress).toContain(`/device/v1/packages/${id}/file`)
    const app = await uploadPackage(admin, key, small, {
      kind: 'application',
      model: null,
      packageName: 'org.gatehouse.test',
      version: '4.0',
      versionCode: 4,
      form: 'split',
      baseVersion: '3',
      isForced: true,
    })
    expect(app).toMatchObject({
      packageName: 'org.gatehouse.test',
      versionCode: 4,
      form: 'split',
      baseVersion: '3',
      isForced: true,
    })
    expect((await admin.ask(contract.listPackages, { query: { kind: 'application' } })).items).toHaveLength(1)
    expect((await admin.ask(contract.listPackages, { query: { keyword: 'autumn' } })).total).toBe(1)
  })

  it.each<[string, Parameters<typeof describePackage>[2] & object]>([
    ['package.empty', { size: 0 }],
    ['package.too-large', { size: 600 * 1024 * 1024 + 1 }],
    ['package.model-missing', { model: null }],
    ['package.name-missing', { kind: 'application', packageName: 'a.b' }],
    ['package.base-missing', { form: 'split' }],
    ['package.time-missing', { strategy: 'timed' }],
    ['package.not-signed', { signature: null }],
    ['package.signature-unreadable', { signature: 'not JSON' }],
    [
      'package.key-unknown',
      { signature: JSON.stringify({ keyId: 'f'.repeat(16), sha256: 'a'.repeat(64), signature: 'A'.repeat(88) }) },
    ],
    ['request.invalid', { fileName: '../firmware.bin' }],
    ['request.invalid', { fileName: '..' }],
    ['request.invalid', { fileName: 'C:\\firmware.bin' }],
    ['request.invalid', { strategy: 'timed', timedAt: '2026-13-01T00:00' }],
  ])('[UPG-01] an upload is refused with %s and keeps nothing: %j', async (code, more) => {
    expect(await refusal(contract.createPackage, { body: describePackage(key, small, more) })).toBe(code)
    expect((await admin.ask(contract.listPackages)).total).toBe(0)
  })

  it('[UPG-04] an upload is refused when its file or its facts are not the signed ones', async () => {
    const other = Buffer.from(small)
    other[7] = (other[7] ?? 0) ^ 1
    const { id } = await admin.ask(contract.createPackage, { body: describePackage(key, small) })
    await sendParts(admin, id, other)
    const answer = await admin.call(contract.finishPackage, { params: { id } })
    expect(answer.message).toBe('package.hash-wrong')
    expect(answer.desc).toContain(createHash('sha256').update(other).digest('hex'))
    // The right file repairs the upload, without starting again.
    await sendParts(admin, id, small)
    expect((await admin.ask(contract.finishPackage, { params: { id } })).isUploaded).toBe(true)
    expect(await refusal(contract.finishPackage, { params: { id } })).toBe('package.uploaded')

    const signature = key.signatureOf({ ...describePackage(key, small), version: '2' }, small)
    const lied = await admin.ask(contract.createPackage, {
      body: describePackage(key, small, { version: '9', signature }),
    })
    await sendParts(admin, lied.id, small)
    expect(await refusal(contract.finishPackage, { params: { id: lied.id } })).toBe('package.signature-wrong')
    expect(await refusal(contract.publishPackage, { params: { id: lied.id }, body: allAtOnce })).toBe('package.no-file')
  })

  it('[UPG-01] an uploaded file that was not signed is dropped, and the right one replaces it', async () => {
    const wrong = randomBytes(small.length - 7)
    const signature = key.signatureOf(describePackage(key, small), small)
    const beginWrong = () =>
      admin.ask(contract.createPackage, {
        body: describePackage(key, wrong, { signature, size: wrong.length, fileName: 'bad.bin' }),
      })
    const refuseWrong = async (id: string) => {
      await sendParts(admin, id, wrong)
      expect(await refusal(contract.finishPackage, { params: { id } })).toBe('package.hash-wrong')
      expect(await admin.ask(contract.listPackageParts, { params: { id } })).toEqual({ numbers: [] })
      expect(await garbage(), 'its bytes go').toBeGreaterThan(0)
    }
    // Uploaded again, like the first time.
    await refuseWrong((await beginWrong()).id)
    const { id } = await uploadPackage(admin, key, small, { title: 'Right' })
    expect((await admin.ask(contract.listPackages)).items).toMatchObject([{ id, title: 'Right', isUploaded: true }])

    // Continued from the list.
    await executeAlone(house.db, sql`truncate upgrade_package cascade`)
    const begun = await beginWrong()
    await refuseWrong(begun.id)
    const restart = (size: number) => ({ params: { id: begun.id }, body: { fileName: 'fw.bin', size } })
    expect(await refusal(contract.restartPackage, restart(0))).toBe('package.empty')
    expect(await refusal(contract.restartPackage, restart(600 * 1024 * 1024 + 1))).toBe('package.too-large')
    expect(await admin.ask(contract.restartPackage, restart(small.length))).toMatchObject({ fileName: 'fw.bin' })
    await sendParts(admin, begun.id, small)
    expect(await admin.ask(contract.finishPackage, { params: { id: begun.id } })).toMatchObject({ isUploaded: true })
    expect(await refusal(contract.restartPackage, restart(small.length))).toBe('package.uploaded')
    expect(await refusal(contract.createPackage, { body: describePackage(key, small) })).toBe('package.version-taken')
  })

  it('an upload continues with the parts of the same file that are there, also from a new form', async () => {
    const bytes = randomBytes(contract.packagePartSize + 5)
    const begin = async (title: string) =>
      (await admin.ask(contract.createPackage, { body: describePackage(key, bytes, { title }) })).id
    const id = await begin('First try')
    await sendParts(admin, id, bytes.subarray(0, contract.packagePartSize))
    expect(await begin('Second try')).toBe(id)
    expect(await admin.ask(contract.listPackageParts, { params: { id } })).toEqual({ numbers: [0] })
    await sendParts(admin, id, bytes, 1)
    expect(await admin.ask(contract.finishPackage, { params: { id } })).toMatchObject({ title: 'Second try' })
  })

  it('an upload is checked by its stored bytes, whichever process received them', async () => {
    const bytes = randomBytes(contract.packagePartSize + 5)
    const { id } = await admin.ask(contract.createPackage, { body: describePackage(key, bytes) })
    await sendParts(admin, id, randomBytes(contract.packagePartSize))
    const another = await house.startAnother(admin.token)
    await sendParts(another, id, bytes.subarray(0, contract.packagePartSize))
    await another.close()
    await sendParts(admin, id, bytes, 1)
    expect(await admin.ask(contract.finishPackage, { params: { id } })).toMatchObject({ isUploaded: true })
  })

  it('an upload is refused for an existing version, a part of a wrong size, and a part of an unknown package', async () => {
    await uploadPackage(admin, key, small)
    expect(await refusal(contract.createPackage, { body: describePackage(key, small) })).toBe('package.version-taken')
    const { id } = await admin.ask(contract.createPackage, { body: describePackage(key, small, { version: '4' }) })
    const put = (number: number, bytes: Uint8Array) =>
      refusal(contract.addPackagePart, { params: { id, number }, files: [{ name: 'x', bytes }] })
    expect(await put(0, small.subarray(1))).toBe('package.part-wrong')
    expect(await put(0, Buffer.concat([small, small]))).toBe('package.part-wrong')
    expect(await put(1, small)).toBe('package.part-wrong')
    expect(await refusal(contract.addPackagePart, { params: { id, number: 0 } })).toBe('package.part-wrong')
    expect(await admin.ask(contract.listPackageParts, { params: { id } })).toEqual({ numbers: [] })
  })

  it('a key of the command signs packages that the server accepts', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'package-'))
    try {
      const file = join(folder, 'fw.bin')
      await writeFile(file, small)
      await makePackageKeys({ out: folder })
      await expect(makePackageKeys({ out: folder })).rejects.toThrow(/EEXIST/)
      await trustPackageKey({ key: join(folder, 'package.pub') }, readConfig({ GATEHOUSE_DATA: house.dataFolder }))
      const sign = { key: join(folder, 'package.key'), file, kind: 'firmware', name: 'Test terminal', version: '3' }
      await signPackage(sign)
      const signature = await readFile(`${file}.sig`, 'utf8')
      expect((await uploadPackage(admin, key, small, { signature })).isUploaded).toBe(true)
      await expect(signPackage({ ...sign, kind: 'other' })).rejects.toThrow(/--kind/)
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  it('a page of packages is found along its index', async () => {
    await house.db.transaction().execute(async (db) => {
      await sql`set local enable_seqscan = off`.execute(db)
      const query = contract.listPackages.query.parse({})
      const { rows } = await sql<Record<string, string>>`explain ${selectPackagePage(query).rows}`.execute(db)
      expect(JSON.stringify(rows)).toContain('upgrade_package__list')
    })
  })
})

describe('publishing', () => {
  it('[UPG-03] the preview of publishing shows the matching devices, and why the others do not match; a downgrade asks for confirmation', async () => {
    const [first] = await pair(3)
    await house.db
      .updateTable('device')
      .set({ model: 'Other' })
      .where('id', '=', first?.id ?? '')
      .execute()
    const { id } = await uploadPackage(admin, key, small, { version: '1' })
    const preview = (match: 'matching' | 'with-downgrades' | 'others', keyword?: string) =>
      admin.ask(contract.previewPackage, { params: { id }, query: { match, ...(keyword && { keyword }) } })
    expect((await preview('matching')).counts).toEqual({ matching: 0, others: 3, downgrades: 2 })
    expect((await preview('others')).items.map(({ name, mismatch }) => [name, mismatch])).toEqual([
      ['Door 1', 'other-model'],
      ['Door 2', 'newer-version'],
      ['Door 3', 'newer-version'],
    ])
    const namesOf = async (...[match, keyword]: Parameters<typeof preview>) =>
      (await preview(match, keyword)).items.map(({ name }) => name)
    expect(await namesOf('with-downgrades')).toEqual(['Door 2', 'Door 3'])
    expect(await namesOf('with-downgrades', 'door 3')).toEqual(['Door 3'])
    expect(await namesOf('with-downgrades', 'nowhere')).toEqual([])
    const asked = await admin.call(contract.publishPackage, { params: { id }, body: allAtOnce })
    expect([asked.message, asked.data]).toEqual(['package.downgrade', { count: 2 }])
    expect((await publish(admin, id, { allowsDowngrade: true })).counts).toMatchObject({ offered: 2 })
    const answer = await admin.call(contract.publishPackage, { params: { id }, body: allAtOnce })
    expect(answer.message).toBe('package.published')
  })

  it('[UPG-03] only unpublished packages are deleted; a withdrawal ends the offer, and a download in the middle', async () => {
    const [device] = await pair(1)
    if (!device) throw new Error()
    const { id } = await uploadPackage(admin, key, small)
    expect((await device.ask(pullUpgrades)).offers).toEqual([])
    expect((await device.call(getPackageFile, { params: { id } })).message).toBe('package.not-found')
    await publish(admin, id)
    const { offers } = await device.ask(pullUpgrades)
    expect(offers).toMatchObject([
      { id, version: '3', size: small.length, strategy: 'silent', spreadSeconds: 0, attempt: 1 },
    ])
    await tell(device, id, { state: 'downloading', percent: 40 })
    expect(await refusal(contract.deletePackage, { params: { id } })).toBe('package.published')
    await admin.ask(contract.unpublishPackage, { params: { id } })
    expect(await statesOf(id)).toEqual(['Door 1 cancelled'])
    expect(await device.ask(pullUpgrades)).toEqual({ offers: [], held: [] })
    expect((await device.call(getPackageFile, { params: { id } })).message).toBe('package.not-found')
    // Its late report about the withdrawn package changes nothing, except that it runs there.
    await tell(device, id, { state: 'downloading', percent: 90 })
    expect(await statesOf(id)).toEqual(['Door 1 cancelled'])
    await tell(device, id, { state: 'done' })
    expect(await statesOf(id)).toEqual(['Door 1 done'])
    await admin.ask(contract.deletePackage, { params: { id } })
    expect(await refusal(contract.getPackage, { params: { id } })).toBe('package.not-found')
    expect(await refusal(contract.unpublishPackage, { params: { id } })).toBe('package.not-found')
  })

  it('deleting a package deletes its bytes', async () => {
    const { id } = await uploadPackage(admin, key, small)
    await executeAlone(house.db, sql`truncate blob_garbage`)
    await admin.ask(contract.deletePackage, { params: { id } })
    expect(await garbage()).toBe(Math.ceil(small.length / 1024 / 1024))
  })

  it('a finished roll-out runs again when an edited package is for further devices', async () => {
    const [one, two] = await pair(2)
    if (!one || !two) throw new Error()
    await house.db.updateTable('device').set({ hardware_version: '2' }).where('id', '=', two.id).execute()
    const { id } = await uploadPackage(admin, key, small, { hardwareVersions: '1' })
    await publish(admin, id)
    await tell(one, id)
    const edit = async (body: object) =>
      (await admin.ask(contract.updatePackage, { params: { id }, body })).rollOut?.state
    expect(await edit({ title: 'Nobody new' })).toBe('done')
    expect(await edit({ hardwareVersions: '1; 2' })).toBe('running')
    expect((await two.ask(pullUpgrades)).offers).toHaveLength(1)
    expect((await two.call(getPackageFile, { params: { id } })).status).toBe(200)
    await tell(two, id)
    expect((await admin.ask(contract.getPackage, { params: { id } })).rollOut?.state).toBe('done')
  })

  it('[UPG-03] an edited package is offered again: devices that match now get it, others do not, and failed ones try again', async () => {
    const [one, two, three] = await pair(3)
    if (!one || !two || !three) throw new Error()
    await house.db.updateTable('device').set({ hardware_version: '2' }).where('id', '=', three.id).execute()
    const { id, revision } = await uploadPackage(admin, key, small, { hardwareVersions: '1' })
    await publish(admin, id, { mostFailedPercent: 100 })
    await tell(one, id, { state: 'failed', reason: 'disk-full' })
    expect(await statesOf(id)).toEqual(['Door 1 failed', 'Door 2 offered'])
    const stale = await admin.call(contract.updatePackage, { params: { id }, body: { title: 'x', revision } })
    expect(stale.message).toBe('package.changed-meanwhile')
    await admin.ask(contract.updatePackage, { params: { id }, body: { title: 'Winter', hardwareVersions: '1; 2' } })
    expect(await statesOf(id)).toEqual(['Door 1 offered', 'Door 2 offered', 'Door 3 offered'])
    expect((await three.ask(pullUpgrades)).offers[0]?.title).toBe('Winter')
    expect((await one.ask(pullUpgrades)).offers[0]?.attempt).toBe(2)
    await admin.ask(contract.updatePackage, { params: { id }, body: { hardwareVersions: '2' } })
    expect(await statesOf(id)).toEqual(['Door 1 cancelled', 'Door 2 cancelled', 'Door 3 offered'])
  })

  it('the package that was published last counts; devices that join later get it too', async () => {
    const [device] = await pair(1)
    if (!device) throw new Error()
    const older = await uploadPackage(admin, key, small)
    await publish(admin, older.id)
    const newer = await uploadPackage(admin, key, small, { version: '4' })
    await publish(admin, newer.id)
    expect((await device.ask(pullUpgrades)).offers.map(({ version }) => version)).toEqual(['4'])
    expect(await statesOf(older.id)).toEqual(['Door 1 superseded'])
    await tell(device, newer.id, { state: 'done' })
    expect((await admin.ask(contract.getPackage, { params: { id: newer.id } })).rollOut?.state).toBe('done')
    const late = await pairTestDevice(house, admin, 'Door 2')
    await tend()
    expect((await late.ask(pullUpgrades)).offers.map(({ version }) => version)).toEqual(['4'])
    await tell(late, newer.id, { state: 'done' })
    const { rollOut } = await admin.ask(contract.unpublishPackage, { params: { id: newer.id } })
    expect(rollOut?.state, 'what is out everywhere was not cancelled').toBe('done')
  })
})

describe('a package that another one replaces', () => {
  const rollOutOf = async (id: string) => (await admin.ask(contract.getPackage, { params: { id } })).rollOut?.state

  it.each(['stopped', 'paused'])(
    'a replaced package is done although it was %s, and its failures wait for nobody',
    async (held) => {
      const [one, two] = await pair(2)
      if (!one || !two) throw new Error()
      const older = await uploadPackage(admin, key, small)
      await publish(admin, older.id, { mostFailedPercent: held === 'stopped' ? 20 : 100 })
      await tell(one, older.id, { state: 'rolled-back', reason: 'did-not-start' })
      if (held === 'paused')
        await admin.ask(contract.controlRollout, { params: { id: older.id }, body: { deed: 'pause' } })
      const newer = await uploadPackage(admin, key, small, { version: '4' })
      await publish(admin, newer.id, { firstDeviceIds: [one.id] })
      await tend()
      expect([await rollOutOf(older.id), await statesOf(older.id)], 'the other device still waits for it').toEqual([
        held,
        ['Door 1 superseded', 'Door 2 offered'],
      ])
      await admin.ask(contract.controlRollout, { params: { id: newer.id }, body: { deed: 'continue' } })
      await tend()
      expect(await rollOutOf(older.id)).toBe('done')
      const { items } = await admin.ask(contract.listDeviceUpgrades, { params: { id: one.id } })
      expect(
        items.find(({ version }) => version === '3'),
        'why it failed is still told',
      ).toMatchObject({
        state: 'superseded',
        reason: 'did-not-start',
      })
      const again = await admin.ask(contract.retryUpgrades, { params: { id: older.id }, body: {} })
      expect(again, 'nothing goes back to it').toEqual({ count: 0 })
    },
  )
})

describe('[UPG-04] a staged roll-out', () => {
  const begin = async (plan: object = {}) => {
    const devices = await pair(5)
    const { id } = await uploadPackage(admin, key, small)
    const firstDeviceIds = devices.slice(0, 3).map((device) => device.id)
    await publish(admin, id, { firstDeviceIds, mostFailedPercent: 30, ...plan })
    const rollOut = async () => {
      const found = await admin.ask(contract.getPackage, { params: { id } })
      return `${found.rollOut?.state} ${found.rollOut?.stage}`
    }
    const control = (deed: (typeof contract.rolloutActions)[number]) =>
      refusal(contract.controlRollout, { params: { id }, body: { deed } })
    const [one, two, three, four] = devices
    if (!one || !two || !three || !four) throw new Error()
    return { devices, id, rollOut, control, one, two, three, four }
  }

  it('a staged roll-out stops when too many fail, continues when that is repaired and after a restart, and names its approver in the log', async () => {
    const { id, rollOut, control, one, two, three, four } = await begin()
    expect((await four.ask(pullUpgrades)).offers).toEqual([])
    expect((await four.call(getPackageFile, { params: { id } })).message).toBe('package.not-found')
    expect((await tell(four, id)).message).toBe('package.not-found')
    await tell(one, id, { state: 'rolled-back', reason: 'did-not-start' })
    expect(await rollOut()).toBe('stopped first')
    expect(await two.ask(pullUpgrades)).toEqual({ offers: [], held: [id] })
    expect((await lines('stop'))[0]).toMatchObject({ actor_kind: 'system', item: 'Autumn release 3' })
    expect(await control('continue')).toBe('roll-out.not-possible')

    // A server that is started on the same tables knows the whole state.
    const another = await house.startAnother(admin.token)
    expect((await another.ask(contract.getPackage, { params: { id } })).rollOut?.state).toBe('stopped')
    await another.close()

    expect(await admin.ask(contract.retryUpgrades, { params: { id }, body: {} })).toEqual({ count: 1 })
    expect(await control('resume')).toBe('success')
    for (const device of [two, three]) await tell(device, id)
    await tell(one, id, { attempt: 1, state: 'failed', reason: 'disk-full' })
    expect(await rollOut(), 'an attempt before says nothing').toBe('running first')
    await tell(one, id, { attempt: 2 })
    expect(await rollOut(), 'the rest waits for somebody').toBe('running first')
    expect(await control('continue')).toBe('success')
    expect((await four.ask(pullUpgrades)).offers).toHaveLength(1)
    expect((await admin.ask(contract.getPackage, { params: { id } })).rollOut?.continuedBy).toMatch(/^deviceAdmin/)
    expect((await lines('publish')).map(({ facts }) => facts)).toContainEqual({ devices: 3, found: 5 })
    const controlled = (await lines('roll-out')).filter(({ result }) => result === 'success')
    expect(
      controlled.map(({ facts, actor_name }) => `${String(facts?.['deed'])} ${actor_name?.slice(0, 11)}`),
    ).toContain('continue deviceAdmin')
  })

  it('a failure that was known at the resumption no longer stops a roll-out, but the next one does', async () => {
    const { id, rollOut, control, one, two, three } = await begin()
    await tell(one, id, { state: 'failed', reason: 'disk-full' })
    await control('resume')
    await tell(two, id)
    expect(await rollOut()).toBe('running first')
    await tell(three, id, { state: 'failed', reason: 'disk-full' })
    expect(await rollOut()).toBe('stopped first')
  })

  it('the rest follows automatically at its time, once the first has shown that it works', async () => {
    const { id, rollOut, one, two, three, four } = await begin({ advance: 'timed', waitMinutes: 30 })
    await tell(one, id)
    await tend()
    expect(await rollOut()).toBe('running first')
    house.clock.advance({ minutes: 31 })
    await tend()
    expect(await rollOut()).toBe('running all')
    expect((await four.ask(pullUpgrades)).offers).toHaveLength(1)
    for (const device of [two, three]) await tell(device, id)
    expect((await admin.ask(contract.getPackage, { params: { id } })).counts).toMatchObject({ done: 3, offered: 2 })
  })

  it.each(['pause', 'continue', 'cancel'] as const)(
    'consoles are notified of an action on a roll-out: %s',
    async (deed) => {
      const { control } = await begin()
      const hints = await createHints(house.databaseUrl, pino({ level: 'silent' }))
      const heard: ServerHint[] = []
      hints.on((hint) => heard.push(hint))
      expect(await control(deed)).toBe('success')
      // Hints keep their order: a hint that is not there before this one was never sent.
      await hint(house.gatehouse.services, { to: 'consoles', topic: 'records' })
      const topics = () => heard.flatMap((hint) => (hint.to === 'consoles' ? [hint.topic] : []))
      await until(() => topics().includes('records'))
      expect(topics()).toContain('upgrades')
      await hints.close()
    },
  )

  it('pause stops the upgrades under way, cancel withdraws them', async () => {
    const { id, control, rollOut, one, two } = await begin()
    await tell(one, id, { state: 'downloading', percent: 50 })
    await control('pause')
    expect(await one.ask(pullUpgrades)).toEqual({ offers: [], held: [id] })
    expect((await one.call(getPackageFile, { params: { id } })).message).toBe('package.not-found')
    expect(await control('pause')).toBe('roll-out.not-possible')
    await control('resume')
    expect((await one.ask(pullUpgrades)).offers).toHaveLength(1)
    await tell(two, id, { state: 'installing' })
    await control('cancel')
    expect(await rollOut()).toBe('cancelled first')
    expect((await statesOf(id)).slice(0, 3)).toEqual(['Door 1 cancelled', 'Door 2 installing', 'Door 3 cancelled'])
    await tell(two, id)
    expect((await statesOf(id))[1]).toBe('Door 2 done')
  })

  it('a device that may try again does so after a pause, and does not stop the others meanwhile', async () => {
    const { id, rollOut, one } = await begin({ retries: 1 })
    await tell(one, id, { state: 'failed', reason: 'disk-full' })
    expect(await rollOut()).toBe('running first')
    expect((await one.ask(pullUpgrades)).offers).toEqual([])
    house.clock.advance({ minutes: 6 })
    await tend()
    expect((await one.ask(pullUpgrades)).offers[0]?.attempt).toBe(2)
    await tell(one, id, { attempt: 2, state: 'failed', reason: 'disk-full' })
    expect(await rollOut()).toBe('stopped first')
  })

  it('a staged roll-out names only devices that match, and shows the versions of the fleet and of each device', async () => {
    const { id, devices, one } = await begin()
    await admin.ask(contract.unpublishPackage, { params: { id } })
    const wrong = { ...allAtOnce, firstDeviceIds: [crypto.randomUUID()] }
    expect(await refusal(contract.publishPackage, { params: { id }, body: wrong })).toBe('package.device-mismatch')
    expect(await admin.ask(contract.listVersions)).toEqual({
      items: [{ name: 'Test terminal', version: '2', devices: devices.length, online: 0 }],
    })
    expect((await admin.ask(contract.listVersions, { query: { kind: 'application' } })).items[0]?.name).toBe(
      'org.gatehouse.test',
    )
    const { items } = await admin.ask(contract.listDeviceUpgrades, { params: { id: one.id } })
    expect(items).toMatchObject([{ packageId: id, version: '3', state: 'cancelled' }])
  })
})

describe('[UPG-04] delivery', () => {
  it('a device downloads ranges of the file with its tag only when the package is assigned to it', async () => {
    const [device] = await pair(1)
    if (!device) throw new Error()
    const { id, sha256 } = await uploadPackage(admin, key, small)
    await publish(admin, id)
    const fetchFile = (headers: Record<string, string>) =>
      house.gatehouse.fastify.inject({
        url: `/device/v1/packages/${id}/file`,
        headers: { authorization: `Bearer ${device.ldid}.${device.secret}`, ...headers },
      })
    const whole = await fetchFile({})
    expect([whole.statusCode, whole.headers['etag'], whole.rawPayload.equals(small)]).toEqual([
      200,
      `"${sha256}"`,
      true,
    ])
    const part = await fetchFile({ range: 'bytes=1048570-', 'if-range': `"${sha256}"` })
    expect(part.statusCode).toBe(206)
    expect(part.headers['content-range']).toBe(`bytes 1048570-1499999/1500000`)
    expect(part.rawPayload.equals(small.subarray(1_048_570))).toBe(true)
    const changed = await fetchFile({ range: 'bytes=10-', 'if-range': '"another"' })
    expect([changed.statusCode, changed.rawPayload.length]).toEqual([200, small.length])
    const beyond = await fetchFile({ range: 'bytes=1500000-' })
    expect([beyond.statusCode, beyond.headers['content-range']]).toEqual([416, 'bytes */1500000'])
    const stranger = await house.gatehouse.fastify.inject({ url: `/device/v1/packages/${id}/file` })
    expect(stranger.statusCode).toBe(401)
  })
})
