import { expect, it } from 'vitest'
import {
  changeCommonSettings,
  defaultCommonSettings,
  keepCommonSettings,
  parseCommonSettings,
} from './common-settings.ts'

it('[REQ-07] the local key commonSettings holds the defaults of the specification from the start', () => {
  keepCommonSettings()
  expect(JSON.parse(localStorage.getItem('commonSettings') ?? '')).toEqual({
    autoUpdate: '0',
    exhibitionMode: '0',
    frequency: 5,
    showAlarm: '1',
    showSystem: '1',
  })
  changeCommonSettings({ exhibitionMode: '1' })
  expect(JSON.parse(localStorage.getItem('commonSettings') ?? '')).toMatchObject({ exhibitionMode: '1', frequency: 5 })
})

it.each(['', 'not json', '[]', '42', 'null', '{"frequency":"soon","showAlarm":2}'])(
  'what was stored as %s falls back to the defaults',
  (stored) => {
    expect(parseCommonSettings(stored)).toEqual(defaultCommonSettings)
  },
)

it('an interval out of range falls back to five seconds', () => {
  expect(parseCommonSettings('{"frequency":0}').frequency).toBe(5)
  expect(parseCommonSettings('{"frequency":3601}').frequency).toBe(5)
  expect(parseCommonSettings('{"frequency":3600}').frequency).toBe(3600)
})
