import { listAlarms } from '@gatehouse/contract/features/alarms.ts'
import { getConfiguration, getSyncStatus, hello, reportSchema } from '@gatehouse/contract/device/link.ts'
import { ownSettingsSchema } from '@gatehouse/contract/device/own-settings.ts'
import {
  defaultsOf,
  type SettingsSchema,
  type SettingValue,
  type SettingValues,
} from '@gatehouse/contract/device/settings-schema.ts'
import {
  applySettingsBatch,
  changeDeviceSettings,
  createSettingsTemplate,
  deleteSettingsTemplate,
  getDeviceSettings,
  planSettingsBatch,
  type SettingsBatch,
} from '@gatehouse/contract/features/device-settings.ts'
import { getDevice, listDevices } from '@gatehouse/contract/features/devices.ts'
import { getWaitingCounts } from '@gatehouse/contract/features/notices/counts.ts'
import { createStaff } from '@gatehouse/contract/features/staff.ts'
import { faceModelId } from '@gatehouse/face/core/face-models.ts'
import { noteRecogniser, type RecogniserSpec } from '@gatehouse/face/core/recogniser-spec.ts'
import {
  chanceOfFalseOpening,
  cosineOfRate,
  measuredCurve,
  thresholdOfPolicy,
  thresholdOnScaleOf,
} from '@gatehouse/face/core/threshold-policy.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pairTestDevice, type PairedDevice, testVersions } from '../../../test/device-caller.ts'
import { insertNamedPortrait } from '../../../test/enrol.ts'
import { executeAlone } from '../../../test/execute-alone.ts'
import { type Caller, startTestGatehouse, type TestGatehouse } from '../../../test/gatehouse.ts'
import { setFaceThresholds } from './settings/face-policy-jobs.ts'
import { watchLaxDevices } from './settings/lax-devices.ts'

const otherRecogniser: Omit<RecogniserSpec, 'modelId'> = {
  sha256: '0'.repeat(64),
  input: { side: 112, layout: 'nchw', channels: 'rgb', mean: [127, 127, 127], deviation: [128, 128, 128] },
  alignment: 'arcface',
  dimension: 128,
  thresholds: { verify: 0.3, openSet: 0.4, alike: 0.38, floor: 0.35 },
}

let house: TestGatehouse
let admin: Caller
beforeAll(async () => {
  house = await startTestGatehouse()
  admin = await house.asRole('superAdmin')
  for (const name of ['Anna', 'Berta', 'Clara'])
    await admin.ask(createStaff, { body: { name, portraitId: await insertNamedPortrait(house, name) } })
})
afterAll(() => house.close())

async function pair(name: string, schema: SettingsSchema = ownSettingsSchema): Promise<PairedDevice> {
  const device = await pairTestDevice(house, admin, name)
  await device.ask(reportSchema, { body: { tag: 'x'.repeat(8), schema } })
  return device
}
const settingsOf = ({ id }: PairedDevice) => admin.ask(getDeviceSettings, { params: { id } })
async function change(device: PairedDevice, values: Record<string, SettingValue | null>) {
  const { revision } = await settingsOf(device)
  return admin.ask(changeDeviceSettings, { params: { id: device.id }, body: { revision, values } })
}
const wantedOf = async (device: PairedDevice, key: string) =>
  (await settingsOf(device)).settings.find((setting) => setting.key === key)?.wanted
/** The threshold that the terminal is told. */
const told = async (device: PairedDevice) => (await device.ask(getConfiguration)).settings.faceThreshold
type Policy = Awaited<ReturnType<typeof settingsOf>>['faceThreshold']
const chanceOf = (policy: Policy) => (policy ? chanceOfFalseOpening(policy.inForce, policy) : 1)
const setAll = () => setFaceThresholds(house.gatehouse.services)
/** As if so many people had been counted there. */
const countedAs = (people: number, factor: number | null = null) =>
  executeAlone(house.db, sql`update device_face_policy set people = ${people}, factor = ${factor}`)

