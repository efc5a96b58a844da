import { mayPass } from './may-pass.ts'
import type { PassageQuestion } from './may-pass.ts'
import { fallsOn } from './timetable.ts'
import type { DayRanges, MinuteRange, Timetable } from './timetable.ts'

type DayQuestion = Omit<PassageQuestion, 'atMs' | 'subject'> & {
  subject: Extract<PassageQuestion['subject'], { groupIds: readonly string[] }>
}

/**
 * The minutes of a local day in which the door opens for a person, in order and apart from each other. The answer is that of `mayPass` at
 * every moment where one of its rules may change its mind: a timetable, the period of the person, a suspension, the leaving.
 */
export function openHours(question: DayQuestion, on: string): MinuteRange[] {
  const day = Temporal.PlainDate.from(on)
  const instantAt = (minute: number) =>
    day.toZonedDateTime(question.timeZone).withPlainTime({ hour: Math.floor(minute / 60), minute: minute % 60 })
      .epochMilliseconds
  const minuteOf = (ms: number): number => {
    const local = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(question.timeZone)
    const days = day.until(local.toPlainDate()).total('days')
    if (days !== 0) return days < 0 ? 0 : 1440
    return local.hour * 60 + local.minute + (local.second > 0 || local.millisecond > 0 ? 1 : 0)
  }
  const { validFromMs, validToMs, suspensions = [], leftMs = null } = question.subject
  const changes = [validFromMs, validToMs, leftMs, ...suspensions.flatMap(({ fromMs, toMs }) => [fromMs, toMs])]
  const used = question.timetables.flatMap((timetable) => rangesOn(timetable, on, day.dayOfWeek))
  const minutes = [
    0,
    ...used.flatMap(({ startMinute, endMinute }) => [startMinute, endMinute]),
    ...changes.filter((ms) => ms !== null).map(minuteOf),
  ]
  const starts = [...new Set(minutes)].filter((minute) => minute < 1440).toSorted((a, b) => a - b)
  const open: MinuteRange[] = []
  for (const [place, startMinute] of starts.entries()) {
    if (!mayPass({ ...question, atMs: instantAt(startMinute) }).opens) continue
    const endMinute = starts[place + 1] ?? 1440
    const last = open.at(-1)
    if (last?.endMinute === startMinute) last.endMinute = endMinute
    else open.push({ startMinute, endMinute })
  }
  return open
}

function rangesOn({ week, holiday, holidays }: Timetable, on: string, weekday: number): DayRanges {
  return holidays.some((one) => fallsOn(one, on)) ? holiday : (week[weekday - 1] ?? [])
}
