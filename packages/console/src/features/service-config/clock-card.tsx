import { measureClock, type ClockConfig } from '@gatehouse/contract/features/service-config.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { mutationOf } from '../../api/query.ts'
import { useText, type Text } from '../../i18n/i18n.ts'
import { SettingsSection } from '../../ui/page/settings-section.tsx'
import { Dated } from '../../ui/page/dated.tsx'
import { companyTime, companyZone, offsetAt } from '../../lib/format-date.ts'
import { DetailList } from '../../ui/detail/detail-list.tsx'
import { DetailSkeleton } from '../../ui/detail/detail-skeleton.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { usePanelRoute } from '../../ui/list/list-panel-route.ts'
import { StatusMark } from '../../ui/feedback/status-mark.tsx'
import { useToast } from '../../ui/feedback/toast.tsx'
import { clockQuery, serviceConfigPath } from './service-config-queries.ts'

/** How the clock is set, how far it is off, and what the time servers said last. */
export function ClockCard() {
  const t = useText()
  const toast = useToast()
  const client = useQueryClient()
  const panel = usePanelRoute(serviceConfigPath)
  const { data, error, refetch } = useQuery(clockQuery)
  const measure = useMutation({
    ...mutationOf(measureClock),
    onSuccess: (clock) => client.setQueryData(clockQuery.queryKey, clock),
    onError: toast.failed,
  })
  return (
    <SettingsSection title={t('service:clock.title')} text={t('service:clock.text')}>
      {error && !data && <ErrorPanel error={error} onRetry={() => void refetch()} />}
      {!data && !error && <DetailSkeleton lines={5} />}
      {data && (
        <>
          <DetailList items={factsOf(data, t)} />
          <div className="settings-section-buttons">
            <Button onClick={() => panel.open('time')}>{t('service:clock.change')}</Button>
            {data.servers.length > 0 && (
              <Button loading={measure.isPending} onClick={() => measure.mutate()}>
                {t('service:clock.measure')}
              </Button>
            )}
          </div>
        </>
      )}
    </SettingsSection>
  )
}

function factsOf(clock: ClockConfig, t: Text) {
  const { measured } = clock
  return [
    { label: t('service:clock.mode'), value: t(`service:clock.modes.${clock.mode}`) },
    {
      label: t('service:clock.servers'),
      value: clock.servers.length > 0 ? clock.servers.join('; ') : t('service:clock.noServers'),
    },
    {
      label: t('service:clock.platformAt'),
      value: `${companyTime(clock.platformAt)} · ${t('shared:zone', { zone: companyZone(), offset: offsetAt(clock.platformAt, companyZone()) })}`,
    },
    { label: t('service:clock.offset'), value: offsetText(clock.offsetMs, t) },
    {
      label: t('service:clock.measured'),
      value:
        measured &&
        (measured.failure === null ? (
          <StatusMark meaning="good">
            <Dated>
              {t('service:clock.answered', {
                at: companyTime(measured.at),
                server: measured.server ?? '',
                offset: secondsText(measured.offsetMs ?? 0),
                delay: measured.delayMs ?? 0,
              })}
            </Dated>
          </StatusMark>
        ) : (
          <StatusMark meaning="attention">
            <Dated>
              {t('service:clock.failed', {
                at: companyTime(measured.at),
                why: t(`service:clock.failure.${measured.failure}`),
              })}
            </Dated>
          </StatusMark>
        )),
    },
  ]
}

const secondsText = (ms: number) => `${ms < 0 ? '−' : '+'}${(Math.abs(ms) / 1000).toFixed(3)}`

const offsetText = (ms: number, t: Text) =>
  ms === 0 ? t('service:clock.noOffset') : t('service:clock.seconds', { seconds: secondsText(ms) })
