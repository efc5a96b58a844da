import { hash, randomUUID } from 'node:crypto'
import { getConfiguration, hello, reportSchema } from '@gatehouse/contract/device/link.ts'
import { ownSettings, ownSettingsSchema, wordsOfPages } from '@gatehouse/contract/device/own-settings.ts'
import {
  defaultsOf,
  settingsSchema,
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
  getSettingsBatch,
  listSettingsSchemas,
  listSettingsTemplates,
  planSettingsBatch,
} from '@gatehouse/contract/features/device-settings.ts'
import { deleteDevice, updateDevice } from '@gatehouse/contract/features/devices.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { pairTestDevice, testVersions } from '../../../test/device-caller.ts'
import { type Caller, startTestGatehouse, type TestGatehouse } from '../../../test/gatehouse.ts'
import { type PairedTerminal, createRealTerminals } from '@gatehouse/testkit/seeds/real-terminals.ts'
import { listenForTerminals } from '../../../test/listen-for-terminals.ts'
import { until } from '@gatehouse/testkit/until.ts'

let house: TestGatehouse
let admin: Caller
let terminals: ReturnType<typeof createRealTerminals>
beforeAll(async () => {
  house = await startTestGatehouse({ environment: { HOST: '127.0.0.1' } })
  admin = await house.asRole('superAdmin')
  terminals = createRealTerminals(admin.ask, await listenForTerminals(house))
})
afterAll(() => house.close())
afterEach(() => terminals.stopAll())

/** A device with every setting of the specification's section 3, wires and lights included. */
const wholeDevice = { schema: ownSettingsSchema }

const settingsOf = ({ id }: { id: string }) => admin.ask(getDeviceSettings, { params: { id } })
async function settingOf(device: { id: string }, key: string) {
  const setting = (await settingsOf(device)).settings.find((setting) => setting.key === key)
  if (!setting) throw new Error(`there is no setting ${key}`)
  return setting
}
async function change(device: { id: string }, values: Record<string, SettingValue | null>, revision?: number) {
  const body = { revision: revision ?? (await settingsOf(device)).revision, values }
  return admin.call(changeDeviceSettings, { params: { id: device.id }, body })
}
const isInForce = async (device: { id: string }) =>
  (await settingsOf(device)).settings.every(({ isDifferent }) => !isDifferent)

/** Another value than the default, within the bounds. */
const otherValues: SettingValues = Object.fromEntries(
  ownSettings.map((definition): [string, SettingValue] => {
    switch (definition.kind) {
      case 'boolean':
        return [definition.key, !definition.default]
      case 'number':
        return [definition.key, definition.max]
      case 'choice':
        return [definition.key, definition.options.find(({ value }) => value !== definition.default)!.value]
      case 'choices':
        return [definition.key, definition.options.map(({ value }) => value)]
      case 'text':
        return [definition.key, '欢迎光临']
      case 'time':
        return [definition.key, '23:59']
      case 'moment':
        return [definition.key, definition.key === 'authorizationStart' ? '2026-12-01T08:00' : '2026-12-31T18:00']
    }
  }),
)

