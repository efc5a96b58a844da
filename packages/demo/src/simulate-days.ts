import { setTimeout as wait } from 'node:timers/promises'
import { type SeededRandom, createSeededRandom } from './seeded-random.ts'
import { createManualClock } from '@gatehouse/testkit/manual-clock.ts'
import { type Company, isOnLeave } from './generate-company.ts'
import { type DoorEvent, type DoorName, doorNames, generateDay, ownDoors } from './generate-day.ts'
import type { Doors } from './create-doors.ts'
import { playEvent } from './play-events.ts'
import { renderPerson } from './render-person.ts'

export type Span = { company: Company; doors: Doors; zone: string; foundedOn: Temporal.PlainDate }

/** Everything that happened between two instants, in order. */
function eventsBetween(
  { company, zone, foundedOn }: Omit<Span, 'doors'>,
  from: Temporal.Instant,
  to: Temporal.Instant,
): DoorEvent[] {
  // A day at a site of another zone begins and ends on another one of these days.
  const last = to.toZonedDateTimeISO(zone).toPlainDate().add({ days: 1 })
  const events: DoorEvent[] = []
  for (
    let on = from.toZonedDateTimeISO(zone).toPlainDate().subtract({ days: 1 });
    Temporal.PlainDate.compare(on, last) <= 0;
    on = on.add({ days: 1 })
  )
    events.push(...generateDay(company, on, foundedOn, zone))
  return events.filter(({ atMs }) => atMs > from.epochMilliseconds && atMs <= to.epochMilliseconds)
}

type Moments = {
  from: Temporal.Instant
  to: Temporal.Instant
  /** Leaves out what does not concern them; absent: nothing is left out. */
  only?: (event: DoorEvent) => boolean
}

/** Simulates what happened between two instants. */
export const simulateSpan = ({ doors, ...span }: Span, { from, to, only = () => true }: Moments): Promise<void> =>
  simulateEvents(doors, eventsBetween(span, from, to).filter(only), from)

/** Simulates these events, in their order, each door at its own clock from this instant on, and waits until they are delivered. */
export async function simulateEvents(
  doors: Doors,
  events: readonly DoorEvent[],
  from: Temporal.Instant,
): Promise<void> {
  const clocks = new Map(doorNames.map((door) => [door, createManualClock(from.epochMilliseconds)]))
  const clockOf = (door: DoorName) => clocks.get(door) ?? createManualClock(from.epochMilliseconds)
  const byDoor = Map.groupBy(events, ({ door }) => door)
  await doors.inThePast([...byDoor.keys()], clockOf, async (of) => {
    await Promise.all(
      [...byDoor].map(async ([door, events]) => {
        for (const event of events) await playEvent(of(door), event, clockOf(door))
      }),
    )
  })
}

/** Between two people who are not in the day's plan: somebody is always about. */
const pauseMs = { min: 4_000, max: 22_000 }
/** While the house is closed, guards alone make their rounds. */
const nightPauseMs = { min: 60_000, max: 300_000 }
const isOpenAt = (now: Temporal.ZonedDateTime) => now.hour >= 6 && now.hour < 21 && now.dayOfWeek <= 5

/** A leaf opens for the person who may pass, and falls shut behind them. */
const leafMs = 2_300

/** From now on, until the signal: the day as it goes, and somebody at some door every few seconds. */
export async function simulateFromNowOn(
  { doors, ...span }: Span,
  from: Temporal.Instant,
  signal: AbortSignal,
  note: (until: Temporal.Instant) => Promise<void>,
): Promise<void> {
  const { company, zone } = span
  const chance = createSeededRandom(`live ${from.toString()}`)
  const outside = new Set<number>()
  const show = async (event: DoorEvent) => {
    if (event.what !== 'person') return
    const terminal = doors.of(event.door)
    await terminal.present(await renderPerson(event.number, event.scene))
    if (!terminal.isDoorOpen) return
    terminal.sense('door', true)
    await wait(leafMs, undefined, { signal }).catch(() => undefined)
    terminal.sense('door', false)
  }
  let pause = pauseMs
  for (let done = from; !signal.aborted;) {
    await wait(chance.between(pause.min, pause.max), undefined, { signal }).catch(() => undefined)
    if (signal.aborted) return
    const now = Temporal.Now.instant()
    for (const event of eventsBetween(span, done, now)) await show(event)
    done = now
    await note(now)
    pause = isOpenAt(now.toZonedDateTimeISO(zone)) ? pauseMs : nightPauseMs
    await show(somebodyAt(now.toZonedDateTimeISO(zone), company, chance, outside))
  }
}

/**
 * While the house is open anybody steps out for a moment and comes back; at night the guards make their rounds. Now and then
 * a stranger tries.
 */
function somebodyAt(
  now: Temporal.ZonedDateTime,
  company: Company,
  chance: SeededRandom,
  outside: Set<number>,
): DoorEvent {
  const isOpen = isOpenAt(now)
  const here = company.employees.filter(
    ({ department, number }) => !ownDoors[department] && !isOnLeave(company, number),
  )
  const guards = here.filter(({ department }) => department === 'Facilities')
  const about = isOpen || guards.length === 0 ? here : guards
  const what = 'person' as const
  const seen = { what, atMs: now.epochMilliseconds, scene: now.hour > 6 && now.hour < 18 ? 'day' : 'lamp' } as const
  if (chance.happens(0.04))
    return {
      ...seen,
      number: chance.between(3500, 3999),
      door: chance.pick<DoorName>(['Main entrance', 'Car park gate']),
    }
  const { number } = chance.pick(about)
  if (outside.delete(number)) return { ...seen, number, door: 'Main entrance' }
  outside.add(number)
  return { ...seen, number, door: 'Main exit' }
}
