import type { ReactNode } from 'react'
import './empty-state.css'

type Props = {
  title: ReactNode
  text?: ReactNode
  action?: ReactNode
  isSmall?: boolean
  /** It is all that the page has: its title is the page's heading. */
  isPage?: boolean
}

/** Nothing is here: says what would make the first one, with the button that does it. */
export function EmptyState(props: Props) {
  const Title = props.isPage ? 'h1' : 'p'
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
      <Title className="empty-state-title">{props.title}</Title>
      {props.text && <p className="empty-state-text">{props.text}</p>}
      {props.action && <div className="empty-state-action">{props.action}</div>}
    </div>
  )
}
