import { companyInput, qualityLevels, updateCompany, type CompanyInfo } from '@gatehouse/contract/features/company.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Input, Select } from 'antd'
import { call } from '../../api/call.ts'
import { useText } from '../../i18n/i18n.ts'
import { DetailPanel } from '../../ui/detail-panel.tsx'
import { DetailSkeleton } from '../../ui/detail-skeleton.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { FormField } from '../../ui/form-field.tsx'
import { FormPanel } from '../../ui/form-panel.tsx'
import { usePanelAddress } from '../../ui/list-panel-address.ts'
import { useToast } from '../../ui/toast.tsx'
import { companyAddress, companyQuery } from './company-queries.ts'

/** `edit`: the words of the enterprise, and how strictly portraits are judged. */
export function CompanyEditPanel() {
  const t = useText()
  const { data, error, refetch } = useQuery(companyQuery)
  const { close } = usePanelAddress(companyAddress)
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
      <FormField name="qualityLevel" label={t('company:field.qualityLevel')} hint={t('company:qualityHint')}>
        <Select options={qualityLevels.map((value) => ({ value, label: t(`company:qualityName.${value}`) }))} />
      </FormField>
    </FormPanel>
  )
}
