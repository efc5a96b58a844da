import {
  applies,
  validateSettings,
  type SettingDefinition,
  type SettingFault,
  type SettingsSchema,
  type SettingValue,
} from '@gatehouse/contract/device/settings-schema.ts'
import {
  changeDeviceSettings,
  createSettingsTemplate,
  type DeviceSettingsState,
  type SettingState,
} from '@gatehouse/contract/features/device-settings.ts'
import type { Device } from '@gatehouse/contract/features/devices.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Button, Input } from 'antd'
import { useRef, useState } from 'react'
import { z } from 'zod'
import { CallError, isCode } from '../../api/call-error.ts'
import { callAndRefresh } from '../../api/call.ts'
import { queryClient } from '../../api/query-client.ts'
import { mutationOf } from '../../api/query.ts'
import { useText } from '../../i18n/i18n.ts'
import { companyTime } from '../../lib/format-date.ts'
import { useCan } from '../../lib/use-can.ts'
import { useConfirm } from '../../ui/feedback/confirm.tsx'
import { Dated } from '../../ui/page/dated.tsx'
import { DetailSkeleton } from '../../ui/detail/detail-skeleton.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { errorText } from '../../ui/feedback/error-text.ts'
import { useDirtyGuard } from '../../ui/form/form-guard.ts'
import { StatusMark } from '../../ui/feedback/status-mark.tsx'
import { useToast } from '../../ui/feedback/toast.tsx'
import { FaceThresholdWords } from './face-threshold.tsx'
import { deviceSettingsQuery } from './device-queries.ts'
import { SettingField } from './setting-field.tsx'
import { findSettings, isChanged, type SettingFilter } from './find-settings.ts'
import { problemText, say, valueText } from './setting-words.ts'
import { outcomeText } from './outcome-text.ts'
import { SettingsFinder } from './settings-finder.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'

/** Unsaved changes and the revision that they start from; null goes back to the default. */
export type SettingEdits = { revision: number; values: Record<string, SettingValue | null> }

type Props = { device: Device; edits: SettingEdits | null; onEdit: (edits: SettingEdits | null) => void }

/** The settings of a device, drawn from what its model says it can be set to. */
export function DeviceSettings(props: Props) {
  const t = useText()
  const { data, error, refetch } = useQuery(deviceSettingsQuery(props.device.id))
  const lack = props.device.capabilities.settings
  if (lack !== null) {
    const text = t('devices:lack.settings', { reason: t(`shared:lack.reason.${lack}`) })
    return <EmptyState isSmall title={t('devices:lack.settingsTitle')} text={text} />
  }
  if (error && !data) return <ErrorPanel error={error} onRetry={() => void refetch()} />
  if (!data) return <DetailSkeleton lines={12} />
  if (!data.schema)
    return <EmptyState isSmall title={t('devices:settings.noneTitle')} text={t('devices:settings.noneText')} />
  return <SettingsForm {...props} state={data} schema={data.schema} />
}

/** How many of its settings are not as its model comes. */
export function useChangedSettings({ id, capabilities }: Device): number {
  const state = useQuery({ ...deviceSettingsQuery(id), enabled: capabilities.settings === null }).data
  if (!state?.schema) return 0
  const wanted = new Map(state.settings.map((setting) => [setting.key, setting.wanted]))
  const { settings } = state.schema
  const valueOf = (definition: SettingDefinition) => wanted.get(definition.key) ?? definition.default
  const values = Object.fromEntries(settings.map((definition) => [definition.key, valueOf(definition)]))
  return settings.filter((definition) => applies(definition, values) && isChanged(definition, valueOf(definition)))
    .length
}

const refusedData = z.object({
  faults: z.array(
    z.object({ key: z.string(), problem: z.string(), min: z.number().optional(), max: z.number().optional() }),
  ),
})

