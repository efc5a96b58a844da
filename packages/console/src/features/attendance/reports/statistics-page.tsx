import {
  attendanceStatistics,
  exportAttendance,
  type PersonSum,
} from '@gatehouse/contract/features/attendance/reports.ts'
import { setMonthLock, type AttendanceSum } from '@gatehouse/contract/features/attendance/days.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { MailOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useMemo } from 'react'
import { Link, Outlet, type RouteObject } from 'react-router'
import { z } from 'zod'
import { callAndRefresh } from '../../../api/call.ts'
import { useText } from '../../../i18n/i18n.ts'
import { Dated } from '../../../ui/page/dated.tsx'
import { companyTime } from '../../../lib/format-date.ts'
import { formatNumber } from '../../../lib/format-number.ts'
import { currentLanguage } from '../../../lib/language.ts'
import { useCan } from '../../../lib/use-can.ts'
import { useConfirm } from '../../../ui/feedback/confirm.tsx'
import { lazyPanel } from '../../../ui/page/detail-lazy-panel.ts'
import { DetailSkeleton } from '../../../ui/detail/detail-skeleton.tsx'
import { DetailTabs } from '../../../ui/detail/detail-tabs.tsx'
import { DownloadButton } from '../../../ui/page/download-button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ErrorPanel } from '../../../ui/feedback/error-panel.tsx'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { pagesOf } from '../../../ui/list/list-pages.ts'
import type { ListColumn } from '../../../ui/list/list-column.ts'
import { usePanelRoute } from '../../../ui/list/list-panel-route.ts'
import { setFilters, useUrlState } from '../../../ui/list/list-url-state.ts'
import { PageHeader } from '../../../ui/page/page-header.tsx'
import { useToast } from '../../../ui/feedback/toast.tsx'
import { departmentChoices, departmentFigures, lockList, statisticsOf } from '../attendance-queries.ts'
import { datesOf, durationText, todayOn, wholeMonth } from '../attendance-time.ts'
import { attendanceFacts } from '../attendance-words.ts'
import { PeriodField } from '../period-field.tsx'
import '../attendance.css'
import { Figure, FigureLink, Figures } from '../../../ui/page/figures.tsx'
import { LaterSelect } from '../../../ui/form/later-select.tsx'
import { ScrollRegion } from '../../../ui/page/scroll-region.tsx'

export const children: RouteObject[] = [
  lazyPanel('report', async () => (await import('./report-panel.tsx')).ReportPanel, 'attendance-rule.write'),
]

/** The address without dates means this month. */
const stateSchema = attendanceStatistics.query.extend({ from: z.iso.date().optional(), to: z.iso.date().optional() })

type Period = { from: string; to: string; departmentId?: string | undefined }
type Row = PersonSum & { id: string; period: Period }

/** Every number leads to the days behind it. */
function daysPath(period: Period & { personName?: string }, fact?: string): string {
  const query = new URLSearchParams({ from: period.from, to: period.to })
  if (fact) query.set('fact', fact)
  if (period.departmentId) query.set('departmentId', period.departmentId)
  return pathTo('attendanceRecord', { query })
}

function Number({ count, to, name }: { count: number; to: string; name: string }) {
  if (count === 0) return <span className="tabular attendance-zero">0</span>
  return (
    <Link className="tabular attendance-number" to={to} aria-label={`${name}: ${formatNumber(count)}`}>
      {formatNumber(count)}
    </Link>
  )
}

const factColumns = attendanceFacts.map((fact): ListColumn<Row> => ({
  key: fact,
  title: (t) => t(`shared:attendanceFact.${fact}`),
  width: fact.endsWith('Overtime') ? 156 : 112,
  isNumber: true,
  // The hours of overtime stand at the end of the row; the days of it would push them beyond the edge.
  isHidden: fact.endsWith('Overtime'),
  cell: (row, t) => (
    <Number
      count={row[fact]}
      name={`${row.person.name}, ${t(`shared:attendanceFact.${fact}`)}`}
      to={`${daysPath(row.period, fact)}&personId=${row.person.id}`}
    />
  ),
  csv: (row) => row[fact],
  card: 'line',
  sort: fact,
}))

