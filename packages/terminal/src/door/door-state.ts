import type { DoorState } from '@gatehouse/engine/door/door-question.ts'
import type { TerminalCore } from '../core/behaviour.ts'
import { epochMsOf } from '../lib/clock.ts'
import type { TerminalState } from '../state/terminal-state.ts'

/** The fire input is on, or somebody has pressed emergency open. */
export function emergencyOf({
  fireSinceMs,
  lockdown,
}: Pick<TerminalState, 'fireSinceMs' | 'lockdown'>): DoorState['emergency'] {
  if (fireSinceMs !== null) return { kind: 'fire', sinceMs: fireSinceMs }
  const emergency = lockdown?.emergency
  return emergency ? { kind: emergency.kind, sinceMs: epochMsOf(emergency.sinceAt) } : null
}

export const isLockedDown = ({ lockdown }: Pick<TerminalState, 'lockdown'>): boolean =>
  (lockdown?.lockdowns.length ?? 0) > 0

/** Nobody is inside, and every other door is closed: what a person is decided about with, until the server was asked. */
const nothingAround: DoorState['around'] = { person: { areaIds: [], enteredAtMs: null }, occupancy: 0, openDoorIds: [] }

/** The state of this door at this moment; `around` is the server's answer, null for none. */
export function doorStateOf(
  { state, door, recentPeople, clock }: Pick<TerminalCore, 'state' | 'door' | 'recentPeople' | 'clock'>,
  around = nothingAround,
): DoorState {
  return {
    emergency: emergencyOf(state),
    lockdowns: (state.lockdown?.lockdowns ?? []).map(({ sinceAt, ...lockdown }) => ({
      ...lockdown,
      sinceMs: epochMsOf(sinceAt),
    })),
    mode: door.mode,
    around,
    recent: recentPeople.since(clock.nowMs()),
    firstPersonAtMs: state.firstPersonAtMs,
  }
}

type Followed = Pick<TerminalCore, 'state' | 'door' | 'emit'>

/** Opens the door when an emergency begins, and lets it follow its people again when it ends. */
export function followEmergency({ state, door, emit }: Followed): void {
  door.release(emergencyOf(state) !== null)
  emit('door-changed')
}

/** Lets nothing hold the door open while it is locked down. Rejects if the relay does not obey. */
export async function followLockdown({ state, door, emit }: Followed): Promise<void> {
  await door.lockDown(isLockedDown(state))
  emit('door-changed')
}
