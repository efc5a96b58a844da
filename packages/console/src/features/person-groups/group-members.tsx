import { type GroupMember, groupRoutesOf, type GroupSummary } from '@gatehouse/contract/features/person-groups.ts'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import { call } from '../../api/call.ts'
import { useText } from '../../i18n/i18n.ts'
import { useCan } from '../../lib/use-can.ts'
import { useConfirm } from '../../ui/feedback/confirm.tsx'
import type { BulkAction, RowAction } from '../../ui/list/list-column.ts'
import { groupName } from '../../parts/passage/list-group-name.ts'
import { ListPage } from '../../ui/list/list-page.tsx'
import { countWords, useKeyPaging } from '../../ui/list/list-pages.ts'
import { usePanelRoute } from '../../ui/list/list-panel-route.ts'
import { setFilters, useUrlState } from '../../ui/list/list-url-state.ts'
import { useToast } from '../../ui/feedback/toast.tsx'
import { memberColumns } from './group-columns.tsx'
import { consequences, useGroupImpact } from './group-impact.tsx'
import { groupMembers, memberListState } from './group-queries.ts'
import { groupPages, useGroupKind } from './use-group.ts'

const nameOf = ({ name }: GroupMember) => name

/** The members of a group: search, add, remove. */
export function GroupMembers({ group }: { group: GroupSummary }) {
  const t = useText()
  const can = useCan()
  const navigate = useNavigate()
  const kind = useGroupKind()
  const { base, person, write } = groupPages[kind]
  const panel = usePanelRoute(`${base}/${group.id}`)
  const [state, change] = useUrlState(memberListState)
  const members = useQuery(groupMembers(kind, group.id, state))
  const remove = useRemoveMembers(group)
  const open = ({ id }: GroupMember) => void navigate(`${person}?id=${id}`)

  const actions = useMemo<RowAction<GroupMember>[]>(
    () => [
      { key: 'open', label: t('groups:open'), run: ({ id }) => void navigate(`${person}?id=${id}`) },
      { key: 'remove', label: t('groups:remove'), permission: write, run: ({ id }) => void remove([id]) },
    ],
    [t, navigate, person, write, remove],
  )
  const bulk = useMemo<BulkAction[]>(
    () => [
      {
        key: 'remove',
        label: (count) => t('groups:removeMany', { count }),
        permission: write,
        run: (ids, clear) => void remove(ids, clear),
      },
    ],
    [t, write, remove],
  )
  const paging = useKeyPaging(state, members.data?.next, change)
  return (
    <ListPage<GroupMember>
      name={`${kind}-group`}
      label={groupName(group.name, t)}
      query={members}
      columns={memberColumns[kind]}
      rowName={nameOf}
      onOpen={open}
      actions={actions}
      bulk={bulk}
      search={{
        value: state.keyword ?? '',
        hint: t(`groups:of.${kind}.searchHint`),
        onSearch: (keyword) => change({ keyword: keyword || undefined }, { replace: true }),
      }}
      filtered={{ isSet: setFilters(state).length > 0, onClear: () => change({ keyword: undefined }) }}
      paging={paging}
      count={countWords(t, members.data)}
      empty={{
        drawing: 'group',
        title: t('groups:empty.members'),
        text: t('groups:empty.membersText'),
        action: can(write) && <Button onClick={() => panel.open('add')}>{t('groups:addMembers')}</Button>,
      }}
      exportPage={async (after, signal) => {
        const query = { keyword: state.keyword, size: 200, ...(after ? { after } : {}) }
        const page = await call(groupRoutesOf[kind].listMembers, { params: { id: group.id }, query }, { signal })
        return { rows: page.items, next: page.next ?? undefined }
      }}
    />
  )
}

/** Removes people after showing which doors lose them. */
function useRemoveMembers(group: GroupSummary) {
  const t = useText()
  const kind = useGroupKind()
  const confirm = useConfirm()
  const toast = useToast()
  const impactOf = useGroupImpact(kind)
  return useMemo(
    () => async (personIds: string[], clear?: () => void) => {
      const impact = await impactOf(group)
      if (!impact) return
      const count = personIds.length
      confirm({
        title: t('groups:confirm.removeTitle', { count, name: groupName(group.name, t) }),
        text: consequences([
          t('groups:confirm.removeText'),
          impact.doors ? t('groups:confirm.doorsForget', { doors: impact.doors }) : t('groups:confirm.noDoors'),
        ]),
        action: t('groups:removeMany', { count }),
        run: async () => {
          const body = { personIds }
          const { removed } = await call(groupRoutesOf[kind].removeMembers, { params: { id: group.id }, body })
          clear?.()
          toast.done(t('groups:removed', { count: removed }))
        },
      })
    },
    [t, kind, confirm, toast, impactOf, group],
  )
}