const columns: readonly ListColumn<Row>[] = [
  {
    key: 'name',
    title: (t) => t('attendance:records.person'),
    width: 180,
    isFixed: true,
    sort: 'name',
    cell: (row) => (
      <Link
        className="list-link"
        to={pathTo('attendanceRecord', { user_id: row.person.id, query: { month: row.period.from.slice(0, 7) } })}
      >
        {row.person.name}
      </Link>
    ),
    csv: (row) => row.person.name,
  },
  {
    key: 'department',
    title: (t) => t('attendance:department'),
    width: 140,
    cell: (row) => row.person.department ?? '–',
    csv: (row) => row.person.department,
  },
  ...factColumns,
  {
    key: 'worked',
    title: (t) => t('attendance:statistics.worked'),
    width: 130,
    isNumber: true,
    cell: (row, t) => <span className="tabular">{durationText(row.workedMinutes, t)}</span>,
    csv: (row) => row.workedMinutes,
  },
  {
    key: 'overtime',
    title: (t) => t('attendance:statistics.overtime'),
    width: 130,
    isNumber: true,
    sort: 'overtimeMinutes',
    cell: (row, t) => <span className="tabular">{durationText(row.overtimeMinutes, t)}</span>,
    csv: (row) => row.overtimeMinutes,
  },
]

export function Component() {
  const t = useText()
  const can = useCan()
  const panel = usePanelRoute(pathTo('attendanceStatistics'))
  const [state, change] = useUrlState(stateSchema)
  const dates = datesOf(todayOn().slice(0, 7))
  const asked = { ...state, from: state.from ?? dates[0] ?? '', to: state.to ?? dates.at(-1) ?? '' }
  const statistics = useQuery(statisticsOf(asked))
  const departments = useQuery(departmentChoices)
  const period: Period = { from: asked.from, to: asked.to, departmentId: asked.departmentId }
  const fileOf = (rows: 'people' | 'days') => ({
    rows,
    from: asked.from,
    to: asked.to,
    language: currentLanguage(),
    departmentId: asked.departmentId,
    keyword: asked.keyword,
  })
  return (
    <>
      <PageHeader
        isFolding
        title={t('attendance:statistics.title')}
        purpose={t('attendance:statistics.purpose')}
        actions={
          <>
            <DownloadButton route={exportAttendance} query={fileOf('people')}>
              {t('attendance:export.people')}
            </DownloadButton>
            <DownloadButton route={exportAttendance} query={fileOf('days')}>
              {t('attendance:export.days')}
            </DownloadButton>
            {can('attendance-rule.write') && (
              <Button icon={<MailOutlined aria-hidden />} onClick={() => panel.open('report')}>
                {t('attendance:report.title')}
              </Button>
            )}
          </>
        }
      />
      <div className="attendance-period">
        <PeriodField from={asked.from} to={asked.to} onChange={change} />
        <LaterSelect
          label={t('attendance:department')}
          placeholder={t('attendance:allDepartments')}
          isOptional
          value={state.departmentId}
          options={departments.data ?? []}
          onChange={(departmentId) => change({ departmentId })}
        />
        <MonthLock from={asked.from} to={asked.to} />
      </div>
      <Tiles sum={statistics.data?.sum} period={period} />
      <DetailTabs
        tabs={[
          {
            key: 'people',
            label: t('attendance:statistics.tab.people'),
            content: <People query={statistics} period={period} state={state} change={change} />,
          },
          {
            key: 'departments',
            label: t('attendance:statistics.tab.departments'),
            content: <Departments period={period} />,
          },
        ]}
      />
      <Outlet />
    </>
  )
}

/** Reserves the space while the figures load, so that nothing below jumps. */
function Tiles({ sum, period }: { sum: AttendanceSum | undefined; period: Period }) {
  const t = useText()
  return (
    <Figures label={t('attendance:statistics.sum')}>
      {attendanceFacts.map((fact) => (
        <Figure key={fact} name={t(`shared:attendanceFact.${fact}`)}>
          {sum && sum[fact] > 0 ? (
            <FigureLink name={t(`shared:attendanceFact.${fact}`)} to={daysPath(period, fact)}>
              {formatNumber(sum[fact])}
            </FigureLink>
          ) : (
            (sum?.[fact] ?? '–')
          )}
        </Figure>
      ))}
    </Figures>
  )
}

type State = z.output<typeof stateSchema>
type PeopleProps = {
  query: ReturnType<typeof useQuery<z.output<typeof attendanceStatistics.response>>>
  period: Period
  state: State
  change: (patch: Partial<State>, options?: { replace?: boolean }) => void
}

