import type { LiveEvent } from '@gatehouse/contract/features/live/board.ts'
import { useEffect, useState } from 'react'
import { useText } from '../../i18n/i18n.ts'
import { titleOfEvent } from './event-words.ts'

/** A screen reader hears at most one sentence in this time. */
const quietMs = 5_000

/** New alarms for screen readers, and nothing else of the stream: one sentence at a time. */
export function SpokenAlarms({ events }: { events: readonly LiveEvent[] }) {
  const t = useText()
  const [known] = useState(() => new Set(events.map(({ id }) => id)))
  const [said, setSaid] = useState<LiveEvent>()
  const next = events.find((event) => event.type === 'alarm' && !known.has(event.id))
  useEffect(() => {
    if (!next) return
    // Those that come meanwhile are older than the one that is said next, and stand in the list.
    const timer = setTimeout(
      () => {
        for (const { id } of events) known.add(id)
        setSaid(next)
      },
      said ? quietMs : 0,
    )
    return () => clearTimeout(timer)
    // oxlint-disable-next-line react/exhaustive-deps -- a new list alone begins no new wait
  }, [next?.id])
  return (
    <p className="for-readers" role="status">
      {said && t('house:alarmAt', { alarm: titleOfEvent(said, t), door: said.doorName })}
    </p>
  )
}
