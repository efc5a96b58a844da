import { applySettingsBatch, type SettingsBatch } from '@gatehouse/contract/features/device-settings.ts'
import type { SettingDefinition } from '@gatehouse/contract/device/settings-schema.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { Link, useParams } from 'react-router'
import { queryClient } from '../../api/query-client.ts'
import { mutationOf } from '../../api/query.ts'
import { useText } from '../../i18n/i18n.ts'
import { useCan } from '../../lib/use-can.ts'
import { DetailPanel } from '../../ui/detail/detail-panel.tsx'
import { DetailSkeleton } from '../../ui/detail/detail-skeleton.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { errorText } from '../../ui/feedback/error-text.ts'
import { scoreText } from '../../lib/format-number.ts'
import { usePanelRoute } from '../../ui/list/list-panel-route.ts'
import { StatusMark, type Meaning } from '../../ui/feedback/status-mark.tsx'
import { useToast } from '../../ui/feedback/toast.tsx'
import { settingsBatchQuery, settingsSchemasQuery } from './device-queries.ts'
import { problemText, say, valueText } from './setting-words.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import './devices.css'

type BatchDevice = SettingsBatch['devices'][number]

const meanings: Record<BatchDevice['state'], Meaning> = {
  planned: 'waiting',
  unchanged: 'none',
  refused: 'bad',
  gone: 'none',
  'changed-meanwhile': 'attention',
  waiting: 'waiting',
  applied: 'good',
  'refused-by-device': 'bad',
}

/** The effect of a batch on each device, and after it was sent its outcome there. */
export function SettingsBatchResult() {
  const t = useText()
  const can = useCan()
  const toast = useToast()
  const { batchId = '' } = useParams()
  const { close } = usePanelRoute(pathTo('deviceList'))
  const batch = useQuery({
    ...settingsBatchQuery(batchId),
    // the live hint arrives at once; this is the fallback
    refetchInterval: ({ state }) =>
      state.data?.devices.some((device) => device.state === 'waiting' && device.isOnline) ? 2_000 : false,
  })
  const schemas = useQuery(settingsSchemasQuery)
  const apply = useMutation({
    ...mutationOf(applySettingsBatch, { untilShown: true }),
    onSuccess: (applied) => {
      queryClient.setQueryData(settingsBatchQuery(batchId).queryKey, applied)
      const count = applied.devices.filter(({ state }) => state === 'waiting' || state === 'applied').length
      toast.done(t('devices:batch.applied', { count }))
    },
  })
  const definitionOf = (key: string) =>
    schemas.data?.flatMap(({ schema }) => schema.settings).find((definition) => definition.key === key)
  const data = batch.data
  const planned = data?.devices.filter(({ state }) => state === 'planned').length ?? 0
  const isPlan = data?.appliedAt === null
  const footer = (
    <div className="form-bar">
      <Button onClick={close}>{t('form:cancel')}</Button>
      <Button type="primary" loading={apply.isPending} onClick={() => apply.mutate({ params: { id: batchId } })}>
        {t('devices:batch.apply', { count: planned })}
      </Button>
    </div>
  )
  return (
    <DetailPanel
      title={t(isPlan === false ? 'devices:batch.resultTitle' : 'devices:batch.previewTitle')}
      width={640}
      onClose={close}
      {...(isPlan && planned > 0 && can('device.write') && { footer })}
    >
      {!data ? (
        batch.isError ? (
          <ErrorPanel error={batch.error} onRetry={() => void batch.refetch()} />
        ) : (
          <DetailSkeleton />
        )
      ) : (
        <>
          {apply.error && <Notice kind="bad" title={errorText(apply.error, t)} />}
          <p role="status">
            {isPlan
              ? planned === 0
                ? t('devices:batch.nothing')
                : t('devices:batch.previewText', { count: planned })
              : t('devices:batch.progress', {
                  done: data.devices.filter(({ state }) => state === 'applied').length,
                  total: data.devices.filter(({ state }) => !['unchanged', 'refused', 'gone'].includes(state)).length,
                })}
          </p>
          {isOnOtherScale(data) && <Notice kind="info" title={t('devices:batch.otherScale')} />}
          <ul className="device-lines batch-devices">
            {data.devices.map((device) => (
              <li key={device.deviceId}>
                <span className="batch-device">
                  <Link to={pathTo('deviceList', { below: device.deviceId, query: { tab: 'settings' } })}>
                    {device.name}
                  </Link>
                  <StatusMark meaning={meanings[device.state]}>{t(`devices:batch.state.${device.state}`)}</StatusMark>
                </span>
                <Words device={device} definitionOf={definitionOf} />
              </li>
            ))}
          </ul>
        </>
      )}
    </DetailPanel>
  )
}

/** A threshold is as strict everywhere: where devices compare by several recognisers, its number is not. */
const isOnOtherScale = ({ values, devices }: SettingsBatch): boolean =>
  devices.some(({ changes }) =>
    changes.some(({ key, to }) => key === 'faceThreshold' && to !== values['faceThreshold']),
  )

/** The face threshold to which a plan leads, in red where it is too low. */
function FaceThresholdThen({ device: { faceThreshold, changes } }: { device: BatchDevice }) {
  const t = useText()
  if (!faceThreshold) return null
  const values = { threshold: scoreText(faceThreshold.inForce), floor: scoreText(faceThreshold.floor) }
  if (faceThreshold.inForce < faceThreshold.floor)
    return (
      <p className="face-threshold-low">
        <StatusMark meaning="bad">
          <strong>{t('devices:faceThreshold.low', values)}</strong>
        </StatusMark>
      </p>
    )
  // A threshold that is itself among the changes stands there.
  return changes.some(({ key }) => key === 'faceThreshold') ? null : <p>{t('devices:batch.threshold', values)}</p>
}

type WordsProps = { device: BatchDevice; definitionOf: (key: string) => SettingDefinition | undefined }

function Words({ device, definitionOf }: WordsProps) {
  const t = useText()
  const nameOf = (key: string) => {
    const definition = definitionOf(key)
    return definition ? say(definition.label) : key
  }
  return (
    <div className="device-words">
      {device.state === 'refused' &&
        device.faults.map((fault) => (
          <p key={fault.key}>
            {t('devices:batch.fault', { setting: nameOf(fault.key), problem: problemText(fault, t) })}
          </p>
        ))}
      {device.state !== 'refused' &&
        device.changes.map(({ key, from, to }) => (
          <p key={key}>
            {t('devices:batch.change', {
              setting: nameOf(key),
              from: valueText(definitionOf(key), from, t),
              to: valueText(definitionOf(key), to, t),
            })}
          </p>
        ))}
      <FaceThresholdThen device={device} />
      {device.refusals.map(({ key, reason }) => (
        <p key={key}>{t('devices:batch.fault', { setting: nameOf(key), problem: reason })}</p>
      ))}
      {device.state === 'waiting' && !device.isOnline && <p>{t('devices:batch.waitingOffline')}</p>}
    </div>
  )
}
