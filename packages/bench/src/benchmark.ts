/** One line of the table. Value and limit are in `unit`. */
export type Row = {
  what: string
  value: number
  unit: Unit
  /** The raw limit measured in the same run; null if there is nothing to compare with. */
  limit: number | null
  /** The measurement of the limit. */
  limitWhat: string | null
  /** value / limit */
  ratio: number | null
  /** As printed: `≥ 30,000`, `≤ 50`; null for figures that only explain the others. */
  aim: string | null
  met: boolean | null
}

export type Unit = '/s' | 'ms' | 's' | 'kB' | 'requests' | 'records' | 'share' | 'nodes' | 'listeners'

export type Context = {
  /** Shows progress to the person who waits. */
  log: (line: string) => void
  /** Cleanup of everything a benchmark started or created, run in reverse order when it ends. */
  cleanup: AsyncDisposableStack
  /** Folder where started servers write a CPU profile; undefined without `--profile`. */
  profileFolder: string | undefined
}

/** How much was to be done, and how much of it is there: counted where the work leaves its trace (a table, a page, an answer). */
export type Work = { what: string; expected: number; done: number }

/** Figures, and the work behind them: without it a fast program looks like one that did nothing. */
export type Measurement = { work: Work; rows: readonly Row[] }

export type Benchmark = {
  name: string
  /** One line: the measurement and its conditions. */
  about: string
  run(context: Context): Promise<readonly Measurement[]>
}

/** @throws Error if other than the expected work was done, or there was no work or no measurement */
export function requireWork(measurements: readonly Measurement[]): void {
  if (measurements.length === 0) throw new Error('nothing was measured')
  for (const { work } of measurements) {
    const { what, expected, done } = work
    if (expected > 0 && done === expected) continue
    throw new Error(`${what}: ${formatNumber(done)} of ${formatNumber(expected)}: its figures would mean nothing`)
  }
}

type RowInput = {
  what: string
  value: number
  unit: Unit
  limit?: { what: string; value: number } | undefined
  atLeast?: number
  atMost?: number
}

export function row({ what, value, unit, limit, atLeast, atMost }: RowInput): Row {
  const bounds = [
    ...(atLeast === undefined ? [] : [{ text: `≥ ${formatNumber(atLeast)}`, holds: value >= atLeast }]),
    ...(atMost === undefined ? [] : [{ text: `≤ ${formatNumber(atMost)}`, holds: value <= atMost }]),
  ]
  return {
    what,
    value,
    unit,
    limit: limit?.value ?? null,
    limitWhat: limit?.what ?? null,
    ratio: limit && limit.value !== 0 ? value / limit.value : null,
    aim: bounds.length > 0 ? bounds.map(({ text }) => text).join(', ') : null,
    met: bounds.length > 0 ? bounds.every(({ holds }) => holds) : null,
  }
}

/** Three digits that count, thousands apart. */
export function formatNumber(value: number): string {
  const digits = Math.abs(value) >= 100 || Number.isInteger(value) ? 0 : Math.abs(value) >= 10 ? 1 : 2
  return value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })
}
