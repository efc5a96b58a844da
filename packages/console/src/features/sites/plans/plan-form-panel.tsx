import {
  createFloorPlan,
  type FloorPlan,
  replaceFloorPlanPicture,
  updateFloorPlan,
} from '@gatehouse/contract/features/floor-plans.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { useQuery } from '@tanstack/react-query'
import { Button, Input, InputNumber } from 'antd'
import { useState } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { call, callAndRefresh } from '../../../api/call.ts'
import { useText } from '../../../i18n/i18n.ts'
import { DetailPanel } from '../../../ui/detail/detail-panel.tsx'
import { useToast } from '../../../ui/feedback/toast.tsx'
import { FormField } from '../../../ui/form/form-field.tsx'
import { FormPanel } from '../../../ui/form/form-panel.tsx'
import { usePanelRoute } from '../../../ui/list/list-panel-route.ts'
import { type PlanFile, PlanFileField } from './plan-file.tsx'
import { sitePlans } from './plan-queries.ts'

const schema = updateFloorPlan.body.omit({ version: true })
const errorFields = { 'floor-plan.name-taken': 'name' } as const
const bodyOf = ({ file }: PlanFile) => ({ files: [{ name: file.name, content: file }] })

function PlanFields() {
  const t = useText()
  return (
    <>
      <FormField name="name" label={t('sites:column.name')} hint={t('sites:plan.nameHint')}>
        <Input maxLength={60} autoComplete="off" />
      </FormField>
      <FormField name="level" label={t('sites:plan.level')} hint={t('sites:plan.levelHint')}>
        <InputNumber min={-99} max={999} precision={0} />
      </FormField>
    </>
  )
}

/** `plans/new?id=…`: a file, then how the floor is called. */
export function PlanCreatePanel() {
  const t = useText()
  const toast = useToast()
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const siteId = params.get('id') ?? ''
  const panel = usePanelRoute(pathTo('sitePlans'))
  const [file, setFile] = useState<PlanFile | null>(null)
  const { data } = useQuery(sitePlans(siteId))
  if (!data) return null
  return (
    <FormPanel
      title={t('sites:plan.add')}
      schema={schema}
      initial={{ level: data.length === 0 ? 0 : Math.max(...data.map(({ level }) => level)) + 1 }}
      submitLabel={t('sites:plan.submit')}
      errorFields={errorFields}
      onClose={panel.close}
      onSubmit={async (body) => {
        // Without a file the server says what is missing.
        const files = file ? bodyOf(file) : { files: [] }
        const query = { ...body, page: file?.page ?? 1 }
        return callAndRefresh(createFloorPlan, { params: { id: siteId }, query, body: files })
      }}
      onSaved={({ id, name }) => {
        toast.done(t('sites:plan.created', { name }))
        void navigate(pathTo('sitePlans', { query: { id: siteId, plan: id } }))
      }}
    >
      <PlanFileField onFile={setFile} />
      <PlanFields />
    </FormPanel>
  )
}

/** The plan that an address of a panel names; undefined while it is loaded, or where there is none. */
function useNamedPlan(): FloorPlan | undefined {
  const { planId } = useParams()
  const [params] = useSearchParams()
  return useQuery(sitePlans(params.get('id') ?? '')).data?.find(({ id }) => id === planId)
}

/** `plans/:planId/edit?id=…` */
export function PlanEditPanel() {
  const plan = useNamedPlan()
  return plan ? <PlanEdit key={plan.id} plan={plan} /> : null
}

function PlanEdit({ plan }: { plan: FloorPlan }) {
  const t = useText()
  const toast = useToast()
  const panel = usePanelRoute(pathTo('sitePlans'))
  // A change that arrives while the form is open is somebody else's.
  const [version] = useState(plan.version)
  return (
    <FormPanel
      title={t('sites:plan.editTitle', { plan: plan.name })}
      schema={schema}
      initial={plan}
      submitLabel={t('form:save')}
      errorFields={errorFields}
      onClose={panel.close}
      onSubmit={(body) => call(updateFloorPlan, { params: { id: plan.id }, body: { ...body, version } })}
      onSaved={({ name }) => {
        toast.done(t('sites:plan.saved', { plan: name }))
        panel.close()
      }}
    >
      <PlanFields />
    </FormPanel>
  )
}

/** `plans/:planId/picture?id=…`: another picture of the same floor. */
export function PlanPicturePanel() {
  const plan = useNamedPlan()
  return plan ? <PlanPictureForm key={plan.id} plan={plan} /> : null
}

function PlanPictureForm({ plan: { id, name } }: { plan: FloorPlan }) {
  const t = useText()
  const toast = useToast()
  const panel = usePanelRoute(pathTo('sitePlans'))
  const [file, setFile] = useState<PlanFile | null>(null)
  const [isSaving, setIsSaving] = useState(false)
  const save = async () => {
    if (!file) return
    setIsSaving(true)
    try {
      await callAndRefresh(replaceFloorPlanPicture, { params: { id }, query: { page: file.page }, body: bodyOf(file) })
      toast.done(t('sites:plan.replaced', { plan: name }))
      panel.close()
    } catch (error) {
      toast.failed(error)
      setIsSaving(false)
    }
  }
  const footer = (
    <div className="form-bar">
      <Button onClick={panel.close}>{t('form:cancel')}</Button>
      <Button type="primary" disabled={!file} loading={isSaving} onClick={() => void save()}>
        {t('sites:plan.replace')}
      </Button>
    </div>
  )
  return (
    <DetailPanel title={t('sites:plan.replaceTitle', { plan: name })} width={480} onClose={panel.close} footer={footer}>
      <p>{t('sites:plan.replaceHint')}</p>
      <PlanFileField onFile={setFile} />
    </DetailPanel>
  )
}
