import { DoubleLeftOutlined, DoubleRightOutlined, LeftOutlined, RightOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'
import { useText } from '../../i18n/i18n.ts'

/** Lists that are paged through by number, and logs that are walked by key. */
export type Paging =
  | { kind: 'pages'; page: number; size: number; total: number; onChange: (page: number, size: number) => void }
  | {
      kind: 'keys'
      size: number
      isNewest: boolean
      hasOlder: boolean
      onNewest: () => void
      onNewer: () => void
      onOlder: () => void
      onSize: (size: number) => void
    }

export const pageSizes = [20, 50, 100, 200] as const

type Props = {
  paging: Paging
  /** The most rows that a page of this list may have. */
  maxSize?: number | undefined
}

/** The one pager of all lists: back, where one is, on, and how many rows a page has. */
export function ListPaging({ paging, maxSize = pageSizes.at(-1) }: Props) {
  const t = useText()
  const { size } = paging
  const walk = paging.kind === 'pages' ? walkPages(paging) : walkKeys(paging)
  const pages = paging.kind === 'pages' ? Math.max(1, Math.ceil(paging.total / size)) : undefined
  const isSmall = paging.kind === 'pages' && paging.total <= pageSizes[0]
  if (isSmall && pages === 1) return null
  const offered: readonly number[] = pageSizes.filter((one) => one <= (maxSize ?? one))
  const sizes = offered.includes(size) ? offered : [...offered, size].sort((one, two) => one - two)
  return (
    <nav className="list-paging" aria-label={t('list:paging.label')}>
      <PagerButton name={t('list:paging.first')} icon={<DoubleLeftOutlined aria-hidden />} go={walk.first} />
      <PagerButton name={t('list:paging.previous')} icon={<LeftOutlined aria-hidden />} go={walk.previous} />
      {paging.kind === 'pages' && pages !== undefined && (
        <span>{t('list:paging.place', { page: String(paging.page), pages: String(pages) })}</span>
      )}
      <PagerButton name={t('list:paging.next')} icon={<RightOutlined aria-hidden />} go={walk.next} />
      {paging.kind === 'pages' && (
        <PagerButton name={t('list:paging.last')} icon={<DoubleRightOutlined aria-hidden />} go={walk.last} />
      )}
      <select
        aria-label={t('list:paging.sizeLabel')}
        value={size}
        onChange={({ target }) => {
          const chosen = Number(target.value)
          if (paging.kind === 'pages') paging.onChange(1, chosen)
          else paging.onSize(chosen)
        }}
      >
        {sizes.map((count) => (
          <option key={count} value={count}>
            {t('list:paging.size', { size: count })}
          </option>
        ))}
      </select>
    </nav>
  )
}

/** Undefined: there is no way. */
type Walk = { [step in 'first' | 'previous' | 'next' | 'last']?: (() => void) | undefined }

function walkPages({ page, size, total, onChange }: Paging & { kind: 'pages' }): Walk {
  const last = Math.max(1, Math.ceil(total / size))
  const to = (next: number, isThere: boolean) => (isThere ? () => onChange(next, size) : undefined)
  return {
    first: to(1, page > 1),
    // an address may name a page that is gone
    previous: to(Math.min(page - 1, last), page > 1),
    next: to(page + 1, page < last),
    last: to(last, page < last),
  }
}

const walkKeys = ({ isNewest, hasOlder, onNewest, onNewer, onOlder }: Paging & { kind: 'keys' }): Walk => ({
  first: isNewest ? undefined : onNewest,
  previous: isNewest ? undefined : onNewer,
  next: hasOlder ? onOlder : undefined,
})

/** It stays where it is without a way, so that no other comes under the pointer. */
const PagerButton = ({ name, icon, go }: { name: string; icon: ReactNode; go: (() => void) | undefined }) => (
  <button type="button" aria-label={name} title={name} disabled={!go} onClick={go}>
    {icon}
  </button>
)