describe('one device', () => {
  it('[DEV-03] a device has every setting of the specification, at its default and in force', async () => {
    const terminal = await terminals.start(wholeDevice)
    await until(() => isInForce(terminal))
    const { schema, settings, reportedAt } = await settingsOf(terminal)
    expect(schema).toEqual(ownSettingsSchema)
    expect(reportedAt).not.toBeNull()
    expect(Object.fromEntries(settings.map(({ key, reported }) => [key, reported]))).toEqual({
      ...defaultsOf(ownSettingsSchema),
      livenessCheck: true, // set by the form that adds a device
    })
    // The specification's section 3, one by one.
    const specified =
      'isRunning personMode verificationMode welcomeText successText failureText successFields blacklistText opensForBlacklisted livenessCheck livenessThreshold faceThreshold minFaceWidth recognitionDistance idCardThreshold doorOpenMethod doorbellButton doorOpenSeconds gpioA gpioB gpioC buzzerAlarm language autoRestart restartTime wiegandInput autoStandby standbySeconds authorizationWay authorizationDays authorizationStart authorizationEnd networkRelayAddress fillLight voiceBroadcast showAvatar showName repeatSeconds'
    expect(settings.map(({ key }) => key)).toEqual(expect.arrayContaining(specified.split(' ')))
  })

  it('[DEV-03] every setting is changed, reaches the device, and the device acknowledges it', async () => {
    const terminal = await terminals.start(wholeDevice)
    expect((await change(terminal, otherValues)).status).toBe(200)
    expect(await isInForce(terminal)).toBe(false)
    await until(() => isInForce(terminal))
    expect(terminal.state.configuration?.settings).toMatchObject(otherValues)
    const { settings, revision, reportedRevision } = await settingsOf(terminal)
    expect(reportedRevision).toBe(revision)
    expect(settings.every(({ isDefault }) => !isDefault)).toBe(true)
    await change(terminal, { doorOpenSeconds: null })
    await until(() => isInForce(terminal))
    expect(await settingOf(terminal, 'doorOpenSeconds')).toMatchObject({ wanted: 6, reported: 6, isDefault: true })
  })

  it('[DEV-03] the difference of settings shows while a device is offline, and since when', async () => {
    const terminal = await terminals.start(wholeDevice)
    await until(() => isInForce(terminal))
    await terminal.stop()
    const before = Temporal.Now.instant()
    await change(terminal, { doorOpenSeconds: 9 })
    const setting = await settingOf(terminal, 'doorOpenSeconds')
    expect(setting).toMatchObject({ wanted: 9, reported: 6, isDifferent: true, refusal: null })
    expect(Temporal.Instant.compare(setting.differentSince!, before.subtract({ milliseconds: 1 }))).toBe(1)
    expect(await settingOf(terminal, 'isRunning')).toMatchObject({ isDifferent: false, differentSince: null })
  })

  it('[DEV-03] a device refuses a setting that it cannot follow, with its reason; the rest is in force', async () => {
    const terminal = await terminals.start({ ...wholeDevice, unsupported: { fillLight: 'this model has no light' } })
    await change(terminal, { fillLight: 'on', doorOpenSeconds: 12 })
    await until(async () => (await settingOf(terminal, 'doorOpenSeconds')).reported === 12)
    expect(await settingOf(terminal, 'fillLight')).toMatchObject({
      wanted: 'on',
      reported: 'auto',
      isDifferent: true,
      refusal: 'this model has no light',
    })
  })

  it.each([
    [{ doorOpenSeconds: 31 }, 'doorOpenSeconds', 'out-of-range'],
    [{ doorOpenSeconds: 0 }, 'doorOpenSeconds', 'out-of-range'],
    [{ doorOpenSeconds: 2.5 }, 'doorOpenSeconds', 'not-a-step'],
    [{ doorOpenSeconds: '6' }, 'doorOpenSeconds', 'wrong-kind'],
    [{ fillLight: 'disco' }, 'fillLight', 'no-such-choice'],
    [{ successFields: ['job-id', 'job-id'] }, 'successFields', 'no-such-choice'],
    [{ welcomeText: '欢'.repeat(22) }, 'welcomeText', 'too-long'],
    [{ welcomeText: 'a\u0000b' }, 'welcomeText', 'not-storable'],
    [{ restartTime: '24:00' }, 'restartTime', 'time-form'],
    [{ authorizationStart: '2026-02-30T08:00' }, 'authorizationStart', 'moment-form'],
    [{ authorizationStart: '2026-12-02T08:00', authorizationEnd: '2026-12-01T08:00' }, 'authorizationEnd', 'not-after'],
    [{ selfDestruct: true }, 'selfDestruct', 'unknown'],
    [{ selfDestruct: null }, 'selfDestruct', 'unknown'],
    [{ name: 'Hacked' }, 'name', 'unknown'],
  ])(
    '[DEV-03] the value %j is refused by its own error that names the field, and nothing changes',
    async (values, key, problem) => {
      const device = await pairTestDevice(house, admin)
      await device.ask(reportSchema, { body: { tag: '1', schema: ownSettingsSchema } })
      const before = await settingsOf(device)
      const answer = await change(device, { isRunning: false, ...values })
      expect(answer).toMatchObject({
        status: 422,
        message: 'device.setting-refused',
        data: { fields: key, faults: [{ key, problem }] },
      })
      expect(answer.desc.toLowerCase()).toContain(key.toLowerCase())
      expect(await settingsOf(device)).toEqual(before)
    },
  )

  it('a body of 10,000 characters is refused before anything reads it', async () => {
    const device = await pairTestDevice(house, admin)
    expect(await change(device, { welcomeText: 'x'.repeat(10_000) })).toMatchObject({
      status: 400,
      message: 'request.invalid',
    })
  })

  it('two administrators at one form cannot both win: the second is told', async () => {
    const terminal = await terminals.start(wholeDevice)
    const { revision } = await settingsOf(terminal)
    const both = await Promise.all([
      change(terminal, { doorOpenSeconds: 7 }, revision),
      change(terminal, { doorOpenSeconds: 8 }, revision),
    ])
    expect(both.map(({ message }) => message).toSorted()).toEqual(['device.changed-meanwhile', 'success'])
    const winner = both[0].status === 200 ? 7 : 8
    expect(await settingOf(terminal, 'doorOpenSeconds')).toMatchObject({ wanted: winner })
  })

  it('a device that has not reported what it can be set to is not set', async () => {
    const device = await pairTestDevice(house, admin)
    expect(await settingsOf(device)).toMatchObject({ schema: null, settings: [], reportedAt: null })
    expect((await change(device, { doorOpenSeconds: 7 })).message).toBe('device.schema-missing')
  })
})

