import {
  type Application,
  type Delivery,
  deliveryStates,
  replayDeliveries,
} from '@gatehouse/contract/features/open-platform.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Button, Select } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { callAndRefresh } from '../../api/call.ts'
import { useText } from '../../i18n/i18n.ts'
import { Dated } from '../../ui/page/dated.tsx'
import { companyTime } from '../../lib/format-date.ts'
import { DetailSkeleton } from '../../ui/detail/detail-skeleton.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { StatusMark } from '../../ui/feedback/status-mark.tsx'
import { useToast } from '../../ui/feedback/toast.tsx'
import { deliveryList, type DeliveryState } from './open-platform-queries.ts'
import { problemOf } from './problem-words.ts'
import { nameLabel } from '../../ui/form/name-label.ts'

const meanings = { waiting: 'waiting', delivered: 'good', failed: 'bad' } as const

/** The delivery log of a webhook; the first one's unless the address names another. */
export function ApplicationDeliveries({ application }: { application: Application }) {
  const t = useText()
  const [params, setParams] = useSearchParams()
  const webhook = application.webhooks.find(({ id }) => id === params.get('webhook')) ?? application.webhooks[0]
  if (!webhook)
    return <EmptyState isSmall title={t('platform:webhook.empty.title')} text={t('platform:webhook.empty.text')} />
  const choose = (id: string) =>
    setParams(
      (current) => new URLSearchParams([...current].filter(([name]) => name !== 'webhook').concat([['webhook', id]])),
      {
        replace: true,
      },
    )
  return (
    <>
      <Select
        labelRender={nameLabel}
        aria-label={t('platform:delivery.webhook')}
        className="platform-webhook-select"
        value={webhook.id}
        options={application.webhooks.map(({ id, url }) => ({ value: id, label: url }))}
        onChange={choose}
      />
      <DeliveryLog key={webhook.id} webhookId={webhook.id} isEnabled={webhook.isEnabled} />
    </>
  )
}

function DeliveryLog({ webhookId, isEnabled }: { webhookId: string; isEnabled: boolean }) {
  const t = useText()
  const toast = useToast()
  const [state, setState] = useState<DeliveryState>()
  const log = useInfiniteQuery(deliveryList(webhookId, state))
  const replay = async (ids?: string[]) => {
    const { count } = await callAndRefresh(replayDeliveries, { params: { id: webhookId }, body: ids ? { ids } : {} })
    toast.done(t('platform:delivery.revived', { count }))
  }
  const items = log.data?.pages.flatMap((page) => page.items)
  return (
    <>
      <div className="platform-head">
        <Select
          aria-label={t('platform:delivery.state')}
          className="list-filter"
          placeholder={t('platform:delivery.all')}
          allowClear
          value={state ?? null}
          options={deliveryStates.map((one) => ({ value: one, label: t(`platform:delivery.states.${one}`) }))}
          onChange={(one: DeliveryState | null | undefined) => setState(one ?? undefined)}
        />
        {isEnabled && (
          <Button onClick={() => void replay().catch(toast.failed)}>{t('platform:delivery.againAll')}</Button>
        )}
      </div>
      {log.error && !items ? (
        <ErrorPanel error={log.error} onRetry={() => void log.refetch()} />
      ) : !items ? (
        <DetailSkeleton lines={6} />
      ) : items.length === 0 ? (
        <EmptyState isSmall title={t('platform:delivery.empty.title')} text={t('platform:delivery.empty.text')} />
      ) : (
        <ul className="platform-list">
          {items.map((delivery) => (
            <DeliveryItem
              key={delivery.id}
              delivery={delivery}
              onReplay={
                isEnabled && delivery.state !== 'waiting'
                  ? () => void replay([delivery.id]).catch(toast.failed)
                  : undefined
              }
            />
          ))}
        </ul>
      )}
      {log.hasNextPage && (
        <Button loading={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
          {t('platform:delivery.older')}
        </Button>
      )}
    </>
  )
}

function DeliveryItem({ delivery, onReplay }: { delivery: Delivery; onReplay: (() => void) | undefined }) {
  const t = useText()
  const { kind, state, subjectAt, attempts, status, durationMs, problem, retryAt } = delivery
  const facts = [
    t('platform:delivery.of', { at: companyTime(subjectAt) }),
    ...(attempts > 0 ? [t('platform:delivery.attempts', { count: attempts })] : []),
    ...(status !== null && durationMs !== null
      ? [t('platform:delivery.answered', { status: String(status), ms: String(durationMs) })]
      : []),
    ...(problem && status === null ? [problemOf(problem, t)] : []),
    ...(state === 'waiting' && retryAt ? [t('platform:delivery.retry', { at: companyTime(retryAt) })] : []),
  ]
  return (
    <li>
      <div className="platform-item">
        <span>
          <strong>{t(`platform:delivery.kind.${kind}`)}</strong>{' '}
          <StatusMark meaning={meanings[state]}>{t(`platform:delivery.states.${state}`)}</StatusMark>
        </span>
        <small>
          <Dated>{facts.join(' · ')}</Dated>
        </small>
      </div>
      {onReplay && (
        <div className="platform-actions">
          <Button onClick={onReplay}>{t('platform:delivery.again')}</Button>
        </div>
      )}
    </li>
  )
}
