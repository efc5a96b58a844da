import { type Holiday, mostHolidays } from '@gatehouse/contract/features/timetables.ts'
import { type HolidayFile, readHolidayFile } from '@gatehouse/contract/holiday-file.ts'
import { DeleteOutlined, PlusOutlined, UploadOutlined } from '@ant-design/icons'
import { Alert, Button, Checkbox, DatePicker, Input } from 'antd'
import type { Dayjs } from 'dayjs'
import { useRef, useState } from 'react'
import { useText, type Text } from '../../i18n/i18n.ts'
import { hasHoliday, sortedHolidays, withImported } from './timetable-draft.ts'

/** Larger than any year's holidays; a whole address book by mistake is not read. */
const maxFileBytes = 512_000
const mostProblemLines = 5

type HolidayListProps = { holidays: readonly Holiday[]; onChange?: (holidays: Holiday[]) => void }

/** The dates on which the holiday row takes the weekday's place: typed one by one, or a year's from a file. */
export function HolidayList({ holidays, onChange }: HolidayListProps) {
  const t = useText()
  const patch = (changed: Holiday, change: Partial<Holiday>) =>
    onChange?.(holidays.map((one) => (one === changed ? { ...one, ...change } : one)))
  return (
    <section className="detail-card" aria-label={t('timetables:holidays.title')}>
      <h2>{t('timetables:holidays.title')}</h2>
      <p className="timetable-quiet">{t('timetables:holidays.hint')}</p>
      {onChange && <NewHoliday holidays={holidays} onChange={onChange} />}
      {holidays.length === 0 ? (
        <p className="timetable-quiet">{t('timetables:holidays.none')}</p>
      ) : (
        <ul className="holiday-list">
          {holidays.map((holiday) => (
            <li key={`${holiday.on} ${holiday.isYearly}`}>
              <span className="tabular">{holiday.isYearly ? holiday.on.slice(5) : holiday.on}</span>
              <Input
                size="small"
                value={holiday.remark}
                maxLength={64}
                disabled={!onChange}
                aria-label={t('timetables:holidays.remarkOf', { date: holiday.on })}
                placeholder={t('timetables:holidays.remark')}
                onChange={(event) => patch(holiday, { remark: event.target.value })}
              />
              <Checkbox
                checked={holiday.isYearly}
                disabled={!onChange}
                aria-label={t('timetables:holidays.yearlyOf', { date: holiday.on })}
                onChange={(event) => {
                  const changed = { ...holiday, isYearly: event.target.checked }
                  const others = holidays.filter((one) => one !== holiday)
                  if (!hasHoliday(others, changed)) patch(holiday, { isYearly: event.target.checked })
                }}
              >
                {t('timetables:holidays.yearly')}
              </Checkbox>
              {onChange && (
                <Button
                  size="small"
                  type="text"
                  icon={<DeleteOutlined aria-hidden />}
                  aria-label={t('timetables:holidays.remove', { date: holiday.on })}
                  onClick={() => onChange(holidays.filter((one) => one !== holiday))}
                />
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function NewHoliday({ holidays, onChange }: Required<HolidayListProps>) {
  const t = useText()
  const [day, setDay] = useState<Dayjs | null>(null)
  const [isYearly, setIsYearly] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const add = () => {
    if (!day) return setProblem(t('timetables:holidays.chooseDate'))
    const date = { on: day.format('YYYY-MM-DD'), isYearly, remark: '' }
    if (hasHoliday(holidays, date)) return setProblem(t('timetables:holidays.twice'))
    if (holidays.length >= mostHolidays) return setProblem(t('timetables:holidays.tooMany', { max: mostHolidays }))
    setProblem(null)
    setDay(null)
    onChange(sortedHolidays([...holidays, date]))
  }
  return (
    <>
      <div className="holiday-new">
        <DatePicker
          value={day}
          aria-label={t('timetables:holidays.date')}
          placeholder={t('timetables:holidays.date')}
          onChange={setDay}
        />
        <Checkbox checked={isYearly} onChange={(event) => setIsYearly(event.target.checked)}>
          {t('timetables:holidays.yearly')}
        </Checkbox>
        <Button icon={<PlusOutlined aria-hidden />} onClick={add}>
          {t('timetables:holidays.add')}
        </Button>
        <HolidayImport holidays={holidays} onChange={onChange} />
      </div>
      {problem && (
        <small className="timetable-problem" role="alert">
          {problem}
        </small>
      )}
    </>
  )
}

type Outcome = { kind: 'good' | 'bad'; text: string; problems?: HolidayFile['problems'] }

function HolidayImport({ holidays, onChange }: Required<HolidayListProps>) {
  const t = useText()
  const input = useRef<HTMLInputElement>(null)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const read = async (file: File) => {
    const { outcome: result, next } = await importFile(file, holidays, t)
    setOutcome(result)
    if (next) onChange(next)
  }
  return (
    <>
      <Button icon={<UploadOutlined aria-hidden />} onClick={() => input.current?.click()}>
        {t('timetables:import.action')}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept=".ics,.csv,.txt,text/calendar,text/csv"
        aria-label={t('timetables:import.action')}
        onChange={(event) => {
          const file = event.target.files?.[0]
          event.target.value = ''
          if (file) void read(file)
        }}
      />
      {outcome && (
        <Alert
          className="holiday-outcome"
          type={outcome.kind === 'good' ? 'success' : 'error'}
          showIcon
          role={outcome.kind === 'good' ? 'status' : 'alert'}
          title={outcome.text}
          description={
            outcome.problems &&
            outcome.problems.length > 0 && (
              <ul>
                {outcome.problems.slice(0, mostProblemLines).map(({ line, text }) => (
                  <li key={line}>{t('timetables:import.line', { line, text })}</li>
                ))}
              </ul>
            )
          }
          closable={{ onClose: () => setOutcome(null), 'aria-label': t('form:close') }}
        />
      )}
    </>
  )
}

async function importFile(
  file: File,
  holidays: readonly Holiday[],
  t: Text,
): Promise<{ outcome: Outcome; next?: Holiday[] }> {
  if (file.size > maxFileBytes) return { outcome: { kind: 'bad', text: t('timetables:import.tooLarge') } }
  const read = readHolidayFile(await file.text())
  const { problems } = read
  if (read.holidays.length === 0) return { outcome: { kind: 'bad', text: t('timetables:import.nothing'), problems } }
  const { holidays: next, added } = withImported(holidays, read.holidays)
  if (next.length > mostHolidays)
    return { outcome: { kind: 'bad', text: t('timetables:holidays.tooMany', { max: mostHolidays }) } }
  const known = read.holidays.length - added
  return { outcome: { kind: 'good', text: t('timetables:import.done', { count: added, known }), problems }, next }
}
