import { deleteDepartment, type Department } from '@gatehouse/contract/features/departments.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { isCode } from '../../api/call-error.ts'
import { call } from '../../api/call.ts'
import { useText } from '../../i18n/i18n.ts'
import { useConfirmDelete } from '../../ui/feedback/confirm.tsx'
import { useToast } from '../../ui/feedback/toast.tsx'

/** Deletes a department after asking; when people or departments are still in it, shows the way to them (MAN-02). */
export function useDeleteDepartment() {
  const t = useText()
  const navigate = useNavigate()
  const confirmDelete = useConfirmDelete()
  const toast = useToast()
  return (department: Department, isOpen: boolean) =>
    confirmDelete({
      title: t('departments:confirm.title', { name: department.name }),
      text: t('departments:confirm.text'),
      action: t('departments:confirm.button'),
      ends: [department.id],
      run: async () => {
        await call(deleteDepartment, { params: { id: department.id } })
        if (isOpen) await navigate(pathTo('staff', { deptId: 0 }))
        toast.done(t('departments:deleted', { name: department.name }))
      },
      afterRefusal: (error, close) => {
        const isOfMembers = isCode<typeof deleteDepartment>(error, 'department.has-members')
        const isOfChildren = isCode<typeof deleteDepartment>(error, 'department.has-children')
        if (!isOfMembers && !isOfChildren) return null
        const show = () => {
          close()
          void navigate(pathTo('staff', { deptId: department.number }))
        }
        return (
          <Button size="small" onClick={show}>
            {t(isOfMembers ? 'departments:refused.showMembers' : 'departments:refused.showChildren')}
          </Button>
        )
      },
    })
}
