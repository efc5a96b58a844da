import type { DoorMark as Mark, DoorNeed } from '@gatehouse/contract/features/floor-plans.ts'
import type { ReactNode } from 'react'
import { useText } from '../../i18n/i18n.ts'
import { DoorMark } from './door-mark.tsx'

type Props = {
  name: string
  mark: Mark
  needs: readonly DoorNeed[]
  /** From where to where it leads. */
  way: ReactNode
  /** The actions on it. */
  children?: ReactNode
}

/** The chosen door, below its plan, where it covers nothing. */
export function DoorDock({ name, mark, needs, way, children }: Props) {
  const t = useText()
  return (
    <section className="door-dock" aria-label={name}>
      <DoorMark mark={mark} />
      <div className="door-dock-words">
        <h2>{name}</h2>
        <p className="door-dock-mark">
          {[t(`shared:doorMark.${mark}`), ...needs.map((need) => t(`shared:doorNeed.${need}`))].join(' · ')}
        </p>
        <p className="door-dock-way">{way}</p>
      </div>
      {children && <div className="door-dock-deeds">{children}</div>}
    </section>
  )
}
