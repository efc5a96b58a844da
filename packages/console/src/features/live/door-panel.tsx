import type { LiveBoard, LiveDoor } from '@gatehouse/contract/features/live/board.ts'
import { listPassages } from '@gatehouse/contract/features/live-view.ts'
import { getRecord } from '@gatehouse/contract/features/records.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { CloseOutlined, QuestionCircleOutlined, RightOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Link } from 'react-router'
import { queryOf } from '../../api/query.ts'
import { useText } from '../../i18n/i18n.ts'
import { useCan } from '../../lib/use-can.ts'
import { DoorMark } from '../../parts/floor-plan/door-mark.tsx'
import { PassageReasons } from '../../parts/passage/passage-reasons.tsx'
import { DoorDeeds } from './door-deeds.tsx'
import { EventFace } from './event-face.tsx'
import { meaningOfDoor, minuteOf, nameOf, nameOfLast, stateOf, wayOf } from './event-words.ts'

const lastFaces = 5

type Props = {
  door: LiveDoor
  inside: LiveBoard['inside']
  onLeave: () => void
  /** Its button to open takes the focus, or the field of the reason that it needs. */
  takesFocus: boolean
  onFocused: () => void
}

/** The chosen door, docked below the plan: how it stands, its last faces, why the last one passed, and its actions. */
export function DoorPanel({ door, inside, onLeave, takesFocus, onFocused }: Props) {
  const t = useText()
  const can = useCan()
  const area = door.toArea
  const people = inside.areas?.find(({ areaId }) => areaId === area?.id)?.people ?? 0
  const [asksWhy, setAsksWhy] = useState(false)
  const dock = useRef<HTMLElement>(null)
  const focus = useEffectEvent(() => {
    dock.current?.querySelector<HTMLElement>('[aria-required="true"], .hold-button:not(:disabled)')?.focus()
    onFocused()
  })
  useEffect(() => {
    if (takesFocus) focus()
  }, [takesFocus])
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.stopPropagation()
    onLeave()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape leaves it, wherever inside the focus is
    <section ref={dock} className="live-dock" aria-label={door.name} onKeyDown={press}>
      <div className="live-dock-name">
        <DoorMark mark={door.mark} />
        <div>
          <h2>{door.name}</h2>
          <p className="live-state" data-meaning={meaningOfDoor(door)}>
            {stateOf(door, t)}
          </p>
          <p className="live-quiet">
            {[
              wayOf(door, t),
              door.passagesToday === undefined ? '' : t('house:todayCount', { count: door.passagesToday }),
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
          <div className="live-dock-more">
            {area &&
              inside.areas &&
              (can('inside.read') ? (
                <Link to={pathTo('inside', { query: { siteId: door.site.id, areaId: area.id } })}>
                  {t('house:insideArea', { count: people, area: area.name })}
                </Link>
              ) : (
                <span>{t('house:insideArea', { count: people, area: area.name })}</span>
              ))}
            {door.alarm && can('alarm.read') && (
              <Link to={pathTo('deviceAlarm', { below: door.alarm.id })}>{t('house:acknowledge')}</Link>
            )}
          </div>
        </div>
      </div>
      {can('live.staff') && <LastFaces door={door} />}
      {can('live.control') && <DoorDeeds door={door} />}
      <div className="live-dock-icons">
        <button
          type="button"
          className="live-icon"
          aria-label={t('house:close')}
          title={t('house:close')}
          onClick={onLeave}
        >
          <CloseOutlined aria-hidden />
        </button>
        {can('live.staff') && door.last && (
          <button
            type="button"
            className="live-icon"
            aria-label={t('house:why')}
            title={t('house:why')}
            aria-expanded={asksWhy}
            onClick={() => setAsksWhy(!asksWhy)}
          >
            <QuestionCircleOutlined aria-hidden />
          </button>
        )}
        <Link
          className="live-icon"
          aria-label={t('house:doorPage')}
          title={t('house:doorPage')}
          to={pathTo('doorDetail', { query: { id: door.id } })}
        >
          <RightOutlined aria-hidden />
        </Link>
      </div>
      {asksWhy && door.last && <Why recordId={door.last.recordId} name={nameOfLast(door.last, t)} />}
    </section>
  )
}

function LastFaces({ door }: { door: LiveDoor }) {
  const t = useText()
  const { data } = useQuery({
    ...queryOf(listPassages, { query: { doorId: door.id, size: lastFaces } }),
    enabled: door.deviceIds.length > 0,
  })
  if (!data || data.length === 0) return <p className="live-quiet live-last-none">{t('house:nobodyYet')}</p>
  return (
    <ol className="live-last" aria-label={t('house:lastFaces')}>
      {data.map((record) => (
        <li key={record.id} data-opened={record.opened} title={nameOf(record, t)}>
          <Link to={pathTo('signRecord', { below: record.id })}>
            <EventFace face={record.hasCapture ? { kind: 'capture', id: record.id } : null} />
            <span className="for-readers">
              {nameOf(record, t)}, {t(record.opened ? 'shared:decision.opened' : 'shared:decision.refused')}
            </span>
            <time dateTime={record.recognisedAt}>{minuteOf(record.recognisedAt)}</time>
          </Link>
        </li>
      ))}
    </ol>
  )
}

/** The numbered reasons for which the last one passed, or did not. */
function Why({ recordId, name }: { recordId: string; name: string }) {
  const t = useText()
  const { data } = useQuery({ ...queryOf(getRecord, { params: { id: recordId } }), staleTime: Infinity })
  if (!data) return null
  return (
    <div className="live-why">
      <h3>{t(data.opened ? 'house:whyTitle' : 'house:whyNotTitle', { name })}</h3>
      <PassageReasons reasons={data.reasons} names={data.names} opens={data.opened} abnormal={data.abnormal} />
    </div>
  )
}
