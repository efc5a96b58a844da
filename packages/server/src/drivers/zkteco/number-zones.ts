/** Of each number of a zone: the groups whose people have it, each with the part of its times that the zone is. */
export type ZoneNumbers = Readonly<Record<string, readonly string[]>>

export type Numbered = {
  /** The number of each zone that is wanted; undefined: there is none left. */
  numbers: (number | undefined)[]
  /** Numbers that people may still have and that no longer stand for a zone. */
  retired: number[]
  /** To be kept, and given as `before` the next time. */
  after: ZoneNumbers
}

/**
 * Numbers for zones, which people on a terminal hold: a zone keeps its number, and a number goes to no other groups until everybody has been
 * sent again. Otherwise somebody would for hours have the times of others.
 */
export function numberZones(
  before: ZoneNumbers,
  wanted: readonly (readonly string[])[],
  { first, last }: { first: number; last: number },
): Numbered {
  const taken = new Set<number>()
  const holds = (number: string) => before[number] ?? []
  const known = Object.keys(before)
  const keptBy = (groups: readonly string[]) => {
    const fitting = known.filter(
      (number) => !taken.has(Number(number)) && holds(number).every((group) => groups.includes(group)),
    )
    return fitting.find((number) => holds(number).length === groups.length) ?? fitting[0]
  }
  const kept = wanted.map((groups) => {
    const found = keptBy(groups)
    if (found === undefined) return undefined
    taken.add(Number(found))
    return Number(found)
  })
  const retired = known.map(Number).filter((number) => !taken.has(number))
  const isFree = (number: number) => !taken.has(number) && !retired.includes(number)
  const numbers = kept.map((number) => {
    if (number !== undefined) return number
    for (let next = first; next <= last; next++)
      if (isFree(next)) {
        taken.add(next)
        return next
      }
    return undefined
  })
  const after = [
    ...retired.map((number) => [String(number), holds(String(number))] as const),
    ...numbers.flatMap((number, at) => (number === undefined ? [] : [[String(number), wanted[at] ?? []] as const])),
  ]
  return { numbers, retired, after: Object.fromEntries(after) }
}
