import { createBlacklisted } from '@gatehouse/contract/features/blacklist.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { useQuery } from '@tanstack/react-query'
import { CallError, isCode } from '../../api/call-error.ts'
import { call } from '../../api/call.ts'
import { useText } from '../../i18n/i18n.ts'
import { DuplicateFace } from '../../parts/face/face-alike.tsx'
import { shownFaces } from '../../parts/face/shown-faces.ts'
import { groupList } from '../../parts/person/group-list.ts'
import { useFaceConsent } from '../../parts/privacy/use-face-consent.tsx'
import { FormPanel } from '../../ui/form/form-panel.tsx'
import { usePanelRoute } from '../../ui/list/list-panel-route.ts'
import { useToast } from '../../ui/feedback/toast.tsx'
import { BlacklistFields, blacklistErrorFields, blacklistFormInput } from './blacklist-fields.tsx'

/** `/manmgt/blacklist/new`: a person who was never registered. */
export function BlacklistCreatePanel() {
  const t = useText()
  const toast = useToast()
  const { notice } = useFaceConsent('blacklisted')
  const panel = usePanelRoute(pathTo('blacklist'))
  const groups = useQuery(groupList('blacklisted'))
  // data first, then the form: "nothing changed" compares with the initial values
  if (groups.isPending) return null
  const groupIds = (groups.data ?? []).filter((group) => group.isDefault).map(({ id }) => id)
  return (
    <FormPanel
      title={t('blacklist:form.create')}
      schema={blacklistFormInput}
      initial={{ groupIds, furtherPortraitIds: [] }}
      submitLabel={t('blacklist:form.submit')}
      errorFields={blacklistErrorFields}
      note={notice}
      onClose={panel.close}
      onSubmit={(body, force) => call(createBlacklisted, { body: { ...shownFaces(body), force } })}
      onSaved={(person) => {
        toast.done(t('blacklist:created', { name: person.name }))
        panel.close()
      }}
      refusal={(error, submit) =>
        error instanceof CallError &&
        isCode<typeof createBlacklisted>(error, 'portrait.duplicate-face') && (
          <DuplicateFace error={error} blacklists action="add" onGoOn={() => submit(true)} />
        )
      }
    >
      <BlacklistFields />
    </FormPanel>
  )
}
