import {
  CheckCircleFilled,
  ClockCircleFilled,
  CloseCircleFilled,
  ExclamationCircleFilled,
  MinusCircleFilled,
} from '@ant-design/icons'
import type { ReactNode } from 'react'
import './status-mark.css'

/** The meanings that colours have (design "Look"): never a colour alone, so each has its icon and takes a word. */
const icons = {
  good: CheckCircleFilled,
  attention: ExclamationCircleFilled,
  waiting: ClockCircleFilled,
  bad: CloseCircleFilled,
  none: MinusCircleFilled,
} as const
export type Meaning = keyof typeof icons

/** A state as icon and word in the colour of its meaning. */
export function StatusMark({ meaning, children }: { meaning: Meaning; children: ReactNode }) {
  const Icon = icons[meaning]
  return (
    <span className="status-mark" data-meaning={meaning}>
      <Icon aria-hidden />
      <span>{children}</span>
    </span>
  )
}
