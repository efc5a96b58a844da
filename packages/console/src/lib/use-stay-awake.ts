import { useEffect } from 'react'

/** A display must not go dark. A browser that cannot promise it, or only while the page is seen, is left as it is. */
export function useStayAwake() {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined
    let isOver = false
    const hold = () => {
      if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return
      navigator.wakeLock.request('screen').then(
        (held) => {
          lock = held
          if (isOver) void held.release()
        },
        () => undefined,
      )
    }
    hold()
    document.addEventListener('visibilitychange', hold)
    return () => {
      isOver = true
      document.removeEventListener('visibilitychange', hold)
      void lock?.release()
    }
  }, [])
}
