const shifts = [0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4]

/** The weekday of a local date, 1 (Monday) to 7: by arithmetic, since not every browser has Temporal. */
export function weekdayOf(on: string): number {
  const [year = 0, month = 1, day = 1] = on.split('-').map(Number)
  const counted = month < 3 ? year - 1 : year
  const leaps = Math.floor(counted / 4) - Math.floor(counted / 100) + Math.floor(counted / 400)
  return ((counted + leaps + (shifts[month - 1] ?? 0) + day + 6) % 7) + 1
}

export const isLeapYear = (year: number) => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
