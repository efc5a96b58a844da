import { pushInput, setPushConfig } from '@gatehouse/contract/features/push/push.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Input } from 'antd'
import { call } from '../../api/call.ts'
import { useText } from '../../i18n/i18n.ts'
import { useUser } from '../../lib/session.ts'
import { DetailPanel } from '../../ui/detail/detail-panel.tsx'
import { DetailSkeleton } from '../../ui/detail/detail-skeleton.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { useToast } from '../../ui/feedback/toast.tsx'
import { FormField } from '../../ui/form/form-field.tsx'
import { FormPanel } from '../../ui/form/form-panel.tsx'
import { FormSwitch } from '../../ui/form/form-switch.tsx'
import { usePanelRoute } from '../../ui/list/list-panel-route.ts'
import { pushQuery, serviceConfigPath } from './service-config-queries.ts'

/** `push`: notices for closed browsers. */
export function PushPanel() {
  const t = useText()
  const toast = useToast()
  const client = useQueryClient()
  const user = useUser()
  const { data, error, refetch } = useQuery(pushQuery)
  const { close } = usePanelRoute(serviceConfigPath)
  if (!data)
    return (
      <DetailPanel title={t('service:push.title')} onClose={close}>
        {error ? <ErrorPanel error={error} onRetry={() => void refetch()} /> : <DetailSkeleton />}
      </DetailPanel>
    )
  return (
    <FormPanel
      title={t('service:push.title')}
      schema={pushInput}
      initial={{ ...data, contact: data.contact || (user?.email ?? '') }}
      submitLabel={t('form:save')}
      onSubmit={(body) => call(setPushConfig, { body })}
      onSaved={(saved) => {
        client.setQueryData(pushQuery.queryKey, saved)
        toast.done(t('service:push.saved'))
        close()
      }}
      onClose={close}
    >
      <p>{t('service:push.internet')}</p>
      <FormField name="isEnabled" label={t('service:push.enable')}>
        <FormSwitch label={t('service:push.enable')} />
      </FormField>
      <FormField name="namesDoors" label={t('service:push.namesDoorsField')} hint={t('service:push.namesDoorsHint')}>
        <FormSwitch label={t('service:push.namesDoorsField')} />
      </FormField>
      <FormField name="contact" label={t('service:push.contact')} hint={t('service:push.contactHint')}>
        <Input type="email" autoComplete="email" />
      </FormField>
    </FormPanel>
  )
}
