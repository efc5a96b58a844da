import { alarmTypes } from '@gatehouse/contract/device/alarm-types.ts'
import { languages } from '@gatehouse/contract/envelope.ts'
import { type AlarmRule, createAlarmRule, ruleInput, updateAlarmRule } from '@gatehouse/contract/features/alarms.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { useQuery } from '@tanstack/react-query'
import { Input, Select } from 'antd'
import { useParams } from 'react-router'
import { call } from '../../api/call.ts'
import { useText } from '../../i18n/i18n.ts'
import { currentLanguage } from '../../lib/language.ts'
import { languageNames } from '../../lib/language-names.ts'
import { DetailPanel } from '../../ui/detail/detail-panel.tsx'
import { DetailSkeleton } from '../../ui/detail/detail-skeleton.tsx'
import { DevicesSelect } from '../../parts/device/device-select.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { FormFold } from '../../ui/form/form-fold.tsx'
import { FormField } from '../../ui/form/form-field.tsx'
import { MinuteInput } from '../../ui/form/form-minute.tsx'
import { FormPanel } from '../../ui/form/form-panel.tsx'
import { usePanelRoute } from '../../ui/list/list-panel-route.ts'
import { useToast } from '../../ui/feedback/toast.tsx'
import { rulesQuery } from './alarm-queries.ts'
import { FormSwitch } from './form-switch.tsx'

/** A rule that is added (`rules/new`) or changed. */
export function AlarmRuleForm() {
  const t = useText()
  const { ruleId = '' } = useParams()
  const { data, error, refetch } = useQuery(rulesQuery)
  const panel = usePanelRoute(pathTo('deviceAlarm'))
  const back = () => panel.open('rules')
  const rule = data?.rules.find(({ id }) => id === ruleId)
  if (data && (rule || ruleId === 'new')) return <RuleFields rule={rule} onClose={back} />
  return (
    <DetailPanel title={t('alarms:rules')} onClose={back}>
      {error ? <ErrorPanel error={error} onRetry={() => void refetch()} /> : <DetailSkeleton />}
    </DetailPanel>
  )
}

const fresh = () => ({
  isEnabled: true,
  types: [],
  deviceIds: [],
  fromMinute: 0,
  toMinute: 0,
  recipients: [],
  language: currentLanguage(),
})

function RuleFields({ rule, onClose }: { rule: AlarmRule | undefined; onClose: () => void }) {
  const t = useText()
  const toast = useToast()
  return (
    <FormPanel
      title={rule ? t('alarms:rule.editNamed', { name: rule.name }) : t('alarms:rule.add')}
      schema={ruleInput}
      initial={rule ?? fresh()}
      submitLabel={t('form:save')}
      errorFields={{ 'alarm.rule-name-taken': 'name' }}
      onSubmit={(body) =>
        rule ? call(updateAlarmRule, { params: { id: rule.id }, body }) : call(createAlarmRule, { body })
      }
      onSaved={(saved) => {
        toast.done(t('alarms:rule.saved', { name: saved.name }))
        onClose()
      }}
      onClose={onClose}
    >
      <FormField name="name" label={t('alarms:rule.name')}>
        <Input maxLength={64} autoComplete="off" />
      </FormField>
      <FormField name="recipients" label={t('alarms:rule.recipients')} hint={t('alarms:rule.recipientsHint')}>
        <Select mode="tags" open={false} suffixIcon={null} tokenSeparators={[',', ';', ' ']} />
      </FormField>
      <FormField name="types" label={t('alarms:rule.types')}>
        <Select
          mode="multiple"
          placeholder={t('alarms:rule.allTypes')}
          showSearch={{ optionFilterProp: 'label' }}
          options={alarmTypes.map((type) => ({ value: type, label: t(`bell:type.${type}`) }))}
        />
      </FormField>
      <FormField name="deviceIds" label={t('alarms:rule.devices')}>
        <DevicesSelect placeholder={t('alarms:rule.allDevices')} />
      </FormField>
      <FormField name="isEnabled" label={t('alarms:rule.isEnabled')}>
        <FormSwitch />
      </FormField>
      <FormFold title={t('alarms:rule.more')} isAlwaysFilled>
        <div className="alarm-hours">
          <FormField name="fromMinute" label={t('alarms:rule.from')}>
            <MinuteInput />
          </FormField>
          <FormField name="toMinute" label={t('alarms:rule.to')}>
            <MinuteInput />
          </FormField>
        </div>
        <p className="alarm-hint">{t('alarms:rule.hoursHint')}</p>
        <FormField name="language" label={t('alarms:rule.language')}>
          <Select options={languages.map((language) => ({ value: language, label: languageNames[language] }))} />
        </FormField>
      </FormFold>
    </FormPanel>
  )
}
