import type { ReactNode } from 'react'
import './figures.css'

/** The figures that a page begins with, each with its name: every page shows them alike. */
export const Figures = ({ label, children }: { label?: string; children: ReactNode }) => (
  <dl className="figure-row" aria-label={label}>
    {children}
  </dl>
)

export const Figure = ({ name, children }: { name: ReactNode; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)
