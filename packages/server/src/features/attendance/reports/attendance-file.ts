import { csvLine } from '@gatehouse/contract/csv.ts'
import type { exportAttendance } from '@gatehouse/contract/features/attendance/reports.ts'
import type { Query } from '@gatehouse/contract/route.ts'
import { withNamesIn } from '@gatehouse/contract/texts/default-names.ts'
import { attendanceFacts } from '@gatehouse/engine/attendance/vocabulary.ts'
import type { Db } from '../../../db/open-database.ts'
import { csvHead } from '../../../lib/spreadsheet.ts'
import type { CompanyZones } from '../../../company/company-reads.ts'
import { fileTexts, type FileTexts } from './attendance-file-texts.ts'
import { type DayForFile, readDaysForFile } from '../days/day-reads.ts'
import { refuseLongPeriod } from '../days/period-reads.ts'
import { lastOfPage, readPeopleForFile } from './statistics-reads.ts'

type Wanted = Query<typeof exportAttendance>

const peopleAtOnce = 500
const daysAtOnce = 1_000

/** Writes the file a page of rows at a time, so that its size does not matter. @throws AppError attendance.period-too-long */
export function attendanceFile(db: Db, query: Wanted, zones: CompanyZones): AsyncGenerator<string> {
  refuseLongPeriod(query)
  return query.rows === 'people' ? peopleFile(db, query) : daysFile(db, query, zones)
}

/** One row for each person: what the payroll department adds up. */
async function* peopleFile(db: Db, query: Wanted): AsyncGenerator<string> {
  const texts = fileTexts[query.language]
  yield csvHead([
    ...texts.person,
    texts.from,
    texts.to,
    ...attendanceFacts.map((fact) => texts.facts[fact]),
    ...texts.minutes,
  ])
  for (let after: string | null = null; ;) {
    const people = await readPeopleForFile(db, query, after, peopleAtOnce)
    yield people
      .map((sum) =>
        csvLine([
          sum.person.jobId,
          sum.person.name,
          sum.person.department,
          query.from,
          query.to,
          ...attendanceFacts.map((fact) => sum[fact]),
          sum.workedMinutes,
          sum.lateMinutes,
          sum.earlyLeaveMinutes,
          sum.overtimeMinutes,
        ]),
      )
      .join('')
    after = await lastOfPage(db, query, after, peopleAtOnce)
    if (after === null) return
  }
}

/** One row for each day of each person. */
async function* daysFile(db: Db, query: Wanted, zones: CompanyZones): AsyncGenerator<string> {
  const texts = fileTexts[query.language]
  yield csvHead([
    ...texts.person,
    texts.on,
    texts.rule,
    texts.kindOfDay,
    texts.planned,
    texts.verdict,
    texts.first,
    texts.last,
    ...texts.minutes,
    texts.timeZone,
    texts.marksTitle,
  ])
  for (let key: [string, string] | null = null; ;) {
    const days = await readDaysForFile(db, query, key, daysAtOnce, zones)
    yield days
      .map((day) =>
        csvLine([
          day.person.jobId,
          day.person.name,
          day.person.department,
          day.on,
          `${withNamesIn(query.language, day.rule.name)} (${day.rule.version})`,
          texts.dayKinds[day.dayKind],
          plannedOf(day),
          texts.verdicts[day.verdict],
          clockOf(day.firstAt, day.timeZone),
          clockOf(day.lastAt, day.timeZone),
          day.workedMinutes,
          day.lateMinutes,
          day.earlyLeaveMinutes,
          day.overtimeMinutes,
          day.timeZone,
          marksOf(day, texts),
        ]),
      )
      .join('')
    const last = days.at(-1)
    if (!last || days.length < daysAtOnce) return
    key = [last.on, last.person.id]
  }
}

/** `09:00-18:00` on the clock of the day's zone; nothing on a day off. */
const plannedOf = ({ dayKind, hours }: DayForFile) =>
  hours && (dayKind === 'working-day' || dayKind === 'special-working-day')
    ? `${minuteText(hours.workStartMinute)}-${minuteText(hours.workEndMinute)}`
    : null

const minuteText = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

/** The remarks about a day besides its result: its overtime, also on a late day, and the kinds of its punches. */
function marksOf(day: DayForFile, { facts, marks }: FileTexts): string {
  const isOvertimeUnsaid = day.facts.includes('workdayOvertime') && day.verdict !== 'workday-overtime'
  return [
    ...(isOvertimeUnsaid ? [facts.workdayOvertime] : []),
    ...(day.hasFieldPunch ? [marks.field] : []),
    ...(day.hasDoubtfulTime ? [marks.doubtful] : []),
    ...(day.isProvisional ? [marks.provisional] : []),
    ...(day.changedAt === null ? [] : [marks.changed]),
  ].join('; ')
}

const clockOf = (at: string | null, zone: string) =>
  at === null
    ? null
    : Temporal.Instant.from(at)
        .toZonedDateTimeISO(zone)
        .toPlainDateTime()
        .toString({ smallestUnit: 'second' })
        .replace('T', ' ')
