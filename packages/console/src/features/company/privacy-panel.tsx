import {
  privacySettings,
  type PrivacySettings,
  updatePrivacySettings,
} from '@gatehouse/contract/features/people/notice.ts'
import { useQuery } from '@tanstack/react-query'
import { Input } from 'antd'
import { callAndRefresh } from '../../api/call.ts'
import { useText } from '../../i18n/i18n.ts'
import { DetailPanel } from '../../ui/detail/detail-panel.tsx'
import { DetailSkeleton } from '../../ui/detail/detail-skeleton.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { useToast } from '../../ui/feedback/toast.tsx'
import { FormField } from '../../ui/form/form-field.tsx'
import { FormPanel } from '../../ui/form/form-panel.tsx'
import { FormSwitch } from '../../ui/form/form-switch.tsx'
import { usePanelRoute } from '../../ui/list/list-panel-route.ts'
import { companyPath } from './company-queries.ts'
import { privacySettingsQuery } from './privacy-card.tsx'

/** `privacy`: whom to ask about faces, own sentences of the notice, and whether a consent is asked for. */
export function PrivacyPanel() {
  const t = useText()
  const { data, error, refetch } = useQuery(privacySettingsQuery)
  const { close } = usePanelRoute(companyPath)
  if (data) return <PrivacyForm settings={data} onClose={close} />
  return (
    <DetailPanel title={t('company:privacy.edit')} onClose={close}>
      {error ? <ErrorPanel error={error} onRetry={() => void refetch()} /> : <DetailSkeleton />}
    </DetailPanel>
  )
}

function PrivacyForm({ settings, onClose }: { settings: PrivacySettings; onClose: () => void }) {
  const t = useText()
  const toast = useToast()
  return (
    <FormPanel
      title={t('company:privacy.edit')}
      schema={privacySettings}
      initial={settings}
      submitLabel={t('form:save')}
      onSubmit={(body) => callAndRefresh(updatePrivacySettings, { body })}
      onSaved={() => {
        toast.done(t('company:privacy.saved'))
        onClose()
      }}
      onClose={onClose}
    >
      <FormField
        name="asksConsent"
        label={t('company:privacy.asksConsent')}
        hint={t('company:privacy.asksConsentHint')}
      >
        <FormSwitch label={t('company:privacy.asksConsent')} />
      </FormField>
      <FormField name="contact" label={t('company:privacy.contact')} hint={t('company:privacy.contactHint')}>
        <Input autoComplete="off" />
      </FormField>
      <FormField name="additionEn" label={t('company:privacy.additionEn')} hint={t('company:privacy.additionHint')}>
        <Input.TextArea rows={3} lang="en" />
      </FormField>
      <FormField name="additionZh" label={t('company:privacy.additionZh')}>
        <Input.TextArea rows={3} lang="zh-CN" />
      </FormField>
      <FormField name="additionZhTw" label={t('company:privacy.additionZhTw')}>
        <Input.TextArea rows={3} lang="zh-TW" />
      </FormField>
    </FormPanel>
  )
}
