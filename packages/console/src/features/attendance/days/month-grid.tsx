import { listAttendanceMonth, type MonthOfPerson } from '@gatehouse/contract/features/attendance/days.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Select } from 'antd'
import { type KeyboardEvent, memo, type MouseEvent, useMemo, useRef, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { z } from 'zod'
import { type Text, useText } from '../../../i18n/i18n.ts'
import { clockOf, weekdayNumber } from '../../../lib/format-date.ts'
import { FaceThumbnail } from '../../../parts/face/face-thumbnail.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ErrorPanel } from '../../../ui/feedback/error-panel.tsx'
import { ListPaging } from '../../../ui/list/list-paging.tsx'
import { pagesOf } from '../../../ui/list/list-pages.ts'
import { ListSearch } from '../../../ui/list/list-search.tsx'
import { useUrlState } from '../../../ui/list/list-url-state.ts'
import { departmentChoices, monthOfMany } from '../attendance-queries.ts'
import { addMonths, datesOf, todayOn } from '../attendance-time.ts'
import { weekdayName } from '../attendance-words.ts'
import { type Cell, cellAfter, dayMarks, isWithin, type MarkedDay, markOf, wordsOfDay } from './day-marks.ts'
import './month-grid.css'

const stateSchema = listAttendanceMonth.query.extend({
  month: z
    .string()
    .regex(/^20\d\d-(0[1-9]|1[0-2])$/)
    .optional(),
})

/** Many people by days: where something was wrong shows at a glance, and each day leads to why. */
export function MonthGrid() {
  const t = useText()
  const [{ month: asked, ...state }, change] = useUrlState(stateSchema)
  const month = asked ?? todayOn().slice(0, 7)
  const query = useQuery(monthOfMany(month, state))
  const departments = useQuery(departmentChoices)
  const { data, error } = query
  const go = (months: number) => change({ month: addMonths(month, months), page: 1 })
  return (
    <div className="month-sheet">
      <div className="month-tools">
        <Button
          icon={<LeftOutlined aria-hidden />}
          aria-label={t('attendance:records.previousMonth')}
          onClick={() => go(-1)}
        />
        <strong className="month-name">{month}</strong>
        <Button
          icon={<RightOutlined aria-hidden />}
          aria-label={t('attendance:records.nextMonth')}
          onClick={() => go(1)}
        />
        <ListSearch
          value={state.keyword ?? ''}
          hint={t('attendance:searchHint')}
          onSearch={(keyword) => change({ keyword: keyword || undefined, page: 1 }, { replace: true })}
        />
        <Select
          aria-label={t('attendance:department')}
          placeholder={t('attendance:department')}
          allowClear
          showSearch={{ optionFilterProp: 'label' }}
          className="list-filter"
          value={state.departmentId ?? null}
          options={departments.data ?? []}
          onChange={(departmentId) => change({ departmentId: departmentId ?? undefined, page: 1 })}
        />
        {data?.isLocked && <span className="attendance-tag">{t('attendance:records.locked')}</span>}
        <MarkKey t={t} />
      </div>
      {error && !data ? (
        <ErrorPanel error={error} onRetry={() => void query.refetch()} />
      ) : !data ? (
        <div className="month-waiting" role="status" aria-label={t('attendance:month.loading')} />
      ) : data.items.length === 0 ? (
        <EmptyState
          drawing="calendar"
          title={t('attendance:records.empty.title')}
          text={t('attendance:records.empty.text')}
        />
      ) : (
        <>
          <Grid
            key={`${month} ${state.page}`}
            month={month}
            people={data.items}
            total={data.total}
            before={(state.page - 1) * state.size}
          />
          <ListPaging paging={pagesOf(state, data.total, change)} />
        </>
      )}
    </div>
  )
}

const MarkKey = ({ t }: { t: Text }) => (
  <ul className="month-key">
    {dayMarks
      .filter((mark) => mark !== 'normal' && mark !== 'open')
      .map((mark) => (
        <li key={mark}>
          <i className="day-mark" data-day-mark={mark} aria-hidden />
          {t(`attendance:month.mark.${mark}`)}
        </li>
      ))}
  </ul>
)

type GridProps = { month: string; people: readonly MonthOfPerson[]; total: number; before: number }

/** A grid with one tab stop: arrows move, with Shift they choose several days, Enter explains the one. */
function Grid({ month, people, total, before }: GridProps) {
  const t = useText()
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const dates = useMemo(() => datesOf(month), [month])
  const daysOf = useMemo(() => people.map(({ days }) => new Map(days.map((day) => [day.on, day]))), [people])
  const today = todayOn()
  const [at, setAt] = useState<Cell>({ row: 0, column: Math.max(0, dates.indexOf(today)) })
  const [from, setFrom] = useState<Cell>(at)
  const body = useRef<HTMLTableSectionElement>(null)
  const goTo = (cell: Cell, isExtended: boolean) => {
    setAt(cell)
    if (!isExtended) setFrom(cell)
    body.current?.rows
      .item(cell.row)
      ?.cells.item(cell.column + 1)
      ?.focus()
  }
  const explain = ({ row, column }: Cell) => {
    const [person, on] = [people[row]?.person, dates[column]]
    if (!person || on === undefined || !daysOf[row]?.has(on)) return
    const next = new URLSearchParams(params)
    next.set('day', `${person.id}_${on}`)
    void navigate({ search: next.toString() }, { preventScrollReset: true })
  }
  const press = (event: KeyboardEvent) => {
    // the name of a person is a link with an Enter of its own
    if (!(event.target instanceof HTMLTableCellElement)) return
    if (event.key === 'Enter') return explain(at)
    const next = cellAfter(event.key, at, people.length, dates.length)
    if (!next) return
    event.preventDefault()
    goTo(next, event.shiftKey)
  }
  const click = ({ target, shiftKey }: MouseEvent) => {
    const cell = target instanceof HTMLElement ? target.closest('td[data-on]') : null
    const row = cell?.closest('tr')
    if (!(cell instanceof HTMLTableCellElement) || !row) return
    const found = { row: row.sectionRowIndex, column: cell.cellIndex - 1 }
    goTo(found, shiftKey)
    if (!shiftKey) explain(found)
  }
  const isSeveral = at.row !== from.row || at.column !== from.column
  return (
    <>
      <div className="month-scroll">
        <table
          className="month-grid"
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- one walks through its cells by keys
          role="grid"
          aria-rowcount={total + 1}
          aria-multiselectable
          aria-label={t('attendance:month.title', { month })}
        >
          <GridHead dates={dates} total={total} today={today} t={t} />
          {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- its cells have the focus, and their keys come here */}
          <tbody ref={body} onKeyDown={press} onClick={click}>
            {people.map(({ person, sum }, row) => (
              <tr key={person.id} aria-rowindex={before + row + 2}>
                <th scope="row">
                  <FaceThumbnail kind="portrait" imageId={person.portraitId} />
                  <Link to={pathTo('attendanceRecord', { user_id: person.id, query: { month } })}>{person.name}</Link>
                </th>
                {dates.map((on, column) => (
                  <DayCell
                    key={on}
                    on={on}
                    name={person.name}
                    day={daysOf[row]?.get(on)}
                    isActive={row === at.row && column === at.column}
                    isChosen={isSeveral && isWithin({ row, column }, from, at)}
                    t={t}
                  />
                ))}
                <td className="month-sum">{clockOf(sum.workedMinutes)}</td>
                <td className="month-sum" data-zero={sum.late === 0 || undefined}>
                  {sum.late}
                </td>
                <td className="month-sum" data-zero={sum.absence === 0 || undefined}>
                  {sum.absence}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className="month-foot">
        <span role="status">{isSeveral && chosenText(daysOf, dates, from, at, t)}</span>
        <span aria-hidden>
          <kbd>←</kbd> <kbd>→</kbd> <kbd>↑</kbd> <kbd>↓</kbd> {t('attendance:month.keys.day')} <kbd>Shift</kbd>{' '}
          {t('attendance:month.keys.several')} <kbd>Enter</kbd> {t('attendance:month.keys.why')}
        </span>
      </div>
    </>
  )
}

type HeadProps = { dates: readonly string[]; total: number; today: string; t: Text }

const GridHead = ({ dates, total, today, t }: HeadProps) => (
  <thead>
    <tr>
      <th scope="col">{t('attendance:statistics.count', { count: total })}</th>
      {dates.map((on) => (
        <th
          key={on}
          scope="col"
          data-rest={weekdayNumber(on) > 5 || undefined}
          aria-label={`${weekdayName(weekdayNumber(on), t)} ${on}`}
          aria-current={on === today ? 'date' : undefined}
        >
          {t(`attendance:month.weekday.${weekday(on)}`)}
          <b>{Number(on.slice(8))}</b>
        </th>
      ))}
      {(['worked', 'late', 'absence'] as const).map((sum) => (
        <th key={sum} scope="col" className="month-sum">
          {t(`attendance:month.sum.${sum}`)}
        </th>
      ))}
    </tr>
  </thead>
)

const weekdays = ['1', '2', '3', '4', '5', '6', '7'] as const
const weekday = (on: string) => weekdays[weekdayNumber(on) - 1] ?? '1'

type CellProps = { on: string; name: string; day: MarkedDay | undefined; isActive: boolean; isChosen: boolean; t: Text }

const Day = ({ on, name, day, isActive, isChosen, t }: CellProps) => (
  <td
    data-on={on}
    data-day-mark={day && markOf(day)}
    data-rest={
      day ? day.dayKind === 'rest-day' || day.dayKind === 'holiday' || undefined : weekdayNumber(on) > 5 || undefined
    }
    data-field={day?.hasFieldPunch || undefined}
    tabIndex={isActive ? 0 : -1}
    aria-selected={isChosen}
    aria-label={[name, on, wordsOfDay(day, t), ...(day?.hasFieldPunch ? [t('attendance:day.fieldMark')] : [])].join(
      t('list:comma'),
    )}
  />
)

const DayCell = memo(Day)

/** The sums of the chosen days. */
function chosenText(
  daysOf: readonly ReadonlyMap<string, MarkedDay>[],
  dates: readonly string[],
  from: Cell,
  to: Cell,
  t: Text,
): string {
  const days = daysOf.flatMap((byDate, row) =>
    dates.flatMap((on, column) => {
      const day = byDate.get(on)
      return day && isWithin({ row, column }, from, to) ? [day] : []
    }),
  )
  const countOf = (...marks: ReturnType<typeof markOf>[]) => days.filter((day) => marks.includes(markOf(day))).length
  return t('attendance:month.chosen', {
    count: days.length,
    worked: clockOf(days.reduce((sum, { workedMinutes }) => sum + workedMinutes, 0)),
    late: countOf('late', 'both'),
    absent: countOf('absence'),
    missed: countOf('missed'),
  })
}
