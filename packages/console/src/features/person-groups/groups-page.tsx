import type { GroupKind, GroupSummary } from '@gatehouse/contract/features/person-groups.ts'
import { EditOutlined, TeamOutlined } from '@ant-design/icons'
import { useQuery, type QueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { Navigate, Outlet, type LoaderFunction, type RouteObject } from 'react-router'
import { useText } from '../../i18n/i18n.ts'
import { laterPart } from '../../lib/later-part.ts'
import { useCan } from '../../lib/use-can.ts'
import { lazyPanel } from '../../ui/page/detail-lazy-panel.ts'
import { DetailSkeleton } from '../../ui/detail/detail-skeleton.tsx'
import { DetailTabs } from '../../ui/detail/detail-tabs.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { groupName } from '../../parts/passage/list-group-name.ts'
import { useMedia } from '../../lib/use-media.ts'
import { usePanelRoute } from '../../ui/list/list-panel-route.ts'
import { HeadMenu } from '../../ui/page/head-menu.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { GroupList } from './group-list.tsx'
import { GroupMembers } from './group-members.tsx'
import { groupsOf } from './group-queries.ts'
import { useDeleteGroup } from './use-delete-group.ts'
import { GroupKindContext, groupPages, useSelectedGroup, useGroupKind } from './use-group.ts'
import './groups.css'

const GroupDoors = laterPart(async () => (await import('./group-doors.tsx')).GroupDoors, <DetailSkeleton lines={6} />)
const GroupListPanel = laterPart(async () => (await import('./group-list-panel.tsx')).GroupListPanel)

export const groupsLoader =
  (kind: GroupKind) =>
  (client: QueryClient): LoaderFunction =>
  () => {
    void client.prefetchQuery(groupsOf(kind))
    return null
  }

export const groupPanels = (kind: GroupKind): RouteObject[] => [
  lazyPanel('new', async () => (await import('./group-form.tsx')).GroupCreatePanel, groupPages[kind].write),
  lazyPanel('edit', async () => (await import('./group-form.tsx')).GroupRenamePanel, groupPages[kind].write),
  lazyPanel('add', async () => (await import('./group-add-panel.tsx')).GroupAddPanel, groupPages[kind].write),
  lazyPanel('bind', async () => (await import('./group-bind-panel.tsx')).GroupBindPanel, groupPages[kind].write),
]

/** Groups of one kind (MAN-03): the groups at the left; members and devices of the chosen one at the right. */
export function GroupsPage({ kind }: { kind: GroupKind }) {
  return (
    <GroupKindContext value={kind}>
      <Groups />
      <Outlet />
    </GroupKindContext>
  )
}

function Groups() {
  const t = useText()
  const kind = useGroupKind()
  const isWide = useMedia('(min-width: 1080px)')
  const [isListOpen, setIsListOpen] = useState(false)
  const groups = useQuery(groupsOf(kind))
  const { kind: state, group } = useSelectedGroup()
  if (state === 'gone') return <Navigate to={groupPages[kind].base} replace />
  return (
    <>
      <PageHeader
        title={t(`groups:of.${kind}.title`)}
        purpose={t(`groups:of.${kind}.purpose`)}
        isFolding
        actions={group && <GroupActions group={group} />}
      />
      <div className="groups-page">
        {isWide ? (
          <aside className="groups-aside">
            <GroupList />
          </aside>
        ) : (
          <>
            <Button icon={<TeamOutlined aria-hidden />} onClick={() => setIsListOpen(true)}>
              {group ? groupName(group.name, t) : t('groups:list')}
            </Button>
            {isListOpen && <GroupListPanel onClose={() => setIsListOpen(false)} />}
          </>
        )}
        <div className="detail-card groups-one">
          {group && <SelectedGroup key={group.id} group={group} />}
          {!group && groups.isError && <ErrorPanel error={groups.error} onRetry={() => void groups.refetch()} />}
          {!group && !groups.isError && <DetailSkeleton lines={12} />}
        </div>
      </div>
    </>
  )
}

function GroupActions({ group }: { group: GroupSummary }) {
  const t = useText()
  const can = useCan()
  const { base, write } = groupPages[useGroupKind()]
  const panel = usePanelRoute(`${base}/${group.id}`)
  const remove = useDeleteGroup()
  if (!can(write)) return null
  return (
    <>
      <Button icon={<EditOutlined aria-hidden />} onClick={() => panel.open('edit')}>
        {t('groups:rename')}
      </Button>
      <Button type="primary" onClick={() => panel.open('add')}>
        {t('groups:addMembers')}
      </Button>
      {!group.isDefault && (
        <HeadMenu
          entries={[{ key: 'delete', label: t('groups:delete'), isDangerous: true, run: () => void remove(group) }]}
        />
      )}
    </>
  )
}

function SelectedGroup({ group }: { group: GroupSummary }) {
  const t = useText()
  return (
    <>
      <h2 className="groups-name">
        {groupName(group.name, t)}
        {group.isDefault && <span className="groups-default">{t('groups:isDefault')}</span>}
      </h2>
      <DetailTabs
        tabs={[
          {
            key: 'members',
            label: t('groups:tab.members', { count: group.memberCount }),
            content: <GroupMembers group={group} />,
          },
          {
            key: 'devices',
            label: t('groups:tab.devices', { count: group.deviceCount }),
            content: <GroupDoors group={group} />,
          },
        ]}
      />
    </>
  )
}
