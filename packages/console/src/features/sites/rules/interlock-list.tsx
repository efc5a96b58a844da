import type { Interlock } from '@gatehouse/contract/features/door-rules/interlocks.ts'
import type { Site } from '@gatehouse/contract/features/sites.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { PlusOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useText } from '../../../i18n/i18n.ts'
import { sentences } from '../../../i18n/sentences.ts'
import { useCan } from '../../../lib/use-can.ts'
import { DetailSkeleton } from '../../../ui/detail/detail-skeleton.tsx'
import { ErrorPanel } from '../../../ui/feedback/error-panel.tsx'
import { StatusMark } from '../../../ui/feedback/status-mark.tsx'
import { usePanelRoute } from '../../../ui/list/list-panel-route.ts'
import { interlocksOf } from '../site-queries.ts'
import './rules.css'

/** The interlocks with doors of a site. */
export function InterlockList({ site }: { site: Site }) {
  const t = useText()
  const can = useCan()
  const panel = usePanelRoute(pathTo('siteDetail'))
  const { data, error, refetch } = useQuery(interlocksOf(site.id))
  return (
    <section className="rule-card" aria-label={t('rules:interlock.title')}>
      <div className="rule-head">
        <h2>{t('rules:interlock.title')}</h2>
        {can('site.write') && (
          <Button size="small" icon={<PlusOutlined aria-hidden />} onClick={() => panel.open('interlock/new')}>
            {t('rules:interlock.add')}
          </Button>
        )}
      </div>
      <p className="rule-quiet">{t('rules:interlock.intro')}</p>
      {error && !data ? (
        <ErrorPanel error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <DetailSkeleton lines={2} />
      ) : data.length === 0 ? (
        <p className="rule-quiet">{t('rules:interlock.none')}</p>
      ) : (
        data.map((interlock) => (
          <div key={interlock.id} className="rule-row">
            <InterlockWords interlock={interlock} />
            {can('site.write') && (
              <Button
                size="small"
                aria-label={t('rules:changeOf', { rule: interlock.name })}
                onClick={() => panel.open(`interlock/${interlock.id}`)}
              >
                {t('rules:change')}
              </Button>
            )}
          </div>
        ))
      )}
    </section>
  )
}

/** An interlock in plain sentences, with the doors and devices at which it does not work as they say. */
export function InterlockWords({ interlock }: { interlock: Interlock }) {
  const t = useText()
  const namesOf = (all: readonly { name: string }[]) => all.map(({ name }) => name).join(t('list:comma'))
  const { name, doors, whenUnknown, doorsWithoutContact, unableDevices } = interlock
  return (
    <div>
      <h3>{name}</h3>
      <p>{sentences(t('rules:interlock.says', { doors: namesOf(doors) }), t(`rules:unknownSays.${whenUnknown}`))}</p>
      {doorsWithoutContact.length > 0 && (
        <StatusMark meaning="attention">
          {t('rules:interlock.lostContact', { names: namesOf(doorsWithoutContact) })}
        </StatusMark>
      )}
      {unableDevices.length > 0 && (
        <StatusMark meaning="attention">{t('rules:warning.unable', { names: namesOf(unableDevices) })}</StatusMark>
      )}
    </div>
  )
}
