import {
  type ElevatorFloor,
  elevatorFloor,
  type getElevatorFloors,
  maxFloors,
  setElevatorFloors,
} from '@gatehouse/contract/features/door-rules/elevator-floors.ts'
import type { Area } from '@gatehouse/contract/features/sites.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import type { Reply } from '@gatehouse/contract/route.ts'
import { useQuery } from '@tanstack/react-query'
import { Button, InputNumber } from 'antd'
import { useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { callAndRefresh } from '../../../api/call.ts'
import { useText } from '../../../i18n/i18n.ts'
import { useCan } from '../../../lib/use-can.ts'
import { TimetableSelect } from '../../../parts/passage/timetable-select.tsx'
import { GroupSelect } from '../../../parts/person/form-group-select.tsx'
import { DetailPanel } from '../../../ui/detail/detail-panel.tsx'
import { DetailSkeleton } from '../../../ui/detail/detail-skeleton.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ErrorPanel } from '../../../ui/feedback/error-panel.tsx'
import { useToast } from '../../../ui/feedback/toast.tsx'
import { FormField } from '../../../ui/form/form-field.tsx'
import { FormPanel } from '../../../ui/form/form-panel.tsx'
import { usePanelRoute } from '../../../ui/list/list-panel-route.ts'
import { AreaSelect } from '../area-select.tsx'
import { doorDetail, floorsOf, siteDetail } from '../site-queries.ts'
import '../rules/rules.css'

const errorFields = {
  'area.not-found': 'areaId',
  'group.not-found': 'groupIds',
  'timetable.not-found': 'timetableId',
} as const

/** `door/floor/new?id=…` and `door/floor/:output?id=…` */
export function DoorFloorPanel() {
  const t = useText()
  const { output } = useParams()
  const [params] = useSearchParams()
  const id = params.get('id') ?? ''
  const { close } = usePanelRoute(pathTo('doorDetail'), 'rules')
  const floors = useQuery({ ...floorsOf(id), retry: false })
  const door = useQuery({ ...doorDetail(id), retry: false })
  const siteId = door.data?.site.id
  const site = useQuery({ ...siteDetail(siteId ?? ''), enabled: siteId !== undefined, retry: false })
  const failed = [floors, door, site].find(({ isError, data }) => isError && !data)
  const floor = floors.data?.floors.find((one) => String(one.output) === output)
  if (floors.data && site.data && (floor || output === undefined)) {
    return <FloorForm doorId={id} areas={site.data.areas} kept={floors.data} output={floor?.output} onClose={close} />
  }
  return (
    <DetailPanel title={t('doorPage:floor.title')} onClose={close}>
      {failed?.error ? (
        <ErrorPanel error={failed.error} onRetry={() => void failed.refetch()} />
      ) : floors.data && site.data ? (
        <EmptyState title={t('doorPage:floor.missing')} text={t('doorPage:missing.text')} />
      ) : (
        <DetailSkeleton />
      )}
    </DetailPanel>
  )
}

type FormProps = {
  doorId: string
  areas: readonly Area[]
  kept: Reply<typeof getElevatorFloors>
  /** Of the floor that is changed; undefined: one is added. */
  output: number | undefined
  onClose: () => void
}

function FloorForm({ doorId, areas, kept, output: changedOutput, onClose }: FormProps) {
  const t = useText()
  const can = useCan()
  const toast = useToast()
  // A change that arrives while the form is open is somebody else's.
  const [{ floors: before, version }] = useState(kept)
  const floor = before.find(({ output }) => output === changedOutput)
  const others = before.filter(({ output }) => output !== changedOutput)
  const nameOf = (areaId: string) => areas.find(({ id }) => id === areaId)?.name ?? '–'
  const save = (floors: readonly ElevatorFloor[], known = version) =>
    callAndRefresh(setElevatorFloors, { params: { id: doorId }, body: { floors: [...floors], version: known } })
  const { shape } = elevatorFloor
  const schema = elevatorFloor.extend({
    areaId: shape.areaId.refine((id) => others.every(({ areaId }) => areaId !== id), { error: 'floor-twice' }),
    output: shape.output.refine((one) => others.every(({ output }) => output !== one), { error: 'output-twice' }),
  })
  const remove = (removed: ElevatorFloor) =>
    save(others).then((saved) => {
      const text = others.length > 0 ? 'doorPage:floor.removed' : 'doorPage:floor.removedLast'
      toast.done(t(text, { area: nameOf(removed.areaId) }), { undo: () => save(before, saved.version) })
      onClose()
    }, toast.failed)
  const free = Array.from({ length: maxFloors }, (_, index) => index + 1).find((one) =>
    others.every(({ output }) => output !== one),
  )
  return (
    <FormPanel
      title={floor ? t('doorPage:floor.edit', { area: nameOf(floor.areaId) }) : t('doorPage:floor.add')}
      schema={schema}
      initial={floor ?? { output: free, groupIds: [], timetableId: null }}
      submitLabel={t(floor ? 'form:save' : 'doorPage:floor.add')}
      errorFields={errorFields}
      onSubmit={async (changed) => {
        await save([...others, changed])
        return changed
      }}
      onSaved={({ areaId }) => {
        toast.done(t('doorPage:floor.saved', { area: nameOf(areaId) }))
        onClose()
      }}
      onClose={onClose}
    >
      {others.length === 0 && !floor && <p className="rule-intro">{t('doorPage:floor.firstWarning')}</p>}
      <FormField name="areaId" label={t('doorPage:floor.areaField')} hint={t('doorPage:floor.areaHint')}>
        <AreaSelect areas={areas} />
      </FormField>
      <FormField name="output" label={t('doorPage:floor.outputField')} hint={t('doorPage:floor.outputHint')}>
        <InputNumber min={1} max={maxFloors} precision={0} />
      </FormField>
      <FormField name="groupIds" label={t('doorPage:floor.groupsField')} hint={t('doorPage:floor.groupsHint')}>
        <GroupSelect />
      </FormField>
      {can('timetable.read') ? (
        <FormField name="timetableId" label={t('doorPage:floor.hoursField')} hint={t('doorPage:floor.hoursHint')}>
          <TimetableSelect allowClear />
        </FormField>
      ) : (
        <p className="rule-quiet">{t('rules:needsTimetables')}</p>
      )}
      {floor && (
        <Button danger onClick={() => void remove(floor)}>
          {t('doorPage:floor.remove')}
        </Button>
      )}
    </FormPanel>
  )
}
