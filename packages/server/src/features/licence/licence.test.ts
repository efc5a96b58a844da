import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { getAccount } from '@gatehouse/contract/features/auth.ts'
import { getDashboard } from '@gatehouse/contract/features/dashboard.ts'
import { listDepartments } from '@gatehouse/contract/features/departments.ts'
import { getConfiguration } from '@gatehouse/contract/device/link.ts'
import { createPairingCode } from '@gatehouse/contract/features/devices.ts'
import {
  activate,
  getAuthorizeStatus,
  getLicence,
  listLicences,
  startTrial,
  withdrawLicence,
} from '@gatehouse/contract/features/licence.ts'
import { getClockConfig, getMailConfig, setClockManual } from '@gatehouse/contract/features/service-config.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { startTestGatehouse, type TestGatehouse, testPassword } from '../../../test/gatehouse.ts'
import { pairTestDevice } from '../../../test/device-caller.ts'
import { logIn } from '../../../test/log-in.ts'
import { until } from '@gatehouse/testkit/until.ts'
import { hint } from '../../ctx.ts'
import { issueLicence, makeVendorKeys } from './licence-commands.ts'
import { noteLatestTime } from '../../db/installation-store.ts'

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

async function activateWith(path: string, code: string, { by = test.nobody, accept_worse = false } = {}) {
  const body = { active_code: code, license_file: [...(await readFile(path))], accept_worse }
  return by.call(activate, { body })
}

