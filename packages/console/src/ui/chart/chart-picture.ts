import { formatNumber } from '../../lib/format-number.ts'
import { saveFile } from '../page/save-file.ts'
import { inLight } from '../theme/theme.ts'
import { type BarData, layoutBars } from './bar-layout.ts'

type ChartWords = { title: string; period: string }

const width = 1_200
const height = 520
const edge = 32
/** Sharp on a screen and in a document. */
const scale = 2

/** The names below a chart, with the colour of each. */
export const keyOf = ({ series, behind, marks }: BarData) => [
  ...series.map(({ name, colour }) => ({ name, colour })),
  ...(behind ? [{ name: behind.name, colour: '--fill-3' }] : []),
  ...(marks ? [{ name: marks.name, colour: '--red' }] : []),
]

/** Draws the chart with its title, period and key as a picture to take along: light, as the documents that it goes into are. */
function drawChart(data: BarData, words: ChartWords): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = width * scale
  canvas.height = height * scale
  const pen = canvas.getContext('2d')
  if (!pen) return canvas
  const style = getComputedStyle(document.documentElement)
  const colour = (name: string) => style.getPropertyValue(name).trim()
  const font = getComputedStyle(document.body).fontFamily
  const write = (
    text: string,
    x: number,
    y: number,
    look: { size: number; weight?: number; ink?: string; align?: CanvasTextAlign },
  ) => {
    pen.font = `${look.weight ?? 400} ${look.size}px ${font}`
    pen.fillStyle = colour(look.ink ?? '--ink-3')
    pen.textAlign = look.align ?? 'left'
    pen.fillText(text, x, y)
  }
  const rule = (y: number, from: number, to: number, name: string) => {
    pen.strokeStyle = colour(name)
    pen.beginPath()
    pen.moveTo(from, y)
    pen.lineTo(to, y)
    pen.stroke()
  }
  const fill = (
    { x, y, width: across, height: high }: { x: number; y: number; width: number; height: number },
    name: string,
  ) => {
    pen.fillStyle = colour(name)
    pen.fillRect(x, y, across, high)
  }
  pen.scale(scale, scale)
  fill({ x: 0, y: 0, width, height }, '--sheet')
  write(words.title, edge, 46, { size: 22, weight: 600, ink: '--ink' })
  write(words.period, edge, 70, { size: 14 })
  pen.translate(edge, 84)
  const chartHeight = height - 84 - 52
  const { ticks, columns, axisY, left, right } = layoutBars(data, width - 2 * edge, chartHeight)
  for (const { value, y } of ticks) {
    rule(y, left, right, value === 0 ? '--line-2' : '--line')
    write(formatNumber(value), left - 6, y + 4, { size: 12, align: 'right' })
  }
  for (const [column, { slot, behind, bars, mark, sum, isNamed }] of columns.entries()) {
    const middle = slot.x + slot.width / 2
    if (behind) fill(behind, '--fill-2')
    for (const bar of bars) fill(bar, bar.colour)
    if (mark) fill(mark, '--red')
    if (sum) write(formatNumber(sum.value), middle, sum.y, { size: 12, weight: 600, ink: '--ink', align: 'center' })
    if (isNamed) write(data.columns[column]?.label ?? '', middle, axisY, { size: 12, align: 'center' })
  }
  let x = 0
  for (const { name, colour: ink } of keyOf(data)) {
    fill({ x, y: chartHeight + 17, width: 10, height: 10 }, ink)
    write(name, x + 16, chartHeight + 27, { size: 13, ink: '--ink-2' })
    x += 44 + pen.measureText(name).width
  }
  return canvas
}

export function saveChart(data: BarData, words: ChartWords, name: string) {
  inLight(() => drawChart(data, words)).toBlob((blob) => {
    if (blob) saveFile(blob, name)
  }, 'image/png')
}