function People({ query, period, state, change }: PeopleProps) {
  const t = useText()
  const shown = useMemo(
    () => ({
      data: query.data && {
        items: query.data.items.map((sum): Row => ({ ...sum, id: sum.person.id, period })),
      },
      error: query.error,
      isPlaceholderData: query.isPlaceholderData,
      isFetching: query.isFetching,
      refetch: query.refetch,
    }),
    [query, period],
  )
  return (
    <ListPage<Row>
      name="attendance-statistics"
      label={t('attendance:statistics.title')}
      query={shown}
      columns={columns}
      rowName={(row) => row.person.name}
      search={{
        value: state.keyword ?? '',
        hint: t('attendance:searchHint'),
        onSearch: (keyword) => change({ keyword: keyword || undefined }, { replace: true }),
      }}
      filtered={{
        isSet: setFilters(state).some((key) => key !== 'from' && key !== 'to'),
        onClear: () => change({ keyword: undefined, departmentId: undefined, personId: undefined }),
      }}
      sort={{
        by: state.sort,
        order: state.order,
        onChange: (sort, order) => change({ sort: stateSchema.shape.sort.parse(sort), order }),
      }}
      paging={pagesOf(state, query.data?.total ?? 0, change)}
      count={t('attendance:statistics.count', { count: query.data?.total ?? 0 })}
      empty={{
        drawing: 'chart',
        title: t('attendance:statistics.empty.title'),
        text: t('attendance:statistics.empty.text'),
      }}
    />
  )
}

function Departments({ period }: { period: Period }) {
  const t = useText()
  const figures = useQuery(departmentFigures({ from: period.from, to: period.to }))
  if (figures.error && !figures.data) return <ErrorPanel error={figures.error} onRetry={() => void figures.refetch()} />
  if (!figures.data) return <DetailSkeleton />
  if (figures.data.length === 0)
    return (
      <EmptyState
        drawing="chart"
        title={t('attendance:statistics.empty.title')}
        text={t('attendance:statistics.empty.text')}
      />
    )
  return (
    <ScrollRegion className="attendance-scroll" label={t('attendance:statistics.tab.departments')}>
      <table className="attendance-table">
        <thead>
          <tr>
            <th scope="col">{t('attendance:department')}</th>
            <th scope="col" className="is-number">
              {t('attendance:rules.peopleColumn')}
            </th>
            {attendanceFacts.map((fact) => (
              <th key={fact} scope="col" className="is-number">
                {t(`shared:attendanceFact.${fact}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {figures.data.map((row) => {
            const name = row.department?.name ?? t('attendance:statistics.noDepartment')
            return (
              <tr key={row.department?.id ?? 'none'}>
                <th scope="row">{name}</th>
                <td className="is-number">{formatNumber(row.personCount)}</td>
                {attendanceFacts.map((fact) => (
                  <td key={fact} className="is-number">
                    {row.department ? (
                      <Number
                        count={row[fact]}
                        name={`${name}, ${t(`shared:attendanceFact.${fact}`)}`}
                        to={daysPath({ ...period, departmentId: row.department.id }, fact)}
                      />
                    ) : (
                      <span className="tabular">{formatNumber(row[fact])}</span>
                    )}
                  </td>
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
    </ScrollRegion>
  )
}

/** A month that is over can be locked; who locked it and when is shown next to the button to reopen it. */
function MonthLock({ from, to }: { from: string; to: string }) {
  const t = useText()
  const can = useCan()
  const confirm = useConfirm()
  const toast = useToast()
  const locks = useQuery(lockList)
  const month = wholeMonth(from, to)
  if (!month || !locks.data) return null
  const lock = locks.data.find((one) => one.month === month)
  const mayChange = can('attendance-rule.write')
  const set = async (isLocked: boolean) => {
    await callAndRefresh(setMonthLock, { params: { month }, body: { isLocked } })
    toast.done(t(isLocked ? 'attendance:statistics.locked' : 'attendance:statistics.unlocked', { month }))
  }
  if (lock)
    return (
      <span className="attendance-lock">
        <Dated>
          {t('attendance:statistics.lockedBy', {
            month,
            name: lock.lockedBy,
            at: companyTime(lock.lockedAt, 'minute'),
          })}
        </Dated>
        {mayChange && (
          <Button type="link" onClick={() => void set(false).catch(toast.failed)}>
            {t('attendance:statistics.unlock', { month })}
          </Button>
        )}
      </span>
    )
  if (!mayChange || month >= todayOn().slice(0, 7)) return null
  return (
    <Button
      onClick={() =>
        confirm({
          title: t('attendance:statistics.lockTitle', { month }),
          text: t('attendance:statistics.lockText'),
          action: t('attendance:statistics.lock', { month }),
          run: () => set(true),
        })
      }
    >
      {t('attendance:statistics.lock', { month })}
    </Button>
  )
}
