import type { SettingDefinition, SettingsSchema, SettingValue } from '@gatehouse/contract/device/settings-schema.ts'
import { say } from './setting-words.ts'

export type SettingFilter = { words: string; onlyChanged: boolean }

export const isChanged = (definition: SettingDefinition, value: SettingValue) =>
  JSON.stringify(value) !== JSON.stringify(definition.default)

/** Whether a setting has all of the words in its name, its hint, its choices or the name of its section. */
export function matchesWords(definition: SettingDefinition, section: string, words: string): boolean {
  const options = definition.kind === 'choice' || definition.kind === 'choices' ? definition.options : []
  const text = [say(definition.label), definition.hint && say(definition.hint), section]
    .concat(options.map(({ label }) => say(label)))
    .join(' ')
    .toLowerCase()
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

/** The sections with the settings that the filter leaves; a setting that was just changed stays until it is saved. */
export function findSettings(
  schema: SettingsSchema,
  shown: readonly SettingDefinition[],
  valueOf: (definition: SettingDefinition) => SettingValue,
  { words, onlyChanged }: SettingFilter,
  edited: ReadonlySet<string>,
) {
  return schema.sections
    .map(({ key, label }) => ({
      key,
      label: say(label),
      settings: shown.filter(
        (definition) =>
          definition.section === key &&
          (!onlyChanged || edited.has(definition.key) || isChanged(definition, valueOf(definition))) &&
          matchesWords(definition, say(label), words),
      ),
    }))
    .filter(({ settings }) => settings.length > 0)
}
