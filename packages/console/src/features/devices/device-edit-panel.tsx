import { type Device, updateDevice } from '@gatehouse/contract/features/devices.ts'
import { directions } from '@gatehouse/contract/device/passage-words.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { useQuery } from '@tanstack/react-query'
import { Input, Select } from 'antd'
import { useCallback, useState } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router'
import { z } from 'zod'
import { call } from '../../api/call.ts'
import { useText } from '../../i18n/i18n.ts'
import { DetailPanel } from '../../ui/detail/detail-panel.tsx'
import { DetailSkeleton } from '../../ui/detail/detail-skeleton.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { FormFold } from '../../ui/form/form-fold.tsx'
import { FormField } from '../../ui/form/form-field.tsx'
import { GroupSelect } from '../../parts/person/form-group-select.tsx'
import { FormPanel } from '../../ui/form/form-panel.tsx'
import { FormZone } from '../../ui/form/form-zone.tsx'
import { useToast } from '../../ui/feedback/toast.tsx'
import { deviceQuery } from './device-queries.ts'
import { GroupDoors } from './group-doors.tsx'

/** The body of the route, with all that the form shows required to be there, but for doors: groups may pass all of them. */
const { groupPorts, ...shape } = updateDevice.body.omit({ revision: true }).required().shape
const schemaOfSeveral = z.object({ ...shape, groupPorts: groupPorts.default({}) })
const schema = schemaOfSeveral.omit({ groupPorts: true })

/** Data first, then the form: it starts from what the server has. */
export function DeviceEditPanel() {
  const t = useText()
  const { deviceId = '' } = useParams()
  const navigate = useNavigate()
  const { data: device, error, refetch } = useQuery(deviceQuery(deviceId))
  const { search } = useLocation()
  const close = useCallback(
    () => void navigate(pathTo('deviceList', { below: deviceId }) + search),
    [navigate, deviceId, search],
  )
  if (device) return <DeviceForm device={device} onClose={close} />
  return (
    <DetailPanel title={t('devices:action.edit')} onClose={close}>
      {error ? <ErrorPanel error={error} onRetry={() => void refetch()} /> : <DetailSkeleton />}
    </DetailPanel>
  )
}

function DeviceForm({ device, onClose }: { device: Device; onClose: () => void }) {
  const t = useText()
  const toast = useToast()
  // The values that the form starts from; data that arrives while it is open is somebody else's change.
  const [revision] = useState(device.revision)
  return (
    <FormPanel
      title={t('devices:form.title', { name: device.name })}
      schema={device.doorCount > 1 ? schemaOfSeveral : schema}
      initial={{ ...device, groupIds: device.groups.map(({ id }) => id) }}
      submitLabel={t('form:save')}
      errorFields={{ 'group.not-found': 'groupIds' }}
      onSubmit={(body) => call(updateDevice, { params: { id: device.id }, body: { ...body, revision } })}
      onSaved={(saved) => {
        toast.done(t('devices:saved', { name: saved.name }))
        onClose()
      }}
      onClose={onClose}
    >
      <FormField name="name" label={t('devices:column.name')}>
        <Input maxLength={64} autoComplete="off" />
      </FormField>
      <FormField name="location" label={t('devices:column.location')}>
        <Input maxLength={128} autoComplete="off" />
      </FormField>
      <FormField name="direction" label={t('devices:column.direction')}>
        <Select options={directions.map((value) => ({ value, label: t(`list:direction.${value}`) }))} />
      </FormField>
      <FormField name="groupIds" label={t('devices:form.groups')} hint={t('devices:form.groupsHint')}>
        <GroupSelect />
      </FormField>
      {device.doorCount > 1 && (
        <FormField name="groupPorts" label={t('devices:doors.title')} hint={t('devices:doors.hint')}>
          <GroupDoors device={device} />
        </FormField>
      )}
      <FormFold title={t('devices:form.more')}>
        <FormField name="description" label={t('devices:form.description')}>
          <Input.TextArea maxLength={255} autoSize={{ minRows: 2 }} />
        </FormField>
        <FormField name="timeZone" label={t('devices:form.timeZone')} hint={t('devices:form.timeZoneHint')}>
          <FormZone allowClear placeholder={t('devices:detail.timeZoneNone')} />
        </FormField>
        {device.capabilities.isTiedToNetwork && (
          <FormField
            name="sourceNetwork"
            label={t('devices:form.sourceNetwork')}
            hint={t('devices:form.sourceNetworkHint')}
          >
            <Input maxLength={200} autoComplete="off" placeholder={t('devices:form.anyNetwork')} />
          </FormField>
        )}
      </FormFold>
    </FormPanel>
  )
}
