import { type DemoNotes, keepNotes } from './demo-notes.ts'
import { type Span, simulateSpan } from './simulate-days.ts'

/** So many days back are in, of how many, and how long the rest will take; null until that is known. */
export type PastProgress = { done: number; of: number; secondsLeft: number | null }

/** The pace of the first day tells little. */
const daysUntilEstimate = 2

type Past = {
  folder: string
  span: Span
  notes: DemoNotes
  /** Hears of each day. */
  onDay: (progress: PastProgress) => Promise<void> | void
  signal: AbortSignal
}

/** The days before the first one, newest first, so that the pages of this week are full before those of last month. */
export async function makeUpPast({ folder, span, notes, onDay, signal }: Past): Promise<void> {
  const { livedFromOn, days, foundedOn } = notes
  if (livedFromOn === undefined || days === undefined) return
  const earliest = Temporal.PlainDate.from(foundedOn).subtract({ days })
  const begunAt = Temporal.Now.instant()
  const of = earliest.until(livedFromOn).days
  for (let done = 0; done < of && !signal.aborted;) {
    const on = Temporal.PlainDate.from(livedFromOn).subtract({ days: done + 1 })
    const [from, to] = [on, on.add({ days: 1 })].map((day) => day.toZonedDateTime(span.zone).toInstant())
    if (from && to) await simulateSpan(span, { from, to })
    done++
    await keepNotes(folder, (kept) => ({ ...kept, livedFromOn: on.toString() }))
    const seconds = begunAt.until(Temporal.Now.instant()).total('seconds')
    const secondsLeft = done < daysUntilEstimate ? null : (seconds / done) * (of - done)
    await onDay({ done, of, secondsLeft })
  }
}

/** `12 of 60 days are in; about 4 minutes left` */
export function progressLine({ done, of, secondsLeft }: PastProgress): string {
  const minutes = secondsLeft === null ? 0 : Math.round(secondsLeft / 60)
  const left =
    secondsLeft === null
      ? ''
      : `; about ${minutes < 1 ? 'a minute' : minutes === 1 ? '1 minute' : `${minutes} minutes`} left`
  return `  ${done} of ${of} days are in${done === of ? '' : left}`
}