describe('schemas', () => {
  it('A device whose program has sent no schema says so to who would set it, and not to wait for it', async () => {
    const device = await pairTestDevice(house, admin)
    await greet(device, null)
    expect((await change(device, { doorOpenSeconds: 7 })).message).toBe('device.schema-unsent')
  })

  const greet = (device: Awaited<ReturnType<typeof pairTestDevice>>, schemaTag: string | null) =>
    device.ask(hello, {
      body: {
        versions: testVersions(device.serialNumber),
        clockAt: Temporal.Now.instant().toString(),
        nextSequence: 1,
        schemaTag,
      },
    })

  it('a schema is asked for once, and again when it changes', async () => {
    const device = await pairTestDevice(house, admin)
    expect(await greet(device, null)).toMatchObject({ wantsSchema: false })
    expect(await greet(device, 'v1')).toMatchObject({ wantsSchema: true })
    await device.ask(reportSchema, { body: { tag: 'v1', schema: ownSettingsSchema } })
    expect(await greet(device, 'v1')).toMatchObject({ wantsSchema: false })
    expect(await greet(device, 'v2')).toMatchObject({ wantsSchema: true })
  })

  it('a schema that is told once more changes nothing for somebody who has the form open', async () => {
    const device = await pairTestDevice(house, admin)
    const tell = (tag: string) => device.ask(reportSchema, { body: { tag, schema: ownSettingsSchema } })
    await tell('v1')
    const { revision } = await settingsOf(device)
    await tell('v1')
    await tell('v2')
    expect((await change(device, { doorOpenSeconds: 7 }, revision)).status).toBe(200)
  })

  it('a schema that another device has sent is known by its hash: nobody sends it twice, and its defaults are wanted', async () => {
    const label = { en: 'Lamp', zh: '灯', 'zh-tw': '燈' }
    const lamp = { kind: 'number' as const, key: 'lamp', section: 'door', label, min: 1, max: 9, step: 1, default: 7 }
    const schema = { sections: [{ key: 'door', label }], settings: [lamp] }
    const tag = hash('sha256', JSON.stringify(settingsSchema.parse(schema)))
    const [one, other] = [await pairTestDevice(house, admin), await pairTestDevice(house, admin)]
    expect(await greet(one, tag)).toMatchObject({ wantsSchema: true })
    await one.ask(reportSchema, { body: { tag, schema } })
    const { settings: before } = await other.ask(getConfiguration)
    expect(await greet(other, tag)).toMatchObject({ wantsSchema: false })
    const { settings } = await other.ask(getConfiguration)
    expect(settings).toMatchObject({ lamp: 7 })
    expect(settings.revision).toBeGreaterThan(before.revision)
    expect(await settingsOf(other)).toMatchObject({ schema })
  })

  it('[DEV-03] a model of its own kind reports its settings schema, and its settings are validated by that', async () => {
    const device = await pairTestDevice(house, admin)
    const label = { en: 'Turnstile speed', zh: '闸机速度', 'zh-tw': '閘機速度' }
    const schema = {
      sections: [{ key: 'motor', label }],
      settings: [
        { kind: 'number' as const, key: 'turnSpeed', section: 'motor', label, min: 1, max: 5, step: 1, default: 3 },
      ],
    }
    await device.ask(reportSchema, { body: { tag: 'turnstile', schema } })
    expect((await change(device, { turnSpeed: 6 })).message).toBe('device.setting-refused')
    expect((await change(device, { doorOpenSeconds: 6 })).message).toBe('device.setting-refused')
    expect((await change(device, { turnSpeed: 5 })).status).toBe(200)
    const schemas = await admin.ask(listSettingsSchemas)
    expect(schemas).toContainEqual(expect.objectContaining({ schema, deviceCount: 1, models: ['Test terminal'] }))
  })

  it('a key of our own settings keeps our label and section, whatever its device reports', async () => {
    const device = await pairTestDevice(house, admin)
    const label = { en: 'Voice broadcast', zh: '语音播报', 'zh-tw': '語音播報' }
    const ours = ownSettingsSchema.settings.find(({ key }) => key === 'opensForBlacklisted')!
    const mode = ownSettingsSchema.settings.find(({ key }) => key === 'verificationMode')!
    const method = ownSettingsSchema.settings.find(({ key }) => key === 'doorOpenMethod')!
    if (mode.kind !== 'choice' || method.kind !== 'choice') throw new Error('they are of another kind')
    const relay = { value: 'local-relay', label: wordsOfPages.localRelay }
    const fan = { kind: 'boolean' as const, section: 'sound', key: 'fan', label, default: false }
    const schema: SettingsSchema = {
      sections: [
        { key: 'sound', label },
        { key: 'usage', label },
      ],
      settings: [
        Object.assign({}, ours, { label, hint: label, section: 'sound' }),
        { ...mode, label, section: 'usage', options: mode.options.map(({ value }) => ({ value, label })) },
        { ...method, section: 'sound', options: [relay] },
        fan,
      ],
    }
    await device.ask(reportSchema, { body: { tag: 'renamed', schema } })
    const section = (key: string) => ownSettingsSchema.sections.find((one) => one.key === key)
    const shown = {
      sections: [{ key: 'sound', label }, section('usage'), section('door'), section('prompts')],
      settings: [ours, mode, { ...method, options: [relay] }, fan],
    }
    expect((await settingsOf(device)).schema).toEqual(shown)
    expect((await admin.ask(listSettingsSchemas)).map(({ schema }) => schema)).toContainEqual(shown)
  })

  it.each([
    ['a default out of its range', { default: 60 }, 'doorOpenSeconds'],
    ['our word with a wider range', { max: 60 }, 'doorOpenSeconds'],
    ['a section that is not there', { section: 'attic' }, 'doorOpenSeconds'],
    ['a condition on what is not there', { onlyWith: { key: 'ghost', values: [true] } }, 'doorOpenSeconds'],
    ['a reserved key', { key: 'revision' }, 'revision'],
  ])('a schema with %s is refused', async (_, wrong, key) => {
    const device = await pairTestDevice(house, admin)
    const label = { en: 'Open', zh: '开', 'zh-tw': '開' }
    const good = { kind: 'number' as const, key: 'doorOpenSeconds', section: 'door', label, min: 1, max: 30, step: 1 }
    const schema = { sections: [{ key: 'door', label }], settings: [{ ...good, default: 6, ...wrong }] }
    expect(await device.call(reportSchema, { body: { tag: 'x', schema } })).toMatchObject({
      message: 'device.schema-invalid',
      data: { key },
    })
  })
})

