import type { MinuteRange } from '@gatehouse/contract/features/timetables.ts'
import { maxRangesPerDay } from '@gatehouse/contract/features/timetables.ts'
import { Input } from 'antd'
import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { useText } from '../../i18n/i18n.ts'
import { clockOf } from '../../lib/format-date.ts'
import {
  addRange,
  type DayRanges,
  dayMinutes,
  moveEnd,
  moveRange,
  rangeAt,
  rangesText,
  rangeText,
  readRanges,
  subtractRanges,
} from './day-ranges.ts'

/** The step of the mouse and the arrow keys; typed times are exact to the minute. */
const stepMinutes = 15
const bigStepMinutes = 60

type Drag =
  | { kind: 'draw'; from: number; to: number }
  | { kind: 'resize'; range: MinuteRange; end: keyof MinuteRange; to: number }
  | { kind: 'move'; range: MinuteRange; from: number; to: number }

type GridRowProps = { name: string; ranges: DayRanges; onChange?: (ranges: DayRanges) => void }

const percent = (minute: number) => `${(minute / dayMinutes) * 100}%`
const spanOf = (a: number, b: number): MinuteRange => ({ startMinute: Math.min(a, b), endMinute: Math.max(a, b) })

/** One day's line, with its hours as text below. */
export function GridRow({ name, ranges, onChange }: GridRowProps) {
  const track = useRef<HTMLDivElement>(null)
  const [drag, setDrag] = useState<Drag | null>(null)
  const keys = useRowKeys(ranges, onChange)

  const minuteAt = (event: PointerEvent) => {
    const box = track.current?.getBoundingClientRect()
    if (!box || box.width === 0) return 0
    const minute = ((event.clientX - box.left) / box.width) * dayMinutes
    return Math.min(dayMinutes, Math.max(0, Math.round(minute / stepMinutes) * stepMinutes))
  }
  const begin = (event: PointerEvent, next: Drag) => {
    if (!onChange || event.button !== 0) return
    event.stopPropagation()
    track.current?.setPointerCapture(event.pointerId)
    setDrag(next)
  }
  const finish = (event: PointerEvent) => {
    if (!drag) return
    setDrag(null)
    // A quick hand lets go before its last move was drawn.
    const to = minuteAt(event)
    if (drag.kind === 'resize') onChange?.(moveEnd(ranges, drag.range, drag.end, to))
    else if (drag.from === to) return
    else if (drag.kind === 'move') onChange?.(moveRange(ranges, drag.range, to - drag.from))
    else onChange?.(addRange(ranges, spanOf(drag.from, to)))
  }
  const shown =
    drag?.kind === 'resize'
      ? moveEnd(ranges, drag.range, drag.end, drag.to)
      : drag?.kind === 'move'
        ? moveRange(ranges, drag.range, drag.to - drag.from)
        : ranges
  const drawing = drag?.kind === 'draw' ? spanOf(drag.from, drag.to) : keys.drawing

  return (
    <div className="grid-row">
      <div
        ref={track}
        className="grid-row-track"
        data-editable={onChange ? true : undefined}
        data-drag={drag?.kind}
        {...keys.props(name)}
        onPointerDown={(event) => begin(event, { kind: 'draw', from: minuteAt(event), to: minuteAt(event) })}
        onPointerMove={(event) => drag && setDrag({ ...drag, to: minuteAt(event) })}
        onPointerUp={finish}
        onPointerCancel={() => setDrag(null)}
      >
        {shown.map((range) => (
          <span
            key={range.startMinute}
            className="grid-row-range"
            title={rangeText(range)}
            style={{ left: percent(range.startMinute), width: percent(range.endMinute - range.startMinute) }}
            onPointerDown={(event) => begin(event, { kind: 'move', range, from: minuteAt(event), to: minuteAt(event) })}
          >
            {onChange &&
              (['startMinute', 'endMinute'] as const).map((end) => (
                <i
                  key={end}
                  data-end={end}
                  onPointerDown={(event) => begin(event, { kind: 'resize', range, end, to: range[end] })}
                />
              ))}
          </span>
        ))}
        {drawing && (
          <span
            className="grid-row-drawing"
            style={{ left: percent(drawing.startMinute), width: percent(drawing.endMinute - drawing.startMinute) }}
          />
        )}
        {onChange && keys.isFocused && <b style={{ left: percent(keys.cursor) }} />}
      </div>
      {onChange ? <TypedRanges key={rangesText(ranges)} name={name} ranges={ranges} onChange={onChange} /> : null}
    </div>
  )
}

