import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type AlarmEvent, serverEvent } from './alarm-event.ts'
import { type AlarmDraft, countEvent } from './count-event.ts'
import { alarmCodes, isMoment } from './vocabulary.ts'

const minuteMs = 60_000
const start = Temporal.Instant.from('2026-11-21T08:00:00Z').epochMilliseconds

const event = (minutes: number, state: AlarmEvent['state'], id: string | null, code: number = alarmCodes.tamper) =>
  serverEvent({ state, atMs: start + minutes * minuteMs, code, deviceAlarmId: id, canRelease: true })

/** The alarms that these events make, in the order in which they begin, each in its final state. */
function alarmsOf(...events: AlarmEvent[]): AlarmDraft[] {
  let current: AlarmDraft | undefined
  const all = new Map<string, AlarmDraft>()
  for (const one of events) {
    current = countEvent(current, one, { groupMs: 5 * minuteMs, newId: () => `alarm ${all.size + 1}` })
    if (current) all.set(current.id, current)
  }
  return [...all.values()]
}
const summary = (alarms: readonly AlarmDraft[]) => alarms.map(({ status, times }) => `${status} × ${times}`)
const strangers = (minutes: number) => event(minutes, 'raised', null, alarmCodes.strangers)

describe('raises', () => {
  it('a door that flaps all the time makes one alarm, with the number of raises and the last time', () => {
    const [alarm, ...others] = alarmsOf(
      ...Array.from({ length: 1_000 }, (_, n) => event(n / 100, n % 2 ? 'released' : 'raised', `id ${n >> 1}`)),
    )
    expect(others).toEqual([])
    expect(alarm).toMatchObject({ status: 'released', times: 500, lastAtMs: start + 9.98 * minuteMs })
    expect(alarm?.added.length).toBe(50)
  })

  it.each([
    ['soon after the release is counted on the same alarm', 4, ['raised × 2']],
    ['long after the release begins another alarm', 6.5, ['released × 1', 'raised × 1']],
  ])('a raise %s', (_, minutes, expected) => {
    const events = [event(0, 'raised', 'a'), event(1, 'released', 'a'), event(minutes, 'raised', 'b')]
    expect(summary(alarmsOf(...events))).toEqual(expected)
  })

  it('an alarm that lasts is one alarm however long, but flapping for more than a day begins another', () => {
    expect(summary(alarmsOf(event(0, 'raised', 'a'), event(3_000, 'raised', 'b')))).toEqual(['raised × 2'])
    const flapping = Array.from({ length: 600 }, (_, n) => [
      event(n * 4, 'raised', `${n}`),
      event(n * 4 + 1, 'released', `${n}`),
    ])
    expect(alarmsOf(...flapping.flat()).map(({ times }) => times)).toEqual([360, 240])
  })

  it('moments (strangers) are grouped by their time alone', () => {
    expect(summary(alarmsOf(strangers(0), strangers(4), strangers(8), strangers(20)))).toEqual([
      'raised × 3',
      'raised × 1',
    ])
  })

  it('an alarm that somebody closed is not opened again', () => {
    const [alarm] = alarmsOf(event(0, 'raised', 'a'))
    if (!alarm) throw new Error('no alarm')
    const closed: AlarmDraft = { ...alarm, status: 'released', isClosedByHand: true }
    const next = countEvent(closed, event(1, 'raised', 'b'), { groupMs: 5 * minuteMs, newId: () => 'another' })
    expect(next).toMatchObject({ id: 'another', times: 1 })
  })

  it('the same raise told again counts once', () => {
    expect(summary(alarmsOf(event(0, 'raised', 'a'), event(0, 'raised', 'a')))).toEqual(['raised × 1'])
  })

  it('a raise that arrives after its release opens nothing', () => {
    expect(summary(alarmsOf(event(0, 'raised-late', 'a')))).toEqual(['released × 1'])
    const events = [event(0, 'raised', 'a'), event(1, 'released', 'a'), event(2, 'raised-late', 'b')]
    expect(summary(alarmsOf(...events))).toEqual(['released × 2'])
  })
})

