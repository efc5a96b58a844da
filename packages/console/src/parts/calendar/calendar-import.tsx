import { type HolidayFile, readHolidayFile } from '@gatehouse/contract/holiday-file.ts'
import { getTimetable } from '@gatehouse/contract/features/timetables.ts'
import { UploadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { useText } from '../../i18n/i18n.ts'
import { sentences } from '../../i18n/sentences.ts'
import { currentLanguage } from '../../lib/language.ts'
import { errorText } from '../../ui/feedback/error-text.ts'
import { TimetableSelect } from '../passage/timetable-select.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import './calendar-import.css'

/** Larger than any year's holidays; a whole address book by mistake is not read. */
const maxFileBytes = 512_000
const maxProblemLines = 5

/** The outcome of an import: the number of dates, or why there are none. */
export type Taken = { added: number; known: number; note?: string | undefined } | { problem: string }

type Outcome = { isGood: boolean; text: string; problems?: HolidayFile['problems'] }

/** The text of a file, in UTF-8 or as Excel in Chinese writes CSV; empty if it is not text. */
function textOf(bytes: ArrayBuffer): string {
  if (new Uint8Array(bytes).includes(0)) return ''
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder(currentLanguage() === 'zh-tw' ? 'big5' : 'gb18030').decode(bytes)
  }
}

/**
 * The one way in which holidays and special working days come into timetables and attendance rules alike: from a calendar
 * file, or as a timetable has them.
 */
export function CalendarImport({ take }: { take: (calendar: HolidayFile) => Taken }) {
  const t = useText()
  const input = useRef<HTMLInputElement>(null)
  const [outcome, setOutcome] = useState<Outcome | null>(null)

  const outcomeOf = (calendar: HolidayFile): Outcome => {
    const { problems } = calendar
    if (calendar.holidays.length + calendar.workingDays.length === 0)
      return { isGood: false, text: t('form:calendar.nothing'), problems }
    const taken = take(calendar)
    if ('problem' in taken) return { isGood: false, text: taken.problem }
    const done = t('form:calendar.done', { count: taken.added, known: taken.known })
    return { isGood: true, text: sentences(done, taken.note), problems }
  }
  const readFile = async (file: File) =>
    setOutcome(
      file.size > maxFileBytes
        ? { isGood: false, text: t('form:calendar.tooLarge') }
        : outcomeOf(readHolidayFile(textOf(await file.arrayBuffer()))),
    )
  const readTimetable = async (id: string) => {
    try {
      const { holidays } = await call(getTimetable, { params: { id } })
      setOutcome(outcomeOf({ holidays, workingDays: [], problems: [] }))
    } catch (error) {
      setOutcome({ isGood: false, text: errorText(error, t) })
    }
  }
  return (
    <div className="calendar-import">
      <Button icon={<UploadOutlined aria-hidden />} onClick={() => input.current?.click()}>
        {t('form:calendar.file')}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept=".ics,.csv,.txt,text/calendar,text/csv"
        aria-label={t('form:calendar.file')}
        onChange={(event) => {
          const file = event.target.files?.[0]
          event.target.value = ''
          if (file) void readFile(file)
        }}
      />
      <TimetableSelect
        aria-label={t('form:calendar.timetable')}
        placeholder={t('form:calendar.timetable')}
        onChange={(id) => id !== undefined && void readTimetable(id)}
      />
      {outcome && (
        <Notice
          kind={outcome.isGood ? 'good' : 'bad'}
          title={outcome.text}
          action={
            <Button type="text" aria-label={t('form:close')} onClick={() => setOutcome(null)}>
              ✕
            </Button>
          }
        >
          {outcome.problems && outcome.problems.length > 0 && (
            <ul>
              {outcome.problems.slice(0, maxProblemLines).map(({ line, text }) => (
                <li key={line}>{t('form:calendar.line', { line, text })}</li>
              ))}
            </ul>
          )}
        </Notice>
      )}
    </div>
  )
}
