import { useCallback, useSyncExternalStore } from 'react'

/** Below this width tables become cards (design "Look"); paper is as narrow, and has tables. */
const phone = 'screen and (max-width: 767.98px)'

export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = matchMedia(query)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches)
}

export const useIsPhone = () => useMedia(phone)