describe('a door whose threshold is automatic', () => {
  it('[D4] [DEV-03] the terminal is told the threshold that its number of people needs, and hears of a change', async () => {
    const gate = await pair('Gate')
    expect(await told(gate), 'before anybody was counted').toBe(defaultsOf(ownSettingsSchema)['faceThreshold'])
    expect((await settingsOf(gate)).faceThreshold).toMatchObject({ isByHand: false, isCounted: false })
    expect(await setAll()).toContain(gate.id)
    const { threshold } = thresholdOfPolicy({ aim: 300, people: 3 })
    expect(await told(gate)).toBe(threshold)
    expect(await wantedOf(gate, 'faceThreshold')).toBe(threshold)
    expect((await settingsOf(gate)).faceThreshold).toMatchObject({ people: 3, isCounted: true, floor: threshold })
    expect(await setAll(), 'nothing has changed').not.toContain(gate.id)
  })

  it('[DEV-03] a threshold that is computed again reaches the terminal, and refuses no form that was opened before', async () => {
    const gate = await pair('Form')
    const { revision } = await settingsOf(gate)
    const { tag } = await gate.ask(getConfiguration)
    const isBehind = async () => (await gate.ask(getSyncStatus, { query: { configuration: tag ?? '' } })).configuration
    expect(await isBehind()).toBe(false)
    expect(await setAll()).toContain(gate.id)
    expect(await isBehind()).toBe(true)
    const values = { doorOpenSeconds: 7 }
    const saved = await admin.call(changeDeviceSettings, { params: { id: gate.id }, body: { revision, values } })
    expect(saved.status).toBe(200)
    expect((await gate.ask(getConfiguration)).settings).toMatchObject({
      doorOpenSeconds: 7,
      faceThreshold: thresholdOfPolicy({ aim: 300, people: 3 }).threshold,
    })
  })

  it('[DEV-03] fewer false openings need a higher threshold at once', async () => {
    const gate = await pair('Strict')
    await setAll()
    const before = await gate.ask(getConfiguration)
    await change(gate, { falseOpenings: '10000' })
    const after = await gate.ask(getConfiguration)
    expect(after.settings.faceThreshold).toBe(thresholdOfPolicy({ aim: 10_000, people: 3 }).threshold)
    expect(after.settings.faceThreshold).toBeGreaterThan(before.settings.faceThreshold)
    expect(after.tag).not.toBe(before.tag)
  })

  it('[DEV-03] a few people less do not lower it, many less do', async () => {
    const gate = await pair('Swinging')
    await setAll()
    await countedAs(4)
    expect(await setAll()).not.toContain(gate.id)
    await countedAs(10_000)
    expect(await told(gate)).toBe(0.72)
    expect(await setAll()).toContain(gate.id)
    expect(await told(gate)).toBe(thresholdOfPolicy({ aim: 300, people: 3 }).threshold)
  })

  it('strangers who are more alike than in the measured curve raise it', async () => {
    const gate = await pair('Alike')
    await countedAs(3)
    const today = house.clock.now().toZonedDateTimeISO('UTC').toPlainDate().toString()
    const scores = new Map<number, number>()
    for (let n = 0; n < 400; n++) {
      const at = cosineOfRate(measuredCurve, -Math.log((n + 0.5) / 400) / 3 / 2_000)
      scores.set(Math.floor(at * 100), (scores.get(Math.floor(at * 100)) ?? 0) + 1)
    }
    for (const [hundredth, strangers] of scores)
      await executeAlone(
        house.db,
        sql`insert into stranger_score (seen_on, hundredth, strangers, people) values (${today}, ${hundredth}, ${strangers}, ${strangers * 3})`,
      )
    expect(await setAll()).toContain(gate.id)
    const { faceThreshold } = await settingsOf(gate)
    expect(faceThreshold?.factor).toBeGreaterThan(1_000)
    expect(faceThreshold?.inForce).toBeGreaterThan(faceThreshold?.floor ?? 1)
    await executeAlone(house.db, sql`delete from stranger_score`)
    await setAll()
  })
})

