import { useId, type ReactNode } from 'react'
import { Link } from 'react-router'

/** One subject of the dashboard, with the page where there is all of it. */
export function BoardBlock(props: {
  title: string
  meta?: ReactNode
  more?: { to: string; text: string }
  children: ReactNode
}) {
  const id = useId()
  return (
    <section className="board-block" aria-labelledby={id}>
      <header>
        <h2 id={id}>{props.title}</h2>
        {props.meta}
        {props.more && <Link to={props.more.to}>{props.more.text}</Link>}
      </header>
      {props.children}
    </section>
  )
}
