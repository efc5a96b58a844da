import { companyInput, qualityLevels, updateCompany, type CompanyInfo } from '@gatehouse/contract/features/company.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Input, Select } from 'antd'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { useText } from '../../i18n/i18n.ts'
import { DetailPanel } from '../../ui/detail/detail-panel.tsx'
import { DetailSkeleton } from '../../ui/detail/detail-skeleton.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { FormField } from '../../ui/form/form-field.tsx'
import { FormPanel } from '../../ui/form/form-panel.tsx'
import { FormZone } from '../../ui/form/form-zone.tsx'
import { usePanelRoute } from '../../ui/list/list-panel-route.ts'
import { useToast } from '../../ui/feedback/toast.tsx'
import { companyPath, companyQuery, zoneChangeQuery } from './company-queries.ts'
import { Notice } from '../../ui/feedback/notice.tsx'

/** `edit`: the texts of the enterprise, its time zone, and how strictly portraits are checked. */
export function CompanyEditPanel() {
  const t = useText()
  const { data, error, refetch } = useQuery(companyQuery)
  const { close } = usePanelRoute(companyPath)
  if (data) return <CompanyForm company={data} onClose={close} />
  return (
    <DetailPanel title={t('company:edit')} onClose={close}>
      {error ? <ErrorPanel error={error} onRetry={() => void refetch()} /> : <DetailSkeleton />}
    </DetailPanel>
  )
}

function CompanyForm({ company, onClose }: { company: CompanyInfo; onClose: () => void }) {
  const t = useText()
  const toast = useToast()
  const client = useQueryClient()
  const [zone, setZone] = useState(company.timeZone)
  return (
    <FormPanel
      title={t('company:edit')}
      schema={companyInput}
      initial={company}
      submitLabel={t('form:save')}
      onSubmit={(body) => call(updateCompany, { body })}
      onSaved={(saved) => {
        client.setQueryData(companyQuery.queryKey, saved)
        toast.done(t('company:saved'))
        onClose()
      }}
      onClose={onClose}
    >
      <FormField name="name" label={t('company:field.name')}>
        <Input autoComplete="organization" />
      </FormField>
      <FormField name="welcome" label={t('company:field.welcome')} hint={t('company:welcomeHint')}>
        <Input autoComplete="off" />
      </FormField>
      <FormField name="introduction" label={t('company:field.introduction')}>
        <Input.TextArea rows={4} />
      </FormField>
      <FormField name="timeZone" label={t('company:field.timeZone')} hint={t('company:zoneHint')}>
        <FormZone onChange={setZone} />
      </FormField>
      {zone !== company.timeZone && <ZoneChangeNote timeZone={zone} />}
      <FormField name="qualityLevel" label={t('company:field.qualityLevel')} hint={t('company:qualityHint')}>
        <Select options={qualityLevels.map((value) => ({ value, label: t(`company:qualityName.${value}`) }))} />
      </FormField>
    </FormPanel>
  )
}

/** The effects of another zone, shown before it is saved. */
function ZoneChangeNote({ timeZone }: { timeZone: string }) {
  const t = useText()
  const { data } = useQuery(zoneChangeQuery(timeZone))
  if (!data) return null
  return (
    <Notice kind="attention" title={t('company:zoneChange.title')}>
      <ul>
        <li>{t('company:zoneChange.days')}</li>
        <li>{t('company:zoneChange.attendance', { count: data.people, on: data.fromOn })}</li>
        {data.lockedThrough !== null && <li>{t('company:zoneChange.locked', { month: data.lockedThrough })}</li>}
        <li>{t('company:zoneChange.devices', { count: data.devices })}</li>
        <li>{t('company:zoneChange.report')}</li>
      </ul>
    </Notice>
  )
}