describe('values that only an administrator may set', () => {
  // The settings that name another machine, and those that open the door to more people.
  const addresses = ownSettingsSchema.settings.filter(({ key }) => /address|host|url|server|uri$/i.test(key))
  const open = [
    ...addresses.map(({ key }) => ({ key, value: '10.0.0.9' })),
    { key: 'doorOpenMethod', value: 'network-relay' },
    { key: 'opensForBlacklisted', value: true },
  ]
  it.each(open)('$value as the default of $key is refused in a schema', async ({ key, value }) => {
    const device = await pairTestDevice(house, admin)
    const settings = ownSettingsSchema.settings.map((setting) =>
      setting.key === key ? { ...setting, default: value } : setting,
    ) as SettingsSchema['settings']
    const answer = await device.call(reportSchema, { body: { tag: 'x', schema: { ...ownSettingsSchema, settings } } })
    expect(answer).toMatchObject({ message: 'device.schema-invalid', data: { key } })
  })
  it('our settings hold one address only', () => {
    expect(addresses.map(({ key }) => key)).toEqual(['networkRelayAddress'])
  })
})

describe('many devices', () => {
  const plan = (devices: readonly { id: string }[], values: SettingValues) =>
    admin.ask(planSettingsBatch, { body: { deviceIds: devices.map(({ id }) => id), values } })
  const batchOf = (id: string) => admin.ask(getSettingsBatch, { params: { id } })

  it('a batch with values that no database can store is refused before it is planned', async () => {
    const device = await pairTestDevice(house, admin)
    const unstorable: SettingValues[] = [
      { welcomeText: 'a\u0000b' },
      { welcomeText: '\ud800' },
      { 'a\u0000': 1 },
      { list: ['\u0000'] },
    ]
    for (const values of unstorable)
      expect(await admin.call(planSettingsBatch, { body: { deviceIds: [device.id], values } })).toMatchObject({
        status: 400,
        message: 'request.invalid',
      })
  })

  it('[DEV-03] a batch is planned first, then sent, and each device reports its result', async () => {
    const gate = await terminals.start(wholeDevice, 'A gate')
    const dark = await terminals.start({ ...wholeDevice, unsupported: { fillLight: 'no light here' } }, 'B dark')
    const away = await terminals.start(wholeDevice, 'C away')
    await away.stop()
    const mute = await pairTestDevice(house, admin, 'D mute')
    const lit = await terminals.start(wholeDevice, 'E lit')
    await change(lit, { fillLight: 'on' })
    const all: { id: string }[] = [gate, dark, away, mute, lit]
    const planned = await plan(all, { fillLight: 'on' })
    expect(planned.appliedAt).toBeNull()
    expect(planned.devices.map(({ name, state }) => [name, state])).toEqual([
      ['A gate', 'planned'],
      ['B dark', 'planned'],
      ['C away', 'planned'],
      ['D mute', 'refused'],
      ['E lit', 'unchanged'],
    ])
    expect(planned.devices[0]!.changes).toEqual([{ key: 'fillLight', from: 'auto', to: 'on' }])
    expect(planned.devices[3]!.faults).toEqual([{ key: 'fillLight', problem: 'unknown' }])
    // Nothing has changed yet.
    expect(await settingOf(gate, 'fillLight')).toMatchObject({ wanted: 'auto' })

    await admin.ask(applySettingsBatch, { params: { id: planned.id } })
    await until(async () => {
      const states = (await batchOf(planned.id)).devices.map(({ state }) => state)
      return states[0] === 'applied' && states[1] === 'refused-by-device'
    })
    expect((await batchOf(planned.id)).devices.map(({ name, state, refusals }) => [name, state, refusals])).toEqual([
      ['A gate', 'applied', []],
      ['B dark', 'refused-by-device', [{ key: 'fillLight', reason: 'no light here' }]],
      ['C away', 'waiting', []],
      ['D mute', 'refused', []],
      ['E lit', 'unchanged', []],
    ])
    const again = await admin.call(applySettingsBatch, { params: { id: planned.id } })
    expect(again.message).toBe('settings-batch.applied')
  })

  it('a device that somebody changed or unbound after the plan is left alone', async () => {
    const gate = await terminals.start(wholeDevice, 'A gate')
    const gone = await terminals.start(wholeDevice, 'B gone')
    const planned = await plan([gate, gone], { doorOpenSeconds: 20 })
    await change(gate, { doorOpenSeconds: 3 })
    await admin.ask(deleteDevice, { params: { id: gone.id } })
    const { devices } = await admin.ask(applySettingsBatch, { params: { id: planned.id } })
    expect(devices.map(({ state }) => state)).toEqual(['changed-meanwhile', 'gone'])
    expect(await settingOf(gate, 'doorOpenSeconds')).toMatchObject({ wanted: 3 })
  })

  it('two administrators who apply one batch at once apply it once', async () => {
    const gate = await terminals.start(wholeDevice)
    const { id } = await plan([gate], { doorOpenSeconds: 20 })
    const answers = await Promise.all([1, 2].map(() => admin.call(applySettingsBatch, { params: { id } })))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  })

  it('a template keeps the settings of a device, and applies them to others', async () => {
    const model: PairedTerminal = await terminals.start(wholeDevice, 'Model')
    const other = await terminals.start(wholeDevice, 'Other')
    await change(model, { welcomeText: 'Good morning', doorOpenSeconds: 10 })
    const name = `Front doors ${randomUUID()}`
    const create = { body: { name, deviceId: model.id } }
    const template = await admin.ask(createSettingsTemplate, create)
    expect(template.values).toMatchObject({ welcomeText: 'Good morning', doorOpenSeconds: 10, isRunning: true })
    const taken = await admin.call(createSettingsTemplate, { body: { ...create.body, name: name.toUpperCase() } })
    expect(taken.message).toBe('settings-template.name-taken')
    expect((await admin.ask(listSettingsTemplates)).map(({ id }) => id)).toContain(template.id)

    const { id } = await plan([other], template.values)
    await admin.ask(applySettingsBatch, { params: { id } })
    await until(async () => other.state.configuration?.settings.welcomeText === 'Good morning')
    await admin.ask(deleteSettingsTemplate, { params: { id: template.id } })
    const gone = await admin.call(deleteSettingsTemplate, { params: { id: template.id } })
    expect(gone.message).toBe('settings-template.not-found')
  })
})

it('[DEV-02] a rename and a change of settings do not overwrite each other', async () => {
  const terminal = await terminals.start(wholeDevice)
  await admin.ask(updateDevice, { params: { id: terminal.id }, body: { name: 'North gate' } })
  await change(terminal, { doorOpenSeconds: 4 })
  await until(async () => terminal.state.configuration?.settings.doorOpenSeconds === 4)
  expect(terminal.state.configuration?.settings.name).toBe('North gate')
})