function SettingsForm({
  device,
  edits,
  onEdit,
  state,
  schema,
}: Props & { state: DeviceSettingsState; schema: SettingsSchema }) {
  const t = useText()
  const can = useCan()
  const toast = useToast()
  const save = useMutation({
    ...mutationOf(changeDeviceSettings, { untilShown: true }),
    onSuccess: () => {
      discard()
      toast.done(t('devices:settings.saved', { name: device.name }))
    },
  })
  const { error } = save
  const markDirty = useDirtyGuard()
  const [filter, setFilter] = useState(noFilter)
  const mayWrite = can('device.write')
  const known = new Map(state.settings.map((setting) => [setting.key, setting]))
  const changed = edits?.values ?? {}
  const shown = (definition: SettingDefinition): SettingValue => {
    const edit = changed[definition.key]
    return edit === null ? definition.default : (edit ?? known.get(definition.key)?.wanted ?? definition.default)
  }
  const values = Object.fromEntries(schema.settings.map((definition) => [definition.key, shown(definition)]))
  const faults = new Map(validateSettings(schema, values).map((fault) => [fault.key, fault]))
  for (const fault of serverFaults(error)) faults.set(fault.key, fault)

  const change = (definition: SettingDefinition, value: SettingValue | null) => {
    if (error) save.reset()
    const wanted = known.get(definition.key)
    const { [definition.key]: _, ...rest } = changed
    const isBack = value === null ? wanted?.isDefault : JSON.stringify(value) === JSON.stringify(wanted?.wanted)
    const next = isBack ? rest : { ...rest, [definition.key]: value }
    const isDirty = Object.keys(next).length > 0
    markDirty(isDirty)
    onEdit(isDirty ? { revision: edits?.revision ?? state.revision, values: next } : null)
  }
  const discard = () => {
    if (error) save.reset()
    markDirty(false)
    onEdit(null)
  }
  const count = Object.keys(changed).length
  const applying = schema.settings.filter((definition) => applies(definition, values))
  const sections = findSettings(schema, applying, shown, filter, new Set(Object.keys(changed)))
  return (
    <form
      className="settings-form"
      onSubmit={(event) => {
        event.preventDefault()
        if (edits) save.mutate({ params: { id: device.id }, body: edits })
      }}
    >
      <InForce state={state} />
      {mayWrite && <SaveAsTemplate device={device} />}
      {error && (
        <Notice
          kind="bad"
          title={isConflict(error) ? t('devices:settings.conflict') : errorText(error, t)}
          action={
            isConflict(error) && (
              <Button
                onClick={() => {
                  discard()
                  void queryClient.invalidateQueries({ queryKey: ['devices'] })
                }}
              >
                {t('devices:settings.reload')}
              </Button>
            )
          }
        />
      )}
      <SettingsFinder
        filter={filter}
        changed={applying.filter((definition) => isChanged(definition, shown(definition))).length}
        onChange={setFilter}
      />
      {sections.length === 0 && (
        <EmptyState
          isSmall
          title={t('devices:settings.noMatch')}
          action={<Button onClick={() => setFilter(noFilter)}>{t('devices:settings.showAll')}</Button>}
        />
      )}
      {sections.map((section) => (
        <fieldset key={section.key} className="device-settings-section">
          <legend>{section.label}</legend>
          {state.faceThreshold && section.settings.some(({ key }) => key === 'faceThresholdBy') && (
            <FaceThresholdWords of={state.faceThreshold} />
          )}
          <div className="settings-grid">
            {section.settings.map((definition) => {
              const fault = faults.get(definition.key)
              const setting = known.get(definition.key)
              return (
                <SettingField
                  key={definition.key}
                  definition={definition}
                  value={shown(definition)}
                  isDisabled={!mayWrite}
                  problem={fault && problemText(fault, t)}
                  onChange={(value) => change(definition, value)}
                  tools={
                    isChanged(definition, shown(definition)) && (
                      <NotDefault
                        definition={definition}
                        {...(mayWrite ? { onBack: () => change(definition, null) } : {})}
                      />
                    )
                  }
                >
                  {setting && !(definition.key in changed) && <Difference definition={definition} setting={setting} />}
                </SettingField>
              )
            })}
          </div>
        </fieldset>
      ))}
      {mayWrite && count > 0 && (
        <div className="settings-bar">
          <span role="status">{t('devices:settings.changed', { count })}</span>
          <Button onClick={discard}>{t('devices:settings.reset')}</Button>
          <Button
            type="primary"
            htmlType="submit"
            loading={save.isPending}
            disabled={[...faults.keys()].some((key) => key in changed)}
          >
            {t('devices:settings.save')}
          </Button>
        </div>
      )}
    </form>
  )
}

