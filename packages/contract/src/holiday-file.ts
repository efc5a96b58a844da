/** A date of a calendar with its name. `isYearly` only if the file says that it recurs every year. */
export type HolidayDate = { on: string; isYearly: boolean; remark: string }

/** A line that could not be read: its number as a text editor counts it, and its text. */
export type HolidayFileProblem = { line: number; text: string }

/** `workingDays`: dates that are worked in spite of weekend or holiday, if the file says so of them. */
export type HolidayFile = { holidays: HolidayDate[]; workingDays: HolidayDate[]; problems: HolidayFileProblem[] }

type ReadDate = HolidayDate & { isWorked: boolean }
type ReadFile = { dates: ReadDate[]; problems: HolidayFileProblem[] }

const maxRemark = 64
/** A single event of an iCalendar file may last a fortnight, not a year. */
const maxDaysOfEvent = 31

/**
 * Reads the calendar that timetables and attendance rules share: iCalendar (`.ics`, as public calendars publish it) or CSV
 * (date, remark, and "yearly" or "working day" in any third column). Public calendars hold the special working days beside
 * the holidays that they make up for: those are known by their names. Each date once, in the order of the calendar.
 */
export function readHolidayFile(text: string): HolidayFile {
  const plain = text.replace(/^\uFEFF/, '')
  const { dates, problems } = /^BEGIN:VCALENDAR/im.test(plain) ? readCalendar(plain) : readTable(plain)
  const datesThat = (areWorked: boolean) => eachOnce(dates.filter(({ isWorked }) => isWorked === areWorked))
  return { holidays: datesThat(false), workingDays: datesThat(true), problems }
}

function eachOnce(dates: readonly ReadDate[]): HolidayDate[] {
  const byDate = new Map<string, HolidayDate>()
  for (const { on, isYearly, remark } of dates) {
    const known = byDate.get(on)
    if (!known || (!known.remark && remark)) byDate.set(on, { on, isYearly, remark })
  }
  return [...byDate.values()].toSorted((a, b) => (a.on < b.on ? -1 : 1))
}

const keyOf = ({ on, isYearly }: HolidayDate) => (isYearly ? on.slice(5) : on)

/** Whether a list has this date: by itself, or if both recur every year, by that month and day. */
export const hasHoliday = (holidays: readonly HolidayDate[], date: HolidayDate) =>
  holidays.some((one) => keyOf(one) === keyOf(date))

/** The dates of a file that a list does not have, each once: existing ones stay unchanged. */
export function newHolidays(known: readonly HolidayDate[], imported: readonly HolidayDate[]): HolidayDate[] {
  const keys = new Set(known.map(keyOf))
  return imported.filter((date) => !keys.has(keyOf(date)) && keys.add(keyOf(date)))
}

function readTable(text: string): ReadFile {
  const dates: ReadDate[] = []
  const problems: HolidayFileProblem[] = []
  for (const [index, line] of text.split(/\r\n|\r|\n/).entries()) {
    if (line.trim() === '') continue
    const [first = '', second = '', third = ''] = cellsOf(line)
    const on = readDate(first)
    if (on)
      dates.push({ on, isYearly: isYes(third), remark: cut(second), isWorked: isWorking(third) || isMadeUp(second) })
    // The first line may be headings.
    else if (index > 0) problems.push({ line: index + 1, text: line.slice(0, 60) })
  }
  return { dates, problems }
}

/** The cells of one line; quoted ones may hold the separator, which is a comma, a semicolon or a tab. */
function cellsOf(line: string): string[] {
  const separator = ['\t', ';', ','].find((sign) => line.includes(sign)) ?? ','
  const cells: string[] = []
  let cell = ''
  let isQuoted = false
  for (let index = 0; index < line.length; index++) {
    const sign = line.charAt(index)
    if (sign === '"' && isQuoted && line.charAt(index + 1) === '"') {
      cell += '"'
      index++
    } else if (sign === '"') isQuoted = !isQuoted
    else if (sign === separator && !isQuoted) {
      cells.push(cell.trim())
      cell = ''
    } else cell += sign
  }
  return [...cells, cell.trim()]
}

