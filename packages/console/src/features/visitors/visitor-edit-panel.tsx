import { updateVisitor, uploadVisitorPortrait, type Visitor } from '@gatehouse/contract/features/visitors.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
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
import { VisitorFields, visitorFormInput } from './visitor-form.tsx'
import { visitorDetail } from './visitor-queries.ts'
import { ChangedMeanwhile, PhoneTaken, visitorErrorFields } from './visitor-refusal.tsx'

/** `/manmgt/visitor/{id}/edit`, next to the list. */
export function VisitorEditPanel() {
  const { visitorId = '' } = useParams()
  return <VisitorEdit id={visitorId} onClose={usePanelRoute(pathTo('visitor')).close} />
}

/** `/manmgt/visitor/detail/edit?id=…`, next to the visitor's page. */
export function VisitorDetailEditPanel() {
  const [params] = useSearchParams()
  return <VisitorEdit id={params.get('id') ?? ''} onClose={usePanelRoute(pathTo('visitorDetail')).close} />
}

/**
 * Loads the visitor first: a form is never shown with fields that fill in later. A change by somebody else does not take away the words
 * that are being typed: the server tells of it when they are saved, and the form is filled again on request.
 */
function VisitorEdit({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useText()
  const visitor = useQuery({ ...visitorDetail(id), staleTime: 0 })
  const [original, setOriginal] = useState<Visitor>()
  if (!original && visitor.data && visitor.isFetchedAfterMount) setOriginal(visitor.data)
  const reload = async () => {
    const { data } = await visitor.refetch({ throwOnError: true })
    setOriginal(data)
  }
  if (original) return <VisitorEditForm key={original.version} visitor={original} onClose={onClose} onReload={reload} />
  return (
    <DetailPanel title={t('visitors:action.edit')} width={480} onClose={onClose}>
      {visitor.isError ? (
        <ErrorPanel error={visitor.error} onRetry={() => void visitor.refetch()} />
      ) : (
        <DetailSkeleton lines={10} />
      )}
    </DetailPanel>
  )
}

type FormProps = { visitor: Visitor; onClose: () => void; onReload: () => Promise<void> }
function VisitorEditForm({ visitor, onClose, onReload }: FormProps) {
  const t = useText()
  const { notice, consent } = useFaceConsent('visitor')
  const toast = useToast()
  const initial = {
    ...visitor,
    hostId: visitor.host?.id,
    groupIds: visitor.groups.map((group) => group.id),
    furtherPortraitIds: [],
  }
  return (
    <FormPanel
      title={t('visitors:form.edit', { name: visitor.name })}
      schema={visitorFormInput}
      initial={initial}
      submitLabel={t('form:save')}
      errorFields={visitorErrorFields}
      note={notice}
      noteOf={(form) => <ReplacedPicture form={form} former={visitor} />}
      onClose={onClose}
      onSubmit={(body, force) =>
        call(updateVisitor, {
          params: { id: visitor.id },
          body: { ...shownFaces(body, visitor.portraitId), ...consent, force, version: visitor.version },
        })
      }
      onSaved={(saved) => {
        toast.done(t('visitors:saved', { name: saved.name }))
        onClose()
      }}
      refusal={(error, submit) => {
        if (isCode<typeof updateVisitor>(error, 'portrait.duplicate-face'))
          return <DuplicateFace error={error} action="save" onGoOn={() => submit(true)} />
        if (isCode<typeof updateVisitor>(error, 'visitor.phone-taken')) return <PhoneTaken error={error} />
        if (!isCode<typeof updateVisitor>(error, 'visitor.changed-meanwhile')) return null
        return <ChangedMeanwhile error={error} onReload={onReload} />
      }}
    >
      <VisitorFields
        host={visitor.host}
        furtherFaces={<FurtherFacesField former={visitor.portraitId} route={uploadVisitorPortrait} />}
      />
    </FormPanel>
  )
}
