import { z } from 'zod'
import { requiredLine, storable as canBeStored } from '../fields.ts'

/*
 * The settings of a device, as its model describes them: the server checks every change against this and the console
 * draws the form from it, so a new device needs no new console. docs/device-link.md, "The schema of the settings".
 */

const word = requiredLine(120)
/** One text in the three languages of the console. */
export const words = z.object({ en: word, zh: word, 'zh-tw': word })
export type Words = z.output<typeof words>

const key = z.string().regex(/^[a-z][A-Za-z0-9]{0,47}$/, { error: 'setting-key' })
const choiceValue = z.string().regex(/^[a-z0-9][a-z0-9-]{0,47}$/, { error: 'choice-value' })
const option = z.object({ value: choiceValue, label: words })
const options = z.array(option).min(1).max(64)

export const settingValue = z.union([
  z.boolean(),
  z.number(),
  z.string().max(4096),
  z.array(z.string().max(48)).max(64),
])
export type SettingValue = z.output<typeof settingValue>
/** Values by key; a device's schema validates them, not this one. */
export const settingValues = z
  .record(z.string().max(48), settingValue)
  .refine((values) => Object.keys(values).length <= 200, { error: 'too-many' })
export type SettingValues = z.output<typeof settingValues>
/** Values that are stored as received, before a schema has validated them. */
export const storableValues = settingValues.refine(
  (values) =>
    Object.entries(values)
      .flat(2)
      .every((part) => typeof part !== 'string' || canBeStored(part)),
  { error: 'not-storable' },
)

const common = {
  key,
  section: key,
  label: words,
  hint: words.optional(),
  /** Has a meaning only while another setting has one of these values. */
  onlyWith: z
    .object({
      key,
      values: z
        .array(z.union([z.boolean(), choiceValue]))
        .min(1)
        .max(64),
    })
    .optional(),
}

export const settingDefinition = z.discriminatedUnion('kind', [
  z.object({ ...common, kind: z.literal('boolean'), default: z.boolean() }),
  z.object({
    ...common,
    kind: z.literal('number'),
    min: z.number(),
    max: z.number(),
    /** 1 for whole numbers; values are whole multiples of it, counted from zero. */
    step: z.number().positive(),
    unit: words.optional(),
    default: z.number(),
  }),
  z.object({ ...common, kind: z.literal('choice'), options, default: choiceValue }),
  z.object({ ...common, kind: z.literal('choices'), options, default: z.array(choiceValue).max(64) }),
  z.object({ ...common, kind: z.literal('text'), maxBytes: z.int().min(1).max(1024), default: z.string().max(1024) }),
  /** Of the device's local day, `HH:mm`. */
  z.object({ ...common, kind: z.literal('time'), default: z.string().regex(/^(?:[01][0-9]|2[0-3]):[0-5][0-9]$/) }),
  /** A local moment, `YYYY-MM-DDTHH:mm`; empty: none. `after` names the moment that it must follow. */
  z.object({ ...common, kind: z.literal('moment'), after: key.optional(), default: z.string().max(16) }),
])
export type SettingDefinition = z.output<typeof settingDefinition>

const sections = z.array(z.object({ key, label: words })).min(1)
const settings = z.array(settingDefinition).min(1).max(200)
export const settingsSchema = z.object({ sections: sections.max(32), settings })
/** The same as people read it: our own keys stand in sections of ours beside those of the device (`inOurWords`). */
export const shownSchema = z.object({ sections, settings })
export type SettingsSchema = z.output<typeof settingsSchema>

/** The problem of a value, as a code that the console has a text for. */
export const settingProblems = [
  'unknown',
  'wrong-kind',
  'out-of-range',
  'not-a-step',
  'no-such-choice',
  'too-long',
  'not-storable',
  'time-form',
  'moment-form',
  'not-after',
] as const
export type SettingProblem = (typeof settingProblems)[number]
export type SettingFault = { key: string; problem: SettingProblem; min?: number; max?: number }

const timeForm = /^(?:[01]\d|2[0-3]):[0-5]\d$/
const onOneLine = (text: string) => !/[\u0000-\u001f\u007f]/.test(text) && canBeStored(text)

