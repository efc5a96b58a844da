import { planSettingsBatch } from '@gatehouse/contract/features/device-settings.ts'
import {
  validateSetting,
  type SettingDefinition,
  type SettingValues,
} from '@gatehouse/contract/device/settings-schema.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Button, Select } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { mutationOf } from '../../api/query.ts'
import { useText } from '../../i18n/i18n.ts'
import { DetailPanel } from '../../ui/detail/detail-panel.tsx'
import { DetailSkeleton } from '../../ui/detail/detail-skeleton.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { errorText } from '../../ui/feedback/error-text.ts'
import { usePanelRoute } from '../../ui/list/list-panel-route.ts'
import { useSelectedDevices } from './selected-devices.ts'
import { settingsSchemasQuery } from './device-queries.ts'
import { SettingField } from './setting-field.tsx'
import { say } from './setting-words.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import './devices.css'

/** One form for many devices: choose settings, enter values, preview the changes for each. */
export function SettingsBatchPanel() {
  const t = useText()
  const { close, to } = usePanelRoute(pathTo('deviceList'))
  const navigate = useNavigate()
  const deviceIds = useSelectedDevices()
  const schemas = useQuery(settingsSchemasQuery)
  const [values, setValues] = useState<SettingValues>({})
  const definitions = new Map<string, SettingDefinition>()
  for (const { schema } of schemas.data ?? [])
    for (const definition of schema.settings)
      if (!definitions.has(definition.key)) definitions.set(definition.key, definition)
  const chosen = [...definitions.values()].filter(({ key }) => key in values)
  const isWrong = chosen.some((definition) => validateSetting(definition, values[definition.key]) !== undefined)

  const choose = (keys: string[]) =>
    setValues(
      Object.fromEntries(
        keys.flatMap((key) => {
          const value = values[key] ?? definitions.get(key)?.default
          return value === undefined ? [] : [[key, value]]
        }),
      ),
    )
  const plan = useMutation({
    ...mutationOf(planSettingsBatch),
    onSuccess: ({ id }) => void navigate(to(`settings/${id}`), { replace: true }),
  })
  const footer = (
    <div className="form-bar">
      <Button onClick={close}>{t('form:cancel')}</Button>
      <Button
        type="primary"
        loading={plan.isPending}
        disabled={chosen.length === 0 || isWrong}
        onClick={() => plan.mutate({ body: { deviceIds, values } })}
      >
        {t('devices:batch.preview')}
      </Button>
    </div>
  )
  return (
    <DetailPanel title={t('devices:batch.title')} width={560} onClose={close} {...(deviceIds.length > 0 && { footer })}>
      {deviceIds.length === 0 ? (
        <EmptyState isSmall title={t('devices:batch.lost')} text={t('devices:batch.intro')} />
      ) : schemas.isPending ? (
        <DetailSkeleton />
      ) : schemas.isError ? (
        <ErrorPanel error={schemas.error} onRetry={() => void schemas.refetch()} />
      ) : definitions.size === 0 ? (
        <EmptyState isSmall title={t('devices:settings.noneTitle')} text={t('devices:settings.noneText')} />
      ) : (
        <>
          <p>{t('devices:batch.intro')}</p>
          <p>
            <strong>{t('devices:batch.chosen', { count: deviceIds.length })}</strong>
          </p>
          {plan.error && <Notice kind="bad" title={errorText(plan.error, t)} />}
          <Select<string[]>
            mode="multiple"
            className="setting-chooser"
            aria-label={t('devices:batch.add')}
            placeholder={t('devices:batch.add')}
            optionFilterProp="label"
            value={chosen.map(({ key }) => key)}
            options={[...definitions.values()].map(({ key, label }) => ({ value: key, label: say(label) }))}
            onChange={choose}
          />
          {chosen.length === 0 && <p className="device-words">{t('devices:batch.none')}</p>}
          {chosen.map((definition) => (
            <SettingField
              key={definition.key}
              definition={definition}
              value={values[definition.key] ?? definition.default}
              onChange={(value) => setValues({ ...values, [definition.key]: value })}
            />
          ))}
        </>
      )}
    </DetailPanel>
  )
}
