import { useEffect, useMemo } from 'react'
import { previewOf } from './shrink-picture.ts'

/** An address of a picture for as long as it is shown; null for one that not every browser shows. */
export function usePreview(picture: Blob | null): string | null {
  const address = useMemo(() => picture && previewOf(picture), [picture])
  useEffect(() => {
    if (address === null) return
    return () => URL.revokeObjectURL(address)
  }, [address])
  return address
}
