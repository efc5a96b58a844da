import { useEffect } from 'react'
import { laterPart, whenIdle } from '../../lib/later-part.ts'

/* The door and the event that somebody chooses: their files come after the doors are there, and before anybody has chosen. */
export const DoorPanel = laterPart(async () => (await import('./door-panel.tsx')).DoorPanel)
export const EventRecord = laterPart(async () => (await import('./event-record.tsx')).EventRecord)

/** Loads them once the page has nothing else to do. */
export function useLaterParts() {
  useEffect(() => {
    const load = () => {
      DoorPanel.ahead()
      EventRecord.ahead()
    }
    return whenIdle(load, 2_000)
  }, [])
}
