import { useEffect, useMemo } from 'react'

/** An address of a picture for as long as it is shown. */
export function usePreview(picture: Blob | null): string | null {
  const address = useMemo(() => (picture ? URL.createObjectURL(picture) : null), [picture])
  useEffect(() => {
    if (address === null) return
    return () => URL.revokeObjectURL(address)
  }, [address])
  return address
}
