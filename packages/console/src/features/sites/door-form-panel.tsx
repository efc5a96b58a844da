import {
  createDoor,
  type Door,
  doorInput,
  doorKinds,
  type Site,
  updateDoor,
} from '@gatehouse/contract/features/sites.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Form, Input, Select } from 'antd'
import { useState } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { call } from '../../api/call.ts'
import { useText } from '../../i18n/i18n.ts'
import { DetailPanel } from '../../ui/detail/detail-panel.tsx'
import { DetailSkeleton } from '../../ui/detail/detail-skeleton.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { useToast } from '../../ui/feedback/toast.tsx'
import { FormField } from '../../ui/form/form-field.tsx'
import { FormFold } from '../../ui/form/form-fold.tsx'
import { FormPanel } from '../../ui/form/form-panel.tsx'
import { FormSwitch } from '../../ui/form/form-switch.tsx'
import { usePanelRoute } from '../../ui/list/list-panel-route.ts'
import { AreaSelect } from './area-select.tsx'
import { readersOfForm, ReaderFields } from './reader-fields.tsx'
import { doorDetail, siteDetail, siteNames } from './site-queries.ts'
import { nameLabel } from '../../ui/form/name-label.ts'

const doorForm = doorInput.extend({ readers: readersOfForm })
const errorFields = {
  'door.same-area': 'toAreaId',
  'area.not-found': 'toAreaId',
  'site.not-found': 'siteId',
  'device.not-found': 'readers',
} as const

/** `detail/door/new?id=…` */
export function DoorCreatePanel() {
  const [params] = useSearchParams()
  const site = useQuery(siteDetail(params.get('id') ?? '')).data
  const chosen = site?.areas.find(({ id }) => id === params.get('areaId')) ?? site?.areas[0]
  // the page behind is being loaded, or says itself that there is none
  return site ? (
    <DoorForm
      site={site}
      initial={{ siteId: site.id, kind: 'door', fromAreaId: chosen?.parentAreaId, toAreaId: chosen?.id, readers: [] }}
    />
  ) : null
}

/** `detail/door/:doorId?id=…` */
export function DoorEditPanel() {
  const t = useText()
  const { doorId = '' } = useParams()
  const [params] = useSearchParams()
  const { close } = usePanelRoute(pathTo('siteDetail'))
  const site = useQuery(siteDetail(params.get('id') ?? '')).data
  const { data: door, error, refetch } = useQuery({ ...doorDetail(doorId), retry: false })
  if (site && door) {
    const { fromArea, toArea } = door
    const initial = { ...door, siteId: door.site.id, fromAreaId: fromArea?.id, toAreaId: toArea?.id }
    return <DoorForm key={door.id} site={site} door={door} initial={initial} />
  }
  return (
    <DetailPanel title={t('sites:door.edit')} onClose={close}>
      {error ? <ErrorPanel error={error} onRetry={() => void refetch()} /> : <DetailSkeleton />}
    </DetailPanel>
  )
}

type FormProps = { site: Site; door?: Door; initial: Readonly<Record<string, unknown>> }

function DoorForm({ site, door, initial }: FormProps) {
  const t = useText()
  const toast = useToast()
  const navigate = useNavigate()
  const panel = usePanelRoute(pathTo('siteDetail'))
  // A change that arrives while the form is open is somebody else's.
  const [version] = useState(door?.version)
  return (
    <FormPanel
      title={door ? t('sites:door.editTitle', { name: door.name }) : t('sites:door.add')}
      schema={doorForm}
      initial={initial}
      submitLabel={door ? t('form:save') : t('sites:door.submit')}
      errorFields={errorFields}
      onClose={panel.close}
      onSubmit={(body) =>
        door ? call(updateDoor, { params: { id: door.id }, body: { ...body, version } }) : call(createDoor, { body })
      }
      onSaved={(saved) => {
        toast.done(t('sites:door.saved', { name: saved.name }))
        if (saved.site.id === site.id) panel.close()
        else void navigate(pathTo('siteDetail', { query: { id: saved.site.id } }))
      }}
    >
      <DoorFields />
    </FormPanel>
  )
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

function DoorFields() {
  const t = useText()
  const client = useQueryClient()
  const form = Form.useFormInstance<Record<string, unknown>>()
  const siteId = textOf(Form.useWatch('siteId', { form, preserve: true }))
  const names = useQuery(siteNames)
  const areas = useQuery({ ...siteDetail(siteId), enabled: siteId !== '' }).data?.areas ?? []
  /** A door that moves to another site leads from outside into it, until somebody says otherwise. */
  const leadInto = async (id: string) => {
    const { areas: there } = await client.fetchQuery(siteDetail(id))
    form.setFieldsValue({ fromAreaId: undefined, toAreaId: there[0]?.id })
  }
  return (
    <>
      <FormField name="name" label={t('sites:column.name')} hint={t('sites:door.nameHint')}>
        <Input maxLength={64} autoComplete="off" />
      </FormField>
      <div className="door-way">
        <FormField name="fromAreaId" label={t('sites:door.from')}>
          <AreaSelect key={`${siteId} ${areas.length}`} areas={areas} withOutside />
        </FormField>
        <FormField name="toAreaId" label={t('sites:door.to')}>
          <AreaSelect key={`${siteId} ${areas.length}`} areas={areas} withOutside />
        </FormField>
      </div>
      <FormField name="readers" label={t('sites:door.readers')} hint={t('sites:door.readersHint')}>
        <ReaderFields />
      </FormField>
      <FormFold title={t('sites:door.kindFold')} isAlwaysFilled>
        <FormField name="kind" label={t('sites:door.kind')}>
          <Select options={doorKinds.map((value) => ({ value, label: t(`sites:kind.${value}`) }))} />
        </FormField>
        <FormField name="siteId" label={t('sites:door.site')}>
          <Select
            labelRender={nameLabel}
            showSearch={{ optionFilterProp: 'label' }}
            options={(names.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
            loading={names.isPending}
            onChange={(id: string) => void leadInto(id)}
          />
        </FormField>
      </FormFold>
      <FormFold title={t('sites:door.openingFold')}>
        <FormField name="hasContact" label={t('sites:door.contact')} hint={t('sites:door.contactHint')}>
          <FormSwitch label={t('sites:door.contact')} />
        </FormField>
        <FormField name="needsReason" label={t('sites:door.needsReason')} hint={t('sites:door.needsReasonHint')}>
          <FormSwitch label={t('sites:door.needsReason')} />
        </FormField>
      </FormFold>
    </>
  )
}
