import { useId, type ReactNode } from 'react'
import { Link } from 'react-router'

/** One subject of the dashboard, with the page where there is all of it. */
export function BoardCard(props: {
  title: string
  meta?: ReactNode
  more?: { to: string; text: string }
  /** Two, three, four or all of six columns; half by default. */
  width?: 'narrow' | 'half' | 'wide' | 'whole'
  children: ReactNode
}) {
  const id = useId()
  return (
    <section className="board-card" data-width={props.width} aria-labelledby={id}>
      <header>
        <h2 id={id}>{props.title}</h2>
        {props.meta}
        {props.more && <Link to={props.more.to}>{props.more.text}</Link>}
      </header>
      {props.children}
    </section>
  )
}
