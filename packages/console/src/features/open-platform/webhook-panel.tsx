import {
  createWebhook,
  updateWebhook,
  webhookEvents,
  webhookInput,
} from '@gatehouse/contract/features/open-platform.ts'
import { Checkbox, Input } from 'antd'
import { useState } from 'react'
import { useParams } from 'react-router'
import { z } from 'zod'
import { call } from '../../api/call.ts'
import { useText } from '../../i18n/i18n.ts'
import { DetailPanel } from '../../ui/detail/detail-panel.tsx'
import { FormField } from '../../ui/form/form-field.tsx'
import { FormPanel } from '../../ui/form/form-panel.tsx'
import { useToast } from '../../ui/feedback/toast.tsx'
import { useApplicationOfRoute } from './application-form-panels.tsx'
import { ChoiceBoxes } from './choice-boxes.tsx'
import { SecretShown } from './secret-shown.tsx'

const errorFields = { 'open-platform.webhook-host': 'url' } as const
const editSchema = webhookInput.extend({ isEnabled: z.boolean() })

/** `webhooks/new`, which ends with the secret, and `webhooks/:webhookId`. */
export function WebhookPanel() {
  const t = useText()
  const toast = useToast()
  const { webhookId } = useParams()
  const { application, close } = useApplicationOfRoute()
  const [secret, setSecret] = useState<string>()
  if (!application) return null
  const webhook = application.webhooks.find(({ id }) => id === webhookId)
  if (secret)
    return (
      <DetailPanel title={t('platform:webhook.made')} onClose={close}>
        <SecretShown secret={secret} onKept={close} />
      </DetailPanel>
    )
  const fields = (
    <>
      <FormField name="url" label={t('platform:webhook.url')} hint={t('platform:webhook.urlHint')}>
        <Input
          maxLength={500}
          autoComplete="off"
          placeholder={`https://${application.domain[0] ?? 'example.com'}/events`}
        />
      </FormField>
      <FormField name="events" label={t('platform:webhook.events')}>
        <ChoiceBoxes
          label={t('platform:webhook.events')}
          options={webhookEvents.map((event) => ({ value: event, label: t(`platform:webhook.event.${event}`) }))}
        />
      </FormField>
    </>
  )
  if (webhook)
    return (
      <FormPanel
        title={t('platform:webhook.editTitle')}
        schema={editSchema}
        initial={webhook}
        submitLabel={t('form:save')}
        errorFields={errorFields}
        onClose={close}
        onSubmit={(body) => call(updateWebhook, { params: { id: webhook.id }, body })}
        onSaved={() => {
          toast.done(t('platform:webhook.saved'))
          close()
        }}
      >
        {fields}
        <FormField name="isEnabled" label={t('platform:webhook.isEnabled')}>
          <EnabledBox label={t('platform:webhook.isEnabled')} />
        </FormField>
      </FormPanel>
    )
  return (
    <FormPanel
      title={t('platform:webhook.add')}
      schema={webhookInput}
      initial={{ events: [...webhookEvents] }}
      submitLabel={t('platform:webhook.add')}
      errorFields={errorFields}
      onClose={close}
      onSubmit={(body) => call(createWebhook, { params: { id: application.id }, body })}
      onSaved={(issued) => {
        setSecret(issued.secret)
      }}
    >
      {fields}
    </FormPanel>
  )
}

/** A box inside a form, which gives value and change. */
const EnabledBox = (props: { label: string; id?: string; value?: boolean; onChange?: (isOn: boolean) => void }) => (
  <Checkbox
    {...(props.id && { id: props.id })}
    checked={props.value ?? false}
    onChange={({ target }) => props.onChange?.(target.checked)}
  >
    {props.label}
  </Checkbox>
)
