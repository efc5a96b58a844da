import { linkStranger } from '@gatehouse/contract/features/records.ts'
import { createStaff } from '@gatehouse/contract/features/staff.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { isCode } from '../../api/call-error.ts'
import { call } from '../../api/call.ts'
import { useText } from '../../i18n/i18n.ts'
import { DuplicateFace } from '../../parts/face/face-alike.tsx'
import { FurtherFacesField } from '../../parts/face/further-faces.tsx'
import { shownFaces } from '../../parts/face/shown-faces.ts'
import type { ErrorFields } from '../../ui/feedback/form-errors.ts'
import { groupList } from '../../parts/person/group-list.ts'
import { useFaceConsent } from '../../parts/privacy/use-face-consent.tsx'
import { FormPanel } from '../../ui/form/form-panel.tsx'
import { usePanelRoute } from '../../ui/list/list-panel-route.ts'
import { useToast } from '../../ui/feedback/toast.tsx'
import { StaffFields, staffFormInput } from './staff-form.tsx'
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
  'portrait.other-person': 'furtherPortraitIds',
  'portrait.limit-reached': 'furtherPortraitIds',
}

type Start = { departmentId: string | null | undefined; groupIds: string[] }

/** `/manmgt/staff/{deptId}/new`: starts in the department of the list and in the default group; the next one where the last one was put. */
export function StaffCreatePanel() {
  const chosen = useSelectedDepartment()
  const groups = useQuery(groupList('staff'))
  const [round, setRound] = useState<{ number: number; start?: Start }>({ number: 0 })
  // data first, then the form: "nothing changed" compares with the initial values
  if (groups.isPending || chosen.kind === 'pending') return null
  const groupIds = (groups.data ?? []).filter((group) => group.isDefault).map(({ id }) => id)
  return (
    <NewStaff
      key={round.number}
      start={round.start ?? { departmentId: chosen.department?.id, groupIds }}
      onNext={(start) => setRound({ number: round.number + 1, start })}
    />
  )
}

function NewStaff({ start, onNext }: { start: Start; onNext: (start: Start) => void }) {
  const t = useText()
  const toast = useToast()
  const panel = usePanelRoute(useDepartmentPagePath())
  // a stranger's record whom somebody wants to register, and its picture (recognition records)
  const [params] = useSearchParams()
  const stranger = params.get('stranger')
  const { notice, consent } = useFaceConsent('staff')
  return (
    <FormPanel
      title={t('staff:form.create')}
      schema={staffFormInput}
      initial={{ ...start, portraitId: params.get('portrait'), furtherPortraitIds: [] }}
      submitLabel={t('staff:form.submit')}
      submitNamed={(name) => t('staff:form.submitNamed', { name })}
      {...(!stranger && { nextLabel: t('staff:form.submitNext') })}
      errorFields={staffErrorFields}
      note={notice}
      onClose={panel.close}
      onSubmit={(body, force) => call(createStaff, { body: { ...shownFaces(body), ...consent, force } })}
      onSaved={(person, goesOn) => {
        toast.done(t('staff:created', { name: person.name }))
        if (goesOn) onNext({ departmentId: person.department?.id, groupIds: person.groups.map(({ id }) => id) })
        else panel.close()
        if (stranger)
          void call(linkStranger, { params: { id: stranger }, body: { personId: person.id } }).catch(toast.failed)
      }}
      refusal={(error, submit) =>
        isCode<typeof createStaff>(error, 'portrait.duplicate-face') && (
          <DuplicateFace error={error} action="add" onGoOn={() => submit(true)} />
        )
      }
    >
      <StaffFields isNew furtherFaces={<FurtherFacesField />} />
      <p className="staff-several">
        <Link to={panel.to('photographs')}>{t('photos:link')}</Link>
      </p>
    </FormPanel>
  )
}
