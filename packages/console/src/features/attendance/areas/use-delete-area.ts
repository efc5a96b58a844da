import { deleteAttendanceArea, type AttendanceArea } from '@gatehouse/contract/features/attendance/areas.ts'
import { callAndRefresh } from '../../../api/call.ts'
import { useText } from '../../../i18n/i18n.ts'
import { useConfirmDelete } from '../../../ui/feedback/confirm.tsx'
import { useToast } from '../../../ui/feedback/toast.tsx'

/** Asks, deletes, and shows a toast. */
export function useDeleteArea() {
  const t = useText()
  const toast = useToast()
  const confirmDelete = useConfirmDelete()
  return (area: AttendanceArea, then?: () => void) =>
    confirmDelete({
      title: t('attendance:areas.deleteTitle', { name: area.name }),
      text: t('attendance:areas.deleteText', { count: area.devices.length }),
      action: t('attendance:areas.delete'),
      ends: [area.id],
      run: async () => {
        await callAndRefresh(deleteAttendanceArea, { params: { id: area.id } })
        toast.done(t('attendance:areas.deleted', { name: area.name }))
        then?.()
      },
    })
}
