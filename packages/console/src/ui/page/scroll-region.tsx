import type { ReactNode } from 'react'

type Props = { label: string; className: string; children: ReactNode }

/** A part that is wider or higher than its place: the keys reach it, and a screen reader has its name. */
export const ScrollRegion = ({ label, className, children }: Props) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and nothing in it may take the focus
  <div className={className} role="region" aria-label={label} tabIndex={0}>
    {children}
  </div>
)
