import { createSite, type Site, siteInput, updateSite } from '@gatehouse/contract/features/sites.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { useQuery } from '@tanstack/react-query'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { CallError } from '../../api/call-error.ts'
import { call } from '../../api/call.ts'
import { useText } from '../../i18n/i18n.ts'
import { companyZone } from '../../lib/format-date.ts'
import { errorText } from '../../ui/feedback/error-text.ts'
import { FormField } from '../../ui/form/form-field.tsx'
import { FormPanel } from '../../ui/form/form-panel.tsx'
import { FormZone } from '../../ui/form/form-zone.tsx'
import { usePanelRoute } from '../../ui/list/list-panel-route.ts'
import { useToast } from '../../ui/feedback/toast.tsx'
import { siteDetail } from './site-queries.ts'

const errorFields = { 'site.name-taken': 'name', 'site.zone-unknown': 'timeZone' } as const

export function SiteCreatePanel() {
  const t = useText()
  const toast = useToast()
  const navigate = useNavigate()
  const panel = usePanelRoute(pathTo('sites'))
  return (
    <FormPanel
      title={t('sites:add')}
      schema={siteInput}
      initial={{}}
      submitLabel={t('sites:form.submit')}
      errorFields={errorFields}
      onClose={panel.close}
      onSubmit={(body) => call(createSite, { body })}
      onSaved={({ id, name }) => {
        toast.done(t('sites:created', { name }))
        void navigate(pathTo('siteDetail', { query: { id } }))
      }}
    >
      <SiteFields />
    </FormPanel>
  )
}

/** `detail/edit?id=…` */
export function SiteEditPanel() {
  const [params] = useSearchParams()
  const site = useQuery(siteDetail(params.get('id') ?? '')).data
  // the page behind is being loaded, or says itself that there is none
  return site ? <SiteEdit site={site} /> : null
}

function SiteEdit({ site }: { site: Site }) {
  const t = useText()
  const toast = useToast()
  const panel = usePanelRoute(pathTo('siteDetail'))
  // A change that arrives while the form is open is somebody else's.
  const [version] = useState(site.version)
  return (
    <FormPanel
      title={t('sites:form.edit', { name: site.name })}
      schema={siteInput}
      initial={site}
      submitLabel={t('form:save')}
      errorFields={errorFields}
      onClose={panel.close}
      onSubmit={(body, force) => call(updateSite, { params: { id: site.id }, body: { ...body, version, force } })}
      refusal={(error, submit) =>
        error instanceof CallError &&
        error.message === 'site.zone-has-people' && (
          <>
            <p>{errorText(error, t)}</p>
            <Button onClick={() => submit(true)}>{t('sites:zoneConfirm')}</Button>
          </>
        )
      }
      onSaved={({ name }) => {
        toast.done(t('sites:saved', { name }))
        panel.close()
      }}
    >
      <SiteFields />
    </FormPanel>
  )
}

function SiteFields() {
  const t = useText()
  return (
    <>
      <FormField name="name" label={t('sites:column.name')} hint={t('sites:form.nameHint')}>
        <Input maxLength={60} autoComplete="off" />
      </FormField>
      <FormField name="address" label={t('sites:column.address')}>
        <Input maxLength={255} autoComplete="off" />
      </FormField>
      <FormField name="timeZone" label={t('sites:form.timeZone')} hint={t('sites:form.timeZoneHint')}>
        <FormZone allowClear placeholder={t('sites:form.timeZoneNone', { zone: companyZone() })} />
      </FormField>
    </>
  )
}
