export type Factors = Readonly<Record<string, readonly string[]>>
export type Row<F extends Factors> = { [Name in keyof F]: F[Name][number] }

/**
 * Rows of one value per factor, so many groups of them: each group has every value of every factor at least once, and no more
 * rows than that takes; over the groups every pair of values of two factors occurs, as soon as there are groups enough, and each
 * about as often as the others.
 * The same input gives the same rows.
 */
export function pairRows<const F extends Factors>(factors: F, groups: number): Row<F>[][] {
  const names: (keyof F & string)[] = Object.keys(factors)
  const valuesOf = (name: keyof F & string): readonly string[] => factors[name] ?? []
  const size = Math.max(...names.map((name) => valuesOf(name).length))
  const times = new Map<string, number>()
  return Array.from({ length: groups }, (_, group) => {
    const columns: (readonly [name: string, values: readonly string[]])[] = []
    const pairsWith = (name: string, values: readonly string[]) =>
      columns.flatMap(([other, others]) => values.map((value, at) => `${other}=${others[at]} ${name}=${value}`))
    for (const name of names) {
      const values = valuesOf(name)
      // each column goes round through its values; it begins where the pairs that come of it have occurred least
      const shifted = values.map((_, shift) =>
        Array.from({ length: size }, (_, at) => values[(at + shift + group) % values.length] ?? ''),
      )
      const worn = (column: readonly string[]) =>
        pairsWith(name, column).reduce((sum, pair) => sum + (times.get(pair) ?? 0), 0)
      const best = shifted.toSorted((a, b) => worn(a) - worn(b))[0] ?? []
      for (const pair of pairsWith(name, best)) times.set(pair, (times.get(pair) ?? 0) + 1)
      columns.push([name, best])
    }
    return Array.from({ length: size }, (_, at) => {
      const row = Object.fromEntries(columns.map(([name, values]) => [name, values[at]]))
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each name has a column of its own values
      return row as Row<F>
    })
  })
}
