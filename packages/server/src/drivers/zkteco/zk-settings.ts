import { createHash } from 'node:crypto'
import { ownSettingsSchema } from '@gatehouse/contract/device/own-settings.ts'
import type {
  SettingDefinition,
  SettingsSchema,
  SettingValue,
  SettingValues,
  Words,
} from '@gatehouse/contract/device/settings-schema.ts'
import type { Dialect } from './zkteco-make.ts'

/*
 * The settings of a terminal and its options, which are texts under names of the maker. Only an access terminal has options with names that
 * all models share; of a controller each door has its own, and one setting is for all of them.
 */

/** Options by their names in lower case. */
export type ZkOptions = Readonly<Record<string, string>>

type Setting = {
  key: string
  /** Of one door. */
  option: (door: number) => string
  /** The definition with this default; undefined: the value of the device is none of ours. */
  define(value: string): SettingDefinition | undefined
  write(value: SettingValue): string
}

const w = (en: string, zh: string, zhTw: string): Words => ({ en, zh, 'zh-tw': zhTw })

const own = (key: string): SettingDefinition => {
  const found = ownSettingsSchema.settings.find((setting) => setting.key === key)
  if (!found) throw new Error(`there is no setting ${key}`)
  return found
}

/** A number of ours in seconds, within what the terminal takes. */
function ownSeconds(key: string, option: (door: number) => string): Setting {
  return {
    key,
    option,
    define(text) {
      const definition = own(key)
      const value = Number(text)
      if (definition.kind !== 'number' || !Number.isInteger(value)) return undefined
      const max = Math.min(definition.max, maxSeconds)
      return value < definition.min || value > max ? undefined : { ...definition, max, default: value }
    },
    write: String,
  }
}
const maxSeconds = 254

function choiceOf(
  key: string,
  option: (door: number) => string,
  label: Words,
  choices: readonly { code: string; value: string; label: Words }[],
): Setting {
  return {
    key,
    option,
    define(text) {
      const found = choices.find(({ code }) => code === text)
      const options = choices.map((choice) => ({ value: choice.value, label: choice.label }))
      return found && { kind: 'choice', key, section: 'door', label, options, default: found.value }
    },
    write: (value) => choices.find((choice) => choice.value === value)?.code ?? '',
  }
}

const settings: readonly Setting[] = [
  ownSeconds('doorOpenSeconds', (door) => `Door${door}Drivetime`),
  ownSeconds('doorMagnetSeconds', (door) => `Door${door}Detectortime`),
  choiceOf('doorSensorType', (door) => `Door${door}SensorType`, w('Door contact', '门磁类型', '門磁類型'), [
    { code: '0', value: 'none', label: w('None', '无', '無') },
    { code: '1', value: 'normally-open', label: w('Normally open', '常开', '常開') },
    { code: '2', value: 'normally-closed', label: w('Normally closed', '常闭', '常閉') },
  ]),
  choiceOf('doorVerifyType', (door) => `Door${door}VerifyType`, w('What opens the door', '验证方式', '驗證方式'), [
    { code: '0', value: 'any', label: w('Face, card or PIN', '人脸、卡或密码', '人臉、卡片或密碼') },
    { code: '4', value: 'card', label: w('Card', '卡', '卡片') },
    { code: '3', value: 'pin', label: w('PIN', '密码', '密碼') },
    { code: '11', value: 'card-and-pin', label: w('Card and PIN', '卡加密码', '卡片加密碼') },
    { code: '15', value: 'face', label: w('Face', '人脸', '人臉') },
    { code: '17', value: 'face-and-pin', label: w('Face and PIN', '人脸加密码', '人臉加密碼') },
    { code: '18', value: 'face-and-card', label: w('Face and card', '人脸加卡', '人臉加卡片') },
  ]),
]

/** The product goes by it; the terminal is told nothing. */
const ignoresHours: SettingDefinition = {
  kind: 'boolean',
  key: 'ignoresHours',
  section: 'usage',
  label: w('This terminal keeps to no hours', '该终端不按时段判断', '此終端機不依時段判斷'),
  hint: w(
    'Whoever is on it passes at any hour. A lockdown then counts it as a terminal that stays open.',
    '终端上的人员随时都可通行。封锁时会将其计为无法封锁的终端。',
    '機上的人員隨時都可通行。封鎖時會將其計為無法封鎖的終端機。',
  ),
  default: false,
}

const doorsOf = (count: number) => Array.from({ length: count }, (_, at) => at + 1)

/** The names of the options that are asked for. */
export const optionNames = (doors: number): string[] =>
  settings.flatMap(({ option }) => doorsOf(doors).map((door) => option(door)))

/** The options among these fields that settings are made of. */
export function optionsIn(fields: ReadonlyMap<string, string>, doors: number): ZkOptions {
  const names = optionNames(doors).map((name) => name.toLowerCase())
  return Object.fromEntries(names.flatMap((name) => (fields.has(name) ? [[name, fields.get(name) ?? '']] : [])))
}

/** The settings that it has, as it was set when it joined. */
export function schemaOf(dialect: Dialect, base: ZkOptions): SettingsSchema {
  const found = settings.flatMap(({ option, define }) => define(base[option(1).toLowerCase()] ?? '') ?? [])
  return {
    sections: ownSettingsSchema.sections.filter(({ key }) => key === 'usage' || (key === 'door' && found.length > 0)),
    settings: [own('isRunning'), ...(dialect === 'access' ? found : [ignoresHours])],
  }
}

export const tagOf = (schema: SettingsSchema) => createHash('sha256').update(JSON.stringify(schema)).digest('hex')

type Known = { base: ZkOptions; options: ZkOptions; doors: number }

/**
 * The options that are to be others than they are. A setting that nobody has changed leaves each door as it was when the device joined.
 */
export function differing(wanted: Readonly<Record<string, unknown>>, { base, options, doors }: Known) {
  return settings.flatMap(({ key, option, define, write }) => {
    const definition = define(base[option(1).toLowerCase()] ?? '')
    const value = wanted[key]
    if (!definition || (typeof value !== 'number' && typeof value !== 'string')) return []
    return doorsOf(doors).flatMap((door) => {
      const name = option(door)
      const before = base[name.toLowerCase()]
      const target = value === definition.default ? before : write(value)
      const isSo = target === undefined || target === '' || options[name.toLowerCase()] === target
      return isSo || before === undefined ? [] : [{ key, name, target }]
    })
  })
}

/** The values in force, as the first door has them. */
export function valuesOf(
  schema: SettingsSchema,
  options: ZkOptions,
  wanted: { isRunning: boolean } & Readonly<Record<string, unknown>>,
): SettingValues {
  const found = settings.flatMap(({ key, option, define }): [string, SettingValue][] => {
    const definition = define(options[option(1).toLowerCase()] ?? '')
    return definition && schema.settings.some((one) => one.key === key) ? [[key, definition.default]] : []
  })
  if (!schema.settings.includes(ignoresHours)) return { isRunning: wanted.isRunning, ...Object.fromEntries(found) }
  // Its zones are closed, and it opens all the same.
  const isOpen = wanted[ignoresHours.key] === true
  return { isRunning: wanted.isRunning || isOpen, [ignoresHours.key]: isOpen, ...Object.fromEntries(found) }
}
