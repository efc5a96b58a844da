import {
  areaInput,
  createAttendanceArea,
  updateAttendanceArea,
  type AttendanceArea,
} from '@gatehouse/contract/features/attendance/areas.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { useQuery } from '@tanstack/react-query'
import { Button, Form, Input, InputNumber } from 'antd'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { call } from '../../../api/call.ts'
import { useText } from '../../../i18n/i18n.ts'
import { DevicesSelect } from '../../../parts/device/device-select.tsx'
import { FormField } from '../../../ui/form/form-field.tsx'
import { FormFold } from '../../../ui/form/form-fold.tsx'
import { FormPanel } from '../../../ui/form/form-panel.tsx'
import { usePanelRoute } from '../../../ui/list/list-panel-route.ts'
import { useToast } from '../../../ui/feedback/toast.tsx'
import { AreaMap } from './area-map.tsx'
import { areaList } from '../attendance-queries.ts'

const errorFields = {
  'attendance-area.name-taken': 'name',
  'attendance-area.device-taken': 'deviceIds',
  'device.not-found': 'deviceIds',
} as const

export function AreaCreatePanel() {
  const panel = usePanelRoute(pathTo('attendanceAreas'))
  return <AreaForm onClose={panel.close} />
}

/** `detail/edit?id=…` */
export function AreaEditPanel() {
  const [params] = useSearchParams()
  const id = params.get('id') ?? ''
  const navigate = useNavigate()
  const area = useQuery(areaList).data?.find((one) => one.id === id)
  // the page behind is being loaded, or says itself that it was not
  if (!area) return null
  return <AreaForm area={area} onClose={() => void navigate(pathTo('attendanceAreasDetail', { query: { id } }))} />
}

function AreaForm({ area, onClose }: { area?: AttendanceArea; onClose: () => void }) {
  const t = useText()
  const navigate = useNavigate()
  const toast = useToast()
  return (
    <FormPanel
      title={area ? t('attendance:areas.editTitle', { name: area.name }) : t('attendance:areas.create')}
      schema={areaInput}
      initial={area ? { ...area, deviceIds: area.devices.map(({ id }) => id) } : { radiusMetres: 200, deviceIds: [] }}
      submitLabel={area ? t('form:save') : t('attendance:areas.submit')}
      errorFields={errorFields}
      onClose={onClose}
      onSubmit={(body) =>
        area ? call(updateAttendanceArea, { params: { id: area.id }, body }) : call(createAttendanceArea, { body })
      }
      onSaved={(saved) => {
        toast.done(t('attendance:areas.saved', { name: saved.name }))
        void navigate(pathTo('attendanceAreasDetail', { query: { id: saved.id } }))
      }}
    >
      <FormField name="name" label={t('attendance:areas.name')}>
        <Input maxLength={64} autoComplete="off" />
      </FormField>
      <div className="attendance-pair">
        <FormField name="latitude" label={t('attendance:areas.latitude')}>
          <InputNumber min={-90} max={90} step={0.0001} precision={6} />
        </FormField>
        <FormField name="longitude" label={t('attendance:areas.longitude')}>
          <InputNumber min={-180} max={180} step={0.0001} precision={6} />
        </FormField>
      </div>
      <FormField name="radiusMetres" label={t('attendance:areas.radius')}>
        <InputNumber min={10} max={100_000} precision={0} />
      </FormField>
      <Position />
      <FormFold title={t('attendance:areas.fold')}>
        <FormField name="location" label={t('attendance:areas.location')}>
          <Input maxLength={128} autoComplete="off" />
        </FormField>
        <FormField name="deviceIds" label={t('attendance:areas.devices')}>
          <DevicesSelect />
        </FormField>
      </FormFold>
    </FormPanel>
  )
}

const numberOf = (value: unknown) => (typeof value === 'number' ? value : 0)

/** The sketch that moves the position of the fields above it, and the browser's own position. */
function Position() {
  const t = useText()
  const form = Form.useFormInstance<Record<string, unknown>>()
  const latitude = numberOf(Form.useWatch('latitude'))
  const longitude = numberOf(Form.useWatch('longitude'))
  const radiusMetres = numberOf(Form.useWatch('radiusMetres'))
  const [hasFailed, setFailed] = useState(false)
  const useHere = () => {
    setFailed(false)
    navigator.geolocation.getCurrentPosition(
      ({ coords }) =>
        form.setFieldsValue({
          latitude: Math.round(coords.latitude * 1e6) / 1e6,
          longitude: Math.round(coords.longitude * 1e6) / 1e6,
        }),
      () => setFailed(true),
      { enableHighAccuracy: true, timeout: 15_000 },
    )
  }
  return (
    <div className="area-position">
      <AreaMap
        latitude={latitude}
        longitude={longitude}
        radiusMetres={radiusMetres}
        onMove={(place) => form.setFieldsValue(place)}
      />
      <Button onClick={useHere}>{t('attendance:areas.here')}</Button>
      {hasFailed && <p role="alert">{t('attendance:areas.noPosition')}</p>}
    </div>
  )
}
