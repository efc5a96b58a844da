import type { LockdownState } from '@gatehouse/contract/features/lockdown.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { useParams } from 'react-router'
import { useText } from '../../i18n/i18n.ts'
import { companyTime } from '../../lib/format-date.ts'
import { useCan } from '../../lib/use-can.ts'
import { namedOnce } from '../../parts/passage/record-words.ts'
import { groupName } from '../../parts/passage/list-group-name.ts'
import { DetailList } from '../../ui/detail/detail-list.tsx'
import { DetailPanel } from '../../ui/detail/detail-panel.tsx'
import { DetailSkeleton } from '../../ui/detail/detail-skeleton.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { StatusMark } from '../../ui/feedback/status-mark.tsx'
import { usePanelRoute } from '../../ui/list/list-panel-route.ts'
import { LockdownState as StateMark } from './lockdown-columns.tsx'
import { lockdownStateQuery } from './lockdown-queries.ts'
import { placeOf, whatOf } from './lockdown-words.ts'
import { ReleasePanel } from './release-panel.tsx'
import './lockdown.css'

/** One lockdown or emergency open: who, why, for whom not, and the doors that do not follow. */
export function LockdownPanel() {
  const t = useText()
  const can = useCan()
  const panel = usePanelRoute(pathTo('lockdowns'))
  const { lockdownId = '' } = useParams()
  const { data, error, refetch } = useQuery(lockdownStateQuery(lockdownId))
  const [isReleasing, setIsReleasing] = useState(false)
  const isActive = data?.releasedAt === null
  return (
    <DetailPanel
      title={data ? whatOf(data, t) : t('lockdown:title')}
      onClose={panel.close}
      footer={
        isActive && can('lockdown.write') ? (
          <Button onClick={() => setIsReleasing(true)}>{t('lockdown:notice.release')}</Button>
        ) : undefined
      }
    >
      {!data && (error ? <ErrorPanel error={error} onRetry={() => void refetch()} /> : <DetailSkeleton lines={8} />)}
      {data && <Facts lockdown={data} />}
      {data && isActive && <Doors lockdown={data} />}
      {isReleasing && <ReleasePanel id={lockdownId} onClose={() => setIsReleasing(false)} />}
    </DetailPanel>
  )
}

function Facts({ lockdown }: { lockdown: LockdownState }) {
  const t = useText()
  const { level, reason, begunAt, begunBy, exemptGroups, releaseAskedAt, releaseAskedBy, releasedAt } = lockdown
  const by = (at: string | null, name: string | null) =>
    at === null ? null : t('lockdown:by', { at: companyTime(at), by: name ?? '' })
  return (
    <DetailList
      items={[
        { label: t('lockdown:column.state'), value: <StateMark lockdown={lockdown} t={t} /> },
        { label: t('lockdown:column.place'), value: placeOf(lockdown, t) },
        { label: t('lockdown:column.level'), value: level },
        { label: t('lockdown:column.begun'), value: by(begunAt, begunBy) },
        { label: t('lockdown:column.reason'), value: reason },
        {
          label: t('lockdown:column.exempt'),
          value: exemptGroups.map(({ name }) => groupName(name, t)).join(t('list:comma')),
        },
        { label: t('lockdown:column.asked'), value: by(releaseAskedAt, releaseAskedBy) },
        { label: t('lockdown:column.released'), value: by(releasedAt, lockdown.releasedBy) },
        { label: t('lockdown:column.releaseReason'), value: lockdown.releaseReason },
      ]}
    />
  )
}

function Doors({ lockdown: { doors, unconfirmed, leftShut } }: { lockdown: LockdownState }) {
  const t = useText()
  return (
    <section className="detail-section">
      <h2>{t('lockdown:panel.doors')}</h2>
      <p className="figures">{t('lockdown:panel.count', doors)}</p>
      {unconfirmed.length > 0 && (
        <>
          <h2>{t('lockdown:panel.unconfirmed')}</h2>
          <p className="lockdown-quiet">{t('lockdown:panel.unconfirmedText')}</p>
          <ul className="lockdown-doors">
            {unconfirmed.map(({ door, device, isOnline }) => (
              <li key={`${door?.id} ${device.id}`}>
                <span>{namedOnce(door?.name, device.name)}</span>
                <StatusMark meaning={isOnline ? 'waiting' : 'none'}>
                  {t(isOnline ? 'lockdown:panel.waiting' : 'lockdown:panel.offline')}
                </StatusMark>
              </li>
            ))}
          </ul>
        </>
      )}
      {leftShut.length > 0 && (
        <>
          <h2>{t('lockdown:panel.leftShut')}</h2>
          <p className="lockdown-quiet">{t('lockdown:panel.leftShutText')}</p>
          <ul className="lockdown-doors">
            {leftShut.map(({ door, device }) => (
              <li key={`${door.id} ${device.id}`}>{namedOnce(door.name, device.name)}</li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
