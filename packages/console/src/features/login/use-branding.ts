import type { Branding } from '@gatehouse/contract/features/company.ts'
import { useEffect, useState } from 'react'
import { askedBranding } from '../../api/branding.ts'

/** How the enterprise wants its login page to look; undefined while the answer is on its way, null where there is none. */
export function useBranding(): Branding | null | undefined {
  const [asked] = useState(askedBranding)
  const [branding, setBranding] = useState<Branding | null | undefined>(asked ? undefined : null)
  useEffect(() => {
    let isHere = true
    void asked?.then((answer) => isHere && setBranding(answer))
    return () => {
      isHere = false
    }
  }, [asked])
  return branding
}
