import { assignStaffGroups, moveStaff } from '@gatehouse/contract/features/staff.ts'
import { useCallback, useState } from 'react'
import { call } from '../../api/call.ts'
import { useText } from '../../i18n/i18n.ts'
import { useConfirm } from '../../ui/feedback/confirm.tsx'
import { GroupSelect } from '../../parts/person/form-group-select.tsx'
import { useToast } from '../../ui/feedback/toast.tsx'
import { DepartmentSelect } from './department-select.tsx'

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

function DepartmentChoice({ onChoose }: { onChoose: (id: string | null) => void }) {
  const t = useText()
  const [id, setId] = useState<string>()
  const choose = (next: string | undefined) => {
    setId(next)
    onChoose(next ?? null)
  }
  return (
    <div className="staff-bulk">
      <label htmlFor="bulk-department">{t('staff:form.department')}</label>
      <DepartmentSelect
        id="bulk-department"
        placeholder={t('staff:form.departmentNone')}
        {...(id === undefined ? {} : { value: id })}
        onChange={choose}
      />
    </div>
  )
}

type GroupChange = { add: string[]; remove: string[] }

function GroupChoice({ onChoose }: { onChoose: (change: GroupChange) => void }) {
  const t = useText()
  const [change, setChange] = useState<GroupChange>({ add: [], remove: [] })
  const choose = (next: GroupChange) => {
    setChange(next)
    onChoose(next)
  }
  return (
    <div className="staff-bulk">
      <label htmlFor="bulk-add">{t('staff:bulk.add')}</label>
      <GroupSelect
        id="bulk-add"
        kind="staff"
        value={change.add}
        onChange={(add) => choose({ add, remove: change.remove.filter((id) => !add.includes(id)) })}
      />
      <label htmlFor="bulk-remove">{t('staff:bulk.remove')}</label>
      <GroupSelect
        id="bulk-remove"
        kind="staff"
        value={change.remove}
        onChange={(remove) => choose({ remove, add: change.add.filter((id) => !remove.includes(id)) })}
      />
    </div>
  )
}
