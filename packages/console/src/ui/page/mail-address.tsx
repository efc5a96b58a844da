import type { ReactNode } from 'react'

/** A value as it is; a mail address that has no room in one line breaks after its @, not before its last letter. */
export function withMailBreak(value: ReactNode): ReactNode {
  const [, name, host] = (typeof value === 'string' && /^(\S+@)(\S+)$/.exec(value)) || []
  if (!name) return value
  return (
    <>
      {name}
      <wbr />
      {host}
    </>
  )
}
