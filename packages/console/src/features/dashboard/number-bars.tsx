import type { CSSProperties, ReactNode } from 'react'
import { Link } from 'react-router'
import { formatNumber } from '../../lib/format-number.ts'

type Row = {
  id: string
  name: ReactNode
  /** Null: no bar and no number. */
  count: number | null
  /** The things counted, for screen readers. */
  counted?: string
  to?: string
  title?: string
}

const share = (part: number): CSSProperties & Record<'--share', string> => ({ '--share': `${part * 100}%` })

/** Names with a number each, and a bar of its share of the largest. */
export function NumberBars({ rows }: { rows: readonly Row[] }) {
  const most = Math.max(1, ...rows.map(({ count }) => count ?? 0))
  return (
    <ul className="number-bars">
      {rows.map(({ id, name, count, counted, to, title }) => {
        const content = (
          <>
            <span className="number-bars-name">{name}</span>
            {count !== null && (
              <>
                <i aria-hidden style={share(count / most)} />{' '}
                <b>
                  {formatNumber(count)}
                  {counted && <span className="for-readers"> {counted}</span>}
                </b>
              </>
            )}
          </>
        )
        return (
          <li key={id} title={title}>
            {to === undefined ? <span>{content}</span> : <Link to={to}>{content}</Link>}
          </li>
        )
      })}
    </ul>
  )
}