describe('a threshold that is set by hand', () => {
  it('[DEV-03] an administrator who takes it over begins with the one in force, and goes back to automatic', async () => {
    const gate = await pair('By hand')
    await setAll()
    const automatic = await told(gate)
    const { faceThreshold } = await change(gate, { faceThresholdBy: 'by-hand' })
    expect(faceThreshold).toMatchObject({ isByHand: true, inForce: automatic })
    await change(gate, { faceThreshold: 0.7 })
    expect(await told(gate)).toBe(0.7)
    await change(gate, { faceThresholdBy: null })
    expect(await told(gate)).toBe(automatic)
  })

  it('[DEV-03] an administrator who names only a threshold takes it over, on one device and on many', async () => {
    const [one, other] = [await pair('One'), await pair('Other')]
    await change(one, { faceThreshold: 0.66 })
    expect(await told(one)).toBe(0.66)
    const { id } = await admin.ask(planSettingsBatch, {
      body: { deviceIds: [other.id], values: { faceThreshold: 0.67 } },
    })
    await admin.ask(applySettingsBatch, { params: { id } })
    expect(await told(other)).toBe(0.67)
  })

  it('[DEV-03] the plan for many devices names the threshold to which it leads, and one that is too low', async () => {
    const gate = await pair('Planned')
    const planned = async (values: SettingValues) =>
      (await admin.ask(planSettingsBatch, { body: { deviceIds: [gate.id], values } })).devices[0]
    const { inForce, floor } = (await settingsOf(gate)).faceThreshold!
    const strict = (await planned({ falseOpenings: '10000' }))?.faceThreshold
    expect(strict?.inForce).toBeGreaterThan(inForce)
    expect(strict?.inForce).toBeGreaterThanOrEqual(strict?.floor ?? 1)
    const low = await planned({ faceThreshold: 0.3 })
    expect(low?.faceThreshold).toEqual({ inForce: 0.3, floor })
    expect(floor).toBeGreaterThan(0.3)
    expect((await planned({ doorOpenSeconds: 9 }))?.faceThreshold).toBeNull()
    expect((await planned({ faceThresholdBy: 'by-hand' }))?.faceThreshold?.inForce).toBe(inForce)
    // It was only planned.
    expect((await settingsOf(gate)).faceThreshold).toMatchObject({ isByHand: false, inForce })
  })

  it('[DEV-03] below the floor the device and its row say so, and the menu counts it, also when people were added since', async () => {
    const gate = await pair('Lax')
    await setAll()
    const isLow = async () => {
      const { items } = await admin.ask(listDevices, { query: { keyword: 'Lax' } })
      const { isFaceThresholdLow } = await admin.ask(getDevice, { params: { id: gate.id } })
      expect(items[0]?.isFaceThresholdLow).toBe(isFaceThresholdLow)
      return isFaceThresholdLow
    }
    const waiting = async () => (await (await house.asRole('deviceAdmin')).ask(getWaitingCounts)).laxDoors?.count
    await change(gate, { faceThreshold: 0.6 })
    expect(await isLow()).toBe(false)
    expect(await waiting()).toBe(0)
    await countedAs(10_000)
    expect(await isLow()).toBe(true)
    await change(gate, { doorOpenSeconds: 7 })
    await expect.poll(waiting).toBeGreaterThan(0)
    expect((await (await house.asRole('visitorAdmin')).ask(getWaitingCounts)).laxDoors).toBeUndefined()
    await change(gate, { faceThresholdBy: 'automatic' })
    expect(await isLow()).toBe(false)
  })

  it('[DEV-03] a threshold that has become too low for its people raises one alarm, which ends by itself once it is high enough', async () => {
    const gate = await pair('Grown')
    const alarms = async () =>
      (await admin.ask(listAlarms, { query: { type: 'face-threshold-low', deviceId: gate.id } })).items
    const watch = () => watchLaxDevices(house.gatehouse.services)
    await setAll()
    await change(gate, { faceThreshold: 0.6 })
    await watch()
    expect(await alarms()).toEqual([])
    await countedAs(10_000)
    const { floor } = thresholdOfPolicy({ aim: 300, people: 10_000 })
    await watch()
    await watch()
    expect(await alarms()).toMatchObject([
      { status: 'raised', times: 1, releaseWay: 'by-itself', description: floor.toFixed(2) },
    ])
    await change(gate, { faceThresholdBy: 'automatic' })
    await watch()
    expect(await alarms()).toMatchObject([{ status: 'released', times: 1 }])
    await setAll()
  })

  it('[DEV-03] one set by hand stays as strict when the terminal changes its recogniser, is shown on the new scale, and is the old one on the way back', async () => {
    const gate = await pair('Changing')
    await setAll()
    const other = { modelId: 'feedbeef0001', ...otherRecogniser }
    noteRecogniser(other)
    const compareWith = (modelId: string) =>
      gate.ask(hello, {
        body: {
          versions: { ...testVersions(gate.serialNumber), faceModelId: modelId },
          clockAt: house.clock.now().toString(),
          nextSequence: 1,
        },
      })
    await change(gate, { faceThreshold: 0.66 })
    await compareWith(other.modelId)
    const moved = await told(gate)
    expect(moved).toBe(thresholdOnScaleOf(0.66, undefined, other.thresholds))
    expect(moved).not.toBe(0.66)
    expect(await wantedOf(gate, 'faceThreshold')).toBe(moved)
    expect((await settingsOf(gate)).faceThreshold).toMatchObject({ isByHand: true, inForce: moved })
    await compareWith(faceModelId)
    expect(await told(gate)).toBe(0.66)
    await compareWith(other.modelId)
    await change(gate, { faceThreshold: 0.66 })
    expect(await told(gate), 'set on the new scale').toBe(0.66)
  })

  describe('copied to a device with another recogniser', () => {
    const other = { modelId: 'feedbeef0002', ...otherRecogniser }
    noteRecogniser(other)
    const there = (threshold: number) => thresholdOnScaleOf(threshold, undefined, other.thresholds)
    async function pairWith(name: string, modelId: string) {
      const device = await pair(name)
      const versions = { ...testVersions(device.serialNumber), faceModelId: modelId }
      await device.ask(hello, { body: { versions, clockAt: house.clock.now().toString(), nextSequence: 1 } })
      return device
    }
    const plan = (devices: readonly PairedDevice[], values: SettingValues, templateId?: string) =>
      admin.ask(planSettingsBatch, {
        body: { deviceIds: devices.map(({ id }) => id), values, ...(templateId !== undefined && { templateId }) },
      })
    const apply = (id: string) => admin.ask(applySettingsBatch, { params: { id } })
    const planned = ({ devices }: SettingsBatch, name: string) =>
      devices.find((device) => device.name === name)?.changes.find(({ key }) => key === 'faceThreshold')?.to

    it('[DEV-03] a template is as strict at every device: the plan names the number of each, and each is told its own', async () => {
      const model = await pairWith('Template: model', faceModelId)
      const same = await pairWith('Template: same', faceModelId)
      const moved = await pairWith('Template: moved', other.modelId)
      await change(model, { faceThreshold: 0.66 })
      const body = { name: 'As strict as the model', deviceId: model.id }
      const { id, values } = await admin.ask(createSettingsTemplate, { body })
      const batch = await plan([same, moved], values, id)
      expect([planned(batch, 'Template: same'), planned(batch, 'Template: moved')]).toEqual([0.66, there(0.66)])
      expect(there(0.66)).not.toBe(0.66)
      const applied = await apply(batch.id)
      expect(planned(applied, 'Template: moved')).toBe(there(0.66))
      expect([await told(same), await told(moved)]).toEqual([0.66, there(0.66)])
      const [first, second] = [(await settingsOf(same)).faceThreshold, (await settingsOf(moved)).faceThreshold]
      expect(chanceOf(second)).toBeLessThanOrEqual(chanceOf(first))
      expect((await plan([moved], values, id)).devices.map(({ state }) => state)).toEqual(['unchanged'])
    })

    it('the template of a device with another recogniser counts on that scale, and one that is gone is refused', async () => {
      const model = await pairWith('Back: model', other.modelId)
      const back = await pairWith('Back: built-in', faceModelId)
      await change(model, { faceThreshold: 0.41 })
      const body = { name: 'Of the other one', deviceId: model.id }
      const { id, values } = await admin.ask(createSettingsTemplate, { body })
      expect(planned(await plan([back], values, id), 'Back: built-in')).toBe(
        thresholdOnScaleOf(0.41, other.thresholds, undefined),
      )
      await admin.ask(deleteSettingsTemplate, { params: { id } })
      const gone = await admin.call(planSettingsBatch, { body: { deviceIds: [back.id], values, templateId: id } })
      expect(gone.message).toBe('settings-template.not-found')
    })

    it('a number that somebody types counts for the recogniser of all devices, or for the one in use where they differ', async () => {
      const own = await pairWith('Typed: own', faceModelId)
      const moved = await pairWith('Typed: moved', other.modelId)
      expect(planned(await plan([moved], { faceThreshold: 0.66 }), 'Typed: moved')).toBe(0.66)
      const both = await plan([own, moved], { faceThreshold: 0.66 })
      expect([planned(both, 'Typed: own'), planned(both, 'Typed: moved')]).toEqual([0.66, there(0.66)])
    })

    it('a device that changed its recogniser after the plan is left alone: the planned number would be another rate', async () => {
      const gate = await pairWith('Late', faceModelId)
      const strict = await plan([gate], { faceThreshold: 0.66 })
      const versions = { ...testVersions(gate.serialNumber), faceModelId: other.modelId }
      await gate.ask(hello, { body: { versions, clockAt: house.clock.now().toString(), nextSequence: 1 } })
      expect((await apply(strict.id)).devices.map(({ state }) => state)).toEqual(['changed-meanwhile'])
    })
  })

  it('[DEV-03] with software that knows no automatic threshold a set one is by hand, and none follows the policy', async () => {
    const settings = ownSettingsSchema.settings
      .filter(({ key }) => key !== 'faceThresholdBy' && key !== 'falseOpenings')
      .map((setting) => (setting.key === 'faceThreshold' ? { ...setting, onlyWith: undefined } : setting))
    const gate = await pair('Older', { ...ownSettingsSchema, settings })
    await setAll()
    expect((await settingsOf(gate)).faceThreshold).toMatchObject({ isByHand: false })
    await change(gate, { faceThreshold: 0.5 })
    expect((await settingsOf(gate)).faceThreshold).toMatchObject({ isByHand: true, inForce: 0.5 })
    expect(await told(gate)).toBe(0.5)
    await change(gate, { faceThreshold: null })
    expect((await settingsOf(gate)).faceThreshold).toMatchObject({ isByHand: false })
  })
})
