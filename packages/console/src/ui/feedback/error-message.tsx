import type { ReactNode } from 'react'
import './error-message.css'

/** A whole page that has only something to say: not found, not allowed, not loaded. */
export function ErrorMessage(props: { title: string; text: string; children?: ReactNode; isAlert?: boolean }) {
  return (
    <div className="error-message" {...(props.isAlert && { role: 'alert' })}>
      <svg viewBox="0 0 96 72" width="96" height="72" aria-hidden="true">
        <path className="error-message-frame" d="M22 66V34a26 26 0 0 1 52 0v32" />
        <path className="error-message-floor" d="M6 66h84" />
        <circle className="error-message-dot" cx="62" cy="46" r="2.6" />
      </svg>
      <h1>{props.title}</h1>
      <p>{props.text}</p>
      {props.children && <div className="error-message-actions">{props.children}</div>}
    </div>
  )
}
