import {
  type RuleSettings,
  createAttendanceRule,
  listAttendanceRules,
  updateAttendanceRule,
} from '@gatehouse/contract/features/attendance/rules.ts'
import { addMissedPunch } from '@gatehouse/contract/features/attendance/punches.ts'
import { deleteStaff, updateStaff } from '@gatehouse/contract/features/staff.ts'
import { findRuleProblem } from '@gatehouse/engine/attendance/attendance-rule.ts'
import { evaluateSlowly, seeded } from '@gatehouse/engine/attendance/evaluate-slowly.ts'
import { attendanceFacts, attendanceVerdictCodes } from '@gatehouse/engine/attendance/vocabulary.ts'
import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import { dayAfter, follow, officeHours, passAt, zone } from '../../../../test/build-attendance.ts'
import { buildStaff, pairTestDevice, type PairedDevice } from '../../../../test/device-caller.ts'
import { type Caller, startTestGatehouse, type TestGatehouse } from '../../../../test/gatehouse.ts'
import { closeDays } from './close-days.ts'
import { factBit } from './day-codes.ts'

/*
 * Compares the days that the product updates change by change with a model of the same changes that computes every day from
 * nothing, by the engine's second implementation: in any order of punches, edited rules, moves, dates of entry and hours.
 */

let house: TestGatehouse
afterEach(() => house.close())

const zones = [null, null, 'Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe']
const daysBack = 9

type Version = { effectiveOn: string; settings: RuleSettings }
type Person = {
  id: string
  moves: { from: string; rule: string | null }[]
  entryOn: string | null
  leavingOn: string | null
  punches: string[]
}

class World {
  readonly versions = new Map<string, Version[]>()
  readonly named = new Map<string, string>()
  readonly people: Person[] = []
  zone = zone

  versionAt(rule: string, on: string) {
    const all = this.versions.get(rule) ?? []
    const found = all.findLastIndex(({ effectiveOn }) => effectiveOn <= on)
    const index = Math.max(found, 0)
    return { version: index + 1, settings: all[index]?.settings ?? officeHours }
  }

  ruleAt({ moves, entryOn, leavingOn }: Person, on: string): string | null {
    if (entryOn !== null && on < entryOn) return null
    if (leavingOn !== null && on > leavingOn) return null
    return moves.findLast(({ from }) => from <= on)?.rule ?? null
  }

  /** The row that a day of a person must have, or undefined where there must be none. */
  rowOf(person: Person, on: string, now: Temporal.Instant) {
    const ruleId = this.ruleAt(person, on)
    if (ruleId === null) return undefined
    const nextId = this.ruleAt(person, dayAfter(on, 1)) ?? ruleId
    const read = (id: string, date: string) => {
      const { settings } = this.versionAt(id, date)
      return { ...settings, timeZone: settings.timeZone ?? this.zone }
    }
    const rule = read(ruleId, on)
    const zoned = (at: string | Temporal.Instant) =>
      Temporal.Instant.from(at.toString()).toZonedDateTimeISO(rule.timeZone)
    const { hasBegun, ...day } = evaluateSlowly(
      [rule, read(nextId, dayAfter(on, 1))],
      on,
      person.punches.map(zoned),
      zoned(now),
    )
    if (!hasBegun || (day.punchCount === 0 && day.isProvisional)) return undefined
    return {
      person: person.id,
      on,
      rule: ruleId,
      version: this.versionAt(ruleId, on).version,
      verdict: attendanceVerdictCodes[day.verdict as keyof typeof attendanceVerdictCodes],
      facts: attendanceFacts.reduce((bits, fact) => (day.facts[fact] ? bits | factBit(fact) : bits), 0),
      first: day.firstMs,
      last: day.lastMs,
      punches: day.punchCount,
      worked: day.workedMinutes,
      late: day.lateMinutes,
      early: day.earlyLeaveMinutes,
      overtime: day.overtimeMinutes,
      isProvisional: day.isProvisional,
    }
  }
}

async function readRows() {
  const { rows } = await sql`
    select person_id as person, day_on as on, rule_id as rule, rule_version as version, verdict, facts,
      (extract(epoch from first_at) * 1000)::float8 as first, (extract(epoch from last_at) * 1000)::float8 as last,
      punch_count as punches, worked_minutes as worked, late_minutes as late, early_leave_minutes as early,
      overtime_minutes as overtime, is_provisional as "isProvisional"
    from attendance_day order by person_id, day_on`.execute(house.db)
  return rows
}

/** A line for each, so that a difference can be read. */
const inWords = (row: unknown) => JSON.stringify(row)

