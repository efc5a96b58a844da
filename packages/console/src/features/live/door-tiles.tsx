import type { LiveDoor } from '@gatehouse/contract/features/live/board.ts'
import { Fragment, type KeyboardEvent, memo, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useText } from '../../i18n/i18n.ts'
import { useCan } from '../../lib/use-can.ts'
import { useOpeningRule } from '../../parts/device/opening-rule.ts'
import { DoorMark } from '../../parts/floor-plan/door-mark.tsx'
import { SearchField } from '../../ui/page/search-field.tsx'
import { EventFace } from './event-face.tsx'
import { lastTimeOf, meaningOfDoor, nameOfLast, stateOf, wayOf } from './event-words.ts'
import { inOrderOf, sortDoors } from './sort-doors.ts'
import { TileOpen } from './tile-open.tsx'
import { isWithinReach } from './use-door-command.ts'
import { useHeldStill } from './use-held-still.ts'

/** Tiles that are drawn at first, and more as somebody scrolls to their end. */
const step = 48

/** The doors in their order; those that needed somebody then come first. */
type Order = { ids: readonly string[]; needing: number }
/** The words above a tile, with the number of tiles below them, by its index. */
type Heads = Readonly<Record<number, ['needYou' | 'others', number]>>

type Props = {
  doors: readonly LiveDoor[]
  language: string
  chosenId: string | undefined
  onChoose: (id: string | undefined) => void
  onKey: (event: KeyboardEvent, doorId: string) => void
  /** Leads to the field of the reason with which a door is opened. */
  onAskReason: (doorId: string) => void
}

/** The doors as tiles: those that need somebody first, then by name; none moves while the pointer or the focus is among them. */
export function DoorTiles({ doors, language, chosenId, onChoose, onKey, onAskReason }: Props) {
  const t = useText()
  const { needsReason } = useOpeningRule()
  const wall = useRef<HTMLDivElement>(null)
  const [words, setWords] = useState('')
  const { isStill, ...still } = useHeldStill()
  const sorted = useMemo(() => sortDoors(doors, language), [doors, language])
  const [kept, setKept] = useState<Order>({ ids: [], needing: 0 })
  const current = { ids: sorted.map(({ id }) => id), needing: sorted.filter(({ needs }) => needs.length > 0).length }
  // While somebody is at the wall the order is that of before.
  if (!isStill && (current.needing !== kept.needing || current.ids.join() !== kept.ids.join())) setKept(current)
  const { ids: order, needing } = kept
  const shown = useMemo(() => {
    const found = words.trim().toLocaleLowerCase(language)
    const all = isStill ? inOrderOf(order, doors) : sorted
    if (found === '') return all
    return all.filter((door) =>
      [door.name, door.fromArea?.name, door.toArea?.name].some((name) =>
        name?.toLocaleLowerCase(language).includes(found),
      ),
    )
  }, [doors, sorted, order, isStill, words, language])
  const [limit, setLimit] = useState(step)
  const end = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    if (!end.current) return
    const watcher = new IntersectionObserver(([entry]) => entry?.isIntersecting && setLimit((now) => now + step))
    watcher.observe(end.current)
    return () => watcher.disconnect()
  }, [limit, shown.length])
  // The same whichever door is chosen: else every tile would be drawn with each choice.
  const move = useCallback(
    (event: KeyboardEvent, door: LiveDoor) => {
      if (event.key === 'Escape' && wall.current?.querySelector('[aria-pressed="true"]')) {
        event.stopPropagation()
        return onChoose(undefined)
      }
      const buttons = [...(wall.current?.querySelectorAll<HTMLElement>('.live-tile-main') ?? [])]
      const at = buttons.findIndex((button) => button.dataset['door'] === door.id)
      const next = neighbourOf(buttons, at, event.key)
      if (!next) return onKey(event, door.id)
      event.preventDefault()
      next.focus()
    },
    [onChoose, onKey],
  )
  const needingIds = new Set(order.slice(0, needing))
  const firstOther = shown.findIndex(({ id }) => !needingIds.has(id))
  const heads: Heads =
    firstOther > 0 ? { 0: ['needYou', firstOther], [firstOther]: ['others', shown.length - firstOther] } : {}
  return (
    <div className="live-wall" ref={wall} {...still}>
      <SearchField label={t('house:find')} value={words} onChange={setWords} />
      {shown.length === 0 && <p className="live-quiet">{t('house:noneFound')}</p>}
      <ul className="live-tiles" aria-label={t('house:doors')}>
        {shown.slice(0, limit).map((door, index) => (
          <Fragment key={door.id}>
            {heads[index] && (
              <li className="live-tiles-head">
                <h2>{t(`house:${heads[index][0]}`)}</h2> <span>{heads[index][1]}</span>
              </li>
            )}
            <Tile
              door={door}
              isChosen={door.id === chosenId}
              isStop={chosenId === undefined ? index === 0 : door.id === chosenId}
              onChoose={onChoose}
              onMove={move}
              onAskReason={needsReason(door) ? onAskReason : undefined}
            />
          </Fragment>
        ))}
      </ul>
      {shown.length > limit && <span ref={end} className="live-wall-end" />}
    </div>
  )
}

