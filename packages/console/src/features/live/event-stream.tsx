import { type LiveDoor, maxLiveEvents } from '@gatehouse/contract/features/live/board.ts'
import { AlertOutlined, PauseOutlined, PlayCircleOutlined } from '@ant-design/icons'
import {
  Fragment,
  type KeyboardEvent,
  memo,
  type MouseEvent,
  type RefObject,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { useText } from '../../i18n/i18n.ts'
import { companyTime } from '../../lib/format-date.ts'
import { useCan } from '../../lib/use-can.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import type { House } from './board-store.ts'
import { EventFace } from './event-face.tsx'
import { dayOf, meaningOf, placeOfEvent, timeOf, titleOfEvent, whyOfEvent } from './event-words.ts'
import { type EventFilter, eventFilters, type EventGroup, groupEvents, passesFilter } from './group-events.ts'
import { SpokenAlarms } from './spoken-alarms.tsx'
import { useHeldStill } from './use-held-still.ts'

type Props = {
  house: House
  /** Of several the one that is shown: its events stand here. */
  site?: LiveDoor['site'] | undefined
  isLive: boolean
  openedId: string | undefined
  onOpen: (group: EventGroup | undefined) => void
}

/** The events of the house, the newest first. Nothing moves while the pointer or the focus is in the list: new events wait behind their number. */
export function EventStream({ house, site, isLive, openedId, onOpen }: Props) {
  const t = useText()
  const can = useCan()
  const [filter, setFilter] = useState<EventFilter>('all')
  const [isPaused, setIsPaused] = useState(false)
  const { isStill, ...still } = useHeldStill()
  const [isEverywhere, setIsEverywhere] = useState(false)
  const events = useEventsOf(house, isEverywhere ? undefined : site?.id)
  const [shown, setShown] = useState(events)
  const isHeld = isPaused || isStill || openedId !== undefined
  const place = isEverywhere ? undefined : site?.id
  const [shownPlace, setShownPlace] = useState(place)
  // Another site is shown at once, even where new events wait.
  if ((!isHeld && shown !== events) || shownPlace !== place) {
    setShown(events)
    setShownPlace(place)
  }
  const groups = useMemo(() => groupEvents(shown.filter(passesFilter[filter])).slice(0, maxLiveEvents), [shown, filter])
  const known = useMemo(() => new Set(shown.map(({ id }) => id)), [shown])
  const fresh = isHeld
    ? groupEvents(events.filter((event) => !known.has(event.id) && passesFilter[filter](event))).length
    : 0
  const filters = eventFilters.filter(
    (one) => one === 'all' || (one === 'alarms' ? can('live.doors') : can('live.visitors')),
  )
  const chips = useRef<HTMLDivElement>(null)
  const toChips = () => chips.current?.querySelector('button')?.focus()
  const list = useRef<HTMLDivElement>(null)
  const [said, setSaid] = useState('')
  const showFresh = ({ currentTarget, detail }: MouseEvent<HTMLElement>) => {
    // The button goes: a pointer leaves nothing focused, which would hold the list still, and keys go on in the list.
    currentTarget.blur()
    flushSync(() => {
      setShown(events)
      setSaid(t('house:freshShown', { count: fresh }))
    })
    list.current?.scrollTo?.({ top: 0 })
    if (detail === 0) list.current?.focus()
  }
  return (
    <section className="live-stream" aria-label={t('house:events')} {...still}>
      <header>
        <h2>{t('house:events')}</h2>
        <span className="live-state" data-meaning={isPaused ? 'amber' : isLive ? 'green' : 'grey'}>
          <i className="live-dot" aria-hidden />
          {isPaused ? t('house:paused') : isLive ? t('house:live') : t('house:asOf', { at: timeOf(house.readAt) })}
        </span>
        {site && (
          <button
            type="button"
            className="live-chip"
            aria-pressed={isEverywhere}
            onClick={() => setIsEverywhere(!isEverywhere)}
          >
            {t('house:allSites')}
          </button>
        )}
        <button
          type="button"
          className="live-icon"
          aria-label={t(isPaused ? 'house:resume' : 'house:pause')}
          onClick={() => setIsPaused(!isPaused)}
        >
          {isPaused ? <PlayCircleOutlined aria-hidden /> : <PauseOutlined aria-hidden />}
        </button>
      </header>
      {filters.length > 2 && (
        <div className="live-chips" role="group" aria-label={t('house:filter')} ref={chips}>
          {filters.map((one) => {
            const count = one === 'all' ? 0 : shown.filter(passesFilter[one]).length
            return (
              <button key={one} type="button" aria-pressed={one === filter} onClick={() => setFilter(one)}>
                {t(`house:filters.${one}`)} {count > 0 && <span>{count}</span>}
              </button>
            )
          })}
        </div>
      )}
      {fresh > 0 && (
        <button type="button" className="live-fresh" onClick={showFresh}>
          {t('house:fresh', { count: fresh })}
        </button>
      )}
      {groups.length === 0 ? (
        shown.length === 0 ? (
          <NoEvents />
        ) : (
          <p className="live-quiet live-none">{t('house:noEventsOfKind')}</p>
        )
      ) : (
        <EventList
          list={list}
          groups={groups}
          readAt={house.readAt}
          openedId={openedId}
          onOpen={onOpen}
          onPause={() => setIsPaused(!isPaused)}
          onFilter={toChips}
        />
      )}
      <footer aria-hidden>
        <span>
          <kbd>J</kbd> <kbd>K</kbd> {t('house:keys.move')}
        </span>
        <span>
          <kbd>Enter</kbd> {t('house:keys.record')}
        </span>
        <span>
          <kbd>Space</kbd> {t('house:keys.pause')}
        </span>
        {filters.length > 2 && (
          <span>
            <kbd>F</kbd> {t('house:keys.filter')}
          </span>
        )}
      </footer>
      <p className="for-readers" role="status">
        {fresh === 0 && said}
      </p>
      <SpokenAlarms events={house.events} />
    </section>
  )
}

/** The events at the doors of a site, and those whose door is no longer known; of every site without one. */
function useEventsOf({ events, doors }: House, siteId: string | undefined) {
  return useMemo(() => {
    if (siteId === undefined) return events
    const elsewhere = new Set(doors?.filter(({ site }) => site.id !== siteId).map(({ id }) => id))
    return events.filter(({ doorId }) => doorId === null || !elsewhere.has(doorId))
  }, [events, doors, siteId])
}

/** A role that sees no passages waits for alarms alone, while doors open all the time. */
function NoEvents() {
  const t = useText()
  const texts = useCan()('live.visitors') ? ('house:noEvents' as const) : ('house:noAlarms' as const)
  return <EmptyState isSmall title={t(`${texts}.title`)} text={t(`${texts}.text`)} />
}

type ListProps = {
  list: RefObject<HTMLDivElement | null>
  groups: readonly EventGroup[]
  /** Events of the day before, and of days before that, stand below its name. */
  readAt: string
  openedId: string | undefined
  onOpen: (group: EventGroup | undefined) => void
  onPause: () => void
  onFilter: () => void
}

/** Rows that are drawn at first, and more as somebody comes to their end: where doors open all the time, each costs. */
const step = 20
const steps: Readonly<Record<string, number>> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }

