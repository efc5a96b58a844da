import type { Muster, MusterEvent } from '@gatehouse/contract/features/muster.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { type Text, useText } from '../../i18n/i18n.ts'
import { instantMs } from '../../lib/clock.ts'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { musterEvents } from './muster-queries.ts'
import { clockBetween } from './muster-time.ts'

/** The history, the latest first, by the time since the start. */
export function MusterEvents({ muster }: { muster: Muster }) {
  const t = useText()
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery(
    musterEvents(muster.id),
  )
  const events = data?.pages.flatMap(({ items }) => items)
  return (
    <section className="muster-block" aria-label={t('muster:events.title')}>
      <header>
        <h2>{t('muster:events.title')}</h2>
      </header>
      {error && !data && <ErrorPanel error={error} onRetry={() => void refetch()} />}
      {events?.length === 0 && <p className="muster-quiet">{t('muster:events.none')}</p>}
      <ol className="muster-events">
        {events?.map((event) => (
          <li key={event.id}>
            <time dateTime={event.at} className="tabular">
              {clockBetween(muster.startedAt, instantMs(event.at))}
            </time>
            <span>
              {wordsOf(event, t)}
              {event.isLate && <small> ({t('muster:events.late')})</small>}
            </span>
          </li>
        ))}
      </ol>
      {hasNextPage && (
        <Button size="small" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('muster:events.more')}
        </Button>
      )}
    </section>
  )
}

function wordsOf({ kind, by, state, person }: MusterEvent, t: Text): string {
  const name = person?.name ?? t('muster:events.nobody')
  if (kind === 'marked') return t(`muster:events.marked.${state ?? 'safe'}`, { by, person: name })
  if (kind === 'latecomer') return t('muster:events.kind.latecomer', { person: name })
  if (kind === 'paper-made') return t('muster:events.kind.paper-made')
  return t(`muster:events.kind.${kind}`, { by })
}
