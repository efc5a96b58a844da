import type { DashboardFigures } from '@gatehouse/contract/features/dashboard.ts'
import { completeArrangement } from '@gatehouse/contract/features/dashboard/widgets.ts'
import type { ReactNode } from 'react'
import { laterPart } from '../../lib/later-part.ts'
import { useIsDrawn } from '../../lib/use-is-drawn.ts'
import { useUser } from '../../lib/session.ts'
import { BoardSkeleton } from './board-skeleton.tsx'
import { spansOf } from './place-widgets.ts'
import { type FilledWidget, widgetsOf } from './widgets.tsx'

const ArrangeBoard = laterPart(
  async () => (await import('./arrange-board.tsx')).ArrangeBoard,
  <BoardSkeleton label="" />,
)

/** Null for a role that does not get the figures. */
const isFilled = (content: ReactNode) => content !== null && content !== undefined && content !== false

type Props = {
  figures: DashboardFigures
  /** Above the wide column. */
  top: ReactNode
  isArranged: boolean
  onArranged: () => void
}

/** The widgets of the account, or of the role: a wide column and one at the side. */
export function Board({ figures, top, isArranged, onArranged }: Props) {
  const role = useUser()?.role.name ?? 'subAdmin'
  const isDrawn = useIsDrawn()
  const all = completeArrangement(figures.arrangement, role).map((widget): FilledWidget => ({
    ...widget,
    content: widgetsOf[widget.name](figures),
  }))
  if (isArranged) return <ArrangeBoard widgets={all} role={role} onDone={onArranged} />
  const main = all.filter(({ place, content }) => place === 'main' && isFilled(content))
  const side = all.filter(({ place, content }) => place === 'side' && isFilled(content))
  const spans = spansOf(main)
  // The first figures are shown at once, the others a moment later.
  const soon = isDrawn ? main : main.slice(0, 1)
  return (
    <div className="board" data-has-side={side.length > 0}>
      <div className="board-main">
        {top}
        {soon.map(({ name, content }, at) => (
          <div key={name} className="board-cell" data-span={spans[at]} data-widget={name}>
            {content}
          </div>
        ))}
      </div>
      {side.length > 0 && (
        <div className="board-side">
          {isDrawn &&
            side.map(({ name, content }) => (
              <div key={name} className="board-cell" data-widget={name}>
                {content}
              </div>
            ))}
        </div>
      )}
    </div>
  )
}
