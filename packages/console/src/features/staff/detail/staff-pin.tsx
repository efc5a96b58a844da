import { updateStaff, type Staff } from '@gatehouse/contract/features/staff.ts'
import { Button } from 'antd'
import { call } from '../../../api/call.ts'
import { useText } from '../../../i18n/i18n.ts'
import { useCan } from '../../../lib/use-can.ts'
import { useConfirmDelete } from '../../../ui/feedback/confirm.tsx'
import { StatusMark } from '../../../ui/feedback/status-mark.tsx'
import { useToast } from '../../../ui/feedback/toast.tsx'

/** That there is a PIN, which nobody can read, and how to take it away. */
export function StaffPin({ person: { id, name, isPinShort } }: { person: Staff }) {
  const t = useText()
  const can = useCan()
  const confirmDelete = useConfirmDelete()
  const toast = useToast()
  const ask = () =>
    confirmDelete({
      title: t('staff:pin.question', { name }),
      text: t('staff:pin.text'),
      action: t('staff:pin.remove'),
      ends: [],
      run: async () => {
        await call(updateStaff, { params: { id }, body: { pin: null } })
        toast.done(t('staff:saved', { name }))
      },
    })
  return (
    <>
      {t('staff:pin.set')}{' '}
      {isPinShort && <StatusMark meaning="attention">{t('staff:credential.shortText')}</StatusMark>}{' '}
      {can('staff.write') && (
        <Button type="link" size="small" onClick={ask}>
          {t('staff:pin.remove')}
        </Button>
      )}
    </>
  )
}
