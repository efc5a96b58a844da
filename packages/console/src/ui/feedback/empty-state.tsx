import type { ReactNode } from 'react'
import { laterPart } from '../../lib/later-part.ts'
import type { Drawing } from './empty-drawing.tsx'
import './empty-state.css'

// no list needs a drawing until it is empty
const EmptyDrawing = laterPart(
  async () => (await import('./empty-drawing.tsx')).EmptyDrawing,
  <svg className="empty-state-picture" viewBox="0 0 200 140" width="200" height="140" />,
)

type Props = {
  title: ReactNode
  text?: ReactNode
  action?: ReactNode
  /** The thing that is not there; left out, it is something that was looked for. */
  drawing?: Drawing
  isSmall?: boolean
  /** It is all that the page has: its title is the page's heading. */
  isPage?: boolean
}

/** Nothing is here: says what would make the first one, with the button that does it. */
export function EmptyState(props: Props) {
  const Title = props.isPage ? 'h1' : 'p'
  return (
    <div className="empty-state" data-small={props.isSmall || undefined}>
      {!props.isSmall && <EmptyDrawing name={props.drawing ?? 'nothing'} />}
      <Title className="empty-state-title">{props.title}</Title>
      {props.text && <p className="empty-state-text">{props.text}</p>}
      {props.action && <div className="empty-state-action">{props.action}</div>}
    </div>
  )
}
