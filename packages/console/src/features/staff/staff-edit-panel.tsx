import { staffInput, updateStaff, type Staff } from '@gatehouse/contract/features/staff.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { call } from '../../api/call.ts'
import { useText } from '../../i18n/i18n.ts'
import { DetailPanel } from '../../ui/detail-panel.tsx'
import { DetailSkeleton } from '../../ui/detail-skeleton.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { DuplicateFace } from '../../ui/face-alike.tsx'
import { FormPanel } from '../../ui/form-panel.tsx'
import { usePanelAddress } from '../../ui/list-panel-address.ts'
import { useToast } from '../../ui/toast.tsx'
import { staffErrorFields } from './staff-create-panel.tsx'
import { StaffFields } from './staff-form.tsx'
import { staffDetail } from './staff-queries.ts'
import { ChangedMeanwhile, isCode } from './staff-refusal.tsx'
import { useDepartmentAddress } from './use-department.ts'

/** `/manmgt/staff/{deptId}/{id}/edit`, beside the list. */
export function StaffEditPanel() {
  const { staffId = '' } = useParams()
  const panel = usePanelAddress(useDepartmentAddress())
  return <StaffEdit id={staffId} onClose={panel.close} />
}

/** Loads the person first: a form is never shown with fields that fill in later. */
export function StaffEdit({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useText()
  const person = useQuery({ ...staffDetail(id), staleTime: 0 })
  if (person.data) return <StaffEditForm key={person.data.version} person={person.data} onClose={onClose} />
  return (
    <DetailPanel title={t('staff:action.edit')} width={480} onClose={onClose}>
      {person.isError ? (
        <ErrorPanel error={person.error} onRetry={() => void person.refetch()} />
      ) : (
        <DetailSkeleton lines={10} />
      )}
    </DetailPanel>
  )
}

function StaffEditForm({ person, onClose }: { person: Staff; onClose: () => void }) {
  const t = useText()
  const client = useQueryClient()
  const toast = useToast()
  const initial = { ...person, departmentId: person.department?.id, groupIds: person.groups.map((group) => group.id) }
  return (
    <FormPanel
      title={t('staff:form.edit', { name: person.name })}
      schema={staffInput}
      initial={initial}
      submitLabel={t('form:save')}
      errorFields={staffErrorFields}
      onClose={onClose}
      onSubmit={(body, force) =>
        call(updateStaff, { params: { id: person.id }, body: { ...body, force, version: person.version } })
      }
      onSaved={(saved) => {
        for (const topic of ['staff', 'departments', 'groups']) void client.invalidateQueries({ queryKey: [topic] })
        toast.done(t('staff:saved', { name: saved.name }))
        onClose()
      }}
      refusal={(error, submit) => {
        if (isCode(error, 'portrait.duplicate-face')) {
          return <DuplicateFace error={error} onAddAnyway={() => submit(true)} />
        }
        if (!isCode(error, 'staff.changed-meanwhile')) return null
        const reload = () => void client.invalidateQueries({ queryKey: staffDetail(person.id).queryKey })
        return <ChangedMeanwhile error={error} onReload={reload} />
      }}
    >
      <StaffFields />
    </FormPanel>
  )
}
