import type { Blacklisted } from '@gatehouse/contract/features/blacklist.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { writtenPhone } from '@gatehouse/contract/phone-number.ts'
import { DeleteOutlined, EditOutlined, UserSwitchOutlined } from '@ant-design/icons'
import { useQuery, type QueryClient } from '@tanstack/react-query'
import { Button, Tooltip } from 'antd'
import { Link, Outlet, useNavigate, useSearchParams, type LoaderFunction, type RouteObject } from 'react-router'
import { CallError } from '../../api/call-error.ts'
import { useText } from '../../i18n/i18n.ts'
import { companyTime } from '../../lib/format-date.ts'
import { useCan } from '../../lib/use-can.ts'
import { CopyText } from '../../ui/page/copy-text.tsx'
import { Instant } from '../../ui/detail/detail-instant.tsx'
import { lazyPanel } from '../../ui/page/detail-lazy-panel.ts'
import { DetailList } from '../../ui/detail/detail-list.tsx'
import { DetailSkeleton } from '../../ui/detail/detail-skeleton.tsx'
import { DetailTabs } from '../../ui/detail/detail-tabs.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { FacePicture } from '../../parts/face/face-thumbnail.tsx'
import { groupName } from '../../parts/passage/list-group-name.ts'
import { usePanelRoute } from '../../ui/list/list-panel-route.ts'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { PersonPrivacy } from '../../parts/person/person-privacy.tsx'
import { PersonRecords } from '../../parts/person/person-records.tsx'
import { StatusMark } from '../../ui/feedback/status-mark.tsx'
import { BlacklistDevices } from './blacklist-devices.tsx'
import { blacklistDetail } from './blacklist-queries.ts'
import { useDeleteBlacklisted, useMoveOut, useChangeBarrier } from './use-blacklist-actions.tsx'
import './blacklist.css'

const listPath = pathTo('blacklist')

export const loader =
  (client: QueryClient): LoaderFunction =>
  ({ request }) => {
    const id = new URL(request.url).searchParams.get('id')
    if (id) void client.prefetchQuery(blacklistDetail(id))
    return null
  }

export const children: RouteObject[] = [
  lazyPanel('edit', async () => (await import('./blacklist-edit-panel.tsx')).BlacklistEditPanel, 'blacklist.write'),
]

/** One blacklisted person (MAN-05): profile, what they were, portrait, the devices that refuse them, their latest records. */
export function Component() {
  const t = useText()
  const [params] = useSearchParams()
  const person = useQuery({ ...blacklistDetail(params.get('id') ?? ''), retry: false })
  // a person who has been moved out is reported, not shown with old data
  const isGone = person.error instanceof CallError && [400, 404].includes(person.error.status)
  if (person.data && !isGone) return <BlacklistDetail person={person.data} />
  if (!person.isError) {
    return (
      <>
        <PageHeader title={t('blacklist:title')} purpose={t('blacklist:purpose')} />
        <div className="detail-card">
          <DetailSkeleton lines={12} />
        </div>
      </>
    )
  }
  if (!isGone) return <ErrorPanel isPage error={person.error} onRetry={() => void person.refetch()} />
  return (
    <>
      <PageHeader title={t('blacklist:title')} purpose={t('blacklist:purpose')} />
      <EmptyState
        title={t('blacklist:detail.missing.title')}
        text={t('blacklist:detail.missing.text')}
        action={<Link to={listPath}>{t('blacklist:detail.missing.back')}</Link>}
      />
    </>
  )
}

