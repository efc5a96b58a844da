import { deleteStaff } from '@gatehouse/contract/features/staff.ts'
import { useCallback } from 'react'
import { call } from '../../api/call.ts'
import { useText } from '../../i18n/i18n.ts'
import { useConfirmDelete } from '../../ui/feedback/confirm.tsx'
import { useToast } from '../../ui/feedback/toast.tsx'

/** Deletes people after asking, one by name or several by number. `onDeleted` runs when they are gone. */
export function useDeleteStaff() {
  const t = useText()
  const confirmDelete = useConfirmDelete()
  const toast = useToast()

  const remove = useCallback(
    async (ids: string[], said: string, onDeleted?: () => void) => {
      await call(deleteStaff, { body: { ids } })
      onDeleted?.()
      toast.done(said)
    },
    [toast],
  )
  const one = useCallback(
    ({ id, name }: { id: string; name: string }, onDeleted?: () => void) =>
      confirmDelete({
        title: t('staff:confirm.one', { name }),
        text: t('staff:confirm.text'),
        action: t('staff:confirm.buttonOne', { name }),
        ends: [id],
        run: () => remove([id], t('staff:deletedOne', { name }), onDeleted),
      }),
    [t, confirmDelete, remove],
  )
  const many = useCallback(
    (ids: string[], onDeleted?: () => void) =>
      confirmDelete({
        title: t('staff:confirm.many', { count: ids.length }),
        text: t('staff:confirm.text'),
        action: t('staff:action.deleteMany', { count: ids.length }),
        ends: ids,
        run: () => remove(ids, t('staff:deleted', { count: ids.length }), onDeleted),
      }),
    [t, confirmDelete, remove],
  )
  return { one, many }
}
