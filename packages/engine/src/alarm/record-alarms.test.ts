import { describe, expect, it } from 'vitest'
import { abnormalTypes, personKindCodes, personKinds } from '../passage/vocabulary.ts'
import { alarmOfRecord, alarmOfSeries, type AlarmRecord, mayRaiseAlarm, possibleSeriesEnds } from './record-alarms.ts'
import { alarmCodes } from './vocabulary.ts'

const rules = {
  isBlacklistedEnabled: true,
  isOutsideTimeEnabled: true,
  isStrangersEnabled: true,
  strangerCount: 3,
  strangerMinutes: 10,
}
const record = (changes: Partial<AlarmRecord> = {}): AlarmRecord => ({
  id: 'record',
  atMs: 1_000,
  claimedAt: null,
  kind: personKindCodes.staff,
  abnormal: 'none',
  personId: 'person',
  captureHash: null,
  isElsewhere: false,
  ...changes,
})

describe('alarms of records', () => {
  it('a blacklisted person raises one alarm, also outside the time, and each further person raises another', () => {
    const one = record({ kind: personKindCodes.blacklisted, abnormal: 'outside-passage-time' })
    expect(alarmOfRecord(one, rules)).toMatchObject({
      code: alarmCodes.blacklisted,
      subject: 'person',
      recordId: 'record',
    })
    expect(alarmOfRecord(one, { ...rules, isBlacklistedEnabled: false })).toBeUndefined()
  })

  it('a known person outside their time raises an alarm, and nobody else does', () => {
    const one = record({ abnormal: 'outside-validity' })
    expect(alarmOfRecord(one, rules)).toMatchObject({ code: alarmCodes['outside-time'], subject: 'person' })
    expect(alarmOfRecord(one, { ...rules, isOutsideTimeEnabled: false })).toBeUndefined()
    expect(alarmOfRecord(record({ abnormal: 'wrong-pin' }), rules)).toBeUndefined()
  })

  it('a series of strangers raises an alarm once it has the number of the rule', () => {
    const stranger = record({ kind: personKindCodes.stranger, personId: null })
    expect(alarmOfSeries(stranger, 2, rules)).toBeUndefined()
    expect(alarmOfSeries(stranger, 3, rules)).toMatchObject({ code: alarmCodes.strangers, description: '3 / 10 min' })
  })

  it('the latest strangers may end a series; none may where the rule is off', () => {
    const [early, late] = [1, 2].map((atMs) => record({ kind: personKindCodes.stranger, atMs }))
    const records = [early, record(), late].filter((one) => one !== undefined)
    expect(possibleSeriesEnds(records, rules)).toEqual([late, early])
    expect(possibleSeriesEnds(records, { ...rules, isStrangersEnabled: false })).toEqual([])
  })

  it('every record that raises an alarm is one that may raise an alarm', () => {
    for (const kind of personKinds)
      for (const abnormal of abnormalTypes) {
        const one = record({ kind: personKindCodes[kind], abnormal })
        const isRaised = alarmOfRecord(one, rules) !== undefined || possibleSeriesEnds([one], rules).length > 0
        expect(mayRaiseAlarm(one), `${kind} ${abnormal}`).toBe(isRaised)
      }
  })
})