/** A listbox of one stop: J, K and arrows move in it, and while a record is open they open the next one. */
function EventList({ list, groups, readAt, openedId, onOpen, onPause, onFilter }: ListProps) {
  const t = useText()
  const [activeId, setActiveId] = useState<string>()
  const active = groups.find(({ id }) => id === activeId) ?? groups[0]
  const [first] = useState(() => new Set(groups.map(({ id }) => id)))
  const { limit, more, end } = useRowLimit(groups.length)
  const today = companyTime(readAt, 'day')
  const days = useMemo(() => groups.map(({ newest }) => dayOf(newest.at, today, t)), [groups, today, t])
  const go = (index: number) => {
    const group = groups[index]
    if (!group) return
    setActiveId(group.id)
    if (index + 1 >= limit) more(index + step)
    const show = () =>
      list.current?.querySelector(`[data-event="${CSS.escape(group.id)}"]`)?.scrollIntoView({ block: 'nearest' })
    // A row that is drawn only now can be shown only then.
    if (index < limit) show()
    else requestAnimationFrame(show)
    if (openedId !== undefined) onOpen(group)
  }
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
    const way = steps[key]
    const at = groups.findIndex((group) => group === active)
    if (way !== undefined) go(at + way)
    else if (key === 'Home') go(0)
    else if (key === 'End') go(groups.length - 1)
    else if (key === 'Enter') onOpen(active)
    else if (key === ' ') onPause()
    else if (key === 'f') onFilter()
    else if (key === 'Escape' && openedId !== undefined) onOpen(undefined)
    else return
    event.preventDefault()
  }
  return (
    <div
      ref={list}
      className="live-events"
      role="listbox"
      tabIndex={0}
      aria-label={t('house:eventList')}
      aria-activedescendant={active && `event-${active.id}`}
      onKeyDown={press}
    >
      {groups.slice(0, limit).map((group, index) => {
        const day = days[index] ?? ''
        return (
          <Fragment key={group.id}>
            {day !== '' && day !== days[index - 1] && (
              <p className="live-day" aria-hidden>
                {day}
              </p>
            )}
            <EventRow
              group={group}
              day={day}
              isActive={group === active}
              isOpen={group.id === openedId}
              isNew={!first.has(group.id)}
              onOpen={(one) => {
                setActiveId(one.id)
                onOpen(one)
              }}
            />
          </Fragment>
        )
      })}
      {groups.length > limit && <span ref={end} aria-hidden />}
    </div>
  )
}

