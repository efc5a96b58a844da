import type { AttendanceRuleDetail, RuleSettings } from '@gatehouse/contract/features/attendance/rules.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { EditOutlined } from '@ant-design/icons'
import { useQuery, type QueryClient } from '@tanstack/react-query'
import { Button, Pagination } from 'antd'
import { useState } from 'react'
import { Link, Outlet, useNavigate, useSearchParams, type LoaderFunction, type RouteObject } from 'react-router'
import { CallError } from '../../../api/call-error.ts'
import { useText, type Text } from '../../../i18n/i18n.ts'
import { useCan } from '../../../lib/use-can.ts'
import { clockOf } from '../../../lib/format-date.ts'
import { Instant } from '../../../ui/detail/detail-instant.tsx'
import { lazyPanel } from '../../../ui/page/detail-lazy-panel.ts'
import { DetailList } from '../../../ui/detail/detail-list.tsx'
import { DetailSkeleton } from '../../../ui/detail/detail-skeleton.tsx'
import { DetailTabs } from '../../../ui/detail/detail-tabs.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ErrorPanel } from '../../../ui/feedback/error-panel.tsx'
import { groupName } from '../../../parts/passage/list-group-name.ts'
import { PageHeader } from '../../../ui/page/page-header.tsx'
import { ruleDetail, rulePeople } from '../attendance-queries.ts'
import { durationText } from '../attendance-time.ts'
import { ruleName, weekdayNames } from '../attendance-words.ts'
import { ScrollRegion } from '../../../ui/page/scroll-region.tsx'
import '../attendance.css'

const listPath = pathTo('attendanceRules')

export const loader =
  (client: QueryClient): LoaderFunction =>
  ({ request }) => {
    const id = new URL(request.url).searchParams.get('id')
    if (id) void client.prefetchQuery(ruleDetail(id))
    return null
  }

export const children: RouteObject[] = [
  lazyPanel('edit', async () => (await import('./rule-form-panel.tsx')).RuleEditPanel, 'attendance-rule.write'),
]

/** One rule (ATT-01): its settings, its people and why they are in it, and its earlier versions. */
export function Component() {
  const t = useText()
  const [params] = useSearchParams()
  const rule = useQuery(ruleDetail(params.get('id') ?? ''))
  if (rule.data) return <RuleDetail rule={rule.data} />
  if (!rule.isError) {
    return (
      <>
        <PageHeader title={t('attendance:rules.title')} purpose={t('attendance:rules.purpose')} />
        <div className="detail-card">
          <DetailSkeleton lines={12} />
        </div>
      </>
    )
  }
  const isGone = rule.error instanceof CallError && [400, 404].includes(rule.error.status)
  if (!isGone) return <ErrorPanel isPage error={rule.error} onRetry={() => void rule.refetch()} />
  return (
    <EmptyState
      isPage
      title={t('attendance:rules.missing.title')}
      text={t('attendance:rules.missing.text')}
      action={<Link to={listPath}>{t('attendance:rules.missing.back')}</Link>}
    />
  )
}

function RuleDetail({ rule }: { rule: AttendanceRuleDetail }) {
  const t = useText()
  const can = useCan()
  const navigate = useNavigate()
  return (
    <>
      <PageHeader
        isThing
        title={ruleName(rule, t)}
        purpose={t('attendance:rules.detailPurpose', { version: rule.version, on: rule.effectiveOn })}
        meta={rule.isDefault && <span className="attendance-tag">{t('attendance:rules.default')}</span>}
        actions={
          can('attendance-rule.write') && (
            <Button
              type="primary"
              icon={<EditOutlined aria-hidden />}
              onClick={() => void navigate(`${listPath}/detail/edit?id=${rule.id}`)}
            >
              {t('attendance:rules.edit')}
            </Button>
          )
        }
      />
      <div className="detail-card">
        <DetailTabs
          tabs={[
            { key: 'settings', label: t('attendance:rules.tab.settings'), content: <Settings rule={rule} /> },
            { key: 'people', label: t('attendance:rules.tab.people'), content: <People rule={rule} /> },
            { key: 'versions', label: t('attendance:rules.tab.versions'), content: <Versions rule={rule} /> },
          ]}
        />
      </div>
      <Outlet />
    </>
  )
}

function overtimeText(overtime: RuleSettings['workdayOvertime'], t: Text): string {
  if (!overtime) return ''
  const hours = t('attendance:rules.overtimeAfter', { duration: durationText(overtime.minMinutes, t) })
  if (overtime.notBeforeMinute === null) return hours
  return t('attendance:rules.overtimeNotBefore', { hours, time: clockOf(overtime.notBeforeMinute) })
}

