import { createPass, type VisitorPass } from '@gatehouse/contract/features/visitor-passes.ts'
import { createVisitor, uploadVisitorPortrait, type Visitor } from '@gatehouse/contract/features/visitors.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { useQuery } from '@tanstack/react-query'
import { Checkbox } from 'antd'
import { useState } from 'react'
import { useParams } from 'react-router'
import { isCode } from '../../api/call-error.ts'
import { call, callAndRefresh } from '../../api/call.ts'
import { useText } from '../../i18n/i18n.ts'
import { DuplicateFace } from '../../parts/face/face-alike.tsx'
import { FurtherFacesField } from '../../parts/face/further-faces.tsx'
import { shownFaces } from '../../parts/face/shown-faces.ts'
import { groupList } from '../../parts/person/group-list.ts'
import { useFaceConsent } from '../../parts/privacy/use-face-consent.tsx'
import { FormPanel } from '../../ui/form/form-panel.tsx'
import { usePanelRoute } from '../../ui/list/list-panel-route.ts'
import { useToast } from '../../ui/feedback/toast.tsx'
import { NewPass } from './form/new-pass.tsx'
import { VisitPresets } from './form/visit-presets.tsx'
import { VisitorFields, visitorFormInput } from './visitor-form.tsx'
import { presetNamed, visitPresets } from './visitor-period.ts'
import { PhoneTaken, visitorErrorFields } from './visitor-refusal.tsx'

/** `/manmgt/visitor/new`: starts with the rest of today, or with the period that the address names, and the default group. */
export function VisitorCreatePanel() {
  const t = useText()
  const toast = useToast()
  const panel = usePanelRoute(pathTo('visitor'))
  const { preset: named } = useParams()
  const preset = presetNamed(named)
  const groups = useQuery(groupList('visitor'))
  const { notice, consent } = useFaceConsent('visitor')
  const [wantsPass, setWantsPass] = useState(false)
  const [made, setMade] = useState<{ visitor: Visitor; pass: VisitorPass }>()
  // data first, then the form: "nothing changed" compares with the initial values
  if (groups.isPending) return null
  if (made) return <NewPass {...made} onClose={panel.close} />
  const groupIds = (groups.data ?? []).filter((group) => group.isDefault).map(({ id }) => id)
  return (
    <FormPanel
      title={t('visitors:form.create')}
      schema={visitorFormInput}
      initial={{ ...visitPresets[preset](), groupIds, furtherPortraitIds: [] }}
      submitLabel={t('visitors:form.submit')}
      errorFields={visitorErrorFields}
      note={notice}
      onClose={panel.close}
      onSubmit={(body, force) => call(createVisitor, { body: { ...shownFaces(body), ...consent, force } })}
      onSaved={(visitor) => {
        toast.done(t('visitors:created', { name: visitor.name }))
        if (!wantsPass) return panel.close()
        return callAndRefresh(createPass, { params: { id: visitor.id }, body: {} }).then(
          (pass) => setMade({ visitor, pass }),
          (error: unknown) => {
            toast.failed(error)
            panel.close()
          },
        )
      }}
      refusal={(error, submit) => {
        if (isCode<typeof createVisitor>(error, 'portrait.duplicate-face'))
          return <DuplicateFace error={error} action="add" onGoOn={() => submit(true)} />
        return isCode<typeof createVisitor>(error, 'visitor.phone-taken') ? <PhoneTaken error={error} /> : null
      }}
    >
      <VisitorFields
        host={null}
        presets={<VisitPresets initial={preset} />}
        furtherFaces={<FurtherFacesField route={uploadVisitorPortrait} />}
        pass={
          <Checkbox checked={wantsPass} onChange={({ target }) => setWantsPass(target.checked)}>
            {t('visitors:form.withPass')}
          </Checkbox>
        }
      />
    </FormPanel>
  )
}
