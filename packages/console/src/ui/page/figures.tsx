import type { ReactNode } from 'react'
import { Link } from 'react-router'
import './figures.css'

/** The figures that a page begins with, each with its name: every page shows them alike. */
export const Figures = ({ label, children }: { label?: string; children: ReactNode }) => (
  <dl className="figure-row" aria-label={label}>
    {children}
  </dl>
)

/** `detail` stands below the number. */
export const Figure = ({ name, detail, children }: { name: ReactNode; detail?: ReactNode; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>
      {children}
      {detail && <small>{detail}</small>}
    </dd>
  </div>
)

/** A number that leads to what it counts: the whole figure can be pressed. */
export const FigureLink = ({ name, to, children }: { name: string; to: string; children: string }) => (
  <Link className="figure-link" to={to} aria-label={`${name} ${children}`}>
    {children}
  </Link>
)