/** The tile that an arrow key leads to: beside, or nearest above or below. */
function neighbourOf(buttons: readonly HTMLElement[], at: number, key: string): HTMLElement | undefined {
  const here = buttons[at]
  if (!here) return undefined
  if (key === 'ArrowLeft') return buttons[at - 1]
  if (key === 'ArrowRight') return buttons[at + 1]
  if (key !== 'ArrowUp' && key !== 'ArrowDown') return undefined
  const { top, left } = here.getBoundingClientRect()
  const ahead = buttons
    .map((button) => ({ button, rect: button.getBoundingClientRect() }))
    .filter(({ rect }) => (key === 'ArrowDown' ? rect.top > top + 1 : rect.top < top - 1))
  const distance = ({ rect }: (typeof ahead)[number]) => Math.abs(rect.top - top) * 4 + Math.abs(rect.left - left)
  return ahead.toSorted((a, b) => distance(a) - distance(b))[0]?.button
}

type TileProps = {
  door: LiveDoor
  isChosen: boolean
  isStop: boolean
  onChoose: (id: string | undefined) => void
  onMove: (event: KeyboardEvent, door: LiveDoor) => void
  onAskReason: ((doorId: string) => void) | undefined
}

function DoorTile({ door, isChosen, isStop, onChoose, onMove, onAskReason }: TileProps) {
  const t = useText()
  const can = useCan()
  const { last } = door
  const mayOpen = can('live.control') && isWithinReach(door)
  // Words that have no room end in an ellipsis, and stand whole in a tooltip.
  const facts = [wayOf(door, t), door.passagesToday ? t('house:todayCount', { count: door.passagesToday }) : '']
    .filter(Boolean)
    .join(' · ')
  const who = last ? (last.opened ? nameOfLast(last, t) : t('house:refusedShort', { name: nameOfLast(last, t) })) : ''
  return (
    <li
      className="live-tile"
      data-mark={door.mark}
      data-meaning={door.needs.length > 0 ? meaningOfDoor(door) : undefined}
    >
      <button
        type="button"
        className="live-tile-main"
        data-door={door.id}
        aria-pressed={isChosen}
        tabIndex={isStop ? 0 : -1}
        onKeyDown={(event) => onMove(event, door)}
        onClick={() => onChoose(isChosen ? undefined : door.id)}
      >
        <DoorMark mark={door.mark} />
        <span className="live-tile-words">
          <b title={door.name}>{door.name}</b>
          <span className="live-state" data-meaning={meaningOfDoor(door)}>
            {stateOf(door, t)}
          </span>
        </span>
      </button>
      <p className="live-quiet live-cut" title={facts}>
        {facts}
      </p>
      {(last !== undefined || mayOpen) && (
        <div className="live-tile-last">
          {last ? (
            <>
              <EventFace face={last.face} size={32} />
              <span className="live-cut" title={who}>
                {who}
                <time dateTime={last.at}>{lastTimeOf(last.at)}</time>
              </span>
            </>
          ) : (
            last === null && <span className="live-quiet">{t('house:nobodyYet')}</span>
          )}
          {mayOpen && <TileOpen door={door} onAskReason={onAskReason} />}
        </div>
      )}
    </li>
  )
}
const Tile = memo(DoorTile)
