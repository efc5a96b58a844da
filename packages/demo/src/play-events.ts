import type { Terminal } from '@gatehouse/terminal/core/terminal.ts'
import type { ManualClock } from '@gatehouse/testkit/manual-clock.ts'
import type { DoorEvent } from './generate-day.ts'
import { renderPerson } from './render-person.ts'

/** Plays an event at a door whose clock shows the time of the event. */
export async function playEvent(terminal: Terminal, event: DoorEvent, clock: ManualClock): Promise<void> {
  clock.moveTo(event.atMs)
  if (event.what === 'person') await terminal.present(await renderPerson(event.number, event.scene))
  else if (event.what === 'tamper') {
    terminal.sense('tamper', true)
    if (event.seconds === 0) return
    clock.moveTo(event.atMs + event.seconds * 1000)
    terminal.sense('tamper', false)
  } else {
    if (event.what === 'left-open' && !terminal.isDoorOpen) return
    terminal.sense('door', true)
    clock.moveTo(event.atMs + event.seconds * 1000)
    terminal.sense('door', false)
  }
}
