import { languages } from '@gatehouse/contract/envelope.ts'
import {
  getInsideRules,
  type InsideRules,
  insideRulesInput,
  maxOverdueMinutes,
  setInsideRules,
} from '@gatehouse/contract/features/inside/day-end-rules.ts'
import type { Site } from '@gatehouse/contract/features/sites.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { useQuery } from '@tanstack/react-query'
import { InputNumber, Radio, Select } from 'antd'
import { useSearchParams } from 'react-router'
import { call } from '../../api/call.ts'
import { queryOf } from '../../api/query.ts'
import { useText } from '../../i18n/i18n.ts'
import { currentLanguage } from '../../lib/language.ts'
import { languageNames } from '../../lib/language-names.ts'
import { useToast } from '../../ui/feedback/toast.tsx'
import { FormFold } from '../../ui/form/form-fold.tsx'
import { FormField } from '../../ui/form/form-field.tsx'
import { MinuteInput } from '../../ui/form/form-minute.tsx'
import { FormPanel } from '../../ui/form/form-panel.tsx'
import { FormSwitch } from '../../ui/form/form-switch.tsx'
import { usePanelRoute } from '../../ui/list/list-panel-route.ts'
import { siteDetail } from './site-queries.ts'
import { Notice } from '../../ui/feedback/notice.tsx'

/** `detail/day-end?id=…`: the end of the day of a site, and of the visits in it. */
export function InsideRulesPanel() {
  const [params] = useSearchParams()
  const id = params.get('id') ?? ''
  const site = useQuery(siteDetail(id)).data
  const rules = useQuery(queryOf(getInsideRules, { params: { id } })).data
  return site && rules ? <InsideRulesForm site={site} rules={rules} /> : null
}

function InsideRulesForm({ site, rules }: { site: Site; rules: InsideRules }) {
  const t = useText()
  const toast = useToast()
  const panel = usePanelRoute(pathTo('siteDetail'))
  // Nobody has set anything yet: mails are in the language of the person who does.
  const recipients = rules.recipients ?? []
  const isNew = recipients.length === 0 && !rules.tellsHosts
  return (
    <FormPanel
      title={t('sites:insideRules.title', { name: site.name })}
      schema={insideRulesInput}
      initial={{ ...rules, recipients, ...(isNew && { language: currentLanguage() }) }}
      submitLabel={t('form:save')}
      onClose={panel.close}
      onSubmit={(body) => call(setInsideRules, { params: { id: site.id }, body })}
      onSaved={() => {
        toast.done(t('sites:insideRules.saved', { name: site.name }))
        panel.close()
      }}
    >
      <FormField
        name="dayEndMinute"
        label={t('sites:insideRules.dayEndMinute')}
        hint={t('sites:insideRules.dayEndHint', { zone: rules.timeZone })}
      >
        <MinuteInput allowsNone />
      </FormField>
      <FormField name="signsOutAtDayEnd" label={t('sites:insideRules.signsOutAtDayEnd')}>
        <Choice yes={t('sites:insideRules.signsOutYes')} no={t('sites:insideRules.signsOutNo')} />
      </FormField>
      <FormField name="signsOutVisitors" label={t('sites:insideRules.signsOutVisitors')}>
        <Choice yes={t('sites:insideRules.visitorsYes')} no={t('sites:insideRules.visitorsNo')} />
      </FormField>
      <FormFold title={t('sites:insideRules.overdue')} isAlwaysFilled>
        <FormField
          name="overdueMinutes"
          label={t('sites:insideRules.overdueMinutes')}
          hint={t('sites:insideRules.overdueHint')}
        >
          <InputNumber min={0} max={maxOverdueMinutes} precision={0} />
        </FormField>
        <FormField name="tellsHosts" label={t('sites:insideRules.tellsHosts')}>
          <FormSwitch label={t('sites:insideRules.tellsHosts')} />
        </FormField>
        <FormField
          name="recipients"
          label={t('sites:insideRules.recipients')}
          hint={t('sites:insideRules.recipientsHint')}
        >
          <Select mode="tags" open={false} suffixIcon={null} tokenSeparators={[',', ';', ' ']} />
        </FormField>
        <FormField name="language" label={t('sites:insideRules.language')}>
          <Select options={languages.map((value) => ({ value, label: languageNames[value] }))} />
        </FormField>
      </FormFold>
      {!rules.canMail && <Notice kind="attention" title={t('sites:insideRules.noMail')} />}
    </FormPanel>
  )
}

type ChoiceProps = { value?: boolean; onChange?: (value: boolean) => void; yes: string; no: string; id?: string }

const Choice = ({ value = false, onChange, yes, no, id }: ChoiceProps) => (
  <Radio.Group
    {...(id && { id })}
    value={value}
    onChange={({ target }) => onChange?.(target.value === true)}
    options={[
      { value: false, label: no },
      { value: true, label: yes },
    ]}
    vertical
  />
)
