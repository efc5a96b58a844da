import type { BoundedTotal } from '@gatehouse/contract/paging.ts'
import { useLocation, useNavigate } from 'react-router'
import type { Text } from '../../i18n/i18n.ts'
import { formatNumber } from '../../lib/format-number.ts'
import type { Paging } from './list-paging.tsx'

/** Numbered pages that stand in the address; another size begins with the first page. */
export const pagesOf = (
  { page, size }: { page: number; size: number },
  total: number,
  change: (next: { page: number } | { size: number }) => void,
): Paging => ({
  kind: 'pages',
  page,
  size,
  total,
  onChange: (nextPage, nextSize) => change(nextSize === size ? { page: nextPage } : { size: nextSize }),
})

/** A list that comes whole. */
export const onePage = (count: number): Paging => ({
  kind: 'pages',
  page: 1,
  size: Math.max(count, 20),
  total: count,
  onChange: () => {},
})

/** A log that is walked by key, newest first. Newer is where one came from; who came by an address alone goes to the newest. */
export function useKeyPaging(
  { after, size }: { after?: string | undefined; size: number },
  next: string | null | undefined,
  change: (next: { after: string | undefined } | { size: number }) => void,
): Paging {
  const navigate = useNavigate()
  // the router's word for where its history begins: before it lies another site, or nothing
  const isFirst = useLocation().key === 'default'
  const newest = () => change({ after: undefined })
  return {
    kind: 'keys',
    size,
    isNewest: after === undefined,
    hasOlder: Boolean(next),
    onNewest: newest,
    onNewer: () => (isFirst ? newest() : void navigate(-1)),
    onOlder: () => change({ after: next ?? undefined }),
    onSize: (chosen) => change({ size: chosen }),
  }
}

/** How many entries a log has, or, where nobody counted them all, how many are on this page. */
export function countWords(t: Text, page: { items: readonly unknown[]; total?: BoundedTotal | undefined } | undefined) {
  const total = page?.total
  if (!total) return t('list:shown', { count: page?.items.length ?? 0 })
  return total.isMore
    ? t('list:totalMore', { number: formatNumber(total.count) })
    : t('list:total', { count: total.count })
}
