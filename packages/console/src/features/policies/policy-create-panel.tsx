import { createPolicies, policyInput } from '@gatehouse/contract/features/policies.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useSearchParams } from 'react-router'
import { call } from '../../api/call.ts'
import { useText } from '../../i18n/i18n.ts'
import { DevicesSelect } from '../../parts/device/device-select.tsx'
import { FormField } from '../../ui/form/form-field.tsx'
import { groupList } from '../../parts/person/group-list.ts'
import { FormPanel } from '../../ui/form/form-panel.tsx'
import { groupName } from '../../parts/passage/list-group-name.ts'
import { usePanelRoute } from '../../ui/list/list-panel-route.ts'
import { TimetableSelect } from '../../parts/passage/timetable-select.tsx'
import { useToast } from '../../ui/feedback/toast.tsx'
import { PolicyFit } from './policy-fit.tsx'
import { nameLabel } from '../../ui/form/name-label.ts'

/** `/sign/policies/new`: many devices and groups at once; begins with what the list is filtered by. */
export function PolicyCreatePanel() {
  const t = useText()
  const toast = useToast()
  const panel = usePanelRoute(pathTo('policies', { below: 'list' }))
  const [params] = useSearchParams()
  const groups = useQuery(groupList())
  const one = (name: string) => [params.get(name) ?? []].flat()
  return (
    <FormPanel
      title={t('policies:add')}
      schema={policyInput}
      initial={{
        deviceIds: one('deviceId'),
        groupIds: one('groupId'),
        timetableId: params.get('timetableId'),
      }}
      submitLabel={t('policies:form.submit')}
      errorFields={{
        'device.not-found': 'deviceIds',
        'group.not-found': 'groupIds',
        'policy.group-kind': 'groupIds',
        'timetable.not-found': 'timetableId',
      }}
      onClose={panel.close}
      onSubmit={(body) => call(createPolicies, { body })}
      onSaved={({ created, existing }) => {
        toast.done(t(existing > 0 ? 'policies:createdBesides' : 'policies:created', { count: created, existing }))
        panel.close()
      }}
    >
      <FormField name="deviceIds" label={t('policies:form.devices')}>
        <DevicesSelect />
      </FormField>
      <FormField name="groupIds" label={t('policies:form.groups')} hint={t('policies:form.groupsHint')}>
        <Select
          labelRender={nameLabel}
          mode="multiple"
          optionFilterProp="label"
          loading={groups.isPending}
          options={(groups.data ?? [])
            .filter(({ kind }) => kind !== 'blacklisted')
            .map(({ id, name }) => ({ value: id, label: groupName(name, t) }))}
        />
      </FormField>
      <FormField name="timetableId" label={t('policies:column.timetable')} hint={t('policies:form.timetableHint')}>
        <TimetableSelect />
      </FormField>
      <PolicyFit />
    </FormPanel>
  )
}
