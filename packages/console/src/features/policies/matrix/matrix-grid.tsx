import type { MatrixDoor, MatrixTimetable } from '@gatehouse/contract/features/policies/matrix.ts'
import {
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useText } from '../../../i18n/i18n.ts'
import { formatNumber } from '../../../lib/format-number.ts'
import { groupName } from '../../../parts/passage/list-group-name.ts'
import { namedOnce } from '../../../parts/passage/record-words.ts'
import { accessWords } from './access-words.ts'
import { cellKey, type Cells, type Draft, type Paint, shownAccess } from './matrix-draft.ts'
import { paintsOf } from './matrix-brushes.tsx'
import type { Matrix } from './matrix-queries.ts'
import { sizes, useWindow } from './use-window.ts'
import { WeekOf } from '../../../parts/passage/week-symbols.tsx'

export type Place = { row: number; column: number }
type Pair = { groupId: string; deviceId: string }

type Props = {
  groups: Matrix['groups']
  doors: readonly MatrixDoor[]
  timetables: readonly MatrixTimetable[]
  cells: Cells
  draft: Draft
  brush: Paint
  /** Doors that are open for the person who is asked about. */
  openDoorIds?: ReadonlySet<string> | undefined
  mayPaint: boolean
  onBrush: (paint: Paint) => void
  onPaint: (pairs: readonly Pair[], paint: Paint, isSameStroke?: boolean) => void
  onUndo: () => void
  /** The cell under the pointer or the focus; null: none. */
  onLook: (deviceId: string | null, cell: Element | null) => void
}

const arrows: Readonly<Record<string, readonly [row: number, column: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  PageUp: [-10, 0],
  PageDown: [10, 0],
}
const clamp = (value: number, count: number) => Math.min(Math.max(0, value), Math.max(0, count - 1))

/**
 * Groups by doors, painted by the pointer and by keys: arrows move, with Shift they extend, Space paints, Delete empties, digits choose
 * the paint. One stop for Tab: the grid keeps the focus and names its active cell.
 */
