import { listAttendanceDays, type AttendanceDay } from '@gatehouse/contract/features/attendance/days.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { z } from 'zod'
import { call } from '../../../api/call.ts'
import { useText } from '../../../i18n/i18n.ts'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { countWords, useKeyPaging } from '../../../ui/list/list-pages.ts'
import type { ListColumn } from '../../../ui/list/list-column.ts'
import { setFilters, useUrlState } from '../../../ui/list/list-url-state.ts'
import { addDays, durationText, punchTime, todayOn } from '../attendance-time.ts'
import { dayList, departmentChoices } from '../attendance-queries.ts'
import { attendanceFacts, ruleName } from '../attendance-words.ts'
import { PeriodField } from '../period-field.tsx'
import { VerdictMark } from './verdict-mark.tsx'

type Row = AttendanceDay & { id: string }

const columns: readonly ListColumn<Row>[] = [
  {
    key: 'person',
    title: (t) => t('attendance:records.person'),
    width: 170,
    isFixed: true,
    cell: (day) => (
      <Link
        className="list-link"
        to={pathTo('attendanceRecord', { user_id: day.person.id, query: { month: day.on.slice(0, 7) } })}
      >
        {day.person.name}
      </Link>
    ),
    csv: (day) => day.person.name,
  },
  {
    key: 'on',
    title: (t) => t('attendance:records.date'),
    width: 120,
    cell: (day) => <span className="tabular">{day.on}</span>,
    csv: (day) => day.on,
    card: 'line',
  },
  {
    key: 'verdict',
    title: (t) => t('attendance:records.verdict'),
    width: 258,
    cell: (day, t) => (
      <>
        <VerdictMark {...day} />
        {day.changedAt && <span className="attendance-tag">{t('attendance:records.changed')}</span>}{' '}
        {day.hasDoubtfulTime && <span className="attendance-tag">{t('attendance:records.doubtful')}</span>}
      </>
    ),
    csv: (day, t) => t(`attendance:verdict.${day.verdict}`),
    card: 'line',
  },
  {
    key: 'first',
    title: (t) => t('attendance:records.first'),
    width: 110,
    cell: (day, t) => <span className="tabular">{punchTime(day.firstAt, day.on, day.timeZone, t)}</span>,
    brief: (day, t) => punchTime(day.firstAt, day.on, day.timeZone, t, 'minute'),
    csv: (day, t) => punchTime(day.firstAt, day.on, day.timeZone, t),
    card: 'line',
  },
  {
    key: 'last',
    title: (t) => t('attendance:records.last'),
    width: 134,
    cell: (day, t) => <span className="tabular">{punchTime(day.lastAt, day.on, day.timeZone, t)}</span>,
    brief: (day, t) => punchTime(day.lastAt, day.on, day.timeZone, t, 'minute'),
    csv: (day, t) => punchTime(day.lastAt, day.on, day.timeZone, t),
    card: 'line',
    isEnd: true,
  },
  {
    key: 'worked',
    title: (t) => t('attendance:records.worked'),
    width: 130,
    cell: (day, t) => <span className="tabular">{durationText(day.workedMinutes, t)}</span>,
    csv: (day) => day.workedMinutes,
    card: 'line',
  },
  {
    key: 'field',
    title: (t) => t('attendance:records.field'),
    width: 110,
    cell: (day, t) => (day.hasFieldPunch ? t('attendance:day.fieldMark') : '–'),
    csv: (day, t) => (day.hasFieldPunch ? t('attendance:day.fieldMark') : ''),
  },
  {
    key: 'department',
    title: (t) => t('attendance:department'),
    width: 150,
    cell: (day) => day.person.department ?? '–',
    csv: (day) => day.person.department,
  },
  {
    key: 'rule',
    title: (t) => t('attendance:records.rule'),
    width: 180,
    cell: (day, t) =>
      t('list:bracketed', { what: ruleName({ name: day.rule.name, isDefault: true }, t), more: day.rule.version }),
    csv: (day, t) =>
      t('list:bracketed', { what: ruleName({ name: day.rule.name, isDefault: true }, t), more: day.rule.version }),
    isHidden: true,
  },
]

/** The address without dates means the last week. */
const stateSchema = listAttendanceDays.query.extend({ from: z.iso.date().optional(), to: z.iso.date().optional() })

/** Everybody's days, newest first: the last week by default. */
export function DayList() {
  const t = useText()
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const [state, change] = useUrlState(stateSchema)
  const { isField, ...rest } = state
  const asked = {
    ...rest,
    from: state.from ?? addDays(todayOn(), -6),
    to: state.to ?? todayOn(),
    ...(isField === undefined ? {} : { isField: isField ? ('true' as const) : ('false' as const) }),
  }
  const days = useQuery(dayList(asked))
  const departments = useQuery({ ...departmentChoices, placeholderData: keepPreviousData })
  const query = useMemo(
    () => ({
      data: days.data && {
        total: days.data.total,
        items: days.data.items.map((day): Row => ({ ...day, id: `${day.person.id}_${day.on}` })),
      },
      error: days.error,
      isPlaceholderData: days.isPlaceholderData,
      isFetching: days.isFetching,
      refetch: days.refetch,
    }),
    [days],
  )
  const open = useCallback(
    (row: Row) => {
      const next = new URLSearchParams(params)
      next.set('day', row.id)
      void navigate({ search: next.toString() }, { preventScrollReset: true })
    },
    [navigate, params],
  )
  const paging = useKeyPaging(state, days.data?.next, change)
  return (
    <ListPage<Row>
      name="attendance-days"
      label={t('attendance:records.title')}
      query={query}
      columns={columns}
      rowName={(day) => `${day.person.name} ${day.on}`}
      onOpen={open}
      search={{
        value: state.keyword ?? '',
        hint: t('attendance:searchHint'),
        onSearch: (keyword) => change({ keyword: keyword || undefined }, { replace: true }),
      }}
      filters={[
        { key: 'departmentId', label: t('attendance:department'), options: departments.data ?? [] },
        {
          key: 'fact',
          label: t('attendance:records.fact'),
          options: attendanceFacts.map((value) => ({ value, label: t(`shared:attendanceFact.${value}`) })),
        },
        {
          key: 'isField',
          label: t('attendance:records.field'),
          options: [{ value: 'true', label: t('attendance:day.fieldMark') }],
        },
      ]}
      beside={<PeriodField from={asked.from} to={asked.to} onChange={change} />}
      filtered={{
        isSet: setFilters(state).some((key) => key !== 'from' && key !== 'to'),
        onClear: () =>
          change({
            keyword: undefined,
            departmentId: undefined,
            fact: undefined,
            personId: undefined,
            isField: undefined,
          }),
      }}
      paging={paging}
      count={countWords(t, days.data)}
      empty={{
        drawing: 'calendar',
        title: t('attendance:records.empty.title'),
        text: t('attendance:records.empty.text'),
      }}
      exportPage={async (place, signal) => {
        const page = await call(listAttendanceDays, { query: { ...asked, after: place, size: 200 } }, { signal })
        return {
          rows: page.items.map((day): Row => ({ ...day, id: `${day.person.id}_${day.on}` })),
          next: page.next ?? undefined,
        }
      }}
    />
  )
}
