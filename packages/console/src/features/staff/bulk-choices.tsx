import { useState } from 'react'
import { useText } from '../../i18n/i18n.ts'
import { GroupSelect } from '../../parts/person/form-group-select.tsx'
import { DepartmentSelect } from './department-select.tsx'

/** The department that several people move to; null: none. */
export function DepartmentChoice({ onChoose }: { onChoose: (id: string | null) => void }) {
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

export type GroupChange = { add: string[]; remove: string[] }

/** The groups that several people join and leave. */
export function GroupChoice({ onChoose }: { onChoose: (change: GroupChange) => void }) {
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
