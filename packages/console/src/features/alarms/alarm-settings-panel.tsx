import { type AlarmSettings, alarmSettings, updateAlarmSettings } from '@gatehouse/contract/features/alarms.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { InputNumber } from 'antd'
import { call } from '../../api/call.ts'
import { useText } from '../../i18n/i18n.ts'
import { useCan } from '../../lib/use-can.ts'
import { DetailList } from '../../ui/detail/detail-list.tsx'
import { DetailPanel } from '../../ui/detail/detail-panel.tsx'
import { DetailSkeleton } from '../../ui/detail/detail-skeleton.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { FormFold } from '../../ui/form/form-fold.tsx'
import { FormField } from '../../ui/form/form-field.tsx'
import { FormPanel } from '../../ui/form/form-panel.tsx'
import { usePanelRoute } from '../../ui/list/list-panel-route.ts'
import { useToast } from '../../ui/feedback/toast.tsx'
import { settingsQuery } from './alarm-queries.ts'
import { FormSwitch } from './form-switch.tsx'

/** When the server itself raises alarms, and which alarms are combined. */
export function AlarmSettingsPanel() {
  const t = useText()
  const can = useCan()
  const { data, error, refetch } = useQuery(settingsQuery)
  const { close } = usePanelRoute(pathTo('deviceAlarm'))
  if (data && can('alarm.write')) return <SettingsForm settings={data} onClose={close} />
  return (
    <DetailPanel title={t('alarms:settings')} onClose={close}>
      {data ? (
        <DetailList
          items={[
            { label: t('alarms:setting.groupMinutes'), value: data.groupMinutes },
            { label: t('alarms:setting.strangerCount'), value: data.strangerCount },
            { label: t('alarms:setting.strangerMinutes'), value: data.strangerMinutes },
            { label: t('alarms:setting.offlineMinutes'), value: data.offlineMinutes },
            { label: t('alarms:setting.keepDays'), value: data.keepDays ?? t('alarms:setting.forEver') },
          ]}
        />
      ) : error ? (
        <ErrorPanel error={error} onRetry={() => void refetch()} />
      ) : (
        <DetailSkeleton />
      )}
    </DetailPanel>
  )
}

function SettingsForm({ settings, onClose }: { settings: AlarmSettings; onClose: () => void }) {
  const t = useText()
  const toast = useToast()
  const client = useQueryClient()
  const onOff = (name: keyof AlarmSettings & `${string}Enabled`) => (
    <FormField name={name} label={t(`alarms:setting.${name}`)}>
      <FormSwitch />
    </FormField>
  )
  return (
    <FormPanel
      title={t('alarms:settings')}
      schema={alarmSettings}
      initial={settings}
      submitLabel={t('form:save')}
      onSubmit={(body) => call(updateAlarmSettings, { body })}
      onSaved={(saved) => {
        client.setQueryData(settingsQuery.queryKey, saved)
        toast.done(t('alarms:setting.saved'))
        onClose()
      }}
      onClose={onClose}
    >
      <p>{t('alarms:setting.intro')}</p>
      {onOff('blacklistedEnabled')}
      {onOff('outsideTimeEnabled')}
      {onOff('strangersEnabled')}
      {onOff('offlineEnabled')}
      <FormFold title={t('alarms:setting.limits')} isAlwaysFilled>
        <div className="alarm-hours">
          <FormField name="strangerCount" label={t('alarms:setting.strangerCount')}>
            <InputNumber min={2} max={1000} precision={0} />
          </FormField>
          <FormField name="strangerMinutes" label={t('alarms:setting.strangerMinutes')}>
            <InputNumber min={1} max={120} precision={0} />
          </FormField>
        </div>
        <FormField name="offlineMinutes" label={t('alarms:setting.offlineMinutes')}>
          <InputNumber min={1} max={10_080} precision={0} />
        </FormField>
        <FormField name="groupMinutes" label={t('alarms:setting.groupMinutes')} hint={t('alarms:setting.groupHint')}>
          <InputNumber min={1} max={60} precision={0} />
        </FormField>
        <FormField name="keepDays" label={t('alarms:setting.keepDays')} hint={t('alarms:setting.keepHint')}>
          <InputNumber min={1} max={36_500} precision={0} placeholder={t('alarms:setting.forEver')} />
        </FormField>
      </FormFold>
    </FormPanel>
  )
}
