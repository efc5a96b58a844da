import {
  listAttendanceMonth,
  maxMonthPeople,
  type MonthOfPerson,
} from '@gatehouse/contract/features/attendance/days.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Select } from 'antd'
import { Fragment, type KeyboardEvent, memo, type MouseEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { z } from 'zod'
import { type Text, useText } from '../../../i18n/i18n.ts'
import { clockOf, weekdayNumber } from '../../../lib/format-date.ts'
import { useIsPhone } from '../../../lib/use-media.ts'
import { FaceThumbnail } from '../../../parts/face/face-thumbnail.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ErrorPanel } from '../../../ui/feedback/error-panel.tsx'
import { useHeightToBottom } from '../../../ui/list/list-height.ts'
import { ListPaging } from '../../../ui/list/list-paging.tsx'
import { pagesOf } from '../../../ui/list/list-pages.ts'
import { ListSearch } from '../../../ui/list/list-search.tsx'
import { useUrlState } from '../../../ui/list/list-url-state.ts'
import { departmentChoices, monthOfMany, ruleList } from '../attendance-queries.ts'
import { addMonths, datesOf, todayOn } from '../attendance-time.ts'
import { ruleName, weekdayName } from '../attendance-words.ts'
import { type Cell, cellAfter, dayMarks, isWithin, type MarkedDay, markOf, wordsOfDay } from './day-marks.ts'
import { rowHeight, rowsInView } from './rows-in-view.ts'
import { usePrinting } from './use-printing.ts'
import './month-grid.css'

/** Of the head, and of what stands below the grid in the window: the keys, the paging and the edge of the sheet. */
const headHeight = 44
const belowGrid = 120

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
  const rules = useQuery(ruleList).data ?? []
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
        <Button disabled={month === todayOn().slice(0, 7)} onClick={() => change({ month: undefined, page: 1 })}>
          {t('attendance:records.thisMonth')}
        </Button>
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
        <Select
          aria-label={t('attendance:records.rule')}
          placeholder={t('attendance:records.rule')}
          allowClear
          showSearch={{ optionFilterProp: 'label' }}
          className="list-filter"
          value={state.ruleId ?? null}
          options={rules.map((rule) => ({ value: rule.id, label: ruleName(rule, t) }))}
          onChange={(ruleId) => change({ ruleId: ruleId ?? undefined, page: 1 })}
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
          <ListPaging paging={pagesOf(state, data.total, change)} maxSize={maxMonthPeople} />
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
  const frame = useRef<HTMLDivElement>(null)
  const height = useHeightToBottom(frame, belowGrid, total)
  const [top, setTop] = useState(0)
  // A narrow window begins at the day that the keys begin at, not at the first of the month.
  useLayoutEffect(() => {
    const day = frame.current?.querySelector<HTMLElement>('thead th[aria-current]')
    if (frame.current && day) frame.current.scrollLeft = day.offsetLeft + day.offsetWidth - frame.current.clientWidth
  }, [])
  const isPhone = useIsPhone()
  const isPrinting = usePrinting()
  const drawn =
    isPhone || isPrinting ? [...people.keys()] : rowsInView(people.length, { top, height: height - headHeight }, at.row)
  const goTo = (cell: Cell, isExtended: boolean) => {
    // Its row is drawn only by this, where it was out of view.
    flushSync(() => {
      setAt(cell)
      if (!isExtended) setFrom(cell)
    })
    const row = frame.current?.querySelector<HTMLTableRowElement>(`tr[data-row="${cell.row}"]`)
    row?.cells.item(cell.column + 1)?.focus()
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
    const found = { row: Number(row.dataset['row']), column: cell.cellIndex - 1 }
    goTo(found, shiftKey)
    if (!shiftKey) explain(found)
  }
  const isSeveral = at.row !== from.row || at.column !== from.column
  return (
    <>
      <div
        ref={frame}
        className="month-scroll"
        style={{ maxHeight: isPhone ? undefined : height }}
        onScroll={({ currentTarget }) => setTop(Math.floor(currentTarget.scrollTop / rowHeight) * rowHeight)}
      >
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
          <tbody onKeyDown={press} onClick={click}>
            {drawn.map((row, place) => {
              const one = people[row]
              if (!one) return null
              return (
                <Fragment key={one.person.id}>
                  <Gap rows={row - (drawn[place - 1] ?? -1) - 1} />
                  <PersonRow
                    one={one}
                    row={row}
                    index={before + row + 2}
                    month={month}
                    dates={dates}
                    days={daysOf[row]}
                    activeColumn={row === at.row ? at.column : undefined}
                    isChosen={(column) => isSeveral && isWithin({ row, column }, from, at)}
                    t={t}
                  />
                </Fragment>
              )
            })}
            <Gap rows={people.length - 1 - (drawn.at(-1) ?? -1)} />
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

/** The room of rows that are not drawn. */
const Gap = ({ rows }: { rows: number }) =>
  rows > 0 && (
    <tr aria-hidden="true" style={{ height: rows * rowHeight }}>
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- nothing stands in it */}
      <td />
    </tr>
  )

type RowProps = {
  one: MonthOfPerson
  row: number
  index: number
  month: string
  dates: readonly string[]
  days: ReadonlyMap<string, MarkedDay> | undefined
  activeColumn: number | undefined
  isChosen: (column: number) => boolean
  t: Text
}

const PersonRow = ({ one: { person, sum }, row, index, month, dates, days, activeColumn, isChosen, t }: RowProps) => (
  <tr data-row={row} aria-rowindex={index}>
    <th scope="row">
      <FaceThumbnail kind="portrait" imageId={person.portraitId} />
      <Link to={pathTo('attendanceRecord', { user_id: person.id, query: { month } })}>{person.name}</Link>
    </th>
    {dates.map((on, column) => (
      <DayCell
        key={on}
        on={on}
        name={person.name}
        day={days?.get(on)}
        isActive={column === activeColumn}
        isChosen={isChosen(column)}
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
)

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
          {`${t(`attendance:month.weekday.${weekday(on)}`)}\n`}
          {on === today ? <b>{Number(on.slice(8))}</b> : Number(on.slice(8))}
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
