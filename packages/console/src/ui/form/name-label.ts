import type { ReactNode } from 'react'

/** What a choice shows of an id: its name, and not the id itself while the names are still being loaded. */
export const nameLabel = ({ label }: { label?: ReactNode }): ReactNode => label ?? '…'