describe('a licence file', () => {
  it('[LOGIN-09] a file of the vendor activates, and [BU-06] shows its serial number, signature, UDID, masked code and period', async () => {
    const { out, code } = await issue({ devices: '20', serial: 'GH-0001' })
    expect((await activateWith(out, code)).data).toEqual({ authorize_status: 1, begins_at: null })
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

  it('a licence file that was changed is refused', async () => {
    const { out, code } = await issue()
    const changed = (await readFile(out, 'utf8')).replace('"devices": null', '"devices": 9999')
    expect(changed).toContain('9999')
    await writeFile(out, changed)
    expect((await activateWith(out, code)).message).toBe('licence.signature-wrong')
  })

  it('a licence file signed with a key that is not the vendor’s is refused', async () => {
    const forger = join(vendor, 'forger')
    await makeVendorKeys({ out: forger })
    const { out, code } = await issue({ key: join(forger, 'vendor.key') })
    expect((await activateWith(out, code)).message).toBe('licence.signature-wrong')
  })

  it('a licence file is not issued for an invalid UDID', async () => {
    await expect(issue({ udid: 'not-a-udid' })).rejects.toThrow(/four groups of eight/)
  })

  it('a licence file for another UDID is refused', async () => {
    const { out, code } = await issue({ udid: 'AAAAAAAA-BBBBBBBB-CCCCCCCC-DDDDDDDD' })
    expect((await activateWith(out, code)).message).toBe('licence.other-udid')
  })

  it('a licence file that is over, or not yet valid, is refused with its date', async () => {
    const over = await issue({ from: '2020-01-01T18:00:00Z', days: '30' })
    const answer = await activateWith(over.out, over.code)
    expect([answer.message, answer.data]).toEqual(['licence.expired', { validTo: '2020-01-31T18:00:00Z' }])
    expect(answer.desc).toBe('This licence ended on 2020-01-31. Ask your vendor for a new one.')
    const body = { active_code: over.code, license_file: [...(await readFile(over.out))] }
    const inShanghai = await test.nobody.call(activate, { body }, { 'time-zone': 'GMT+08:00', language: 'ZH' })
    expect(inShanghai.desc).toBe('该授权已于 2020-02-01 到期，请向供应商索取新的授权。')
    const early = await issue({ from: '2090-01-01T00:00:00Z' })
    const refused = await activateWith(early.out, early.code)
    expect(refused.message).toBe('licence.not-yet-valid')
    expect(refused.desc).toContain('2090-01-01,')
  })

  it('a licence file with the activation code of another file is refused', async () => {
    const { code: other } = await issue()
    const { out } = await issue()
    expect((await activateWith(out, other)).message).toBe('licence.code-mismatch')
  })

  it('a licence file is accepted with its code in small letters, without hyphens, with blanks, or in wide letters', async () => {
    const forms = [
      (code: string) => code.toLowerCase(),
      (code: string) => code.replaceAll('-', ''),
      (code: string) => ` ${code.replaceAll('-', ' ').toLowerCase()} `,
      (code: string) => code.replaceAll(/./g, (sign) => String.fromCodePoint((sign.codePointAt(0) ?? 0) + 0xfee0)),
    ]
    const admin = await test.asRole('superAdmin')
    for (const [index, form] of forms.entries()) {
      const { out, code } = await issue({ days: String(100 + index) })
      const answer = await activateWith(out, form(code), { by: admin })
      expect(answer.message).toBe('success')
      expect((await admin.ask(getLicence))?.activation_code).toBe(`${'*'.repeat(19)}${code.slice(-4)}`)
    }
  })

  it('a file that is no licence file at all is refused', async () => {
    for (const text of ['', '{}', 'PK\u0003\u0004', '{"serialNumber":1}']) {
      const path = join(vendor, 'no.lic')
      await writeFile(path, text)
      expect((await activateWith(path, 'ABC')).message).toBe('licence.file-invalid')
    }
  })
})

describe('an installation', () => {
  it('[LOGIN-07] an installation that is not activated says so, with its UDID, and [LOGIN-13] lets nobody log in', async () => {
    const status = await test.nobody.ask(getAuthorizeStatus)
    expect(status).toEqual({
      authorize_status: 0,
      udid: expect.stringMatching(/^([0-9A-F]{8}-){3}[0-9A-F]{8}$/),
      nobody_signed_in: true,
      trial_available: true,
      reason: 'none',
      platform_at: expect.stringMatching(/Z$/),
      valid: null,
    })
    await test.asRole('subAdmin')
    expect((await logIn(test.nobody, 'subAdmin1', testPassword)).message).toBe('licence.required')
  })

  it('an installation can be tried for 30 days, once', async () => {
    expect((await test.nobody.call(startTrial)).status).toBe(200)
    const admin = await test.asRole('superAdmin')
    expect((await admin.call(startTrial)).message).toBe('licence.trial-used')
    await test.asRole('subAdmin')
    expect((await logIn(test.nobody, 'subAdmin2', testPassword)).status).toBe(200)
    expect((await test.nobody.ask(getAuthorizeStatus)).nobody_signed_in).toBe(false)
    test.clock.advance({ hours: 24 * 30 + 1 })
    expect(await test.nobody.ask(getAuthorizeStatus)).toMatchObject({
      authorize_status: 0,
      trial_available: false,
      reason: 'expired',
    })
  })

  it('[LOGIN-13] an installation whose licence has ended refuses open sessions, except reading one’s own account', async () => {
    await test.nobody.ask(startTrial)
    test.clock.advance({ hours: 24 * 30 - 1 })
    const caller = await test.asRole('subAdmin')
    expect((await caller.call(listDepartments)).status).toBe(200)
    test.clock.advance({ minutes: 61 })
    expect((await caller.call(listDepartments)).message).toBe('licence.required')
    expect((await caller.call(getAccount)).status).toBe(200)
  })

  it('[BU-06] an installation with more devices than its new licence allows keeps them all and takes no more, until a larger licence', async () => {
    await test.nobody.ask(startTrial)
    const admin = await test.asRole('superAdmin')
    const devices = [await pairTestDevice(test, admin), await pairTestDevice(test, admin)]
    const activateFor = async (limit: string) => {
      const { out, code } = await issue({ devices: limit })
      expect((await activateWith(out, code, { by: admin, accept_worse: true })).status).toBe(200)
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
    const admin = await test.asRole('superAdmin')
    const { out, code } = await issue({ devices: '50' })
    expect((await activateWith(out, code, { by: admin })).status).toBe(200)
    expect(await admin.ask(getLicence)).toMatchObject({ kind: 'file', limits: { devices: 50 } })
  })
})

describe('[BU-06] an activated installation', () => {
  /** Activates as the login page does while nothing is in force. */
  async function activateFresh(options: Record<string, string> = {}) {
    const { out, code } = await issue(options)
    expect((await activateWith(out, code)).status).toBe(200)
    return { admin: await test.asRole('superAdmin'), out, code }
  }

  it('an installation takes neither trial nor licence without a session, nor from an account that may not manage it', async () => {
    await activateFresh({ devices: '200' })
    const { out, code } = await issue({ devices: '300' })
    const trial = await test.nobody.call(startTrial, { body: { accept_worse: true } })
    expect([trial.status, trial.message]).toEqual([401, 'auth.session-expired'])
    expect((await activateWith(out, code, { accept_worse: true })).message).toBe('auth.session-expired')
    const sub = await test.asRole('subAdmin')
    expect((await sub.call(startTrial)).message).toBe('auth.permission-denied')
    expect((await activateWith(out, code, { by: sub })).message).toBe('auth.permission-denied')
    const main = await test.asRole('mainAdmin')
    expect(await main.ask(getLicence)).toMatchObject({ kind: 'file', limits: { devices: 200 } })
    expect((await activateWith(out, code, { by: main })).status).toBe(200)
  })

  it('two strangers who activate a new installation at once end with the second refused', async () => {
    const { out, code } = await issue({ devices: '200' })
    const answers = await Promise.all([activateWith(out, code), test.nobody.call(startTrial)])
    expect(answers.map(({ message }) => message).toSorted()).toEqual(['auth.session-expired', 'success'])
  })

  it('an installation asks before it accepts a worse licence, and says what is worse', async () => {
    const { admin } = await activateFresh({ devices: '200', edition: 'enterprise', days: '365' })
    await pairTestDevice(test, admin)
    await pairTestDevice(test, admin)
    const before = await admin.ask(getLicence)
    const { out, code } = await issue({ devices: '1', people: '10', edition: 'cloud', days: '30' })
    const refused = await activateWith(out, code, { by: admin })
    const to = expect.stringMatching(/Z$/)
    expect([refused.status, refused.message, refused.data]).toEqual([
      409,
      'licence.worse',
      {
        worse: [
          { what: 'edition', from: 'enterprise', to: 'cloud' },
          { what: 'end', from: before?.valid_to, to },
          { what: 'devices', from: 200, to: 1 },
          { what: 'people', from: null, to: 10 },
          { what: 'devices-taken', from: 2, to: 1 },
        ],
      },
    ])
    expect(await admin.ask(getLicence)).toEqual(before)
    const trial = await admin.call(startTrial)
    expect(trial.message).toBe('licence.worse')
    expect(trial.data).toMatchObject({ worse: expect.arrayContaining([{ what: 'trial', from: 'file', to: 'trial' }]) })
    expect((await activateWith(out, code, { by: admin, accept_worse: true })).status).toBe(200)
    expect(await admin.ask(getLicence)).toMatchObject({ edition: 'cloud', limits: { devices: 1, people: 10 } })
    // A licence that had to be confirmed and was refused has not used up the trial.
    expect((await admin.call(startTrial, { body: { accept_worse: true } })).status).toBe(200)
  })

  it('an installation tells a stranger, after the end, what a licence lacks, and not how much is used', async () => {
    const { admin } = await activateFresh({ devices: '200', days: '30' })
    await pairTestDevice(test, admin)
    await pairTestDevice(test, admin)
    test.clock.advance({ hours: 24 * 31 })
    const { out, code } = await issue({ devices: '1', days: '365' })
    expect((await activateWith(out, code)).data).toEqual({
      worse: [
        { what: 'devices', from: 200, to: 1 },
        { what: 'devices-taken', from: null, to: 1 },
      ],
    })
    expect((await activateWith(out, code, { accept_worse: true })).status).toBe(200)
  })

  const inDays = (days: number) =>
    test.clock
      .now()
      .add({ hours: 24 * days })
      .toString()

  it('an installation accepts a renewal in advance, which takes effect on its day, and keeps a history', async () => {
    const { admin } = await activateFresh({ devices: '20', days: '30', serial: 'GH-first' })
    const isWarned = async () => (await admin.ask(getDashboard)).notices.some(({ kind }) => kind === 'licence-expires')
    expect(await isWarned()).toBe(true)
    const begins = inDays(29)
    const { out, code } = await issue({ devices: '50', days: '365', from: begins, serial: 'GH-next' })
    const { data } = await activateWith(out, code, { by: admin })
    expect(data).toEqual({ authorize_status: 1, begins_at: begins })
    expect(await admin.ask(getLicence)).toMatchObject({ serial_number: 'GH-first', limits: { devices: 20 } })
    // The notice does not ask for a renewal that is loaded already.
    const loaded = await admin.ask(listLicences)
    expect(await admin.ask(getLicence)).toMatchObject({
      valid_to: loaded.find((one) => one.serial_number === 'GH-first')?.valid_to,
      covered_to: loaded.find((one) => one.serial_number === 'GH-next')?.valid_to,
    })
    await until(async () => !(await isWarned()))
    const states = async () =>
      (await (await test.asRole('superAdmin')).ask(listLicences)).map((one) => [one.serial_number, one.state])
    expect(await states()).toEqual([
      ['GH-next', 'waiting'],
      ['GH-first', 'in-force'],
    ])
    test.clock.advance({ hours: 24 * 29 + 1 })
    expect(await (await test.asRole('superAdmin')).ask(getLicence)).toMatchObject({ serial_number: 'GH-next' })
    expect(await states()).toEqual([
      ['GH-next', 'in-force'],
      ['GH-first', 'replaced'],
    ])
    // The clock was wrong and is set right again: the licence that counted before that day counts again.
    test.clock.advance({ hours: -24 * 10 })
    expect(await states()).toEqual([
      ['GH-next', 'waiting'],
      ['GH-first', 'in-force'],
    ])
  })

  it('a waiting licence is withdrawn by hand, by another renewal, and where it became worse than the present one', async () => {
    const { admin } = await activateFresh({ days: '30', devices: '20', serial: 'GH-0' })
    const ahead = async (serial: string, devices: string) => {
      const { out, code } = await issue({ serial, devices, days: '365', from: inDays(20) })
      expect((await activateWith(out, code, { by: admin, accept_worse: true })).status).toBe(200)
    }
    const states = async () =>
      Object.fromEntries((await admin.ask(listLicences)).map((one) => [one.serial_number, one.state]))
    await ahead('GH-1', '30')
    await ahead('GH-2', '40')
    expect(await states()).toEqual({ 'GH-0': 'in-force', 'GH-1': 'withdrawn', 'GH-2': 'waiting' })
    const waiting = (await admin.ask(listLicences)).find(({ state }) => state === 'waiting')
    const params = { id: waiting?.id ?? '' }
    expect((await admin.call(withdrawLicence, { params })).status).toBe(200)
    expect((await admin.call(withdrawLicence, { params })).message).toBe('licence.not-waiting')
    await ahead('GH-3', '30')
    const { out, code } = await issue({ serial: 'GH-4', devices: '100', days: '400' })
    expect((await activateWith(out, code, { by: admin })).status).toBe(200)
    expect(await states()).toMatchObject({ 'GH-3': 'withdrawn', 'GH-4': 'in-force' })
    test.clock.advance({ hours: 24 * 25 })
    expect(await (await test.asRole('superAdmin')).ask(getLicence)).toMatchObject({ serial_number: 'GH-4' })
  })
})

describe('a clock that is wrong', () => {
  it('a clock that is set back does not revive a trial that is over', async () => {
    await test.nobody.ask(startTrial)
    const { db, clock } = test
    const note = async () => {
      await noteLatestTime(db, clock.now().toString(), 86_400)
      await hint(test.gatehouse.services, { to: 'servers', what: 'licence' })
    }
    await note()
    for (let day = 0; day < 31; day++) {
      clock.advance({ hours: 24 })
      await note()
    }
    expect((await test.nobody.ask(getAuthorizeStatus)).reason).toBe('expired')
    clock.advance({ hours: -24 * 20 })
    await note()
    await until(async () => (await test.nobody.ask(getAuthorizeStatus)).reason === 'expired')
    const another = await test.startAnother('')
    expect((await another.ask(getAuthorizeStatus)).reason).toBe('expired')
    await another.close()
  })

  it('a clock that has seen the end of a trial prevents nobody from activating a licence', async () => {
    await test.nobody.ask(startTrial)
    const seen = test.clock
      .now()
      .add({ hours: 24 * 31 })
      .toString()
    await test.db.updateTable('installation').set({ latest_seen_at: seen }).execute()
    await hint(test.gatehouse.services, { to: 'servers', what: 'licence' })
    await until(async () => (await test.nobody.ask(getAuthorizeStatus)).reason === 'expired')
    const { out, code } = await issue({ devices: '50' })
    expect(await activateWith(out, code)).toMatchObject({ status: 200, data: { authorize_status: 1 } })
    expect((await test.nobody.ask(getAuthorizeStatus)).authorize_status).toBe(1)
    // From now on a session is needed again.
    expect((await activateWith(out, code)).message).toBe('auth.session-expired')
  })

  it('a clock that was years ahead for a while has not used up a trial', async () => {
    await test.nobody.ask(startTrial)
    await noteLatestTime(test.db, test.clock.now().toString(), 86_400)
    test.clock.advance({ hours: 24 * 1000 })
    for (let time = 0; time < 10; time++) await noteLatestTime(test.db, test.clock.now().toString(), 86_400)
    test.clock.advance({ hours: -24 * 1000 })
    const another = await test.startAnother('')
    expect((await another.ask(getAuthorizeStatus)).authorize_status).toBe(1)
    await another.close()
  })

  it('[BU-05] a clock before the start of the licence lets only the super admin in, to set it right', async () => {
    const { out, code } = await issue({ days: '365' })
    expect((await activateWith(out, code)).status).toBe(200)
    test.clock.advance({ hours: -48 })
    expect(await test.nobody.ask(getAuthorizeStatus)).toMatchObject({
      authorize_status: 0,
      reason: 'not-yet-valid',
      platform_at: expect.any(String),
      valid: { from: expect.any(String), to: expect.any(String) },
    })
    await test.asRole('mainAdmin')
    await test.asRole('superAdmin')
    const refused = await logIn(test.nobody, 'mainAdmin1', testPassword)
    expect(refused.message).toBe('licence.clock-behind')
    const { status, data } = await logIn(test.nobody, 'superAdmin2', testPassword)
    expect(status).toBe(200)
    const admin = test.withToken(data.token)
    expect((await admin.call(listDepartments)).message).toBe('licence.clock-behind')
    expect((await admin.call(getMailConfig)).message).toBe('licence.clock-behind')
    expect((await admin.call(getClockConfig)).status).toBe(200)
    const right = test.clock.now().add({ hours: 48 })
    const body = { at: right.toString(), clientMs: right.epochMilliseconds }
    expect((await admin.call(setClockManual, { body })).status).toBe(200)
    expect((await admin.call(listDepartments)).status).toBe(200)
    expect((await logIn(test.nobody, 'mainAdmin1', testPassword)).status).toBe(200)
  })
})
