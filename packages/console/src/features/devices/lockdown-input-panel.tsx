import { lockdownInput, maxExemptGroups, updateLockdownInput } from '@gatehouse/contract/features/lockdown.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { useQuery } from '@tanstack/react-query'
import { Input } from 'antd'
import { useCallback } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router'
import { callAndRefresh } from '../../api/call.ts'
import { useText } from '../../i18n/i18n.ts'
import { PlaceField } from '../../parts/device/place-field.tsx'
import { GroupSelect } from '../../parts/person/form-group-select.tsx'
import { DetailPanel } from '../../ui/detail/detail-panel.tsx'
import { DetailSkeleton } from '../../ui/detail/detail-skeleton.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { useToast } from '../../ui/feedback/toast.tsx'
import { FormField } from '../../ui/form/form-field.tsx'
import { FormPanel } from '../../ui/form/form-panel.tsx'
import { FormSwitch } from '../../ui/form/form-switch.tsx'
import { lockdownInputQuery } from './device-lockdown-input.tsx'

const errorFields = {
  'site.not-found': 'scope',
  'area.not-found': 'scope',
  'group.not-found': 'exemptGroupIds',
} as const

/** `deviceList/:deviceId/lockdown-input`: which lockdown the input of a device begins. */
export function LockdownInputPanel() {
  const t = useText()
  const toast = useToast()
  const navigate = useNavigate()
  const { search } = useLocation()
  const { deviceId: id = '' } = useParams()
  const { data, error, refetch } = useQuery({ ...lockdownInputQuery(id), retry: false })
  const close = useCallback(() => void navigate(pathTo('deviceList', { below: id }) + search), [navigate, id, search])
  const title = t('devices:lockdownInput.title')
  if (!data) {
    return (
      <DetailPanel title={title} onClose={close}>
        {error ? <ErrorPanel error={error} onRetry={() => void refetch()} /> : <DetailSkeleton />}
      </DetailPanel>
    )
  }
  const save = (body: typeof data) => callAndRefresh(updateLockdownInput, { params: { id }, body })
  return (
    <FormPanel
      title={title}
      schema={lockdownInput}
      initial={data}
      submitLabel={t('form:save')}
      errorFields={errorFields}
      onSubmit={async (body) => {
        await save(body)
        return data
      }}
      onSaved={(before) => {
        toast.done(t('devices:lockdownInput.saved'), { undo: () => save(before) })
        close()
      }}
      onClose={close}
    >
      <p className="device-words">{t('devices:lockdownInput.intro')}</p>
      <FormField name="isOn" label={t('devices:lockdownInput.isOn')}>
        <FormSwitch label={t('devices:lockdownInput.isOn')} />
      </FormField>
      <FormField name="scope" label={t('devices:lockdownInput.place')}>
        <PlaceField noPlace={t('devices:lockdownInput.noPlace')} />
      </FormField>
      <FormField name="level" label={t('devices:lockdownInput.level')} hint={t('devices:lockdownInput.levelHint')}>
        <Input maxLength={40} autoComplete="off" />
      </FormField>
      <FormField
        name="exemptGroupIds"
        label={t('devices:lockdownInput.exempt')}
        hint={t('devices:lockdownInput.exemptHint')}
      >
        <GroupSelect maxCount={maxExemptGroups} />
      </FormField>
      <p className="device-words">{t('devices:lockdownInput.lostWire')}</p>
    </FormPanel>
  )
}
