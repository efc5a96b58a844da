import { assignStaffGroups, moveStaff } from '@gatehouse/contract/features/staff.ts'
import { useCallback } from 'react'
import { call } from '../../api/call.ts'
import { useText } from '../../i18n/i18n.ts'
import { laterFields, useConfirm } from '../../ui/feedback/confirm.tsx'
import { useToast } from '../../ui/feedback/toast.tsx'
import type { GroupChange } from './bulk-choices.tsx'

/** The tree of departments to choose from comes with the first dialog. */
const DepartmentChoice = laterFields(async () => (await import('./bulk-choices.tsx')).DepartmentChoice)
const GroupChoice = laterFields(async () => (await import('./bulk-choices.tsx')).GroupChoice)

/** The actions for several people: move them to a department, or add them to groups and remove them from groups. */
export function useBulkStaff() {
  const t = useText()
  const confirm = useConfirm()
  const toast = useToast()

  const move = useCallback(
    (ids: string[], onDone: () => void) => {
      let departmentId: string | null = null
      confirm({
        title: t('staff:bulk.moveTitle', { count: ids.length }),
        action: t('staff:bulk.move', { count: ids.length }),
        extra: <DepartmentChoice onChoose={(id) => (departmentId = id)} />,
        run: async () => {
          const { changed, before } = await call(moveStaff, { body: { ids, departmentId } })
          onDone()
          const undo = async () => {
            for (const one of before) await call(moveStaff, { body: one })
          }
          toast.done(t('staff:bulk.moved', { count: changed }), { undo })
        },
      })
    },
    [t, confirm, toast],
  )
  const assign = useCallback(
    (ids: string[], onDone: () => void) => {
      let chosen: GroupChange = { add: [], remove: [] }
      confirm({
        title: t('staff:bulk.groupsTitle', { count: ids.length }),
        text: t('staff:bulk.groupsText'),
        action: t('staff:bulk.groups', { count: ids.length }),
        extra: <GroupChoice onChoose={(change) => (chosen = change)} />,
        missing: () => (chosen.add.length + chosen.remove.length === 0 ? t('staff:bulk.groupsMissing') : undefined),
        run: async () => {
          const { changed } = await call(assignStaffGroups, { body: { ids, ...chosen } })
          onDone()
          toast.done(t('staff:bulk.grouped', { count: changed }))
        },
      })
    },
    [t, confirm, toast],
  )
  return { move, assign }
}
