import type { Paging } from './list-paging.tsx'

/** Numbered pages that stand in the address; another size begins with the first page. */
export const pagesOf = (
  { page, size }: { page: number; size: number },
  total: number,
  change: (next: { page: number } | { size: number }) => void,
): Paging => ({
  ...{ kind: 'pages', page, size, total },
  onChange: (nextPage, nextSize) => change(nextSize === size ? { page: nextPage } : { size: nextSize }),
})

/** A list that comes whole. */
export const onePage = (count: number): Paging => ({
  ...{ kind: 'pages', page: 1, size: Math.max(count, 20), total: count },
  onChange: () => {},
})