/** A cursor on the line: arrows move it, space begins and ends a range, Delete takes one away. */
function useRowKeys(ranges: DayRanges, onChange: GridRowProps['onChange']) {
  const t = useText()
  const [cursor, setCursor] = useState(8 * 60)
  const [from, setFrom] = useState<number | null>(null)
  const [isFocused, setIsFocused] = useState(false)
  const drawing = from === null ? null : spanOf(from, cursor)
  const here = rangeAt(ranges, cursor)

  const moves: Readonly<Record<string, number>> = {
    ArrowLeft: -stepMinutes,
    ArrowRight: stepMinutes,
    PageDown: -bigStepMinutes,
    PageUp: bigStepMinutes,
    Home: -dayMinutes,
    End: dayMinutes,
  }
  const press = (event: KeyboardEvent<HTMLElement>) => {
    const move = moves[event.key]
    if (move !== undefined) {
      const step = event.shiftKey ? Math.sign(move) * bigStepMinutes : move
      setCursor(Math.min(dayMinutes, Math.max(0, cursor + step)))
    } else if (event.key === ' ' || event.key === 'Enter') {
      if (from === null) setFrom(cursor)
      else {
        setFrom(null)
        if (from !== cursor) onChange?.(addRange(ranges, spanOf(from, cursor)))
      }
    } else if (event.key === 'Delete' || event.key === 'Backspace') {
      if (here) onChange?.(subtractRanges(ranges, [here]))
    } else if (event.key === 'Escape' && from !== null) setFrom(null)
    else if (event.key === 'ArrowUp' || event.key === 'ArrowDown')
      focusRow(event.currentTarget, event.key === 'ArrowUp')
    else return
    event.preventDefault()
  }

  const state = drawing
    ? t('timetables:grid.drawing', { range: rangeText(drawing) })
    : here
      ? t('timetables:grid.open', { range: rangeText(here) })
      : t('timetables:grid.closed')
  return {
    cursor,
    drawing,
    isFocused,
    props: (name: string) =>
      onChange
        ? ({
            role: 'slider',
            tabIndex: 0,
            'aria-label': t('timetables:grid.row', { day: name }),
            'aria-describedby': 'week-grid-keys',
            'aria-valuemin': 0,
            'aria-valuemax': dayMinutes,
            'aria-valuenow': cursor,
            'aria-valuetext': `${clockOf(cursor)}, ${state}`,
            onKeyDown: press,
            onFocus: () => setIsFocused(true),
            onBlur: () => {
              setIsFocused(false)
              setFrom(null)
            },
          } as const)
        : ({
            role: 'img',
            'aria-label': `${name}: ${rangesText(ranges) || t('timetables:grid.closedAllDay')}`,
          } as const),
  }
}

/** The line of the day above or below. */
function focusRow(current: HTMLElement, isUp: boolean) {
  const tracks = [...document.querySelectorAll<HTMLElement>('.week-grid [role="slider"]')]
  tracks[tracks.indexOf(current) + (isUp ? -1 : 1)]?.focus()
}

function TypedRanges({ name, ranges, onChange }: Required<GridRowProps>) {
  const t = useText()
  const [text, setText] = useState(rangesText(ranges))
  const [problem, setProblem] = useState<string | null>(null)
  const evaluate = () => {
    const read = readRanges(text)
    if (!read) return setProblem(t('timetables:typed.problem'))
    if (read.length > maxRangesPerDay) return setProblem(t('timetables:typed.many', { max: maxRangesPerDay }))
    setProblem(null)
    if (rangesText(read) !== rangesText(ranges)) onChange(read)
    else setText(rangesText(read))
  }
  const tooMany = ranges.length > maxRangesPerDay ? t('timetables:typed.many', { max: maxRangesPerDay }) : null
  const shown = problem ?? tooMany
  return (
    <div className="grid-row-typed">
      <Input
        size="small"
        value={text}
        aria-label={t('timetables:typed.label', { day: name })}
        aria-invalid={shown !== null}
        {...(shown ? { status: 'error' as const } : {})}
        placeholder={t('timetables:grid.closedAllDay')}
        onChange={(event) => setText(event.target.value)}
        onBlur={evaluate}
        onPressEnter={evaluate}
      />
      {shown && <small role="alert">{shown}</small>}
    </div>
  )
}
