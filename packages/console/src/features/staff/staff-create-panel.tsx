import { linkStranger } from '@gatehouse/contract/features/records.ts'
import { createStaff, staffInput } from '@gatehouse/contract/features/staff.ts'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { isCode } from '../../api/call-error.ts'
import { call } from '../../api/call.ts'
import { useText } from '../../i18n/i18n.ts'
import { DuplicateFace } from '../../parts/face/face-alike.tsx'
import type { ErrorFields } from '../../ui/feedback/form-errors.ts'
import { groupList } from '../../parts/person/group-list.ts'
import { useFaceConsent } from '../../parts/privacy/use-face-consent.tsx'
import { FormPanel } from '../../ui/form/form-panel.tsx'
import { usePanelRoute } from '../../ui/list/list-panel-route.ts'
import { useToast } from '../../ui/feedback/toast.tsx'
import { StaffFields } from './staff-form.tsx'
import { useSelectedDepartment, useDepartmentPagePath } from './use-department.ts'

/** Refusals that belong to one field. */
export const staffErrorFields: ErrorFields = {
  'staff.job-id-taken': 'jobId',
  'staff.phone-taken': 'phone',
  'staff.ic-card-taken': 'icCard',
  'staff.id-number-taken': 'idNumber',
  'department.not-found': 'departmentId',
  'group.not-found': 'groupIds',
  'portrait.not-found': 'portraitId',
}

/** `/manmgt/staff/{deptId}/new`: starts in the department of the list and in the default group. */
export function StaffCreatePanel() {
  const t = useText()
  const toast = useToast()
  const panel = usePanelRoute(useDepartmentPagePath())
  const chosen = useSelectedDepartment()
  // a stranger's record whom somebody wants to register, and its picture (recognition records)
  const [params] = useSearchParams()
  const stranger = params.get('stranger')
  const groups = useQuery(groupList('staff'))
  const { notice, consent } = useFaceConsent('staff')
  // data first, then the form: "nothing changed" compares with the initial values
  if (groups.isPending || chosen.kind === 'pending') return null
  const groupIds = (groups.data ?? []).filter((group) => group.isDefault).map(({ id }) => id)
  return (
    <FormPanel
      title={t('staff:form.create')}
      schema={staffInput}
      initial={{ departmentId: chosen.department?.id, groupIds, portraitId: params.get('portrait') }}
      submitLabel={t('staff:form.submit')}
      errorFields={staffErrorFields}
      onClose={panel.close}
      onSubmit={(body, force) => call(createStaff, { body: { ...body, ...consent, force } })}
      onSaved={(person) => {
        toast.done(t('staff:created', { name: person.name }))
        panel.close()
        if (stranger)
          void call(linkStranger, { params: { id: stranger }, body: { personId: person.id } }).catch(toast.failed)
      }}
      refusal={(error, submit) =>
        isCode<typeof createStaff>(error, 'portrait.duplicate-face') && (
          <DuplicateFace error={error} action="add" onGoOn={() => submit(true)} />
        )
      }
    >
      <StaffFields isNew notice={notice} />
    </FormPanel>
  )
}
