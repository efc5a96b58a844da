import type { Staff } from '@gatehouse/contract/features/staff.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { writtenPhone } from '@gatehouse/contract/phone-number.ts'
import { DeleteOutlined, EditOutlined } from '@ant-design/icons'
import { useQuery, type QueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { Link, Outlet, useNavigate, useSearchParams, type LoaderFunction, type RouteObject } from 'react-router'
import { CallError } from '../../api/call-error.ts'
import { useText } from '../../i18n/i18n.ts'
import { useCan } from '../../lib/use-can.ts'
import { groupName } from '../../parts/passage/list-group-name.ts'
import { CopyText } from '../../ui/page/copy-text.tsx'
import { Instant } from '../../ui/detail/detail-instant.tsx'
import { lazyPanel } from '../../ui/page/detail-lazy-panel.ts'
import { DetailList } from '../../ui/detail/detail-list.tsx'
import { DetailSkeleton } from '../../ui/detail/detail-skeleton.tsx'
import { DetailTabs } from '../../ui/detail/detail-tabs.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { FacePicture } from '../../parts/face/face-thumbnail.tsx'
import { usePanelRoute } from '../../ui/list/list-panel-route.ts'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { PersonLocation } from '../../parts/person/person-location.tsx'
import { PersonPrivacy } from '../../parts/person/person-privacy.tsx'
import { PersonStanding } from '../../parts/person/person-standing.tsx'
import { PersonSuspensions } from '../../parts/person/person-suspensions.tsx'
import { SuspendSwitch } from '../../parts/person/suspend-switch.tsx'
import { PersonRecords } from '../../parts/person/person-records.tsx'
import { countryName } from './country-select.tsx'
import { StaffAccess } from './staff-access.tsx'
import { StaffAttendance } from './staff-attendance.tsx'
import { StaffDevices } from './staff-devices.tsx'
import { StatusMark } from '../../ui/feedback/status-mark.tsx'
import { staffPath } from './staff-columns.tsx'
import { StaffPin } from './staff-pin.tsx'
import { staffDetail } from './staff-queries.ts'
import { useDeleteStaff } from './use-delete-staff.ts'
import './staff.css'

const base = pathTo('staffDetail')
const listPath = pathTo('staff', { deptId: 0 })

export const loader =
  (client: QueryClient): LoaderFunction =>
  ({ request }) => {
    const id = new URL(request.url).searchParams.get('id')
    if (id) void client.prefetchQuery(staffDetail(id))
    return null
  }

export const children: RouteObject[] = [
  lazyPanel('edit', async () => (await import('./staff-detail-edit-panel.tsx')).StaffDetailEditPanel, 'staff.write'),
]

function useStaffId(): string {
  const [params] = useSearchParams()
  return params.get('id') ?? ''
}

/** One person (MAN-01): profile, portrait, groups, the devices that know them, their latest records. */
export function Component() {
  const t = useText()
  const person = useQuery({ ...staffDetail(useStaffId()), retry: false })
  if (person.data) return <StaffDetail person={person.data} />
  if (!person.isError) {
    return (
      <>
        <PageHeader title={t('staff:title')} purpose={t('staff:detail.purpose')} />
        <div className="detail-card">
          <DetailSkeleton lines={12} />
        </div>
      </>
    )
  }
  const isGone = person.error instanceof CallError && [400, 404].includes(person.error.status)
  if (!isGone) return <ErrorPanel error={person.error} onRetry={() => void person.refetch()} />
  return (
    <EmptyState
      isPage
      title={t('staff:detail.missing.title')}
      text={t('staff:detail.missing.text')}
      action={<Link to={listPath}>{t('staff:detail.missing.back')}</Link>}
    />
  )
}

function StaffDetail({ person }: { person: Staff }) {
  const t = useText()
  const can = useCan()
  const navigate = useNavigate()
  const panel = usePanelRoute(base)
  const remove = useDeleteStaff()
  const mayWrite = can('staff.write')
  return (
    <>
      <PageHeader
        title={person.name}
        purpose={[person.position, person.department?.name].filter(Boolean).join(' · ')}
        actions={
          mayWrite && (
            <>
              <SuspendSwitch person={person} />
              <PersonPrivacy person={person} onErased={() => void navigate(listPath, { replace: true })} />
              <Button
                danger
                icon={<DeleteOutlined aria-hidden />}
                onClick={() => remove.one(person, () => void navigate(listPath, { replace: true }))}
              >
                {t('staff:action.delete')}
              </Button>
              <Button type="primary" icon={<EditOutlined aria-hidden />} onClick={() => panel.open('edit')}>
                {t('staff:action.edit')}
              </Button>
            </>
          )
        }
      />
      <PersonStanding {...person} />
      <PersonLocation person={person} />
      <div className="detail-person">
        <aside className="detail-card detail-portrait">
          <FacePicture
            kind={person.displayPortraitId === null ? 'portrait' : 'display'}
            imageId={person.displayPortraitId ?? person.portraitId}
            alt={t('list:photo.of', { name: person.name })}
            none={t('list:photo.none')}
          />
          {person.portraitId === null && (
            <>
              <p>{t('staff:detail.noPortrait')}</p>
              {mayWrite && <Button onClick={() => panel.open('edit')}>{t('staff:detail.addPortrait')}</Button>}
            </>
          )}
        </aside>
        <div className="detail-card">
          <DetailTabs
            tabs={[
              { key: 'profile', label: t('staff:detail.tab.profile'), content: <Profile person={person} /> },
              { key: 'portraits', label: t('staff:detail.tab.portraits'), content: <Portraits person={person} /> },
              { key: 'access', label: t('staff:detail.tab.access'), content: <StaffAccess person={person} /> },
              { key: 'devices', label: t('staff:detail.tab.devices'), content: <StaffDevices person={person} /> },
              ...(can('record.read')
                ? [{ key: 'records', label: t('staff:detail.tab.records'), content: <PersonRecords person={person} /> }]
                : []),
              ...(can('attendance.read')
                ? [
                    {
                      key: 'attendance',
                      label: t('menu:groups.attendance'),
                      content: <StaffAttendance person={person} />,
                    },
                  ]
                : []),
            ]}
          />
        </div>
      </div>
      <Outlet />
    </>
  )
}

function Profile({ person }: { person: Staff }) {
  const t = useText()
  const { department, countryCode, staffType } = person
  return (
    <>
      <DetailList
        title={t('staff:section.work')}
        items={[
          { label: t('staff:form.name'), value: person.name },
          {
            label: t('staff:form.department'),
            value: department && <Link to={pathTo('staff', { deptId: department.number })}>{department.name}</Link>,
          },
          { label: t('staff:form.groups'), value: person.groups.map(({ name }) => groupName(name, t)).join(' · ') },
          { label: t('staff:form.jobId'), value: person.jobId },
          { label: t('staff:form.position'), value: person.position },
          { label: t('staff:form.staffType'), value: staffType && t(`staff:type.${staffType}`) },
          { label: t('staff:form.entryOn'), value: person.entryOn },
          { label: t('staff:form.leavingOn'), value: person.leavingOn },
          { label: t('staff:form.workingPlace'), value: person.workingPlace },
          { label: t('staff:form.icCard'), value: person.icCard && <StaffCard person={person} /> },
          { label: t('staff:form.pin'), value: person.hasPin && <StaffPin person={person} /> },
        ]}
      />
      <DetailList
        title={t('staff:section.contact')}
        items={[
          { label: t('staff:form.phone'), value: writtenPhone(person.phone) },
          { label: t('staff:form.areaCode'), value: person.areaCode },
          { label: t('staff:form.extension'), value: person.extension },
          { label: t('staff:form.email'), value: person.email },
        ]}
      />
      <DetailList
        title={t('staff:section.person')}
        items={[
          { label: t('staff:form.idNumber'), value: person.idNumber },
          { label: t('staff:form.birthdayOn'), value: person.birthdayOn },
          {
            label: t('staff:form.countryCode'),
            value: countryCode && `${countryName(countryCode)} (${countryCode})`,
          },
          { label: t('staff:form.regionCode'), value: person.regionCode },
          { label: t('staff:form.prompt'), value: person.prompt },
          {
            label: t('staff:form.remark'),
            value: person.remark && <span className="staff-remark">{person.remark}</span>,
          },
          { label: t('staff:column.createdAt'), value: <Instant at={person.createdAt} /> },
          { label: t('staff:detail.updatedAt'), value: <Instant at={person.updatedAt} /> },
          { label: t('staff:detail.id'), value: <CopyText text={person.id} what={t('staff:detail.id')} /> },
        ]}
      />
      <PersonSuspensions personId={person.id} topic="staff" />
    </>
  )
}

/** The card; one that somebody else bears as well opens nothing, and says why. */
function StaffCard({ person: { icCard, cardSharedWith } }: { person: Staff }) {
  const t = useText()
  if (!icCard || !cardSharedWith) return icCard
  return (
    <>
      {icCard}{' '}
      <StatusMark meaning="attention">
        {t('staff:credential.sharedWith', { card: icCard })}{' '}
        <Link to={staffPath(cardSharedWith.id)}>{cardSharedWith.name}</Link>
        <br />
        {t('staff:credential.sharedText')}
      </StatusMark>
    </>
  )
}

/** MAN-10: by the one the person is recognised, the other is shown. */
function Portraits({ person }: { person: Staff }) {
  const t = useText()
  const pictures = [
    { kind: 'portrait', imageId: person.portraitId, label: t('form:portrait.label') },
    { kind: 'display', imageId: person.displayPortraitId, label: t('form:portrait.displayLabel') },
  ] as const
  return (
    <div className="staff-pictures">
      {pictures.map(({ kind, imageId, label }) => (
        <figure key={kind}>
          <FacePicture
            kind={kind}
            imageId={imageId}
            alt={t('list:photo.of', { name: person.name })}
            none={t('list:photo.none')}
          />
          <figcaption>{label}</figcaption>
        </figure>
      ))}
    </div>
  )
}