describe('[ATT-05] random changes in any order', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])(
    'stored days equal days that are computed from nothing, random case %i',
    async (seed) => {
      const random = seeded(20_261_123 + seed)
      const int = (below: number) => Math.floor(random() * below)
      const pick = <T>(list: readonly T[]): T => list[int(list.length)] as T
      house = await startTestGatehouse()
      await house.db.updateTable('company').set({ time_zone: zone }).execute()
      let admin: Caller = await house.asRole('superAdmin')
      const door: PairedDevice = await pairTestDevice(house, admin, 'Door')
      const world = new World()
      const [fallback] = await admin.ask(listAttendanceRules)
      const fallbackId = fallback?.id ?? ''
      world.versions.set(fallbackId, [{ effectiveOn: '2000-01-01', settings: fallback?.settings ?? officeHours }])
      const started = Temporal.Now.instant()
      const today = () => house.clock.now().toZonedDateTimeISO(world.zone).toPlainDate().toString()
      const someDay = () => dayAfter(today(), -int(daysBack))

      const someSettings = (): RuleSettings => {
        for (;;) {
          const settings: RuleSettings = {
            ...officeHours,
            timeZone: pick(zones),
            workingWeekdays: [1, 2, 3, 4, 5, 6, 7].filter(() => random() < 0.85),
            punchesPerDay: random() < 0.8 ? 2 : 1,
            earliestPunchMinute: int(48) * 30,
            workStartMinute: int(48) * 30,
            workEndMinute: int(48) * 30,
            workdayOvertime: null,
            holidayOvertime: random() < 0.5 ? { minMinutes: int(3) * 60, notBeforeMinute: null } : null,
          }
          if (!findRuleProblem({ ...settings, timeZone: 'UTC' })) return settings
        }
      }
      const events: Record<string, () => Promise<void>> = {
        async punch() {
          const person = pick(world.people)
          const on = someDay()
          const times = Array.from(
            { length: 1 + int(3) },
            () => `${String(int(24)).padStart(2, '0')}:${String(int(60)).padStart(2, '0')}`,
          )
          const isPast = (time: string) => Temporal.Instant.compare(instantOf(on, time), started) < 0
          const records = await passAt(door, person.id, on, [...new Set(times)].filter(isPast))
          person.punches.push(...records.map(({ recognisedAt }) => recognisedAt))
        },
        async correct() {
          const person = pick(world.people)
          const on = someDay()
          const answer = await admin.call(addMissedPunch, {
            body: { personId: person.id, on, minute: int(1440), reason: 'forgot' },
          })
          if (answer.status === 200) person.punches.push(answer.data.at)
          else expect(['attendance.punch-in-future', 'attendance.no-rule']).toContain(answer.message)
        },
        async edit() {
          const id = pick([...world.versions.keys()])
          const effectiveOn = someDay()
          const settings = someSettings()
          await admin.ask(updateAttendanceRule, { params: { id }, body: { settings, effectiveOn } })
          world.versions.get(id)?.push({ effectiveOn, settings })
        },
        async move() {
          const person = pick(world.people)
          const id = pick([...world.versions.keys()])
          const from = someDay()
          const before = world.named.get(person.id) ?? fallbackId
          if (id === before) return
          const list = (rule: string) =>
            world.people
              .filter((one) => world.named.get(one.id) === rule)
              .map((one) => ({ kind: 'person' as const, id: one.id }))
          if (id === fallbackId) world.named.delete(person.id)
          else world.named.set(person.id, id)
          const target = id === fallbackId ? before : id
          await admin.ask(updateAttendanceRule, {
            params: { id: target },
            body: { participants: list(target), movesParticipants: true, effectiveOn: from },
          })
          person.moves.push({ from, rule: id })
        },
        async enter() {
          const person = pick(world.people)
          person.entryOn = random() < 0.3 ? null : dayAfter(today(), 3 - int(daysBack + 3))
          await admin.ask(updateStaff, { params: { id: person.id }, body: { entryOn: person.entryOn } })
        },
        async leave() {
          const person = pick(world.people)
          person.leavingOn = random() < 0.4 ? null : dayAfter(today(), 4 - int(daysBack + 4))
          await admin.ask(updateStaff, { params: { id: person.id }, body: { leavingOn: person.leavingOn } })
        },
        async wait() {
          house.clock.advance({ hours: 1 + int(20) })
          admin = await house.asRole('superAdmin')
        },
      }
      const instantOf = (on: string, time: string) =>
        Temporal.PlainDate.from(on).toZonedDateTime({ timeZone: zone, plainTime: time }).toInstant()

      for (let n = 0; n < 3; n++) {
        const settings = someSettings()
        const rule = await admin.ask(createAttendanceRule, {
          body: {
            name: `Rule ${n}`,
            settings,
            areaIds: [],
            participants: [],
            effectiveOn: dayAfter(today(), -daysBack),
          },
        })
        world.versions.set(rule.id, [{ effectiveOn: dayAfter(today(), -daysBack), settings }])
      }
      for (let n = 0; n < 3; n++) {
        const { id } = await buildStaff(admin, `Person ${n}`)
        world.people.push({
          id,
          moves: [{ from: today(), rule: fallbackId }],
          entryOn: null,
          leavingOn: null,
          punches: [],
        })
      }
      await follow(house)
      const done: string[] = []
      const check = async () => {
        await follow(house)
        await closeDays(house.gatehouse.services)
        await follow(house)
        const now = house.clock.now()
        const dates = Array.from({ length: daysBack + 16 }, (_, n) => dayAfter(today(), n - daysBack - 12))
        const wanted = world.people
          .toSorted((a, b) => (a.id < b.id ? -1 : 1))
          .flatMap((person) => dates.map((on) => world.rowOf(person, on, now)).filter((row) => row !== undefined))
        expect((await readRows()).map(inWords), done.join(', ')).toEqual(wanted.map(inWords))
      }
      for (let step = 0; step < 40; step++) {
        const name = pick(['punch', 'punch', 'punch', 'correct', 'edit', 'move', 'move', 'enter', 'leave', 'wait'])
        done.push(name)
        await events[name]?.()
        // Several tasks at once are tested, too.
        if (random() < 0.6) await check()
        else if (name === 'move') await follow(house)
      }
      await check()

      // A deleted person keeps the evaluated days and the punches of their last day, and is no longer absent.
      const [gone] = world.people
      if (!gone) throw new Error('there are people')
      const cameToday = (await readRows()).some(
        (row) => (row as { person: string }).person === gone.id && (row as { on: string }).on === today(),
      )
      await admin.ask(deleteStaff, { body: { ids: [gone.id] } })
      gone.moves.push({ from: dayAfter(today(), cameToday ? 1 : 0), rule: null })
      await check()
      house.clock.advance({ hours: 49 })
      await check()
    },
  )
})