const noFilter: SettingFilter = { words: '', onlyChanged: false }

/** The mark of a value that is not the default of the model, with the way back. */
function NotDefault({ definition, onBack }: { definition: SettingDefinition; onBack?: () => void }) {
  const t = useText()
  return (
    <p className="setting-changed">
      {t('devices:settings.default', { value: valueText(definition, definition.default, t) })}
      {onBack && (
        <Button
          type="link"
          size="small"
          aria-label={t('devices:settings.toDefaultOf', { name: say(definition.label) })}
          onClick={onBack}
        >
          {t('devices:settings.toDefault')}
        </Button>
      )}
    </p>
  )
}

const isConflict = (error: unknown) => isCode<typeof changeDeviceSettings>(error, 'device.changed-meanwhile')

function serverFaults(error: unknown): SettingFault[] {
  if (!(error instanceof CallError) || error.message !== 'device.setting-refused') return []
  const { data } = refusedData.safeParse(error.data)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the problem is one of the contract's words
  return (data?.faults ?? []) as SettingFault[]
}

function InForce({ state }: { state: DeviceSettingsState }) {
  const t = useText()
  const different = state.settings.filter(({ isDifferent }) => isDifferent).length
  return (
    <p className="settings-in-force" role="status">
      {different === 0 ? (
        <StatusMark meaning="good">{t('devices:settings.inForce')}</StatusMark>
      ) : (
        <StatusMark meaning="waiting">{t('devices:settings.different', { count: different })}</StatusMark>
      )}{' '}
      <small>
        <Dated>
          {state.reportedAt
            ? t('devices:settings.reported', { at: companyTime(state.reportedAt) })
            : t('devices:settings.never')}
        </Dated>
      </small>
    </p>
  )
}

function Difference({ definition, setting }: { definition: SettingDefinition; setting: SettingState }) {
  const t = useText()
  if (!setting.isDifferent) return null
  return (
    <>
      <p>
        <StatusMark meaning={setting.refusal === null ? 'waiting' : 'bad'}>
          <Dated>
            {setting.reported === null
              ? t('devices:settings.hereUnknown')
              : t('devices:settings.here', {
                  value: valueText(definition, setting.reported, t),
                  at: companyTime(setting.differentSince),
                })}
          </Dated>
        </StatusMark>
      </p>
      {setting.refusal !== null && <p>{t('devices:settings.refusal', { reason: outcomeText(setting.refusal, t) })}</p>}
    </>
  )
}

function SaveAsTemplate({ device }: { device: Device }) {
  const t = useText()
  const toast = useToast()
  const confirm = useConfirm()
  const name = useRef('')
  const ask = () => {
    name.current = device.name
    confirm({
      title: t('devices:settings.template'),
      text: t('devices:template.text'),
      action: t('devices:template.create'),
      extra: (
        <Input
          aria-label={t('devices:template.name')}
          defaultValue={device.name}
          maxLength={64}
          onChange={({ target }) => (name.current = target.value)}
        />
      ),
      run: async () => {
        const template = await callAndRefresh(createSettingsTemplate, {
          body: { name: name.current, deviceId: device.id },
        })
        toast.done(t('devices:template.created', { name: template.name }))
      },
    })
  }
  return (
    <div className="device-edit">
      <Button onClick={ask}>{t('devices:settings.template')}</Button>
    </div>
  )
}