describe('releases', () => {
  it('a release without a raise is kept as an alarm that is over, and a flood of them as one', () => {
    const alarms = alarmsOf(...Array.from({ length: 100 }, (_, n) => event(n / 100, 'released', `unknown ${n}`)))
    expect(summary(alarms)).toEqual(['released × 1'])
    expect(alarms[0]?.added[0]).toMatchObject({ kind: 'released-without-raise' })
  })

  it('the release of an earlier raise of the group does not end the latest one', () => {
    const events = [event(0, 'raised', 'a'), event(1, 'raised', 'b'), event(2, 'released', 'a')]
    expect(summary(alarmsOf(...events))).toEqual(['raised × 2'])
    expect(summary(alarmsOf(...events, event(3, 'released', 'b')))).toEqual(['released × 2'])
  })

  it('a release that failed is shown, and a later success ends the alarm', () => {
    const events = [event(0, 'raised', 'a'), event(1, 'release-failed', 'a')]
    expect(summary(alarmsOf(...events))).toEqual(['release-failed × 1'])
    expect(summary(alarmsOf(...events, event(2, 'released', 'a')))).toEqual(['released × 1'])
  })
})

describe('laws', () => {
  const events = fc.array(
    fc.record({
      minutes: fc.integer({ min: 0, max: 3_000 }),
      state: fc.constantFrom<AlarmEvent['state']>('raised', 'raised-late', 'released', 'release-failed'),
      id: fc.constantFrom('a', 'b', 'c', null),
    }),
    { maxLength: 30 },
  )
  const toEvents = (list: { minutes: number; state: AlarmEvent['state']; id: string | null }[]) =>
    list.map(({ minutes, state, id }) => event(minutes, state, id))

  it('an alarm is over exactly when it has a time of release, and none of its events is later', () => {
    fc.assert(
      fc.property(events, (list) => {
        for (const { status, releasedAtMs, lastAtMs, raisedAtMs, times, added } of alarmsOf(...toEvents(list))) {
          expect(releasedAtMs !== null).toBe(status === 'released')
          expect(times).toBeGreaterThanOrEqual(1)
          expect(lastAtMs).toBeGreaterThanOrEqual(raisedAtMs)
          expect(releasedAtMs ?? lastAtMs).toBeGreaterThanOrEqual(lastAtMs)
          expect(added.length).toBeLessThanOrEqual(50)
        }
      }),
    )
  })

  it('each raise is counted on one alarm, at most once', () => {
    fc.assert(
      fc.property(events, (list) => {
        const times = alarmsOf(...toEvents(list)).reduce((sum, alarm) => sum + alarm.times, 0)
        expect(times).toBeLessThanOrEqual(list.length)
      }),
    )
  })

  it('counting changes neither the alarm nor the event that it is given', () => {
    const freeze = <T extends object | undefined>(value: T) => Object.freeze(value)
    fc.assert(
      fc.property(events, (list) => {
        let current: AlarmDraft | undefined
        const frozen = toEvents(list).map(freeze)
        // A frozen object throws when it is changed.
        for (const one of frozen)
          current = freeze(countEvent(freeze(current), one, { groupMs: 5 * minuteMs, newId: () => 'another' }))
        expect(frozen).toEqual(toEvents(list))
      }),
    )
  })

  it('the alarms of decisions and of the server are moments, and the offline alarm is none', () => {
    expect(Object.entries(alarmCodes).flatMap(([type, code]) => (isMoment(code) ? type : []))).toEqual([
      'anti-passback',
      'occupancy-limit',
      'duress',
      'blacklisted',
      'outside-time',
      'strangers',
      'cloned',
      'person-elsewhere',
    ])
  })
})
