import { pathTo } from '@gatehouse/contract/paths.ts'
import { InputNumber, Switch } from 'antd'
import { z } from 'zod'
import { useText } from '../../i18n/i18n.ts'
import { changeCommonSettings, commonSettings, maxFrequency } from '../../lib/common-settings.ts'
import { useCan } from '../../lib/use-can.ts'
import { FormField } from '../../ui/form/form-field.tsx'
import { FormPanel } from '../../ui/form/form-panel.tsx'
import { usePanelRoute } from '../../ui/list/list-panel-route.ts'
import { useToast } from '../../ui/feedback/toast.tsx'

const schema = z.object({
  autoUpdate: z.boolean(),
  frequency: z.int().min(1).max(maxFrequency),
  showSystem: z.boolean(),
  showAlarm: z.boolean(),
  exhibitionMode: z.boolean(),
})
const flag = (value: boolean) => (value ? ('1' as const) : ('0' as const))

/** `/dashboard/settings`: choices of this browser for the dashboard (DASH-06). */
export function CommonSettingsPanel() {
  const t = useText()
  const can = useCan()
  const toast = useToast()
  const panel = usePanelRoute(pathTo('dashboard'))
  const now = commonSettings()
  return (
    <FormPanel
      title={t('dashboard:settings.title')}
      schema={schema}
      initial={{
        autoUpdate: now.autoUpdate === '1',
        frequency: now.frequency,
        showSystem: now.showSystem === '1',
        showAlarm: now.showAlarm === '1',
        exhibitionMode: now.exhibitionMode === '1',
      }}
      submitLabel={t('form:save')}
      onClose={panel.close}
      onSubmit={async (body) => body}
      onSaved={(body) => {
        changeCommonSettings({
          autoUpdate: flag(body.autoUpdate),
          frequency: body.frequency,
          showSystem: flag(body.showSystem),
          showAlarm: flag(body.showAlarm),
          exhibitionMode: flag(body.exhibitionMode),
        })
        toast.done(t('dashboard:settings.saved'))
        panel.close()
      }}
    >
      <p>{t('dashboard:settings.hint')}</p>
      <FormField
        name="autoUpdate"
        label={t('dashboard:settings.autoUpdate')}
        hint={t('dashboard:settings.autoUpdateHint')}
      >
        <FlagSwitch />
      </FormField>
      <FormField
        name="frequency"
        label={t('dashboard:settings.frequency')}
        hint={t('dashboard:settings.frequencyHint')}
      >
        <InputNumber min={1} max={maxFrequency} precision={0} />
      </FormField>
      <FormField
        name="showSystem"
        label={t('dashboard:settings.showSystem')}
        hint={t('dashboard:settings.showSystemHint')}
      >
        <FlagSwitch />
      </FormField>
      {can('alarm.read') && (
        <FormField
          name="showAlarm"
          label={t('dashboard:settings.showAlarm')}
          hint={t('dashboard:settings.showAlarmHint')}
        >
          <FlagSwitch />
        </FormField>
      )}
      <FormField
        name="exhibitionMode"
        label={t('dashboard:settings.exhibition')}
        hint={t('dashboard:settings.exhibitionHint')}
      >
        <FlagSwitch />
      </FormField>
    </FormPanel>
  )
}

/** A form gives `value`; the switch calls it `checked`. */
const FlagSwitch = ({ value, ...rest }: { value?: boolean; onChange?: (value: boolean) => void; id?: string }) => (
  <Switch checked={value ?? false} {...rest} />
)
