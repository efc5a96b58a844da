import { languages } from '@gatehouse/contract/envelope.ts'
import {
  maxPaperMails,
  musterSettings,
  type ShownMusterSettings,
  updateMusterSettings,
} from '@gatehouse/contract/features/muster.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { useQuery } from '@tanstack/react-query'
import { InputNumber, Select } from 'antd'
import { useSearchParams } from 'react-router'
import { call } from '../../api/call.ts'
import { useText } from '../../i18n/i18n.ts'
import { languageNames } from '../../lib/language-names.ts'
import { useToast } from '../../ui/feedback/toast.tsx'
import { FormField } from '../../ui/form/form-field.tsx'
import { FormPanel } from '../../ui/form/form-panel.tsx'
import { FormSwitch } from '../../ui/form/form-switch.tsx'
import { usePanelRoute } from '../../ui/list/list-panel-route.ts'
import { musterSettingsOf } from './muster-queries.ts'

/** `muster/settings?id=<site>` */
export function MusterSettingsPanel() {
  const [params] = useSearchParams()
  const siteId = params.get('id') ?? ''
  const settings = useQuery(musterSettingsOf(siteId)).data
  // the page behind is being loaded, or says itself that there is none
  return settings ? <SettingsForm siteId={siteId} settings={settings} /> : null
}

function SettingsForm({ siteId, settings }: { siteId: string; settings: ShownMusterSettings }) {
  const t = useText()
  const toast = useToast()
  const panel = usePanelRoute(pathTo('siteMuster'))
  return (
    <FormPanel
      title={t('muster:site.settings')}
      schema={musterSettings}
      initial={{ ...settings, paperMails: settings.paperMails ?? [] }}
      submitLabel={t('form:save')}
      onClose={panel.close}
      onSubmit={(body) => call(updateMusterSettings, { params: { id: siteId }, body })}
      onSaved={() => {
        toast.done(t('muster:site.settingsSaved'))
        panel.close()
      }}
    >
      <FormField name="startsByFire" label={t('muster:site.fire')}>
        <FormSwitch label={t('muster:site.fire')} />
      </FormField>
      <FormField name="addsLatecomers" label={t('muster:site.late')}>
        <FormSwitch label={t('muster:site.late')} />
      </FormField>
      <FormField name="paperMinutes" label={t('muster:site.paperMinutes')} hint={t('muster:site.paperMinutesHint')}>
        <InputNumber min={5} max={1440} precision={0} />
      </FormField>
      <FormField
        name="paperMails"
        label={t('muster:site.mails')}
        hint={t('muster:site.mailsHint', { max: maxPaperMails })}
      >
        <Select mode="tags" open={false} suffixIcon={null} tokenSeparators={[',', ';', ' ']} />
      </FormField>
      <FormField name="language" label={t('muster:site.language')}>
        <Select options={languages.map((value) => ({ value, label: languageNames[value] }))} />
      </FormField>
    </FormPanel>
  )
}
