import {
  createMusterPoint,
  type MusterPoint,
  musterPointInput,
  updateMusterPoint,
} from '@gatehouse/contract/features/muster.ts'
import type { Area, Site } from '@gatehouse/contract/features/sites.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { useQuery } from '@tanstack/react-query'
import { Input, Select } from 'antd'
import { useParams, useSearchParams } from 'react-router'
import { call } from '../../api/call.ts'
import { useText } from '../../i18n/i18n.ts'
import { DevicesSelect } from '../../parts/device/device-select.tsx'
import { useToast } from '../../ui/feedback/toast.tsx'
import { FormField } from '../../ui/form/form-field.tsx'
import { FormPanel } from '../../ui/form/form-panel.tsx'
import { usePanelRoute } from '../../ui/list/list-panel-route.ts'
import { musterPoints, siteWithAreas } from './muster-queries.ts'

const errorFields = {
  'muster-point.name-taken': 'name',
  'area.not-found': 'areaIds',
  'device.not-found': 'deviceIds',
} as const

/** `muster/point/new?id=<site>` */
export function PointCreatePanel() {
  const t = useText()
  const toast = useToast()
  const panel = usePanelRoute(pathTo('siteMuster'))
  const [params] = useSearchParams()
  const site = useQuery(siteWithAreas(params.get('id') ?? '')).data
  // the page behind is being loaded, or says itself that there is none
  if (!site) return null
  return (
    <FormPanel
      title={t('muster:site.add')}
      schema={musterPointInput}
      initial={{}}
      submitLabel={t('muster:site.form.create')}
      errorFields={errorFields}
      onClose={panel.close}
      onSubmit={(body) => call(createMusterPoint, { body: { ...body, siteId: site.id } })}
      onSaved={({ name }) => {
        toast.done(t('muster:site.created', { name }))
        panel.close()
      }}
    >
      <PointFields site={site} />
    </FormPanel>
  )
}

/** `muster/point/:pointId?id=<site>` */
export function PointEditPanel() {
  const { pointId } = useParams()
  const [params] = useSearchParams()
  const siteId = params.get('id') ?? ''
  const site = useQuery(siteWithAreas(siteId)).data
  const point = useQuery(musterPoints(siteId)).data?.find(({ id }) => id === pointId)
  return site && point ? <PointEdit key={point.id} site={site} point={point} /> : null
}

const idOf = ({ id }: { id: string }) => id

function PointEdit({ site, point }: { site: Site; point: MusterPoint }) {
  const t = useText()
  const toast = useToast()
  const panel = usePanelRoute(pathTo('siteMuster'))
  return (
    <FormPanel
      title={t('muster:site.form.edit', { name: point.name })}
      schema={musterPointInput}
      initial={{ name: point.name, areaIds: point.areas.map(idOf), deviceIds: point.devices.map(idOf) }}
      submitLabel={t('form:save')}
      errorFields={errorFields}
      onClose={panel.close}
      onSubmit={(body) => call(updateMusterPoint, { params: { id: point.id }, body })}
      onSaved={({ name }) => {
        toast.done(t('muster:site.saved', { name }))
        panel.close()
      }}
    >
      <PointFields site={site} />
    </FormPanel>
  )
}

function PointFields({ site }: { site: Site }) {
  const t = useText()
  return (
    <>
      <FormField name="name" label={t('muster:site.form.name')} hint={t('muster:site.form.nameHint')}>
        <Input maxLength={60} autoComplete="off" />
      </FormField>
      <FormField name="areaIds" label={t('muster:site.form.areas')} hint={t('muster:site.form.areasHint')}>
        <Select mode="multiple" showSearch={{ optionFilterProp: 'label' }} options={areaChoices(site.areas)} />
      </FormField>
      <FormField name="deviceIds" label={t('muster:site.form.devices')} hint={t('muster:site.form.devicesHint')}>
        <DevicesSelect />
      </FormField>
    </>
  )
}

/** Each area with those around it, `Ground floor / Laboratory`; the site itself is only named where it is meant. */
function areaChoices(areas: readonly Area[]): { value: string; label: string }[] {
  const ways = new Map<string, string>()
  // Parents come before their children.
  for (const { id, parentAreaId, name } of areas) {
    const around = areas.find((area) => area.id === parentAreaId)
    const way = around && around.parentAreaId !== null ? `${ways.get(around.id) ?? around.name} / ${name}` : name
    ways.set(id, way)
  }
  return areas.map(({ id, name }) => ({ value: id, label: ways.get(id) ?? name }))
}
