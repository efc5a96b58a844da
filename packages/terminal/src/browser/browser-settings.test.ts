import { settingsSchema } from '@gatehouse/contract/device/settings-schema.ts'
import { expect, it } from 'vitest'
import { browserSettings } from './browser-settings.ts'

it('[DEV-03] the settings of a terminal in a browser are a schema that servers take', () => {
  expect(settingsSchema.parse(browserSettings)).toEqual(browserSettings)
})
