import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { getAccount } from '@gatehouse/contract/features/auth.ts'
import { listDepartments } from '@gatehouse/contract/features/departments.ts'
import { getConfiguration } from '@gatehouse/contract/device/link.ts'
import { createPairingCode } from '@gatehouse/contract/features/devices.ts'
import { activate, getAuthorizeStatus, getLicence, startTrial } from '@gatehouse/contract/features/licence.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { startTestGatehouse, type TestGatehouse, testPassword } from '../../../test/gatehouse.ts'
import { pairTestDevice } from '../../../test/device-caller.ts'
import { logIn } from '../../../test/log-in.ts'
import { issueLicence, makeVendorKeys } from './licence-commands.ts'

let test: TestGatehouse
let vendor: string
beforeEach(async () => {
  vendor = await mkdtemp(join(tmpdir(), 'vendor-'))
  await makeVendorKeys({ out: vendor })
  test = await startTestGatehouse({
    isActivated: false,
    environment: { LICENCE_PUBLIC_KEY: join(vendor, 'vendor.pub') },
  })
})
afterEach(async () => {
  await test.close()
  await rm(vendor, { recursive: true })
})

const udidOfTest = async () => (await test.nobody.ask(getAuthorizeStatus)).udid

/** Issues as the vendor's command does; gives the file's path and the activation code it printed. */
async function issue(options: Record<string, string> = {}) {
  const out = join(vendor, 'customer.lic')
  const printed = await issueLicence({
    key: join(vendor, 'vendor.key'),
    udid: await udidOfTest(),
    out,
    days: '365',
    ...options,
  })
  return { out, code: printed.replace('Activation code: ', '') }
}

async function activateWith(path: string, code: string) {
  const body = { active_code: code, license_file: [...(await readFile(path))] }
  return test.nobody.call(activate, { body })
}

describe('a licence file', () => {
  it('[LOGIN-09] from the vendor activates, and [BU-06] shows its serial number, signature, UDID, masked code and period', async () => {
    const { out, code } = await issue({ devices: '20', serial: 'GH-0001' })
    expect((await activateWith(out, code)).data).toEqual({ authorize_status: 1 })
    expect(await test.nobody.ask(getAuthorizeStatus)).toMatchObject({ authorize_status: 1 })
    const admin = await test.asRole('superAdmin')
    const licence = await admin.ask(getLicence)
    expect(licence).toMatchObject({
      serial_number: 'GH-0001',
      udid: await udidOfTest(),
      limits: { devices: 20, people: null },
      used: { devices: 0, people: 0 },
    })
    expect(licence?.activation_code).toBe(`${'*'.repeat(code.length - 4)}${code.slice(-4)}`)
    expect(licence?.signature).toMatch(/^[\w+/=]{80,}$/)
  })

  it('that was changed is refused', async () => {
    const { out, code } = await issue()
    const changed = (await readFile(out, 'utf8')).replace('"devices": null', '"devices": 9999')
    expect(changed).toContain('9999')
    await writeFile(out, changed)
    expect((await activateWith(out, code)).message).toBe('licence.signature-wrong')
  })

  it('signed with a key that is not the vendor’s is refused', async () => {
    const forger = join(vendor, 'forger')
    await makeVendorKeys({ out: forger })
    const { out, code } = await issue({ key: join(forger, 'vendor.key') })
    expect((await activateWith(out, code)).message).toBe('licence.signature-wrong')
  })

  it('for another UDID is refused', async () => {
    const { out, code } = await issue({ udid: 'AAAAAAAA-BBBBBBBB-CCCCCCCC-DDDDDDDD' })
    expect((await activateWith(out, code)).message).toBe('licence.other-udid')
  })

  it('that is over, or not yet begun, is refused with its date', async () => {
    const over = await issue({ from: '2020-01-01T00:00:00Z', days: '30' })
    const answer = await activateWith(over.out, over.code)
    expect([answer.message, answer.data]).toEqual(['licence.expired', { validTo: '2020-01-31T00:00:00Z' }])
    const early = await issue({ from: '2090-01-01T00:00:00Z' })
    expect((await activateWith(early.out, early.code)).message).toBe('licence.not-yet-valid')
  })

  it('with the activation code of another file is refused', async () => {
    const { code: other } = await issue()
    const { out } = await issue()
    expect((await activateWith(out, other)).message).toBe('licence.code-mismatch')
  })

  it('that is no licence file at all is refused', async () => {
    for (const text of ['', '{}', 'PK\u0003\u0004', '{"serialNumber":1}']) {
      const path = join(vendor, 'no.lic')
      await writeFile(path, text || ' ')
      expect((await activateWith(path, 'ABC')).message).toBe('licence.file-invalid')
    }
  })
})

