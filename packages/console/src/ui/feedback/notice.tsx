import type { ReactNode } from 'react'
import './notice.css'

/** Its edge and its mark say the same. */
export type NoticeKind = 'info' | 'good' | 'attention' | 'bad'

type Props = {
  kind: NoticeKind
  title?: ReactNode
  /** One more sentence, or what belongs to it. */
  children?: ReactNode
  /** The button or link to do something about it. */
  action?: ReactNode
  /** How it is told to screen readers: what is bad at once, anything else when they pause. */
  role?: 'alert' | 'status'
  className?: string
}

/** A line in the page that says what has to be known here: an edge and a mark in its meaning, one sentence, its action. */
export const Notice = ({ kind, title, children, action, role, className = '' }: Props) => (
  <div className={`notice-line ${className}`} data-kind={kind} role={role ?? (kind === 'bad' ? 'alert' : 'status')}>
    <div className="notice-line-words">
      {title !== undefined && <strong>{title}</strong>}
      {children !== undefined && <div>{children}</div>}
    </div>
    {action && <div className="notice-line-action">{action}</div>}
  </div>
)
