import { deleteAttendanceRule, type AttendanceRuleItem } from '@gatehouse/contract/features/attendance/rules.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { PlusOutlined } from '@ant-design/icons'
import { useQuery, type QueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useMemo } from 'react'
import { Link, Outlet, useNavigate, type LoaderFunction, type RouteObject } from 'react-router'
import { callAndRefresh } from '../../../api/call.ts'
import { useText, type Text } from '../../../i18n/i18n.ts'
import { formatNumber } from '../../../lib/format-number.ts'
import { useCan } from '../../../lib/use-can.ts'
import { clockOf } from '../../../lib/format-date.ts'
import { useConfirmDelete } from '../../../ui/feedback/confirm.tsx'
import { lazyPanel } from '../../../ui/page/detail-lazy-panel.ts'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { onePage } from '../../../ui/list/list-pages.ts'
import type { ListColumn, RowAction } from '../../../ui/list/list-column.ts'
import { usePanelRoute } from '../../../ui/list/list-panel-route.ts'
import { PageHeader } from '../../../ui/page/page-header.tsx'
import { useToast } from '../../../ui/feedback/toast.tsx'
import { ruleList } from '../attendance-queries.ts'
import { ruleName, weekdayNames } from '../attendance-words.ts'
import '../attendance.css'

export const loader =
  (client: QueryClient): LoaderFunction =>
  () => {
    void client.prefetchQuery(ruleList)
    return null
  }

export const children: RouteObject[] = [
  lazyPanel('new', async () => (await import('./rule-form-panel.tsx')).RuleCreatePanel, 'attendance-rule.write'),
]

const hoursOf = ({ settings }: AttendanceRuleItem, t: Text) => {
  const end = clockOf(settings.workEndMinute)
  const isNext = settings.workEndMinute <= settings.workStartMinute
  return `${clockOf(settings.workStartMinute)} – ${isNext ? t('attendance:nextDay', { time: end }) : end}`
}

const columns: readonly ListColumn<AttendanceRuleItem>[] = [
  {
    key: 'name',
    title: (t) => t('attendance:form.name'),
    width: 260,
    isFixed: true,
    cell: (rule, t) => (
      <Link className="list-link" to={pathTo('attendanceRulesDetail', { query: { id: rule.id } })}>
        {ruleName(rule, t)}
        {rule.isDefault && <span className="attendance-tag">{t('attendance:rules.default')}</span>}
      </Link>
    ),
    csv: (rule, t) => ruleName(rule, t),
  },
  {
    key: 'hours',
    title: (t) => t('attendance:rules.hours'),
    width: 180,
    cell: (rule, t) => <span className="tabular">{hoursOf(rule, t)}</span>,
    csv: hoursOf,
    card: 'line',
  },
  {
    key: 'days',
    title: (t) => t('attendance:rules.days'),
    width: 200,
    cell: (rule, t) => weekdayNames(rule.settings.workingWeekdays, t),
    csv: (rule, t) => weekdayNames(rule.settings.workingWeekdays, t),
    card: 'line',
  },
  {
    key: 'people',
    title: (t) => t('attendance:rules.peopleColumn'),
    width: 110,
    isNumber: true,
    cell: (rule) => <span className="tabular">{formatNumber(rule.personCount)}</span>,
    csv: (rule) => rule.personCount,
    card: 'line',
  },
  {
    key: 'areas',
    title: (t) => t('attendance:rules.areas'),
    width: 200,
    cell: (rule, t) => rule.areas.map(({ name }) => name).join(t('list:comma')) || t('attendance:rules.anyDevice'),
    csv: (rule) => rule.areas.map(({ name }) => name).join('; '),
    card: 'line',
  },
  {
    key: 'zone',
    title: (t) => t('attendance:rules.zone'),
    width: 150,
    cell: (rule) => rule.timeZone,
    csv: (rule) => rule.timeZone,
  },
]

export function Component() {
  const t = useText()
  const can = useCan()
  const navigate = useNavigate()
  const toast = useToast()
  const confirmDelete = useConfirmDelete()
  const panel = usePanelRoute(pathTo('attendanceRules'))
  const rules = useQuery(ruleList)
  const query = useMemo(
    () => ({
      data: rules.data && { items: rules.data },
      error: rules.error,
      isPlaceholderData: false,
      isFetching: rules.isFetching,
      refetch: rules.refetch,
    }),
    [rules],
  )
  const actions: RowAction<AttendanceRuleItem>[] = [
    {
      key: 'edit',
      label: t('attendance:rules.edit'),
      permission: 'attendance-rule.write',
      run: (rule) => void navigate(pathTo('attendanceRulesDetail', { below: 'edit', query: { id: rule.id } })),
    },
    {
      key: 'delete',
      label: t('attendance:rules.delete'),
      permission: 'attendance-rule.write',
      isDangerous: true,
      disabledReason: (rule) => (rule.isDefault ? t('attendance:rules.everybodyElse') : undefined),
      run: (rule) =>
        void confirmDelete({
          title: t('attendance:rules.deleteTitle', { name: rule.name }),
          text: t('attendance:rules.deleteText'),
          action: t('attendance:rules.delete'),
          ends: [rule.id],
          run: async () => {
            await callAndRefresh(deleteAttendanceRule, { params: { id: rule.id } })
            toast.done(t('attendance:rules.deleted', { name: rule.name }))
          },
        }),
    },
  ]
  const add = can('attendance-rule.write') && (
    <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => panel.open('new')}>
      {t('attendance:rules.add')}
    </Button>
  )
  const count = rules.data?.length ?? 0
  return (
    <>
      <PageHeader isOfList title={t('attendance:rules.title')} purpose={t('attendance:rules.purpose')} actions={add} />
      <ListPage<AttendanceRuleItem>
        name="attendance-rules"
        label={t('attendance:rules.title')}
        query={query}
        columns={columns}
        rowName={(rule) => ruleName(rule, t)}
        onOpen={(rule) => void navigate(pathTo('attendanceRulesDetail', { query: { id: rule.id } }))}
        actions={actions}
        filtered={{ isSet: false, onClear: () => {} }}
        paging={onePage(count)}
        count={t('attendance:rules.count', { count })}
        empty={{
          drawing: 'clock',
          title: t('attendance:rules.empty.title'),
          text: t('attendance:rules.empty.text'),
          action: add,
        }}
      />
      <Outlet />
    </>
  )
}
