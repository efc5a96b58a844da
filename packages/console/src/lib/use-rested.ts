import { useEffect, useState } from 'react'

/** A value that changes fast, as a slider's does, once it has stayed the same for this time. */
export function useRested<T>(value: T, restMs: number): T {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), restMs)
    return () => clearTimeout(timer)
  }, [value, restMs])
  return rested
}
