import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useText } from '../../i18n/i18n.ts'
import { DetailList } from '../../ui/detail/detail-list.tsx'
import { DetailSkeleton } from '../../ui/detail/detail-skeleton.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { usePanelRoute } from '../../ui/list/list-panel-route.ts'
import { SettingsSection } from '../../ui/page/settings-section.tsx'
import { pushQuery, serviceConfigPath } from './service-config-queries.ts'

/** Whether notices go to closed browsers, and what that needs. */
export function PushCard() {
  const t = useText()
  const panel = usePanelRoute(serviceConfigPath)
  const { data, error, refetch } = useQuery(pushQuery)
  return (
    <SettingsSection title={t('service:push.title')} text={t('service:push.text')}>
      <p>{t('service:push.internet')}</p>
      {error && !data && <ErrorPanel error={error} onRetry={() => void refetch()} />}
      {!data && !error && <DetailSkeleton lines={2} />}
      {data && (
        <>
          <DetailList
            items={[
              { label: t('service:push.state'), value: t(data.isEnabled ? 'service:push.on' : 'service:push.off') },
              ...(data.isEnabled
                ? [
                    { label: t('service:push.browsers'), value: String(data.browsers) },
                    {
                      label: t('service:push.names'),
                      value: t(data.namesDoors ? 'service:push.namesDoors' : 'service:push.namesNothing'),
                    },
                    { label: t('service:push.contact'), value: data.contact },
                  ]
                : []),
            ]}
          />
          <div className="settings-section-buttons">
            <Button onClick={() => panel.open('push')}>{t('service:push.change')}</Button>
          </div>
        </>
      )}
    </SettingsSection>
  )
}
