import type { Staff } from '@gatehouse/contract/features/staff.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { writtenPhone } from '@gatehouse/contract/phone-number.ts'
import { EditOutlined } from '@ant-design/icons'
import { useQuery, type QueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { Link, Outlet, useNavigate, useSearchParams, type LoaderFunction, type RouteObject } from 'react-router'
import { CallError } from '../../../api/call-error.ts'
import { useText } from '../../../i18n/i18n.ts'
import { useCan } from '../../../lib/use-can.ts'
import { FacePicture } from '../../../parts/face/face-thumbnail.tsx'
import { groupName } from '../../../parts/passage/list-group-name.ts'
import { PersonConsents } from '../../../parts/person-page/person-consents.tsx'
import { PersonDoors } from '../../../parts/person-page/person-doors.tsx'
import { PersonFacts } from '../../../parts/person-page/person-facts.tsx'
import { PersonMenu } from '../../../parts/person-page/person-menu.tsx'
import { PersonBlock, PersonFold, PersonPage } from '../../../parts/person-page/person-page.tsx'
import { PersonPortraits } from '../../../parts/person-page/person-portraits.tsx'
import { PersonSentence } from '../../../parts/person-page/person-sentence.tsx'
import { PersonTimeline } from '../../../parts/person-page/person-timeline.tsx'
import { PersonStanding } from '../../../parts/person/person-standing.tsx'
import { PersonSuspensions } from '../../../parts/person/person-suspensions.tsx'
import { SuspendSwitch } from '../../../parts/person/suspend-switch.tsx'
import { Instant } from '../../../ui/detail/detail-instant.tsx'
import { DetailSkeleton } from '../../../ui/detail/detail-skeleton.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ErrorPanel } from '../../../ui/feedback/error-panel.tsx'
import { StatusMark } from '../../../ui/feedback/status-mark.tsx'
import { usePanelRoute } from '../../../ui/list/list-panel-route.ts'
import { CopyText } from '../../../ui/page/copy-text.tsx'
import { lazyPanel } from '../../../ui/page/detail-lazy-panel.ts'
import { PageHeader } from '../../../ui/page/page-header.tsx'
import { countryName } from '../country-select.tsx'
import { staffPath } from '../staff-columns.tsx'
import { staffDetail } from '../staff-queries.ts'
import { useDeleteStaff } from '../use-delete-staff.ts'
import { StaffDevices } from './staff-devices.tsx'
import { StaffMonth } from './staff-month.tsx'
import { StaffPin } from './staff-pin.tsx'
import '../staff.css'

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

/** One person (MAN-01): what matters in a sentence, what happened, their doors, month, details, portraits and devices. */
export function Component() {
  const t = useText()
  const person = useQuery({ ...staffDetail(useStaffId()), retry: false })
  // also of somebody who was deleted while their page is open
  const isGone = person.error instanceof CallError && [400, 404].includes(person.error.status)
  if (person.data && !isGone) return <StaffDetail person={person.data} />
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
  const panel = usePanelRoute(base)
  const shown = {
    id: person.id,
    name: person.name,
    stamp: `${person.version} ${JSON.stringify(person.suspension)}`,
    isSuspended: person.suspension !== null,
  }
  const isBarred = person.hasLeft || person.suspension?.hasBegun === true
  const mayWrite = can('staff.write')
  return (
    <>
      <PersonPage
        name={person.name}
        face={faceOf(person)}
        tags={[
          person.position,
          person.department?.name,
          person.jobId,
          person.entryOn && t('staff:detail.since', { day: person.entryOn }),
        ]}
        sentence={
          <>
            <PersonStanding {...person} />
            <PersonSentence person={shown} isBarred={isBarred} />
          </>
        }
        actions={mayWrite && <Actions person={person} />}
        main={<PersonTimeline person={shown} />}
        side={
          <>
            {person.portraitId === null && (
              <PersonBlock title={t('staff:detail.noPortraitTitle')}>
                <p className="person-none">{t('staff:detail.noPortrait')}</p>
                {mayWrite && <Button onClick={() => panel.open('edit')}>{t('staff:detail.addPortrait')}</Button>}
              </PersonBlock>
            )}
            <PersonDoors person={shown} />
            {can('attendance.read') && <StaffMonth person={person} />}
            <Facts person={person} />
            <PersonConsents person={shown} />
            <Folds person={person} stamp={shown.stamp} />
          </>
        }
      />
      <Outlet />
    </>
  )
}

const faceOf = ({ portraitId, displayPortraitId }: Staff) =>
  displayPortraitId === null
    ? ({ kind: 'portrait', imageId: portraitId } as const)
    : ({ kind: 'display', imageId: displayPortraitId } as const)

function Actions({ person }: { person: Staff }) {
  const t = useText()
  const navigate = useNavigate()
  const panel = usePanelRoute(base)
  const remove = useDeleteStaff()
  const toList = () => void navigate(listPath, { replace: true })
  return (
    <>
      <SuspendSwitch person={person} />
      <Button icon={<EditOutlined aria-hidden />} onClick={() => panel.open('edit')}>
        {t('staff:action.edit')}
      </Button>
      <PersonMenu
        person={person}
        onErased={toList}
        hasPassback
        last={[
          {
            key: 'delete',
            label: t('staff:action.delete'),
            isDangerous: true,
            run: () => void remove.one(person, toList),
          },
        ]}
      />
    </>
  )
}

function Facts({ person }: { person: Staff }) {
  const t = useText()
  const { department, countryCode, staffType } = person
  return (
    <PersonFacts
      items={[
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
        { label: t('staff:form.phone'), value: writtenPhone(person.phone) },
        { label: t('staff:form.areaCode'), value: person.areaCode },
        { label: t('staff:form.extension'), value: person.extension },
        { label: t('staff:form.email'), value: person.email },
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
  )
}

function Folds({ person, stamp }: { person: Staff; stamp: string }) {
  const t = useText()
  const can = useCan()
  const done = person.devices.filter(({ state }) => state === 'done').length
  return (
    <>
      <PersonFold
        title={t('staff:detail.tab.devices')}
        hint={t('staff:detail.devicesHint', { done, total: person.devices.length })}
      >
        <StaffDevices person={person} />
      </PersonFold>
      {person.portraitId !== null && (
        <PersonPortraits
          person={{ id: person.id, name: person.name, stamp, kind: 'staff' }}
          mayWrite={can('staff.write')}
        />
      )}
      {person.displayPortraitId !== null && (
        <PersonFold title={t('form:portrait.displayLabel')}>
          <div className="staff-pictures">
            <FacePicture
              kind="display"
              imageId={person.displayPortraitId}
              alt={t('list:photo.of', { name: person.name })}
              none={t('list:photo.none')}
            />
          </div>
        </PersonFold>
      )}
      {can('person.suspensions') && (
        <PersonFold title={t('shared:suspension.history')}>
          <PersonSuspensions personId={person.id} topic="staff" />
        </PersonFold>
      )}
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