/** Returns the problem of one value; undefined when it is valid. */
export function validateSetting(definition: SettingDefinition, value: unknown): SettingFault | undefined {
  const fault = (problem: SettingProblem, bounds: { min?: number; max?: number } = {}): SettingFault => ({
    key: definition.key,
    problem,
    ...bounds,
  })
  switch (definition.kind) {
    case 'boolean':
      return typeof value === 'boolean' ? undefined : fault('wrong-kind')
    case 'number': {
      if (typeof value !== 'number' || !Number.isFinite(value)) return fault('wrong-kind')
      const { min, max, step } = definition
      if (value < min || value > max) return fault('out-of-range', { min, max })
      const steps = value / step
      return Math.abs(steps - Math.round(steps)) < 1e-6 ? undefined : fault('not-a-step')
    }
    case 'choice':
      if (typeof value !== 'string') return fault('wrong-kind')
      return definition.options.some((option) => option.value === value) ? undefined : fault('no-such-choice')
    case 'choices': {
      if (!Array.isArray(value)) return fault('wrong-kind')
      const known = new Set(definition.options.map((option) => option.value))
      const isGood = new Set(value).size === value.length && value.every((one) => known.has(String(one)))
      return isGood ? undefined : fault('no-such-choice')
    }
    case 'text':
      if (typeof value !== 'string') return fault('wrong-kind')
      if (!onOneLine(value)) return fault('not-storable')
      return byteLength(value) <= definition.maxBytes ? undefined : fault('too-long', { max: definition.maxBytes })
    case 'time':
      return typeof value === 'string' && timeForm.test(value) ? undefined : fault('time-form')
    case 'moment':
      return typeof value === 'string' && isMoment(value) ? undefined : fault('moment-form')
  }
}

/** Bytes of UTF-8. */
function byteLength(text: string): number {
  let bytes = 0
  for (const letter of text) {
    const code = letter.codePointAt(0) ?? 0
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x1_0000 ? 3 : 4
  }
  return bytes
}

const isMoment = (text: string) => text === '' || z.iso.datetime({ local: true, precision: -1 }).safeParse(text).success

/**
 * Returns every problem of these changes to a device whose values are `before`, in the order of the changes: unknown keys,
 * values that its model does not take, and a moment that would no longer follow another.
 */
export function validateSettings(
  schema: SettingsSchema,
  changes: SettingValues,
  before: SettingValues = {},
): SettingFault[] {
  const definitions = new Map(schema.settings.map((definition) => [definition.key, definition]))
  const faults: SettingFault[] = []
  for (const [key, value] of Object.entries(changes)) {
    const definition = definitions.get(key)
    const fault = definition ? validateSetting(definition, value) : ({ key, problem: 'unknown' } as const)
    if (fault) faults.push(fault)
  }
  const after = { ...before, ...changes }
  for (const definition of schema.settings) {
    if (definition.kind !== 'moment' || definition.after === undefined) continue
    const [from, to] = [ownValue(after, definition.after), ownValue(after, definition.key)]
    const isTouched = Object.hasOwn(changes, definition.key) || Object.hasOwn(changes, definition.after)
    const isWrong = typeof from === 'string' && typeof to === 'string' && from !== '' && to !== '' && to <= from
    if (isTouched && isWrong && !faults.some(({ key }) => key === definition.key))
      faults.push({ key: definition.key, problem: 'not-after' })
  }
  return faults
}

/** The value of every setting before anybody changed one. */
export const defaultsOf = (schema: SettingsSchema): SettingValues =>
  Object.fromEntries(schema.settings.map((definition) => [definition.key, definition.default]))

/**
 * Whether a schema is consistent: keys once, existing sections, defaults that it would take, and no reference to
 * anything that does not exist. Gives the key that is wrong.
 */
export function unknownKey(schema: SettingsSchema): string | undefined {
  const sections = new Set(schema.sections.map((section) => section.key))
  const keys = new Set(schema.settings.map((definition) => definition.key))
  if (sections.size < schema.sections.length) return 'sections'
  if (keys.size < schema.settings.length) return 'settings'
  const wrong = schema.settings.find(
    (definition) =>
      !sections.has(definition.section) ||
      reservedKeys.has(definition.key) ||
      validateSetting(definition, definition.default) !== undefined ||
      (definition.onlyWith !== undefined && !keys.has(definition.onlyWith.key)) ||
      (definition.kind === 'moment' && definition.after !== undefined && !keys.has(definition.after)),
  )
  return wrong?.key
}

/** Keys that the settings document uses itself; every object of JavaScript has the others. */
const reservedKeys: ReadonlySet<string> = new Set([
  'revision',
  'name',
  'location',
  'direction',
  'timeZone',
  ...Object.getOwnPropertyNames(Object.prototype),
])

/** The value of a key that came from outside; undefined too if only the prototype has it (`constructor`). */
export const ownValue = <T>(values: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(values, key) ? values[key] : undefined

/** Whether this setting applies, given the values of the others. */
export function applies(definition: SettingDefinition, values: Readonly<Record<string, unknown>>): boolean {
  const { onlyWith } = definition
  return onlyWith === undefined || onlyWith.values.some((value) => value === ownValue(values, onlyWith.key))
}
