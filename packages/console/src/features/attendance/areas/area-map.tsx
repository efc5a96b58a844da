import type { KeyboardEvent, PointerEvent } from 'react'
import { useText } from '../../../i18n/i18n.ts'

type Place = { latitude: number; longitude: number }
type Props = Place & { radiusMetres: number; onMove?: (place: Place) => void }

const metresPerDegree = 111_320
const side = 320

/** How many metres a side of the sketch is: a round number that the circle fits into. */
function spanOf(radiusMetres: number): number {
  const wanted = radiusMetres * 2.6
  const power = 10 ** Math.floor(Math.log10(wanted))
  return ([1, 2, 5, 10].find((step) => step * power >= wanted) ?? 10) * power
}

const clamp = (value: number, most: number) => Math.min(most, Math.max(-most, value))
const rounded = (degrees: number) => Math.round(degrees * 1e6) / 1e6

/**
 * The area as a drawing of its own: the circle to scale in a grid of metres, north at the top. No server of maps is
 * asked, so it works on a network without the internet.
 */
export function AreaMap({ latitude, longitude, radiusMetres, onMove }: Props) {
  const t = useText()
  const radius = Math.max(10, radiusMetres || 10)
  const span = spanOf(radius)
  const scale = side / span
  const grid = span / 10
  const move = (eastMetres: number, northMetres: number) => {
    const shrink = Math.max(0.01, Math.cos((latitude * Math.PI) / 180))
    onMove?.({
      latitude: rounded(clamp(latitude + northMetres / metresPerDegree, 90)),
      longitude: rounded(clamp(longitude + eastMetres / (metresPerDegree * shrink), 180)),
    })
  }
  const moveTo = (event: PointerEvent<SVGSVGElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    move(((event.clientX - box.left) / box.width - 0.5) * span, -((event.clientY - box.top) / box.height - 0.5) * span)
  }
  const steps: Record<string, [number, number]> = {
    ArrowUp: [0, grid],
    ArrowDown: [0, -grid],
    ArrowLeft: [-grid, 0],
    ArrowRight: [grid, 0],
  }
  const moveByKey = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (!step) return
    event.preventDefault()
    move(...step)
  }
  const name = t('attendance:areas.map', { radius, position: `${latitude}, ${longitude}` })
  const drawing = (
    <>
      {Array.from({ length: 11 }, (_, line) => (
        <g key={line} className="area-map-grid">
          <path d={`M${(line * side) / 10} 0V${side}M0 ${(line * side) / 10}H${side}`} />
        </g>
      ))}
      <circle className="area-map-circle" cx={side / 2} cy={side / 2} r={radius * scale} />
      <circle className="area-map-centre" cx={side / 2} cy={side / 2} r="4" />
      <path className="area-map-scale" d={`M12 ${side - 14}v6h${side / 10}v-6`} />
      <text x={18 + side / 10} y={side - 8}>
        {t('attendance:areas.metres', { count: grid })}
      </text>
      <text x={side / 2} y="16" textAnchor="middle">
        {t('attendance:areas.north')}
      </text>
    </>
  )
  if (!onMove)
    return (
      <svg className="area-map" viewBox={`0 0 ${side} ${side}`} role="img" aria-label={name}>
        {drawing}
      </svg>
    )
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a sketch that is pointed into, and moved by the arrow keys */}
      <svg
        className="area-map"
        viewBox={`0 0 ${side} ${side}`}
        role="application"
        aria-label={name}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it is moved by the arrow keys
        tabIndex={0}
        onPointerUp={moveTo}
        onKeyDown={moveByKey}
      >
        {drawing}
      </svg>
      <p className="attendance-hint">{t('attendance:areas.mapHint')}</p>
    </>
  )
}
