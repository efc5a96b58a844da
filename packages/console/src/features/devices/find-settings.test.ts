import { ownSettingsSchema } from '@gatehouse/contract/device/own-settings.ts'
import type { SettingDefinition, SettingValue } from '@gatehouse/contract/device/settings-schema.ts'
import { expect, it } from 'vitest'
import { findSettings } from './find-settings.ts'

const values: Record<string, SettingValue> = { doorOpenSeconds: 12 }
const valueOf = ({ key, default: value }: SettingDefinition) => values[key] ?? value
const find = (words: string, onlyChanged = false, edited: string[] = []) =>
  findSettings(ownSettingsSchema, ownSettingsSchema.settings, valueOf, { words, onlyChanged }, new Set(edited)).map(
    ({ key, settings }) => [key, settings.map((setting) => setting.key)],
  )

it('[DEV-03] a setting is found by words of its name, its choices and its section', () => {
  expect(find('open time').flat(2)).toContain('doorOpenSeconds')
  expect(find('network relay').flat(2)).toContain('doorOpenMethod')
  expect(find('no such words')).toEqual([])
})

it('[DEV-03] the filter leaves what differs from the default, and what was just edited', () => {
  expect(find('', true)).toEqual([['door', ['doorOpenSeconds']]])
  expect(find('', true, ['isRunning', 'doorOpenSeconds']).flat(2)).toContain('doorOpenSeconds')
  expect(find('', true, ['faceThreshold'])).toEqual([
    ['door', ['doorOpenSeconds']],
    ['recognition', ['faceThreshold']],
  ])
})
