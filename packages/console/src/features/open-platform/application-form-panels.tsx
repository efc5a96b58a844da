import {
  type Application,
  applicationDraft,
  applicationInput,
  applicationTypes,
  changeDomain,
  createApplication,
  domainDraft,
  updateApplication,
} from '@gatehouse/contract/features/open-platform.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { useQuery } from '@tanstack/react-query'
import { Input, Select } from 'antd'
import { useLocation, useNavigate, useParams } from 'react-router'
import { call } from '../../api/call.ts'
import { useText } from '../../i18n/i18n.ts'
import { currentLanguage } from '../../lib/language.ts'
import { FormField } from '../../ui/form/form-field.tsx'
import { FormPanel } from '../../ui/form/form-panel.tsx'
import { usePanelRoute } from '../../ui/list/list-panel-route.ts'
import { useToast } from '../../ui/feedback/toast.tsx'
import { applicationQuery } from './open-platform-queries.ts'

const base = pathTo('openPlatform')
const errorFields = { 'open-platform.name-taken': 'name', 'open-platform.same-domain': 'domain' } as const

/** `new` */
export function ApplicationCreatePanel() {
  const t = useText()
  const toast = useToast()
  const navigate = useNavigate()
  const panel = usePanelRoute(base)
  return (
    <FormPanel
      title={t('platform:add')}
      schema={applicationDraft}
      initial={{ type: 'server', language: currentLanguage() }}
      submitLabel={t('platform:form.apply')}
      errorFields={errorFields}
      onClose={panel.close}
      // the form validates the entries; the request has them as typed
      onSubmit={(body) => call(createApplication, { body: { ...body, domain: body.domain.join(';') } })}
      onSaved={({ id, name }) => {
        toast.done(t('platform:form.applied', { name }))
        void navigate(`${base}/${id}`)
      }}
    >
      <Facts />
      <DomainField />
    </FormPanel>
  )
}

/**
 * The application of the address, once it is there: the page behind loads it, and says itself when it cannot. Closing leads
 * back to the tab that the panel was opened from.
 */
export function useApplicationOfRoute(): { application: Application | undefined; close: () => void } {
  const { applicationId = '' } = useParams()
  const { search } = useLocation()
  const navigate = useNavigate()
  return {
    application: useQuery(applicationQuery(applicationId)).data,
    close: () => void navigate({ pathname: `${base}/${applicationId}`, search }),
  }
}

/** `:applicationId/edit` */
export function ApplicationEditPanel() {
  const t = useText()
  const toast = useToast()
  const { application, close } = useApplicationOfRoute()
  if (!application) return null
  return (
    <FormPanel
      title={application.name}
      schema={applicationInput}
      initial={application}
      submitLabel={t('form:save')}
      errorFields={errorFields}
      onClose={close}
      onSubmit={(body) => call(updateApplication, { params: { id: application.id }, body })}
      onSaved={({ name }) => {
        toast.done(t('platform:form.saved', { name }))
        close()
      }}
    >
      <Facts />
    </FormPanel>
  )
}

/** `:applicationId/domain` */
export function DomainPanel() {
  const t = useText()
  const toast = useToast()
  const { application, close } = useApplicationOfRoute()
  if (!application) return null
  const { id, name, domain, pendingDomain } = application
  return (
    <FormPanel
      title={t('platform:form.domainTitle', { name })}
      schema={domainDraft}
      initial={{ domain: (pendingDomain.length > 0 ? pendingDomain : domain).join('; ') }}
      submitLabel={t('platform:form.apply')}
      errorFields={errorFields}
      onClose={close}
      onSubmit={(body) => call(changeDomain, { params: { id }, body: { domain: body.domain.join(';') } })}
      onSaved={() => {
        toast.done(t('platform:form.applied', { name }))
        close()
      }}
    >
      {domain.length > 0 && <p>{t('platform:form.domainNote')}</p>}
      <DomainField />
    </FormPanel>
  )
}

function Facts() {
  const t = useText()
  return (
    <>
      <FormField name="name" label={t('platform:form.name')}>
        <Input maxLength={64} autoComplete="off" />
      </FormField>
      <FormField name="type" label={t('platform:form.type')}>
        <Select options={applicationTypes.map((type) => ({ value: type, label: t(`platform:type.${type}`) }))} />
      </FormField>
      <FormField name="email" label={t('platform:form.email')}>
        <Input type="email" maxLength={128} autoComplete="off" />
      </FormField>
      <FormField name="description" label={t('platform:form.description')}>
        <Input.TextArea maxLength={500} rows={3} />
      </FormField>
    </>
  )
}

function DomainField() {
  const t = useText()
  return (
    <FormField name="domain" label={t('platform:form.domain')} hint={t('platform:form.domainHint')}>
      <Input.TextArea maxLength={2000} autoSize={{ minRows: 2, maxRows: 6 }} spellCheck={false} />
    </FormField>
  )
}
