import type { ReactNode } from 'react'
import './empty-state.css'

/** Nothing is here: says what would make the first one, with the button that does it. */
export function EmptyState(props: { title: ReactNode; text?: ReactNode; action?: ReactNode; isSmall?: boolean }) {
  return (
    <div className="empty-state" data-small={props.isSmall || undefined}>
      <svg className="empty-state-picture" viewBox="0 0 96 64" aria-hidden>
        <rect x="14" y="10" width="68" height="12" rx="3" />
        <rect x="8" y="26" width="80" height="12" rx="3" />
        <rect x="14" y="42" width="68" height="12" rx="3" />
        <circle cx="22" cy="16" r="3" />
        <circle cx="16" cy="32" r="3" />
        <circle cx="22" cy="48" r="3" />
      </svg>
      <p className="empty-state-title">{props.title}</p>
      {props.text && <p className="empty-state-text">{props.text}</p>}
      {props.action && <div className="empty-state-action">{props.action}</div>}
    </div>
  )
}
