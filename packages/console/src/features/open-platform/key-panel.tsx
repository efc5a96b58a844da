import {
  createKey,
  keyDraft,
  type OpenKey,
  publicApiScopes,
  updateKey,
} from '@gatehouse/contract/features/open-platform.ts'
import { Input } from 'antd'
import { useState } from 'react'
import { useParams } from 'react-router'
import { call } from '../../api/call.ts'
import { useText } from '../../i18n/i18n.ts'
import { DetailPanel } from '../../ui/detail/detail-panel.tsx'
import { FormField } from '../../ui/form/form-field.tsx'
import { FormPanel } from '../../ui/form/form-panel.tsx'
import { useToast } from '../../ui/feedback/toast.tsx'
import { useApplicationOfRoute } from './application-form-panels.tsx'
import { ChoiceBoxes } from './choice-boxes.tsx'
import { SecretShown } from './secret-shown.tsx'

/** `keys/new`, which ends with the secret, and `keys/:keyId`. */
export function KeyPanel() {
  const t = useText()
  const toast = useToast()
  const { keyId } = useParams()
  const { application, close } = useApplicationOfRoute()
  const [made, setMade] = useState<{ key: OpenKey; secret: string }>()
  if (!application) return null
  const key = application.keys.find(({ id }) => id === keyId)
  if (made)
    return (
      <DetailPanel title={made.key.name} onClose={close}>
        <SecretShown appKey={made.key.appKey} secret={made.secret} onKept={close} />
      </DetailPanel>
    )
  const fields = (
    <>
      <FormField name="name" label={t('platform:key.name')}>
        <Input maxLength={64} autoComplete="off" />
      </FormField>
      <FormField name="scopes" label={t('platform:key.scopes')}>
        <ChoiceBoxes
          label={t('platform:key.scopes')}
          options={publicApiScopes.map((scope) => ({ value: scope, label: t(`platform:scope.${scope}`) }))}
        />
      </FormField>
    </>
  )
  if (key)
    return (
      <FormPanel
        title={t('platform:key.editTitle', { name: key.name })}
        schema={keyDraft}
        initial={key}
        submitLabel={t('form:save')}
        onClose={close}
        onSubmit={(body) => call(updateKey, { params: { id: key.id }, body })}
        onSaved={({ name }) => {
          toast.done(t('platform:key.saved', { name }))
          close()
        }}
      >
        {fields}
      </FormPanel>
    )
  return (
    <FormPanel
      title={t('platform:key.add')}
      schema={keyDraft}
      initial={{ scopes: [] }}
      submitLabel={t('platform:key.add')}
      onClose={close}
      onSubmit={(body) => call(createKey, { params: { id: application.id }, body })}
      onSaved={(issued) => {
        setMade(issued)
      }}
    >
      {fields}
    </FormPanel>
  )
}
