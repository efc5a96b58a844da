import type { MenuCount as Count } from './menu-counts.ts'

/** A number at the right of a menu entry, or the sum of those of a heading; the link says in words what it counts. */
export function MenuCount({ counts }: { counts: readonly (Count | undefined)[] }) {
  const given = counts.filter((count) => count !== undefined)
  const sum = given.reduce((all, { count }) => all + count, 0)
  if (sum === 0) return null
  const isMore = given.some((count) => count.isMore)
  return (
    <span
      className="menu-count"
      data-count={sum + (isMore ? '+' : '')}
      data-meaning={given.some(({ count, isAlarm }) => isAlarm && count > 0) ? 'red' : undefined}
      aria-hidden="true"
    />
  )
}