function BlacklistDetail({ person }: { person: Blacklisted }) {
  const t = useText()
  const can = useCan()
  return (
    <>
      <PageHeader
        isThing
        title={person.name}
        purpose={t('blacklist:detail.purpose', { date: companyTime(person.addedAt) })}
        meta={<StatusMark meaning="bad">{t('list:personKind.blacklisted')}</StatusMark>}
        actions={can('blacklist.write') && <Actions person={person} />}
      />
      <div className="detail-person">
        <aside className="detail-card detail-portrait">
          <FacePicture
            kind="portrait"
            imageId={person.portraitId}
            alt={t('list:photo.of', { name: person.name })}
            none={t('list:photo.none')}
          />
          {person.portraitId === null && <p>{t('blacklist:detail.noPortrait')}</p>}
        </aside>
        <div className="detail-card">
          <DetailTabs
            tabs={[
              { key: 'profile', label: t('blacklist:detail.tab.profile'), content: <Profile person={person} /> },
              {
                key: 'devices',
                label: t('blacklist:detail.tab.devices'),
                content: <BlacklistDevices person={person} />,
              },
              ...(can('record.read')
                ? [
                    {
                      key: 'records',
                      label: t('blacklist:detail.tab.records'),
                      content: <PersonRecords person={person} />,
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

function Actions({ person }: { person: Blacklisted }) {
  const t = useText()
  const navigate = useNavigate()
  const panel = usePanelRoute(pathTo('blacklistDetail'))
  const moveOut = useMoveOut()
  const remove = useDeleteBlacklisted()
  const barred = useChangeBarrier()(person)
  const outBarred = person.originalKind === null ? t('blacklist:action.noOriginal') : barred
  const back = () => void navigate(listPath, { replace: true })
  return (
    <>
      {barred === undefined && <PersonPrivacy person={person} onErased={back} />}
      <Tooltip title={barred}>
        <Button
          danger
          disabled={barred !== undefined}
          icon={<DeleteOutlined aria-hidden />}
          onClick={() => remove.one(person, back)}
        >
          {t('blacklist:action.delete')}
        </Button>
      </Tooltip>
      <Tooltip title={barred}>
        <Button disabled={barred !== undefined} icon={<EditOutlined aria-hidden />} onClick={() => panel.open('edit')}>
          {t('blacklist:action.edit')}
        </Button>
      </Tooltip>
      <Tooltip title={outBarred}>
        <Button
          type="primary"
          disabled={outBarred !== undefined}
          icon={<UserSwitchOutlined aria-hidden />}
          onClick={() => moveOut.one(person, back)}
        >
          {t('blacklist:action.moveOut')}
        </Button>
      </Tooltip>
    </>
  )
}

function Profile({ person }: { person: Blacklisted }) {
  const t = useText()
  const { before } = person
  const kept = ({ name, isThere }: { name: string; isThere: boolean }) =>
    isThere ? groupName(name, t) : t('blacklist:detail.gone', { name: groupName(name, t) })
  return (
    <>
      <DetailList
        items={[
          { label: t('blacklist:column.reason'), value: linesOf(person.reason) },
          { label: t('blacklist:column.original'), value: t(`blacklist:original.${person.originalKind ?? 'none'}`) },
          { label: t('blacklist:column.addedAt'), value: <Instant at={person.addedAt} /> },
          { label: t('blacklist:column.addedBy'), value: person.addedBy },
          {
            label: t('blacklist:column.groups'),
            value: person.groups.map(({ name }) => groupName(name, t)).join(' · '),
          },
          { label: t('blacklist:column.phone'), value: writtenPhone(person.phone) },
          { label: t('blacklist:detail.jobId'), value: person.jobId },
          { label: t('blacklist:form.remark'), value: linesOf(person.remark) },
          { label: t('blacklist:detail.updatedAt'), value: <Instant at={person.updatedAt} /> },
          {
            label: t('blacklist:detail.id'),
            value: <CopyText text={person.id} what={t('blacklist:detail.id')} />,
          },
        ]}
      />
      {person.originalKind !== null && (
        <DetailList
          title={t('blacklist:detail.before')}
          items={[
            { label: t('blacklist:detail.department'), value: before.department && kept(before.department) },
            { label: t('blacklist:detail.manages'), value: before.manages.map(kept).join(' · ') },
            { label: t('blacklist:detail.groups'), value: before.groups.map(kept).join(' · ') },
          ]}
        />
      )}
    </>
  )
}

const linesOf = (text: string | null) => text && <span className="blacklist-lines">{text}</span>
