import { type KeyboardEvent, type PointerEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useText } from '../../i18n/i18n.ts'
import { formatNumber } from '../../lib/format-number.ts'
import { type BarData, layoutBars, nowLabelWidth, sumOf } from './bar-layout.ts'
import './bar-chart.css'

type Props = { data: BarData; label: string; height?: number }

/** The lines that say a column in words: each kind, the sum of several, the comparison, the marks. */
export function linesOf(data: BarData, column: number, total: string) {
  const { series, below, behind, marks } = data
  return [
    ...series.map(({ name, colour, values }) => ({ name, colour, value: values[column] ?? 0 })),
    ...(series.length > 1 ? [{ name: total, colour: undefined, value: sumOf(data, column) }] : []),
    ...(below ? [{ name: below.name, colour: '--fill-3', value: below.values[column] ?? 0 }] : []),
    ...(behind ? [{ name: behind.name, colour: '--fill-3', value: behind.values[column] ?? 0 }] : []),
    ...(marks ? [{ name: marks.name, colour: '--red', value: marks.values[column] ?? 0 }] : []),
  ]
}

/**
 * Bars in ink that one can read and point at: the pointer or the arrow keys choose a column and its values stand beside it.
 * For screen readers it is a control that walks through the values; `ChartTable` has them all.
 */
export function BarChart({ data, label, height = 190 }: Props) {
  const t = useText()
  const box = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  const [chosen, setChosen] = useState<number>()
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    setWidth(element.clientWidth)
    const sizes = new ResizeObserver(() => setWidth(element.clientWidth))
    sizes.observe(element)
    return () => sizes.disconnect()
  }, [])
  const layout = useMemo(() => (width > 0 ? layoutBars(data, width, height) : undefined), [data, width, height])
  const last = data.columns.length - 1
  const at = Math.min(chosen ?? 0, last)
  const title = data.columns[at]?.title ?? ''
  const lines = linesOf(data, at, t('list:chart.total'))
  const point = ({ clientX }: PointerEvent) => {
    const left = box.current?.getBoundingClientRect().left ?? 0
    const found = layout?.columns.findIndex(({ slot }) => clientX - left < slot.x + slot.width)
    setChosen(found === undefined || found < 0 ? last : found)
  }
  const press = (event: KeyboardEvent) => {
    const to = { ArrowRight: at + 1, ArrowUp: at + 1, ArrowLeft: at - 1, ArrowDown: at - 1, Home: 0, End: last }[
      event.key
    ]
    if (event.key === 'Escape') setChosen(undefined)
    if (to === undefined) return
    event.preventDefault()
    setChosen(Math.max(0, Math.min(last, to)))
  }
  return (
    <div className="bar-chart" style={{ height }} ref={box}>
      {layout && (
        <div
          role="slider"
          tabIndex={0}
          aria-label={label}
          aria-valuemin={0}
          aria-valuemax={Math.max(0, last)}
          aria-valuenow={at}
          aria-valuetext={`${title}${t('list:colon')}${lines.map(({ name, value }) => `${name} ${formatNumber(value)}`).join(t('list:comma'))}`}
          onPointerMove={point}
          onPointerDown={point}
          onPointerLeave={() => setChosen(undefined)}
          onFocus={() => setChosen(at)}
          onBlur={() => setChosen(undefined)}
          onKeyDown={press}
        >
          <Bars data={data} layout={layout} width={width} height={height} chosen={chosen} />
          {chosen !== undefined && layout.columns[at] && (
            <div
              className="bar-chart-values"
              aria-hidden
              style={
                layout.columns[at].slot.x > width / 2
                  ? { right: width - layout.columns[at].slot.x + 6 }
                  : { left: layout.columns[at].slot.x + layout.columns[at].slot.width + 6 }
              }
            >
              <b>{title}</b>
              {lines.map(({ name, colour, value }) => (
                <span key={name}>
                  <i style={colour === undefined ? undefined : { background: `var(${colour})` }} />
                  {name}
                  <b>{formatNumber(value)}</b>
                </span>
              ))}
            </div>
          )}
        </div>
      )}
    </div>
  )
}

/** Right of its line, and left of it where the chart ends. */
const nowLabelAt = (now: number, width: number) =>
  now + nowLabelWidth > width
    ? { x: now - 5, textAnchor: 'end' as const }
    : { x: now + 5, textAnchor: 'start' as const }

type BarsProps = {
  data: BarData
  layout: ReturnType<typeof layoutBars>
  width: number
  height: number
  chosen: number | undefined
}

function Bars({ data, layout, width, height, chosen }: BarsProps) {
  const { ticks, columns, now, axisY, floor, left, right } = layout
  const atChosen = chosen === undefined ? undefined : columns[chosen]?.slot
  return (
    // On paper, which is narrower than the window it was laid out for, it is drawn whole and smaller.
    <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden>
      {atChosen && <rect className="bar-chart-chosen" {...atChosen} />}
      {ticks.map(({ value, y }) => (
        <g key={value}>
          <path className={value === 0 ? 'bar-chart-base' : 'bar-chart-line'} d={`M${left} ${y}H${right}`} />
          <text x={left - 6} y={y + 4} textAnchor="end">
            {formatNumber(value)}
          </text>
        </g>
      ))}
      {columns.map(({ slot, behind, bars, below, mark, sum, isNamed }, column) => (
        <g key={column}>
          {behind && <rect className="bar-chart-behind" {...behind} />}
          {bars.map(({ colour, ...bar }) => (
            <rect key={colour} {...bar} style={{ fill: `var(${colour})` }} rx={bars.length === 1 ? 2 : 0} />
          ))}
          {below && <rect className="bar-chart-below" {...below} rx={2} />}
          {sum && (
            <text className="bar-chart-sum" x={slot.x + slot.width / 2} y={sum.y}>
              {formatNumber(sum.value)}
            </text>
          )}
          {isNamed && (
            <text x={slot.x + slot.width / 2} y={axisY}>
              {data.columns[column]?.label}
            </text>
          )}
          {mark && <rect className="bar-chart-mark" {...mark} rx={1} />}
        </g>
      ))}
      {now !== undefined && (
        <>
          <path className="bar-chart-now" d={`M${now} 8V${floor}`} />
          <text className="bar-chart-now" {...nowLabelAt(now, width)} y={14}>
            {data.now?.label}
          </text>
        </>
      )}
    </svg>
  )
}