const isYes = (cell: string) => /^(yearly|every year|annual|yes|y|true|1|每年|是)$/i.test(cell)
const isWorking = (cell: string) => /^(working|working day|workday|班|上班|[补補]班)$/i.test(cell)
/**
 * The names that public calendars give a day that makes up for a holiday: "Special Working Day", 春节 补班, 国庆节（班）, 補行上班日.
 */
const isMadeUp = (remark: string) =>
  /[补補]班|[补補]行?上班|[（(]班[）)]|\b(special|make-?up) work(ing)? ?day/i.test(remark)

function readCalendar(text: string): ReadFile {
  const found: ReadDate[] = []
  const problems: HolidayFileProblem[] = []
  let event: Map<string, string> | undefined
  let startLine = 0
  // Long lines of a calendar are folded: a line that begins with a space continues the line before.
  for (const [index, line] of text
    .replaceAll(/\r?\n[ \t]/g, '')
    .split(/\r\n|\r|\n/)
    .entries()) {
    const [, name = '', value = ''] = /^([A-Z-]+)[^:]*:(.*)$/i.exec(line) ?? []
    const key = name.toUpperCase()
    if (key === 'BEGIN' && value.trim() === 'VEVENT') {
      event = new Map()
      startLine = index + 1
    } else if (key === 'END' && value.trim() === 'VEVENT') {
      const dates = event ? datesOf(event) : []
      if (dates.length === 0) problems.push({ line: startLine, text: event?.get('SUMMARY')?.slice(0, 60) ?? '' })
      found.push(...dates)
      event = undefined
    } else if (event && key !== '' && !event.has(key)) event.set(key, value.trim())
  }
  return { dates: found, problems }
}

function datesOf(event: ReadonlyMap<string, string>): ReadDate[] {
  const start = readDate(event.get('DTSTART') ?? '')
  if (!start) return []
  // DTEND is the day after the last one; an event with hours ends on its own day.
  const end = event.get('DTEND')
  const isWholeDays = end !== undefined && !end.includes('T')
  const endOn = (isWholeDays && readDate(end)) || nextDay(start)
  const remark = cut((event.get('SUMMARY') ?? '').replaceAll(/\\([,;\\])/g, '$1').replaceAll(/\\n/gi, ' '))
  const isYearly = /FREQ=YEARLY(?!.*(UNTIL|COUNT|BY(?!MONTH=|MONTHDAY=)))/i.test(event.get('RRULE') ?? '')
  const isWorked = isMadeUp(remark)
  const dates: ReadDate[] = []
  for (let on = start; on < endOn && dates.length < maxDaysOfEvent; on = nextDay(on))
    dates.push({ on, isYearly, remark, isWorked })
  return dates
}

const cut = (text: string) => [...text.replaceAll(/[\u0000-\u001f\u007f]/g, ' ').trim()].slice(0, maxRemark).join('')

/**
 * `20261001`, `20261001T000000Z`, `2026-10-01`, `2026/10/1`, `2026年10月1日`; undefined for a text that is no date of a
 * calendar.
 */
function readDate(text: string): string | undefined {
  const parts = /^(\d{4})(?:(\d{2})(\d{2})(?:T.*)?|[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?:[T ].*)?)$/.exec(text.trim())
  if (!parts) return undefined
  const [, year = '', month = '', day = '', otherMonth = '', otherDay = ''] = parts
  const on = `${year}-${(month || otherMonth).padStart(2, '0')}-${(day || otherDay).padStart(2, '0')}`
  return isDate(on) ? on : undefined
}

const isLeap = (year: number) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
const daysIn = (year: number, month: number) =>
  month === 2 ? (isLeap(year) ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31
const partsOf = (on: string) => ({
  year: Number(on.slice(0, 4)),
  month: Number(on.slice(5, 7)),
  day: Number(on.slice(8)),
})
const dateOf = (year: number, month: number, day: number) =>
  `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`

// Written out, since the browsers that import a file have no Temporal yet.
function isDate(on: string): boolean {
  const { year, month, day } = partsOf(on)
  return month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month)
}

function nextDay(on: string): string {
  const { year, month, day } = partsOf(on)
  if (day < daysIn(year, month)) return dateOf(year, month, day + 1)
  return month < 12 ? dateOf(year, month + 1, 1) : dateOf(year + 1, 1, 1)
}