/** The number of rows that are drawn: more as the end of them comes into view. */
function useRowLimit(count: number) {
  const [limit, setLimit] = useState(step)
  const end = useRef<HTMLSpanElement>(null)
  const isLonger = count > limit
  useEffect(() => {
    if (!isLonger || !end.current) return
    const watcher = new IntersectionObserver(([entry]) => entry?.isIntersecting && setLimit(limit + step))
    watcher.observe(end.current)
    return () => watcher.disconnect()
  }, [isLonger, limit])
  return { limit, more: setLimit, end }
}

type RowProps = {
  group: EventGroup
  /** Empty for today. */
  day: string
  isActive: boolean
  isOpen: boolean
  isNew: boolean
  onOpen: (group: EventGroup) => void
}

function Row({ group, day, isActive, isOpen, isNew, onOpen }: RowProps) {
  const t = useText()
  const { newest: event, times } = group
  const why = whyOfEvent(event, t)
  const host = event.type === 'passage' ? event.host : null
  const title = titleOfEvent(event, t)
  const place = [host === null ? '' : t('house:visitorOf', { host }), placeOfEvent(event, t)]
    .filter(Boolean)
    .join(' · ')
  const [marked, setMarked] = useState(isNew)
  useEffect(() => {
    const timer = setTimeout(() => setMarked(false), 2_000)
    return () => clearTimeout(timer)
  }, [])
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the listbox has the keys and the focus
    <div
      id={`event-${group.id}`}
      className="live-event"
      role="option"
      aria-selected={isOpen}
      data-event={group.id}
      data-active={isActive || undefined}
      data-new={marked || undefined}
      data-meaning={meaningOf(event)}
      onClick={() => onOpen(group)}
    >
      {event.type === 'passage' ? (
        <EventFace face={event.face} />
      ) : (
        <AlertOutlined className="live-event-sign" aria-hidden />
      )}
      <span className="live-event-words">
        <span className="live-event-line">
          <b className="live-cut" title={title}>
            {title}
          </b>
          {times > 1 && <span className="live-times">{t('house:times', { count: times })}</span>}
        </span>
        <span className="live-cut live-event-place" title={place}>
          {place}
        </span>
        {why && (
          <span className="live-event-why" data-meaning={meaningOf(event)}>
            {why}
          </span>
        )}
      </span>
      <time dateTime={event.at}>
        {day !== '' && <span className="for-readers">{day} </span>}
        {timeOf(event.at)}
      </time>
    </div>
  )
}
const EventRow = memo(
  Row,
  (a, b) =>
    a.group.id === b.group.id &&
    a.group.times === b.group.times &&
    a.day === b.day &&
    a.isActive === b.isActive &&
    a.isOpen === b.isOpen,
)
