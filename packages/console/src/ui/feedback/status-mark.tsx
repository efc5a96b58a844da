import type { ReactNode } from 'react'
import './status-mark.css'

/** The meanings that colours have (design "Look"): never a colour alone, so each has its shape and takes a word. */
export type Meaning = 'good' | 'attention' | 'waiting' | 'bad' | 'none' | 'locked'

/** A state as a dot and a word: only the dot has the colour of its meaning. */
export function StatusMark({ meaning, children }: { meaning: Meaning; children: ReactNode }) {
  return (
    <span className="status-mark" data-meaning={meaning}>
      <span>{children}</span>
    </span>
  )
}
