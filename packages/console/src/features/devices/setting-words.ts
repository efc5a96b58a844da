import {
  validateSetting,
  type SettingDefinition,
  type SettingFault,
  type SettingValue,
  type Words,
} from '@gatehouse/contract/device/settings-schema.ts'
import type { Text } from '../../i18n/i18n.ts'
import { currentLanguage } from '../../lib/language.ts'

/** The device's name for it, in the console's language. */
export const say = (words: Words) => words[currentLanguage()]

/** A value of a setting in words. */
export function valueText(definition: SettingDefinition | undefined, value: SettingValue | null, t: Text): string {
  if (value === null) return t('devices:settings.none')
  if (typeof value === 'boolean') return t(value ? 'devices:settings.on' : 'devices:settings.off')
  if (typeof value === 'number')
    return definition?.kind === 'number' && definition.unit ? `${value} ${say(definition.unit)}` : String(value)
  const options = definition?.kind === 'choice' || definition?.kind === 'choices' ? definition.options : []
  const label = (one: string) => {
    const option = options.find((option) => option.value === one)
    return option ? say(option.label) : one
  }
  if (Array.isArray(value))
    return value.length === 0 ? t('devices:settings.none') : value.map(label).join(t('list:comma'))
  return value === ''
    ? t('devices:settings.empty')
    : label(value).replace('T', definition?.kind === 'moment' ? ' ' : 'T')
}

/** The bounds of a number with its unit: "1 to 30 s". */
export const boundsText = ({ min, max, unit }: Extract<SettingDefinition, { kind: 'number' }>, t: Text): string =>
  [t('devices:settings.bounds', { min, max }), unit && say(unit)].filter(Boolean).join(' ')

export const problemText = ({ problem, min = 0, max = 0 }: SettingFault, t: Text): string =>
  t(`devices:settings.problem.${problem}`, { min, max })

/** The problem of a value that somebody is typing; undefined when it is valid. */
export function valueProblem(definition: SettingDefinition, value: unknown, t: Text): string | undefined {
  const fault = validateSetting(definition, value)
  return fault && problemText(fault, t)
}
