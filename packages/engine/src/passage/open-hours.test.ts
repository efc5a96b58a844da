import { describe, expect, it } from 'vitest'
import { openHours } from './open-hours.ts'
import type { KnownPerson } from './may-pass.ts'
import type { DayRanges, Timetable } from './timetable.ts'

const range = (startMinute: number, endMinute: number) => ({ startMinute, endMinute })
const timetable = (id: string, ranges: DayRanges, more: Partial<Timetable> = {}): Timetable => ({
  id,
  name: id,
  validFromOn: null,
  validToOn: null,
  week: [ranges, ranges, ranges, ranges, ranges, [], []],
  holiday: [],
  holidays: [],
  ...more,
})
const timetables = [
  timetable('office', [range(540, 1080)]),
  timetable('lab', [range(540, 720), range(780, 1020)]),
  timetable('late', [range(1020, 1320)]),
  timetable('feast', [range(540, 1080)], {
    holiday: [range(600, 660)],
    holidays: [{ on: '2026-06-01', isYearly: false, remark: '' }],
  }),
]

/** 2026-06-01 is a Monday. */
const monday = '2026-06-01'
const msAt = (clock: string, on = monday, zone = 'UTC') =>
  Temporal.PlainDateTime.from(`${on}T${clock}`).toZonedDateTime(zone).epochMilliseconds

type Change = { person?: Partial<KnownPerson>; policies?: string[]; bound?: string[]; on?: string; zone?: string }
const hoursOf = ({ person = {}, policies = ['office'], bound = ['group'], on = monday, zone = 'UTC' }: Change = {}) =>
  openHours(
    {
      subject: { kind: 'staff', groupIds: ['group'], validFromMs: null, validToMs: null, ...person },
      timeZone: zone,
      device: { isRunning: true, opensForBlacklisted: false, boundGroupIds: bound },
      policies: policies.map((timetableId) => ({ id: timetableId, groupId: 'group', timetableId })),
      timetables,
    },
    on,
  ).map(({ startMinute, endMinute }) => `${startMinute}-${endMinute}`)

describe('the hours of a day in which a door opens for a person', () => {
  it('are those of the timetable', () => {
    expect(hoursOf()).toEqual(['540-1080'])
    expect(hoursOf({ policies: ['lab'] })).toEqual(['540-720', '780-1020'])
    expect(hoursOf({ on: '2026-06-06' })).toEqual([])
  })

  it('of several timetables are those of any, together', () => {
    expect(hoursOf({ policies: ['office', 'late'] })).toEqual(['540-1320'])
  })

  it('are those of the holiday on a holiday', () => {
    expect(hoursOf({ policies: ['feast'] })).toEqual(['600-660'])
  })

  it('are the whole day where the group has no policy, and none where it is not bound', () => {
    expect(hoursOf({ policies: [] })).toEqual(['0-1440'])
    expect(hoursOf({ bound: [] })).toEqual([])
  })

  it('begin and end with the period of a visitor', () => {
    const person = { kind: 'visitor', validFromMs: msAt('10:00'), validToMs: msAt('12:30') } as const
    expect(hoursOf({ person })).toEqual(['600-750'])
    expect(hoursOf({ person, on: '2026-06-02' })).toEqual([])
  })

  it('leave out a suspension, and end with the leaving', () => {
    const suspensions = [{ fromMs: msAt('11:00'), toMs: msAt('13:00') }]
    expect(hoursOf({ person: { suspensions } })).toEqual(['540-660', '780-1080'])
    expect(hoursOf({ person: { suspensions: [{ fromMs: msAt('11:00:20'), toMs: null }] } })).toEqual(['540-661'])
    expect(hoursOf({ person: { leftMs: msAt('16:00') } })).toEqual(['540-960'])
  })

  it('are those of the wall clock of the device on days of 23 and 25 hours', () => {
    const zone = 'Europe/Berlin'
    // The clock goes forward at 02:00 on the Sunday, and back at 03:00 on the other.
    for (const on of ['2026-03-29', '2026-10-25']) expect(hoursOf({ policies: [], on, zone })).toEqual(['0-1440'])
    const person = { validFromMs: msAt('04:00', '2026-03-29', zone), validToMs: null }
    expect(hoursOf({ policies: [], person, on: '2026-03-29', zone })).toEqual(['240-1440'])
  })

  it('are none for somebody on the blacklist', () => {
    expect(hoursOf({ person: { kind: 'blacklisted' }, policies: [] })).toEqual([])
  })
})
