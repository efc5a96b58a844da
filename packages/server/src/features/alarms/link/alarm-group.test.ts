import { alarmCodes } from '@gatehouse/contract/device/alarm-types.ts'
import { describe, expect, it } from 'vitest'
import { type AlarmDraft, type AlarmEvent, countEvent, noSubject } from './alarm-group.ts'

const minuteMs = 60_000
const start = Temporal.Instant.from('2026-11-21T08:00:00Z').epochMilliseconds

const event = (minutes: number, state: AlarmEvent['state'], id: string | null, code: number = alarmCodes.tamper) => ({
  state,
  atMs: start + minutes * minuteMs,
  code,
  subject: noSubject,
  deviceAlarmId: id,
  description: null,
  personId: null,
  recordId: null,
  canRelease: true,
  imageHash: null,
  claimedAt: null,
})

/** The alarms that these events make, in the order of their beginning. */
function alarmsOf(...events: AlarmEvent[]): AlarmDraft[] {
  let made = 0
  let current: AlarmDraft | undefined
  const all: AlarmDraft[] = []
  for (const one of events) {
    current = countEvent(current, one, { groupMs: 5 * minuteMs, newId: () => `alarm ${++made}` })
    if (current && !all.includes(current)) all.push(current)
  }
  return all
}
const summary = (alarms: AlarmDraft[]) => alarms.map(({ status, times }) => `${status} × ${times}`)
const strangers = (minutes: number) => event(minutes, 'raised', null, alarmCodes.strangers)

describe('grouping', () => {
  it('a door that flaps all the time is one alarm, with how often and the last time', () => {
    const [alarm, ...others] = alarmsOf(
      ...Array.from({ length: 1_000 }, (_, n) => event(n / 100, n % 2 ? 'released' : 'raised', `id ${n >> 1}`)),
    )
    expect(others).toEqual([])
    expect(alarm).toMatchObject({ status: 'released', times: 500, lastAtMs: start + 9.98 * minuteMs })
    expect(alarm?.added.length).toBe(50)
  })

  it.each([
    ['soon after the release', 4, ['raised × 2']],
    ['long after the release', 6.5, ['released × 1', 'raised × 1']],
  ])('a raise %s', (_, minutes, expected) => {
    const events = [event(0, 'raised', 'a'), event(1, 'released', 'a'), event(minutes, 'raised', 'b')]
    expect(summary(alarmsOf(...events))).toEqual(expected)
  })

  it('what lasts is one alarm however long, but flapping for more than a day begins another', () => {
    expect(summary(alarmsOf(event(0, 'raised', 'a'), event(3_000, 'raised', 'b')))).toEqual(['raised × 2'])
    const flapping = Array.from({ length: 600 }, (_, n) => [
      event(n * 4, 'raised', `${n}`),
      event(n * 4 + 1, 'released', `${n}`),
    ])
    expect(alarmsOf(...flapping.flat()).map(({ times }) => times)).toEqual([360, 240])
  })

  it('moments (strangers) group by their time alone', () => {
    expect(summary(alarmsOf(strangers(0), strangers(4), strangers(8), strangers(20)))).toEqual([
      'raised × 3',
      'raised × 1',
    ])
  })

  it('an alarm that somebody closed is not opened again', () => {
    const [closed] = alarmsOf(event(0, 'raised', 'a'))
    if (!closed) throw new Error('no alarm')
    Object.assign(closed, { status: 'released', isClosedByHand: true })
    const next = countEvent(closed, event(1, 'raised', 'b'), { groupMs: 5 * minuteMs, newId: () => 'another' })
    expect(next).toMatchObject({ id: 'another', times: 1 })
  })

  it('the same raise told again counts once', () => {
    expect(summary(alarmsOf(event(0, 'raised', 'a'), event(0, 'raised', 'a')))).toEqual(['raised × 1'])
  })
})

describe('releases', () => {
  it('one without a raise is kept as an alarm that is over, and a flood of them as one', () => {
    const alarms = alarmsOf(...Array.from({ length: 100 }, (_, n) => event(n / 100, 'released', `unknown ${n}`)))
    expect(summary(alarms)).toEqual(['released × 1'])
    expect(alarms[0]?.added[0]).toMatchObject({ kind: 'released-without-raise' })
  })

  it('of an earlier raise of the group does not end the latest one', () => {
    const events = [event(0, 'raised', 'a'), event(1, 'raised', 'b'), event(2, 'released', 'a')]
    expect(summary(alarmsOf(...events))).toEqual(['raised × 2'])
    expect(summary(alarmsOf(...events, event(3, 'released', 'b')))).toEqual(['released × 2'])
  })

  it('that failed is shown, and a later success ends the alarm', () => {
    const events = [event(0, 'raised', 'a'), event(1, 'release-failed', 'a')]
    expect(summary(alarmsOf(...events))).toEqual(['release-failed × 1'])
    expect(summary(alarmsOf(...events, event(2, 'released', 'a')))).toEqual(['released × 1'])
  })
})
