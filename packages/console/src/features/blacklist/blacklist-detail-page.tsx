import type { Blacklisted } from '@gatehouse/contract/features/blacklist.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { writtenPhone } from '@gatehouse/contract/phone-number.ts'
import { EditOutlined, UserSwitchOutlined } from '@ant-design/icons'
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
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { groupName } from '../../parts/passage/list-group-name.ts'
import { usePanelRoute } from '../../ui/list/list-panel-route.ts'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { PersonFacts } from '../../parts/person-page/person-facts.tsx'
import { PersonMenu } from '../../parts/person-page/person-menu.tsx'
import { PersonBlock, PersonFold, PersonPage } from '../../parts/person-page/person-page.tsx'
import { PersonPortraits } from '../../parts/person-page/person-portraits.tsx'
import { PersonSentence } from '../../parts/person-page/person-sentence.tsx'
import { PersonTimeline } from '../../parts/person-page/person-timeline.tsx'
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

/** One blacklisted person (MAN-05): what happened, why they are listed, what they were, the devices that refuse them. */
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
  const shown = { id: person.id, name: person.name, stamp: String(person.version) }
  const done = person.devices.filter(({ state }) => state === 'done').length
  return (
    <>
      <PersonPage
        name={person.name}
        face={{ kind: 'portrait', imageId: person.portraitId }}
        meta={<StatusMark meaning="bad">{t('list:personKind.blacklisted')}</StatusMark>}
        tags={[person.jobId]}
        sentence={
          <>
            <p className="person-sentence">{t('blacklist:detail.purpose', { date: companyTime(person.addedAt) })}</p>
            <PersonSentence person={shown} isBarred />
          </>
        }
        actions={can('blacklist.write') && <Actions person={person} />}
        main={<PersonTimeline person={shown} />}
        side={
          <>
            {person.portraitId === null && (
              <PersonBlock title={t('blacklist:detail.noPortraitTitle')}>
                <p className="person-none">{t('blacklist:detail.noPortrait')}</p>
              </PersonBlock>
            )}
            <Facts person={person} />
            {person.portraitId !== null && (
              <PersonPortraits person={{ ...shown, kind: 'blacklisted' }} mayWrite={can('blacklist.write')} />
            )}
            <PersonFold
              title={t('blacklist:detail.tab.devices')}
              hint={t('blacklist:detail.devicesHint', { done, total: person.devices.length })}
            >
              <BlacklistDevices person={person} />
            </PersonFold>
          </>
        }
      />
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
      {barred === undefined && (
        <PersonMenu
          person={person}
          onErased={back}
          last={[
            {
              key: 'delete',
              label: t('blacklist:action.delete'),
              isDangerous: true,
              run: () => void remove.one(person, back),
            },
          ]}
        />
      )}
    </>
  )
}

function Facts({ person }: { person: Blacklisted }) {
  const t = useText()
  const { before } = person
  const kept = ({ name, isThere }: { name: string; isThere: boolean }) =>
    isThere ? groupName(name, t) : t('blacklist:detail.gone', { name: groupName(name, t) })
  return (
    <PersonFacts
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
        { label: t('blacklist:detail.id'), value: <CopyText text={person.id} what={t('blacklist:detail.id')} /> },
      ]}
    >
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
    </PersonFacts>
  )
}

const linesOf = (text: string | null) => text && <span className="blacklist-lines">{text}</span>
