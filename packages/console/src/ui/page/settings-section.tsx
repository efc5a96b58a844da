import { type ReactNode, useId } from 'react'
import './settings-section.css'

type Props = {
  title: string
  text?: string
  /** The name by which an address leads here. */
  anchor?: string
  children: ReactNode
}

/** A part of a page of settings: its name and what it is for at the left, the settings beside them. */
export function SettingsSection({ title, text, anchor, children }: Props) {
  const id = useId()
  return (
    <section className="settings-section" id={anchor} aria-labelledby={id}>
      <div className="settings-section-words">
        <h2 id={id}>{title}</h2>
        {text && <p>{text}</p>}
      </div>
      <div className="settings-section-body">{children}</div>
    </section>
  )
}
