import { groupRoutesOf, type GroupSummary } from '@gatehouse/contract/features/person-groups.ts'
import { useNavigate } from 'react-router'
import { call } from '../../api/call.ts'
import { useText } from '../../i18n/i18n.ts'
import { useConfirmDelete } from '../../ui/feedback/confirm.tsx'
import { groupName } from '../../parts/passage/list-group-name.ts'
import { useToast } from '../../ui/feedback/toast.tsx'
import { consequences, useGroupImpact } from './group-impact.tsx'
import { groupPages, useGroupKind } from './use-group.ts'

/** Deletes a group after showing how many people and which doors lose it. */
export function useDeleteGroup() {
  const t = useText()
  const kind = useGroupKind()
  const navigate = useNavigate()
  const confirmDelete = useConfirmDelete()
  const toast = useToast()
  const impactOf = useGroupImpact(kind)
  return async (group: GroupSummary) => {
    const impact = await impactOf(group)
    if (!impact) return
    const { detail, doors } = impact
    const name = groupName(detail.name, t)
    confirmDelete({
      title: t('groups:confirm.deleteTitle', { name }),
      text: consequences([
        detail.memberCount > 0
          ? t('groups:confirm.deletePeople', { count: detail.memberCount })
          : t('groups:confirm.deleteNobody'),
        doors && detail.memberCount > 0
          ? t('groups:confirm.doorsForget', { doors })
          : doors && t('groups:confirm.doorsLose', { doors }),
        detail.policyCount > 0 && t('groups:confirm.policiesEnd', { count: detail.policyCount }),
      ]),
      action: t('groups:confirm.deleteButton', { name }),
      ends: [group.id],
      run: async () => {
        await call(groupRoutesOf[kind].remove, { params: { id: group.id } })
        await navigate(groupPages[kind].base)
        toast.done(t('groups:deleted', { name }))
      },
    })
  }
}
