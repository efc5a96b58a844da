import { type TimelineEntry, type TimelineKind, timelineKinds } from '@gatehouse/contract/features/people/timeline.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { useText } from '../../i18n/i18n.ts'
import { companyTime } from '../../lib/format-date.ts'
import { DetailSkeleton } from '../../ui/detail/detail-skeleton.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { dayName } from './day-name.ts'
import { groupAlike } from './group-passages.ts'
import { PersonBlock } from './person-page.tsx'
import { personTimeline, type Shown } from './person-queries.ts'
import { TimelineItem } from './timeline-item.tsx'
import { type Irrevocable, undoableChanges, useUndoChange } from './undo-change.ts'
import './person-timeline.css'

const reasonOf = (standing: 'undoable' | Irrevocable | undefined) => (standing === 'undoable' ? undefined : standing)

/** The history of a person, the latest first, by days: passages, attendance, visits and changes in one line. */
export function PersonTimeline({ person }: { person: Shown }) {
  const t = useText()
  const [kind, setKind] = useState<TimelineKind>()
  const { data, error, isPending, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery(
    personTimeline(person, kind),
  )
  const kinds = data?.pages[0]?.kinds ?? []
  const all = data?.pages.flatMap(({ items }) => items) ?? []
  const entries = groupAlike(all)
  const kept = data?.pages[0]?.undoable ?? null
  const undo = useUndoChange(person, kept)
  const standing = undo ? undoableChanges(all, person, kept?.id ?? null) : new Map<string, never>()
  const undoOf = (entry: TimelineEntry) =>
    undo && entry.kind === 'changes' && standing.get(entry.id) === 'undoable' ? () => undo(entry) : undefined
  const days = Map.groupBy(entries, ({ entry }) => companyTime(entry.at, 'day'))
  return (
    <PersonBlock
      title={t('personPage:timeline.title')}
      action={
        kinds.length > 1 && (
          <div className="timeline-kinds" role="group" aria-label={t('personPage:timeline.show')}>
            {(['all', ...timelineKinds.filter((one) => kinds.includes(one))] as const).map((one) => {
              const own = one === 'all' ? undefined : one
              return (
                <button key={one} type="button" aria-pressed={kind === own} onClick={() => setKind(own)}>
                  {t(`personPage:timeline.kind.${one}`)}
                </button>
              )
            })}
          </div>
        )
      }
    >
      {isPending ? (
        <DetailSkeleton lines={10} />
      ) : error ? (
        <ErrorPanel error={error} onRetry={() => void refetch()} />
      ) : entries.length === 0 ? (
        <EmptyState isSmall title={t('personPage:timeline.none')} text={t('personPage:timeline.noneText')} />
      ) : (
        <div className="timeline">
          {[...days].map(([on, entriesOfDay]) => (
            <section key={on} aria-label={dayName(on, t)}>
              <h3>{dayName(on, t)}</h3>
              <ol>
                {entriesOfDay.map(({ entry, times, since }) => (
                  <TimelineItem
                    key={`${entry.kind} ${entry.id}`}
                    entry={entry}
                    times={times}
                    since={since}
                    person={person}
                    onUndo={undoOf(entry)}
                    irrevocable={reasonOf(standing.get(entry.id))}
                  />
                ))}
              </ol>
            </section>
          ))}
        </div>
      )}
      {hasNextPage && (
        <Button className="timeline-earlier" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('personPage:timeline.earlier')}
        </Button>
      )}
    </PersonBlock>
  )
}
