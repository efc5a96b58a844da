import { type AlarmEvent, serverEvent } from './alarm-event.ts'
import { alarmCodes } from './vocabulary.ts'

export type OverdueVisit = {
  personId: string
  /** The end of the visit. */
  endedAtMs: number
  /** The minutes after the end of a visit from which its visitor is overdue. */
  minutes: number
  /** The passage that they came in by; null: no passage told. */
  recordId: string | null
}

const code = alarmCodes['visit-overdue']

/** The alarm of a visitor who is still inside so many minutes after the visit; alarms of different visitors are different alarms. */
export const overdueVisitEvent = ({ personId, endedAtMs, minutes, recordId }: OverdueVisit): AlarmEvent =>
  serverEvent({
    state: 'raised',
    atMs: endedAtMs + minutes * 60_000,
    code,
    subject: personId,
    personId,
    recordId,
    description: `${minutes} min`,
  })

/** The alarm ends once the visitor is out, or has a longer visit. */
export const endedVisitEvent = (personId: string, atMs: number): AlarmEvent =>
  serverEvent({ state: 'released', atMs, code, subject: personId })
