import type { LiveEvent } from '@gatehouse/contract/features/live/board.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { Link } from 'react-router'
import { type Text, useText } from '../../i18n/i18n.ts'
import { companyTime } from '../../lib/format-date.ts'
import { alarmTitle } from '../../parts/alarm/alarm-title.ts'
import { FacePlaceholder, FaceThumbnail } from '../../parts/face/face-thumbnail.tsx'
import { abnormalText } from '../../parts/passage/record-words.ts'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { BoardBlock } from './board-block.tsx'
import { useDoorEvents } from './use-door-events.ts'

/** The faces that have just been at the doors, each with its record. */
export function DoorEvents() {
  const t = useText()
  const { data, error, refetch } = useDoorEvents()
  return (
    <BoardBlock title={t('dashboard:events.title')} more={{ to: pathTo('live'), text: t('dashboard:events.more') }}>
      {data ? (
        data.events.length === 0 ? (
          <p className="board-quiet">{t('dashboard:events.none')}</p>
        ) : (
          <ul className="door-events">
            {data.events.map((event) => (
              <li key={event.id} data-meaning={meaningOf(event)}>
                <EventLine event={event} t={t} />
              </li>
            ))}
          </ul>
        )
      ) : error ? (
        <ErrorPanel error={error} onRetry={() => void refetch()} />
      ) : (
        <ul className="door-events" aria-hidden>
          {Array.from({ length: 5 }, (_, place) => (
            <li key={place}>
              <span className="door-event">
                <i className="board-bone" style={{ width: 40, height: 40 }} />
                <span>
                  <i className="board-bone" style={{ width: 110 }} />
                  <i className="board-bone" style={{ width: 150 }} />
                </span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </BoardBlock>
  )
}

function EventLine({ event, t }: { event: LiveEvent; t: Text }) {
  const content = (
    <>
      {event.type === 'passage' ? (
        <FaceThumbnail kind={event.face?.kind ?? 'portrait'} imageId={event.face?.id ?? null} />
      ) : (
        <FacePlaceholder />
      )}
      <span>
        <b>{titleOf(event, t)}</b>
        <small>{whatHappened(event, t)}</small>
      </span>
      <time dateTime={event.at}>{companyTime(event.at).slice(11)}</time>
    </>
  )
  if (event.type === 'passage' && !event.hasRecord) return <span className="door-event">{content}</span>
  const to =
    event.type === 'alarm' ? pathTo('deviceAlarm', { below: event.id }) : pathTo('signRecord', { below: event.id })
  return (
    <Link className="door-event" to={to}>
      {content}
    </Link>
  )
}

const titleOf = (event: LiveEvent, t: Text) =>
  event.type === 'alarm'
    ? alarmTitle({ type: event.alarm, code: event.code }, t)
    : (event.person?.name ?? t(`list:personKind.${event.kind}`))

function whatHappened(event: LiveEvent, t: Text): string {
  const door = event.doorName
  if (event.type === 'alarm') return door
  if (event.opened)
    return event.direction === 'none'
      ? t('dashboard:events.passed', { door })
      : t(`dashboard:events.${event.direction}`, { door })
  const closed = t('dashboard:events.closed', { door })
  return event.abnormal === 'none' ? closed : `${closed}${t('list:colon')}${abnormalText(event.abnormal, t)}`
}

function meaningOf(event: LiveEvent): 'green' | 'amber' | 'red' {
  if (event.type === 'alarm') return 'red'
  return event.opened ? 'green' : event.kind === 'visitor' ? 'amber' : 'red'
}
