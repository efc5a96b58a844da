import type { DoorStateRow } from '../door-state-store.ts'
import type { DoorEvent } from './door-event-rows.ts'

type DoorState = Pick<
  DoorStateRow,
  'contact' | 'contact_since' | 'held_open_since' | 'fire_since' | 'lost_inputs' | 'stored_sequence' | 'last_event_at'
>

/**
 * The state of a door after one more event. Events take effect as they arrive, which is the order in which they happened; only one that
 * is older than the last and was numbered before it changes nothing: it was sent again, for a server that was restored.
 */
export function applyDoorEvent(state: DoorState, event: DoorEvent & { at: string }): DoorState {
  const { sequence, at } = event
  const isOld = sequence <= state.stored_sequence && state.last_event_at !== null && isBefore(at, state.last_event_at)
  if (isOld) return state
  return { ...changeState(state, event), last_event_at: at }
}

function changeState(state: DoorState, event: DoorEvent & { at: string }): DoorState {
  const { kind, at, input } = event
  switch (kind) {
    case 'contact-opened':
      return withContact(state, 'open', at)
    case 'contact-closed':
      return withContact(state, 'closed', at)
    case 'held-open':
      return { ...withContact(state, 'open', at), held_open_since: state.held_open_since ?? at }
    case 'fire-on':
      return { ...state, fire_since: state.fire_since ?? at }
    case 'fire-off':
      return { ...state, fire_since: null }
    case 'wire-lost':
      return input === null ? state : withoutWire(state, input, at)
    case 'wire-back':
      return { ...state, lost_inputs: state.lost_inputs.filter((lost) => lost !== input) }
    case 'state':
      return tellState(state, event)
    default:
      return state
  }
}

function tellState(state: DoorState, { at, contact, isFire }: DoorEvent & { at: string }): DoorState {
  const told = contact === null ? state : withContact(state, contact === 'none' ? 'unknown' : contact, at)
  if (isFire === null) return told
  return { ...told, fire_since: isFire ? (state.fire_since ?? at) : null }
}

/** The contact keeps the time since which it has been so. */
function withContact(state: DoorState, contact: DoorState['contact'], at: string): DoorState {
  const held_open_since = contact === 'open' ? state.held_open_since : null
  const isSame = contact === state.contact && state.contact_since !== null
  return { ...state, contact, contact_since: isSame ? state.contact_since : at, held_open_since }
}

const maxLostInputs = 16

/** Without its wire a contact says nothing. */
function withoutWire(state: DoorState, input: string, at: string): DoorState {
  const isKnown = state.lost_inputs.includes(input) || state.lost_inputs.length >= maxLostInputs
  const lost_inputs = isKnown ? state.lost_inputs : [...state.lost_inputs, input]
  return { ...(input === 'door-magnet' ? withContact(state, 'unknown', at) : state), lost_inputs }
}

const isBefore = (a: string, b: string) => Temporal.Instant.compare(Temporal.Instant.from(a), b) < 0