describe('an installation', () => {
  it('[LOGIN-07] that is not activated says so, with its UDID, and [LOGIN-13] lets nobody log in', async () => {
    const status = await test.nobody.ask(getAuthorizeStatus)
    expect(status).toEqual({
      authorize_status: 0,
      udid: expect.stringMatching(/^([0-9A-F]{8}-){3}[0-9A-F]{8}$/),
      trial_available: true,
      reason: 'none',
    })
    await test.asRole('subAdmin')
    expect((await logIn(test.nobody, 'subAdmin1', testPassword)).message).toBe('licence.required')
  })

  it('can be tried for 30 days, once', async () => {
    expect((await test.nobody.call(startTrial)).status).toBe(200)
    expect((await test.nobody.call(startTrial)).message).toBe('licence.trial-used')
    await test.asRole('subAdmin')
    expect((await logIn(test.nobody, 'subAdmin1', testPassword)).status).toBe(200)
    test.clock.advance({ hours: 24 * 30 + 1 })
    expect(await test.nobody.ask(getAuthorizeStatus)).toMatchObject({
      authorize_status: 0,
      trial_available: false,
      reason: 'expired',
    })
  })

  it('[LOGIN-13] whose licence has ended refuses sessions that were open, but for looking at oneself', async () => {
    await test.nobody.ask(startTrial)
    test.clock.advance({ hours: 24 * 30 - 1 })
    const caller = await test.asRole('subAdmin')
    expect((await caller.call(listDepartments)).status).toBe(200)
    test.clock.advance({ minutes: 61 })
    expect((await caller.call(listDepartments)).message).toBe('licence.required')
    expect((await caller.call(getAccount)).status).toBe(200)
  })

  it('[BU-06] that has more devices than its new licence allows keeps them all, and takes no more; a larger one lifts that at once', async () => {
    await test.nobody.ask(startTrial)
    const admin = await test.asRole('superAdmin')
    const devices = [await pairTestDevice(test, admin), await pairTestDevice(test, admin)]
    const activateFor = async (limit: string) => {
      const { out, code } = await issue({ devices: limit })
      expect((await activateWith(out, code)).status).toBe(200)
    }
    await activateFor('1')
    expect(await admin.ask(getLicence)).toMatchObject({ limits: { devices: 1 }, used: { devices: 2 } })
    for (const device of devices) expect((await device.call(getConfiguration)).status).toBe(200)
    const refused = await admin.call(createPairingCode, { body: { name: 'One more' } })
    expect([refused.message, refused.data]).toEqual(['licence.device-limit', { limit: 1 }])
    expect(refused.desc).toContain('1')
    await activateFor('3')
    expect((await admin.call(createPairingCode, { body: { name: 'One more' } })).status).toBe(200)
  })

  it('a trial makes room for a real licence', async () => {
    await test.nobody.ask(startTrial)
    const { out, code } = await issue({ devices: '50' })
    expect((await activateWith(out, code)).status).toBe(200)
    const admin = await test.asRole('superAdmin')
    expect(await admin.ask(getLicence)).toMatchObject({ kind: 'file', limits: { devices: 50 } })
  })
})
