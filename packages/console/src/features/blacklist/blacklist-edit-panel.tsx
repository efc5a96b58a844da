import { type Blacklisted, updateBlacklisted } from '@gatehouse/contract/features/blacklist.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useSearchParams } from 'react-router'
import { CallError, isCode } from '../../api/call-error.ts'
import { call } from '../../api/call.ts'
import { useText } from '../../i18n/i18n.ts'
import { DetailPanel } from '../../ui/detail/detail-panel.tsx'
import { DetailSkeleton } from '../../ui/detail/detail-skeleton.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { errorText } from '../../ui/feedback/error-text.ts'
import { DuplicateFace } from '../../parts/face/face-alike.tsx'
import { ReplacedPicture } from '../../parts/face/replaced-picture.tsx'
import { shownFaces } from '../../parts/face/shown-faces.ts'
import { useFaceConsent } from '../../parts/privacy/use-face-consent.tsx'
import { FormPanel } from '../../ui/form/form-panel.tsx'
import { usePanelRoute } from '../../ui/list/list-panel-route.ts'
import { useToast } from '../../ui/feedback/toast.tsx'
import { BlacklistFields, blacklistErrorFields, blacklistFormInput } from './blacklist-fields.tsx'
import { blacklistDetail } from './blacklist-queries.ts'
import { useChangeBarrier } from './use-blacklist-actions.tsx'

/** `/manmgt/blacklist/detail/edit?id=…`, next to the person's page. */
export function BlacklistEditPanel() {
  const t = useText()
  const [params] = useSearchParams()
  const panel = usePanelRoute(pathTo('blacklistDetail'))
  const person = useQuery({ ...blacklistDetail(params.get('id') ?? ''), staleTime: 0 })
  const barred = useChangeBarrier()
  const reason = person.data && barred(person.data)
  if (person.data && !reason) return <EditForm key={person.data.version} person={person.data} onClose={panel.close} />
  return (
    <DetailPanel title={t('blacklist:action.edit')} width={480} onClose={panel.close}>
      {reason ? (
        <EmptyState isSmall title={reason} />
      ) : person.isError ? (
        <ErrorPanel error={person.error} onRetry={() => void person.refetch()} />
      ) : (
        <DetailSkeleton lines={10} />
      )}
    </DetailPanel>
  )
}

function EditForm({ person, onClose }: { person: Blacklisted; onClose: () => void }) {
  const t = useText()
  const client = useQueryClient()
  const toast = useToast()
  const { notice } = useFaceConsent('blacklisted')
  return (
    <FormPanel
      title={t('blacklist:form.edit', { name: person.name })}
      schema={blacklistFormInput}
      initial={{ ...person, groupIds: person.groups.map(({ id }) => id), furtherPortraitIds: [] }}
      submitLabel={t('form:save')}
      errorFields={blacklistErrorFields}
      note={notice}
      noteOf={(form) => <ReplacedPicture form={form} former={person} />}
      onClose={onClose}
      onSubmit={(body, force) =>
        call(updateBlacklisted, {
          params: { id: person.id },
          body: { ...shownFaces(body, person.portraitId), force, version: person.version },
        })
      }
      onSaved={(saved) => {
        toast.done(t('blacklist:saved', { name: saved.name }))
        onClose()
      }}
      refusal={(error, submit) => {
        if (!(error instanceof CallError)) return null
        if (isCode<typeof updateBlacklisted>(error, 'portrait.duplicate-face')) {
          return <DuplicateFace error={error} blacklists action="save" onGoOn={() => submit(true)} />
        }
        if (!isCode<typeof updateBlacklisted>(error, 'staff.changed-meanwhile')) return null
        return (
          <>
            <p>{errorText(error, t)}</p>
            <Button onClick={() => void client.invalidateQueries({ queryKey: blacklistDetail(person.id).queryKey })}>
              {t('blacklist:form.changedMeanwhile')}
            </Button>
          </>
        )
      }}
    >
      <BlacklistFields former={person.portraitId} />
    </FormPanel>
  )
}
