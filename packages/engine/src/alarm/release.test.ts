import { expect, it } from 'vitest'
import { evaluateRelease, releaseWayOf } from './release.ts'
import { alarmCodes } from './vocabulary.ts'

const fire = {
  code: alarmCodes.fire,
  status: 'raised',
  canRelease: true,
  deviceId: 'device',
  isDeviceOnline: true,
} as const

it.each([
  ['the device releases what it says that it can', fire, 'remote'],
  ['what the device cannot release ends by itself', { ...fire, canRelease: false }, 'by-itself'],
  ['somebody closes the alarm of a device that is gone', { ...fire, deviceId: null }, 'by-hand'],
  ['somebody closes a moment that the server saw', { ...fire, code: alarmCodes.strangers }, 'by-hand'],
  ['somebody closes an alarm that a decision raised', { ...fire, code: alarmCodes.duress }, 'by-hand'],
  ['a visitor who is out ends the alarm of the visit', { ...fire, code: alarmCodes['visit-overdue'] }, 'by-itself'],
  ['a high enough threshold ends its alarm', { ...fire, code: alarmCodes['face-threshold-low'] }, 'by-itself'],
  ['a device that is back ends its silence', { ...fire, code: alarmCodes['offline-too-long'] }, 'by-itself'],
])('%s', (_, alarm, expected) => expect(releaseWayOf(alarm)).toBe(expected))

it.each([
  ['one that was deleted', undefined, 'gone'],
  ['one that is over', { ...fire, status: 'released' as const }, 'released-before'],
  ['one that a device can release', fire, 'asked'],
  ['one of a device that is offline', { ...fire, isDeviceOnline: false }, 'device-offline'],
  ['one of a device that is gone', { ...fire, deviceId: null }, 'released'],
  ['one that ends by itself', { ...fire, canRelease: false }, 'by-itself'],
])('A request to release %s has its outcome', (_, alarm, expected) => expect(evaluateRelease(alarm)).toBe(expected))
