import { updateStaff, type Staff } from '@gatehouse/contract/features/staff.ts'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useParams } from 'react-router'
import { isCode } from '../../api/call-error.ts'
import { call } from '../../api/call.ts'
import { useText } from '../../i18n/i18n.ts'
import { DetailPanel } from '../../ui/detail/detail-panel.tsx'
import { DetailSkeleton } from '../../ui/detail/detail-skeleton.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { DuplicateFace } from '../../parts/face/face-alike.tsx'
import { FurtherFacesField } from '../../parts/face/further-faces.tsx'
import { ReplacedPicture } from '../../parts/face/replaced-picture.tsx'
import { shownFaces } from '../../parts/face/shown-faces.ts'
import { useFaceConsent } from '../../parts/privacy/use-face-consent.tsx'
import { FormPanel } from '../../ui/form/form-panel.tsx'
import { usePanelRoute } from '../../ui/list/list-panel-route.ts'
import { useToast } from '../../ui/feedback/toast.tsx'
import { staffErrorFields } from './staff-create-panel.tsx'
import { changedFields, fieldsOfStaff } from './staff-fields.ts'
import { StaffFields, staffFormInput } from './staff-form.tsx'
import { staffDetail } from './staff-queries.ts'
import { ChangedMeanwhile } from './staff-refusal.tsx'
import { useDepartmentPagePath } from './use-department.ts'

/** `/manmgt/staff/{deptId}/{id}/edit`, next to the list. */
export function StaffEditPanel() {
  const { staffId = '' } = useParams()
  const panel = usePanelRoute(useDepartmentPagePath())
  return <StaffEdit id={staffId} onClose={panel.close} />
}

/** Loads the person as they are now first: a form is never shown with fields that fill in or change later. */
export function StaffEdit({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useText()
  const [round, setRound] = useState(0)
  const person = useQuery({ ...staffDetail(id), staleTime: 0, refetchOnMount: 'always' })
  if (person.data && person.isFetchedAfterMount)
    return (
      <StaffEditForm
        key={round}
        person={person.data}
        onClose={onClose}
        onStartOver={() => void person.refetch().then(() => setRound(round + 1))}
      />
    )
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

type FormProps = { person: Staff; onClose: () => void; onStartOver: () => void }

function StaffEditForm({ person, onClose, onStartOver }: FormProps) {
  const t = useText()
  const toast = useToast()
  // the list behind is updated with every change; the form keeps its initial values
  const [original] = useState(person)
  const version = useRef(original.version)
  const { notice, consent } = useFaceConsent('staff')
  return (
    <FormPanel
      title={t('staff:form.edit', { name: original.name })}
      schema={staffFormInput}
      initial={{ ...fieldsOfStaff(original), furtherPortraitIds: [] }}
      submitLabel={t('form:save')}
      errorFields={staffErrorFields}
      note={notice}
      noteOf={(form) => <ReplacedPicture form={form} former={original} />}
      onClose={onClose}
      onSubmit={(body, force) =>
        call(updateStaff, {
          params: { id: original.id },
          body: {
            ...changedFields(original, body),
            furtherPortraitIds: [...shownFaces(body, original.portraitId).furtherPortraitIds],
            ...consent,
            force,
            version: version.current,
          },
        })
      }
      onSaved={(saved) => {
        toast.done(t('staff:saved', { name: saved.name }))
        onClose()
      }}
      refusal={(error, submit) => {
        if (isCode<typeof updateStaff>(error, 'portrait.duplicate-face')) {
          return <DuplicateFace error={error} action="save" onGoOn={() => submit(true)} />
        }
        if (!isCode<typeof updateStaff>(error, 'staff.changed-meanwhile')) return null
        const saveMine = (newest: Staff) => {
          version.current = newest.version
          submit(false)
        }
        return <ChangedMeanwhile error={error} original={original} onSaveMine={saveMine} onLoadTheirs={onStartOver} />
      }}
    >
      <StaffFields furtherFaces={<FurtherFacesField former={original.portraitId} />} />
    </FormPanel>
  )
}
