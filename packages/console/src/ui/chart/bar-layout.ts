/** Values of one kind, a number for each column; `colour` is a variable of the theme. */
type BarSeries = { name: string; colour: `--${string}`; values: readonly number[] }

/** The content of a chart of bars. */
export type BarData = {
  /** `label` stands on the axis, `title` names the column in words. */
  columns: readonly { label: string; title: string }[]
  /** One upon the other. */
  series: readonly BarSeries[]
  /** The other direction, below the line, by the same scale. */
  below?: { name: string; values: readonly number[] } | undefined
  /** A wide bar behind each column, to compare with. */
  behind?: { name: string; values: readonly number[] } | undefined
  /** A square below each column that has any. */
  marks?: { name: string; values: readonly number[] } | undefined
  /** A dotted line between columns: 8.5 is in the middle of the ninth. */
  now?: { at: number; label: string } | undefined
}

type Box = { x: number; y: number; width: number; height: number }
type BarLayout = {
  /** Lines of the scale, from 0 on. */
  ticks: { value: number; y: number }[]
  columns: {
    /** The whole height, which the pointer finds. */
    slot: Box
    behind: Box | undefined
    bars: (Box & { colour: string })[]
    below: Box | undefined
    mark: Box | undefined
    /** The sum, where there is room for it. */
    sum: { value: number; y: number } | undefined
    /** Whether the axis has room for its name. */
    isNamed: boolean
  }[]
  now: number | undefined
  /** The line on which the names of the axis stand. */
  axisY: number
  /** The line on which the bars stand. */
  bottom: number
  /** The end of what is below them; the same where nothing is. */
  floor: number
  left: number
  right: number
}

const top = 22
const axisHeight = 24
const markHeight = 14
/** So wide is a time of day, at the top right of its line. */
export const nowLabelWidth = 40
const nowLabelBottom = 18

/** A scale of round numbers with two to four steps. */
export function scaleOf(most: number): number[] {
  const rough = Math.max(1, most) / 3
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = Math.max(1, [1, 2, 5, 10].map((factor) => factor * power).find((one) => one >= rough) ?? rough)
  const steps = Math.max(1, Math.ceil(most / step))
  return Array.from({ length: steps + 1 }, (_, index) => index * step)
}

export const sumOf = ({ series }: BarData, column: number) =>
  series.reduce((sum, { values }) => sum + (values[column] ?? 0), 0)

/** The places of everything in a chart of so many pixels. */
export function layoutBars(data: BarData, width: number, height: number): BarLayout {
  const { columns, series, below: under, behind, marks } = data
  const sums = columns.map((_, column) => sumOf(data, column))
  const scale = scaleOf(Math.max(...sums, ...(behind?.values ?? []), 0))
  const most = scale.at(-1) ?? 1
  const left = 14 + 7 * String(most).length
  const right = width - 4
  const floor = height - axisHeight - (marks ? markHeight : 0)
  const pixels = (floor - top) / (most + Math.max(...(under?.values ?? []), 0))
  const bottom = top + most * pixels
  const yOf = (value: number) => bottom - value * pixels
  const slotWidth = (right - left) / Math.max(1, columns.length)
  const nowX = data.now && data.now.label !== '' ? left + data.now.at * slotWidth : undefined
  const wide = Math.min(slotWidth * 0.9, 64)
  const narrow = behind ? wide * 0.86 : wide * 0.82
  const longest = Math.max(...columns.map(({ label }) => label.length), 1)
  const every = Math.max(1, Math.ceil((7 * longest + 10) / slotWidth))
  return {
    ticks: scale.map((value) => ({ value, y: yOf(value) })),
    columns: columns.map((_, column) => {
      const x = left + column * slotWidth
      const middle = x + slotWidth / 2
      const barOf = (from: number, to: number, across: number): Box => ({
        x: middle - across / 2,
        y: Math.min(yOf(from), yOf(to)),
        width: across,
        height: Math.abs(yOf(from) - yOf(to)),
      })
      let below = 0
      const bars = series.flatMap(({ colour, values }) => {
        const value = values[column] ?? 0
        if (value === 0) return []
        const bar = { ...barOf(below, below + value, narrow), colour }
        below += value
        return [bar]
      })
      const usual = behind?.values[column] ?? 0
      const sum = sums[column] ?? 0
      const sumY = yOf(sum) - 6
      const isUnderNow =
        nowX !== undefined && sumY < nowLabelBottom + 10 && middle > nowX - 10 && middle < nowX + nowLabelWidth + 10
      return {
        slot: { x, y: top, width: slotWidth, height: floor - top },
        behind: usual > 0 ? barOf(0, usual, wide) : undefined,
        bars,
        below: (under?.values[column] ?? 0) > 0 ? barOf(0, -(under?.values[column] ?? 0), narrow) : undefined,
        mark:
          (marks?.values[column] ?? 0) > 0 ? { x: middle - 3, y: floor + axisHeight, width: 6, height: 6 } : undefined,
        sum:
          sum >= most * 0.08 && slotWidth >= 9 + 7 * String(sum).length && !isUnderNow
            ? { value: sum, y: sumY }
            : undefined,
        isNamed: column % every === 0,
      }
    }),
    now: data.now && left + data.now.at * slotWidth,
    axisY: floor + 16,
    bottom,
    floor,
    left,
    right,
  }
}
