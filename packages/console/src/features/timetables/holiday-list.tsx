import { type Holiday, maxHolidays } from '@gatehouse/contract/features/timetables.ts'
import { hasHoliday, type HolidayFile } from '@gatehouse/contract/holiday-file.ts'
import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Checkbox, DatePicker, Input } from 'antd'
import type { Dayjs } from 'dayjs'
import { useState } from 'react'
import { useText } from '../../i18n/i18n.ts'
import { CalendarImport, type Taken } from '../../parts/calendar/calendar-import.tsx'
import { sortedHolidays, withImported } from './timetable-draft.ts'

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
    if (holidays.length >= maxHolidays) return setProblem(t('timetables:holidays.tooMany', { max: maxHolidays }))
    setProblem(null)
    setDay(null)
    onChange(sortedHolidays([...holidays, date]))
  }
  const take = (file: HolidayFile): Taken => {
    const { holidays: next, added } = withImported(holidays, file.holidays)
    if (next.length > maxHolidays) return { problem: t('timetables:holidays.tooMany', { max: maxHolidays }) }
    onChange(next)
    // a door knows weekdays and the holiday row only
    const worked = file.workingDays.length
    const note = worked > 0 ? t('timetables:holidays.workedLeftOut', { count: worked }) : undefined
    return { added, known: file.holidays.length - added, note }
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
        <CalendarImport take={take} />
      </div>
      {problem && (
        <small className="timetable-problem" role="alert">
          {problem}
        </small>
      )}
    </>
  )
}