const datesText = (days: readonly { on: string; remark: string; isYearly?: boolean }[], t: Text) =>
  days.length > 0 ? (
    <ul className="attendance-dates-shown">
      {days.map(({ on, remark, isYearly }) => (
        <li key={on}>
          {on} {[remark, isYearly && t('attendance:form.yearly')].filter(Boolean).join(' · ')}
        </li>
      ))}
    </ul>
  ) : null

function Settings({ rule }: { rule: AttendanceRuleDetail }) {
  const t = useText()
  const { settings } = rule
  const end = clockOf(settings.workEndMinute)
  const isNext = settings.workEndMinute <= settings.workStartMinute
  return (
    <DetailList
      items={[
        {
          label: t('attendance:rules.participants'),
          value: rule.isDefault
            ? t('attendance:rules.everybodyElse')
            : rule.participants.map(({ kind, name }) => (kind === 'group' ? groupName(name, t) : name)).join(' · '),
        },
        { label: t('attendance:form.weekdays'), value: weekdayNames(settings.workingWeekdays, t) },
        {
          label: t('attendance:form.punches'),
          value: t(settings.punchesPerDay === 2 ? 'attendance:form.punchesTwo' : 'attendance:form.punchesOne'),
        },
        { label: t('attendance:form.earliest'), value: clockOf(settings.earliestPunchMinute) },
        { label: t('attendance:form.start'), value: clockOf(settings.workStartMinute) },
        { label: t('attendance:form.end'), value: isNext ? t('attendance:nextDay', { time: end }) : end },
        { label: t('attendance:form.late'), value: settings.lateToleranceMinutes },
        { label: t('attendance:form.early'), value: settings.earlyLeaveToleranceMinutes },
        { label: t('attendance:form.workdayOvertime'), value: overtimeText(settings.workdayOvertime, t) },
        { label: t('attendance:form.holidayOvertime'), value: overtimeText(settings.holidayOvertime, t) },
        { label: t('attendance:form.holidays'), value: datesText(settings.holidays, t) },
        { label: t('attendance:form.special'), value: datesText(settings.specialWorkingDays, t) },
        {
          label: t('attendance:form.areas'),
          value: rule.areas.map(({ name }) => name).join(' · ') || t('attendance:rules.anyDevice'),
        },
        { label: t('attendance:form.zone'), value: rule.timeZone },
      ]}
    />
  )
}

function People({ rule }: { rule: AttendanceRuleDetail }) {
  const t = useText()
  const [page, setPage] = useState(1)
  const people = useQuery(rulePeople(rule.id, page))
  if (people.error) return <ErrorPanel error={people.error} onRetry={() => void people.refetch()} />
  if (!people.data) return <DetailSkeleton />
  if (people.data.total === 0)
    return (
      <EmptyState
        title={t('attendance:rules.noPeople.title')}
        text={t(`attendance:rules.noPeople.${rule.isDefault ? 'defaultText' : 'text'}`)}
        isSmall
      />
    )
  return (
    <div className="attendance-scroll">
      <table className="attendance-table">
        <thead>
          <tr>
            <th scope="col">{t('attendance:records.person')}</th>
            <th scope="col">{t('attendance:rules.participants')}</th>
            <th scope="col">{t('attendance:rules.since')}</th>
          </tr>
        </thead>
        <tbody>
          {people.data.items.map((person) => (
            <tr key={person.id}>
              <td>
                <Link to={pathTo('attendanceRecord', { user_id: person.id })}>{person.name}</Link>
              </td>
              <td>{t(`attendance:rules.via.${person.via}`)}</td>
              <td>{person.fromOn}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {people.data.total > 50 && (
        <Pagination current={page} pageSize={50} total={people.data.total} showSizeChanger={false} onChange={setPage} />
      )}
    </div>
  )
}

function Versions({ rule }: { rule: AttendanceRuleDetail }) {
  const t = useText()
  return (
    <ScrollRegion className="attendance-scroll" label={t('attendance:rules.tab.versions')}>
      <table className="attendance-table">
        <thead>
          <tr>
            <th scope="col">{t('attendance:rules.version')}</th>
            <th scope="col">{t('attendance:rules.countsFrom')}</th>
            <th scope="col">{t('attendance:rules.hours')}</th>
            <th scope="col">{t('attendance:form.late')}</th>
            <th scope="col">{t('attendance:rules.changedBy')}</th>
            <th scope="col">{t('attendance:rules.changedAt')}</th>
          </tr>
        </thead>
        <tbody>
          {rule.versions.map(({ version, effectiveOn, settings, createdBy, createdAt }) => (
            <tr key={version}>
              <td>{version}</td>
              <td>{effectiveOn}</td>
              <td>{`${clockOf(settings.workStartMinute)} – ${clockOf(settings.workEndMinute)}`}</td>
              <td>{settings.lateToleranceMinutes}</td>
              <td>{createdBy === 'system' ? t('attendance:rules.system') : createdBy}</td>
              <td>
                <Instant at={createdAt} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}
