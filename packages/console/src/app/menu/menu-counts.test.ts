import { beforeAll, expect, it } from 'vitest'
import { changeLanguage, currentText, startI18n } from '../../i18n/i18n.ts'
import { menuCountsOf } from './menu-counts.ts'

beforeAll(async () => {
  await startI18n()
  await changeLanguage('en')
})

const waiting = (count: number, isMore = false) => ({ count, isMore })

it('each count stands at the page where it is worked off, and says in words what it counts', () => {
  const counts = menuCountsOf({ alarms: waiting(1), visits: waiting(99, true), devices: waiting(2) }, currentText())
  expect(counts.deviceAlarm).toMatchObject({ count: 1, isAlarm: true, words: '1 open alarm' })
  expect(counts.visitor).toMatchObject({ count: 99, isMore: true, words: '99 visits wait for an answer' })
  expect(counts.deviceList).toMatchObject({ count: 2, isAlarm: false, words: '2 devices want to join' })
})

it('devices whose face threshold is too low stand in red beside those that want to join', () => {
  const of = (joining: number, lax: number) =>
    menuCountsOf({ devices: waiting(joining), laxDoors: waiting(lax) }, currentText()).deviceList
  expect(of(2, 1)).toMatchObject({
    count: 3,
    isAlarm: true,
    words: '2 devices want to join, 1 device with a face threshold too low',
  })
  expect(of(0, 3)).toMatchObject({ count: 3, isAlarm: true, words: '3 devices with a face threshold too low' })
  expect(of(0, 0)).toMatchObject({ count: 0, isAlarm: false })
})

it('a count that the role does not see is nowhere', () => {
  expect(menuCountsOf({ visits: waiting(3) }, currentText())).not.toHaveProperty('deviceAlarm')
  expect(menuCountsOf(undefined, currentText())).toEqual({})
})
