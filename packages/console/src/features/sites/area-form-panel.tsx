import { type Area, createArea, type Site, updateArea } from '@gatehouse/contract/features/sites.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { useQuery } from '@tanstack/react-query'
import { Input } from 'antd'
import { useParams, useSearchParams } from 'react-router'
import { call } from '../../api/call.ts'
import { useText } from '../../i18n/i18n.ts'
import { FormField } from '../../ui/form/form-field.tsx'
import { FormPanel } from '../../ui/form/form-panel.tsx'
import { usePanelRoute } from '../../ui/list/list-panel-route.ts'
import { useToast } from '../../ui/feedback/toast.tsx'
import { AreaSelect } from './area-select.tsx'
import { siteDetail } from './site-queries.ts'

const errorFields = {
  'area.name-taken': 'name',
  'area.not-found': 'parentAreaId',
  'area.too-deep': 'parentAreaId',
  'area.cycle': 'parentAreaId',
} as const

/** `detail/area/:areaId/new?id=…`: a new area inside another. */
export function AreaCreatePanel() {
  const { areaId } = useParams()
  const [params] = useSearchParams()
  const site = useQuery(siteDetail(params.get('id') ?? '')).data
  // the page behind is being loaded, or says itself that there is none
  return site ? <AreaCreate site={site} inside={areaId} /> : null
}

function AreaCreate({ site, inside }: { site: Site; inside: string | undefined }) {
  const t = useText()
  const toast = useToast()
  const panel = usePanelRoute(pathTo('siteDetail'))
  return (
    <FormPanel
      title={t('sites:area.add')}
      schema={createArea.body}
      initial={{ parentAreaId: inside }}
      submitLabel={t('sites:area.submit')}
      errorFields={errorFields}
      onClose={panel.close}
      onSubmit={(body) => call(createArea, { body })}
      onSaved={({ name }) => {
        toast.done(t('sites:area.created', { name }))
        panel.close()
      }}
    >
      <FormField name="name" label={t('sites:column.name')} hint={t('sites:area.nameHint')}>
        <Input maxLength={60} autoComplete="off" />
      </FormField>
      <FormField name="parentAreaId" label={t('sites:area.inside')}>
        <AreaSelect areas={site.areas} />
      </FormField>
    </FormPanel>
  )
}

/** `detail/area/:areaId?id=…`: another name, or another area around it. */
export function AreaEditPanel() {
  const { areaId } = useParams()
  const [params] = useSearchParams()
  const site = useQuery(siteDetail(params.get('id') ?? '')).data
  const area = site?.areas.find(({ id }) => id === areaId)
  return site && area ? <AreaEdit key={area.id} site={site} area={area} /> : null
}

function AreaEdit({ site, area }: { site: Site; area: Area }) {
  const t = useText()
  const toast = useToast()
  const panel = usePanelRoute(pathTo('siteDetail'))
  return (
    <FormPanel
      title={t('sites:area.editTitle', { name: area.name })}
      schema={updateArea.body}
      initial={area}
      submitLabel={t('form:save')}
      errorFields={errorFields}
      onClose={panel.close}
      onSubmit={(body) => call(updateArea, { params: { id: area.id }, body })}
      onSaved={({ name }) => {
        toast.done(t('sites:area.saved', { name }))
        panel.close()
      }}
    >
      <FormField name="name" label={t('sites:column.name')}>
        <Input maxLength={60} autoComplete="off" />
      </FormField>
      {area.parentAreaId !== null && (
        <FormField name="parentAreaId" label={t('sites:area.inside')}>
          <AreaSelect areas={site.areas} except={area.id} />
        </FormField>
      )}
    </FormPanel>
  )
}
