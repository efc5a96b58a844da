import {
  mailInput,
  mailSecurities,
  setMailConfig,
  type MailState,
} from '@gatehouse/contract/features/service-config.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Input, InputNumber, Select } from 'antd'
import { call } from '../../api/call.ts'
import { useText } from '../../i18n/i18n.ts'
import { DetailPanel } from '../../ui/detail/detail-panel.tsx'
import { DetailSkeleton } from '../../ui/detail/detail-skeleton.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { FormFold } from '../../ui/form/form-fold.tsx'
import { FormField } from '../../ui/form/form-field.tsx'
import { FormPanel } from '../../ui/form/form-panel.tsx'
import { usePanelRoute } from '../../ui/list/list-panel-route.ts'
import { useToast } from '../../ui/feedback/toast.tsx'
import { mailQuery, serviceConfigPath } from './service-config-queries.ts'

/** `mail`: the mail server. */
export function MailPanel() {
  const t = useText()
  const { data, error, refetch } = useQuery(mailQuery)
  const { close } = usePanelRoute(serviceConfigPath)
  if (data) return <MailForm state={data} onClose={close} />
  return (
    <DetailPanel title={t('service:mail.title')} onClose={close}>
      {error ? <ErrorPanel error={error} onRetry={() => void refetch()} /> : <DetailSkeleton />}
    </DetailPanel>
  )
}

/** The values that most mail servers need. */
const usual = { port: 587, security: 'starttls' }

function MailForm({ state, onClose }: { state: MailState; onClose: () => void }) {
  const t = useText()
  const toast = useToast()
  const client = useQueryClient()
  const hasPassword = state.config?.hasPassword === true
  return (
    <FormPanel
      title={t('service:mail.title')}
      schema={mailInput}
      initial={state.config ?? usual}
      submitLabel={t('form:save')}
      onSubmit={(body) => call(setMailConfig, { body })}
      onSaved={(saved) => {
        client.setQueryData(mailQuery.queryKey, saved)
        toast.done(t('service:mail.saved'))
        onClose()
      }}
      errorFields={{
        'mail.password-needed': 'password',
        'mail.certificate-invalid': 'certificateAuthority',
      }}
      onClose={onClose}
    >
      <FormField name="serverHost" label={t('service:mail.host')}>
        <Input autoComplete="off" placeholder="mail.example.com" />
      </FormField>
      <div className="form-row">
        <FormField name="security" label={t('service:mail.security')}>
          <Select options={mailSecurities.map((value) => ({ value, label: t(`service:mail.securities.${value}`) }))} />
        </FormField>
        <FormField name="port" label={t('service:mail.port')} hint={t('service:mail.portHint')}>
          <InputNumber min={1} max={65_535} precision={0} style={{ width: '100%' }} />
        </FormField>
      </div>
      <FormField name="account" label={t('service:mail.account')} hint={t('service:mail.accountHint')}>
        <Input autoComplete="off" />
      </FormField>
      <FormField
        name="password"
        label={t('service:mail.password')}
        hint={t(hasPassword ? 'service:mail.passwordKeptHint' : 'service:mail.passwordHint')}
      >
        <Input.Password autoComplete="new-password" />
      </FormField>
      <FormField name="sender" label={t('service:mail.senderAddress')}>
        <Input type="email" autoComplete="off" placeholder="gate@example.com" />
      </FormField>
      <FormFold title={t('service:mail.more')}>
        <FormField name="senderName" label={t('service:mail.senderName')}>
          <Input autoComplete="off" />
        </FormField>
        <FormField
          name="certificateAuthority"
          label={t('service:mail.authority')}
          hint={t('service:mail.authorityHint')}
        >
          <Input.TextArea rows={3} placeholder="-----BEGIN CERTIFICATE-----" />
        </FormField>
      </FormFold>
    </FormPanel>
  )
}
