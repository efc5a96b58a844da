import { useEffect, useState } from 'react'
import { nowMs } from '../../lib/clock.ts'
import { clockBetween } from './muster-time.ts'

/** The time since the start, by the second. A screen reader hears it when it asks for it, not each second. */
export function Running({ since }: { since: string }) {
  const [now, setNow] = useState(nowMs)
  useEffect(() => {
    const timer = setInterval(() => setNow(nowMs()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return (
    <b className="muster-clock tabular" role="timer" aria-live="off">
      {clockBetween(since, now)}
    </b>
  )
}