export function MatrixGrid(props: Props) {
  const { groups, doors, timetables, cells, draft, brush, mayPaint, onPaint, onLook } = props
  const t = useText()
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState<Place>({ row: 0, column: 0 })
  const [anchor, setAnchor] = useState<Place | null>(null)
  const stroke = useRef<{ isBegun: boolean } | null>(null)
  const view = useWindow(box, groups.length, doors.length)
  const names = new Map(timetables.map((timetable) => [timetable.id, timetable]))
  const cellId = ({ row, column }: Place) => `${id}${row}-${column}`
  const isSelected = ({ row, column }: Place) =>
    anchor !== null && isBetween(row, anchor.row, active.row) && isBetween(column, anchor.column, active.column)

  /** The pairs of the selected cells, or of the active one. */
  const chosen = (): Pair[] => {
    const from = anchor ?? active
    return between(from.row, active.row).flatMap((row) =>
      between(from.column, active.column).flatMap((column) => pairAt({ row, column }) ?? []),
    )
  }
  const pairAt = ({ row, column }: Place): Pair | undefined => {
    const [group, door] = [groups[row], doors[column]]
    return group && door && { groupId: group.id, deviceId: door.deviceId }
  }
  const go = (place: Place, isExtending: boolean) => {
    const next = { row: clamp(place.row, groups.length), column: clamp(place.column, doors.length) }
    setAnchor(isExtending ? (anchor ?? active) : null)
    setActive(next)
  }
  // The cell that the keys reached comes into view, beside the names and below the doors.
  useLayoutEffect(() => {
    const element = box.current
    if (!element || !element.contains(document.activeElement)) return
    const { row, column } = active
    scrollInto(element, row * sizes.row, sizes.row, 'top', headOf(doors))
    scrollInto(element, column * sizes.column, sizes.column, 'left', sizes.name)
    onLook(doors[column]?.deviceId ?? null, document.getElementById(`${id}${row}-${column}`))
  }, [active, doors, id, onLook])

  const press = (event: KeyboardEvent) => {
    const { key, shiftKey } = event
    const arrow = arrows[key]
    const isControl = event.ctrlKey || event.metaKey
    const paint = (value: Paint) => mayPaint && onPaint(chosen(), value)
    if (arrow) go({ row: active.row + arrow[0], column: active.column + arrow[1] }, shiftKey)
    else if (key === 'Home') go({ row: isControl ? 0 : active.row, column: 0 }, shiftKey)
    else if (key === 'End') go({ row: isControl ? groups.length : active.row, column: doors.length }, shiftKey)
    else if (key === ' ') paint(brush)
    else if (key === 'Delete' || key === 'Backspace') paint('none')
    else if (key === 'z' && isControl) props.onUndo()
    else if (key === '0') props.onBrush('none')
    else if (/^[1-9]$/.test(key) && !isControl) {
      const value = paintsOf(timetables)[Number(key) - 1]
      if (value !== undefined) props.onBrush(value)
    } else if (key === 'Escape' && anchor) setAnchor(null)
    else return
    event.preventDefault()
  }
  const placeOf = (target: EventTarget | null): Place | undefined => {
    const cell = target instanceof Element ? target.closest<HTMLElement>('[role="gridcell"]') : null
    return cell ? { row: Number(cell.dataset['row']), column: Number(cell.dataset['column']) } : undefined
  }
  const paintAt = (place: Place) => {
    const pair = pairAt(place)
    if (!pair || !stroke.current) return
    onPaint([pair], brush, stroke.current.isBegun)
    stroke.current.isBegun = true
  }
  const begin = (event: PointerEvent) => {
    const place = placeOf(event.target)
    if (!place || event.button !== 0) return
    setActive(place)
    setAnchor(event.shiftKey ? (anchor ?? active) : null)
    // A finger scrolls: it paints the cell that it taps.
    if (!mayPaint || event.shiftKey || event.pointerType === 'touch') return
    stroke.current = { isBegun: false }
    paintAt(place)
  }
  const over = (event: PointerEvent) => {
    const place = placeOf(event.target)
    const cell = event.target instanceof Element ? event.target.closest('[role="gridcell"]') : null
    onLook(place ? (doors[place.column]?.deviceId ?? null) : null, cell)
    if (place && stroke.current && event.buttons === 1) paintAt(place)
  }

  return (
    <div
      ref={box}
      className="matrix"
      role="grid"
      tabIndex={0}
      aria-label={t('policies:matrix.grid')}
      aria-describedby={`${id}keys`}
      aria-rowcount={groups.length + 1}
      aria-colcount={doors.length + 1}
      aria-multiselectable
      aria-readonly={!mayPaint || undefined}
      aria-activedescendant={
        isIn(active.row, view.rows) && isIn(active.column, view.columns) ? cellId(active) : undefined
      }
      onKeyDown={press}
      onFocus={() => setActive({ ...active })}
      onBlur={() => onLook(null, null)}
      onPointerDown={begin}
      onPointerOver={over}
      onPointerLeave={() => {
        stroke.current = null
        onLook(null, null)
      }}
      onPointerUp={() => (stroke.current = null)}
      onClick={(event) => {
        const place = placeOf(event.target)
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a click of Chromium, Firefox and Safari is a pointer event
        if (!place || !mayPaint || (event.nativeEvent as unknown as { pointerType?: string }).pointerType !== 'touch')
          return
        const pair = pairAt(place)
        if (pair) onPaint([pair], brush)
      }}
    >
      <span id={`${id}keys`} hidden>
        {t('policies:matrix.keys')}
      </span>
      <div
        className="matrix-row matrix-head"
        role="row"
        aria-rowindex={1}
        style={{ ...widthOf(doors.length), height: headOf(doors) }}
      >
        <span className="matrix-name" role="columnheader" aria-colindex={1}>
          {t('policies:matrix.size', { groups: groups.length, doors: doors.length })}
        </span>
        {doors.slice(view.columns.from, view.columns.to).map((door, index) => {
          const column = view.columns.from + index
          const isFirstOfArea = column === 0 || doors[column - 1]?.area !== door.area
          return (
            <span
              key={door.deviceId}
              className="matrix-door"
              role="columnheader"
              aria-colindex={column + 2}
              title={namedOnce(door.name, door.door, door.area)}
              style={index === 0 ? offsetOf(column) : undefined}
            >
              <small>{isFirstOfArea && door.area}</small>
              <span data-open={props.openDoorIds?.has(door.deviceId) || undefined}>{door.name}</span>
              {door.doors.length > 0 && <span className="matrix-door-names">{door.doors.join(t('list:comma'))}</span>}
            </span>
          )
        })}
      </div>
      <div
        className="matrix-rows"
        role="rowgroup"
        style={{
          paddingTop: view.rows.from * sizes.row,
          paddingBottom: (groups.length - view.rows.to) * sizes.row,
        }}
      >
        {groups.slice(view.rows.from, view.rows.to).map((group, rowIndex) => {
          const row = view.rows.from + rowIndex
          const name = groupName(group.name, t)
          return (
            <div key={group.id} className="matrix-row" role="row" aria-rowindex={row + 2} style={widthOf(doors.length)}>
              <span className="matrix-name" role="rowheader" aria-colindex={1} title={name}>
                <b>{name}</b>
                <small>
                  {t('policies:matrix.people', { count: group.people, people: formatNumber(group.people) })}
                </small>
              </span>
              {doors.slice(view.columns.from, view.columns.to).map((door, index) => {
                const place = { row, column: view.columns.from + index }
                const pair = { groupId: group.id, deviceId: door.deviceId }
                const access = shownAccess(draft, cells, pair)
                const isChanged = draft.has(cellKey(pair))
                return (
                  <span
                    key={door.deviceId}
                    id={cellId(place)}
                    role="gridcell"
                    className="matrix-cell"
                    aria-colindex={place.column + 2}
                    aria-selected={isSelected(place) || (place.row === active.row && place.column === active.column)}
                    aria-label={t(isChanged ? 'policies:matrix.cellChanged' : 'policies:matrix.cell', {
                      group: name,
                      door: door.name,
                      access: accessWords(access, names, t),
                    })}
                    data-row={place.row}
                    data-column={place.column}
                    data-active={(place.row === active.row && place.column === active.column) || undefined}
                    data-selected={isSelected(place) || undefined}
                    data-changed={isChanged || undefined}
                    style={index === 0 ? offsetOf(place.column) : undefined}
                  >
                    <WeekOf access={access} />
                  </span>
                )
              })}
            </div>
          )
        })}
      </div>
    </div>
  )
}

/** Higher where a controller names its doors below it. */
const headOf = (doors: readonly MatrixDoor[]) => sizes.head + (doors.some((door) => door.doors.length > 0) ? 66 : 0)
const widthOf = (doors: number): CSSProperties => ({ minWidth: sizes.name + doors * sizes.column })
const offsetOf = (column: number): CSSProperties => ({ marginLeft: column * sizes.column })
const between = (a: number, b: number) =>
  Array.from({ length: Math.abs(a - b) + 1 }, (_, index) => Math.min(a, b) + index)
const isBetween = (value: number, a: number, b: number) => value >= Math.min(a, b) && value <= Math.max(a, b)
const isIn = (index: number, { from, to }: { from: number; to: number }) => index >= from && index < to

function scrollInto(box: HTMLElement, start: number, size: number, side: 'top' | 'left', fixed: number) {
  const [scrolled, length] = side === 'top' ? [box.scrollTop, box.clientHeight] : [box.scrollLeft, box.clientWidth]
  const next =
    start < scrolled ? start : start + size + fixed > scrolled + length ? start + size + fixed - length : scrolled
  if (side === 'top') box.scrollTop = next
  else box.scrollLeft = next
}
