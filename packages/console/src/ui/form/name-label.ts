import type { ReactNode } from 'react'

/** The label of an id in a choice: its name, and not the id itself while the names are still being loaded. */
export const nameLabel = ({ label }: { label?: ReactNode }): ReactNode => label ?? '…'
