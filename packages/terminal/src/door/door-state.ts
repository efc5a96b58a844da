import { ownDefaults } from '@gatehouse/contract/device/own-settings.ts'
import type { DoorState } from '@gatehouse/engine/door/door-question.ts'
import type { TerminalCore } from '../core/behaviour.ts'
import { firstPersonAtMs } from './first-person.ts'
import { epochMsOf } from '../lib/clock.ts'
import type { TerminalState } from '../state/terminal-state.ts'

/** The fire input is on, or its wire is lost and counts as fire, or somebody has pressed emergency open. */
export function emergencyOf(
  state: Pick<TerminalState, 'fireSinceMs' | 'lockdown' | keyof Wires>,
): DoorState['emergency'] {
  const { fireSinceMs } = state
  if (fireSinceMs !== null) return { kind: 'fire', sinceMs: fireSinceMs }
  const wire = openingWire(state, 'fire')
  if (wire) return { kind: 'fire', sinceMs: wire.sinceMs }
  const emergency = state.lockdown?.emergency
  return emergency ? { kind: emergency.kind, sinceMs: epochMsOf(emergency.sinceAt) } : null
}

type Wires = Pick<TerminalState, 'lostWires' | 'configuration'>

/** Nobody can press a button whose wire is lost: the door stays open, if that is the side that is set. */
export const isOpenForLostButton = (state: Wires): boolean => openingWire(state, 'exit-button') !== undefined

/** The lost wire of an input for which the door opens; without any settings a fire wire is the one. */
function openingWire({ lostWires, configuration }: Wires, wanted: 'fire' | 'exit-button') {
  const { fireWireLost, exitWireLost } = configuration?.settings ?? ownDefaults
  const side = wanted === 'fire' ? fireWireLost : exitWireLost
  return side === 'opens' ? lostWires.find(({ input }) => input === wanted) : undefined
}

export const isLockedDown = ({ lockdown }: Pick<TerminalState, 'lockdown'>): boolean =>
  (lockdown?.lockdowns.length ?? 0) > 0

/** Nobody is inside, and every other door is closed: what a person is decided about with, until the server was asked. */
const nothingAround: DoorState['around'] = { person: { areaIds: [], enteredAtMs: null }, occupancy: 0, openDoorIds: [] }

/** The state of this door at this moment; `around` is the server's answer, null for none, left out where it was not asked. */
export function doorStateOf(
  { state, door, recentPeople, clock }: Pick<TerminalCore, 'state' | 'door' | 'recentPeople' | 'clock'>,
  around?: DoorState['around'],
): DoorState {
  return {
    emergency: emergencyOf(state),
    lockdowns: (state.lockdown?.lockdowns ?? []).map(({ sinceAt, ...lockdown }) => ({
      ...lockdown,
      sinceMs: epochMsOf(sinceAt),
    })),
    mode: isOpenForLostButton(state) ? 'held-open' : door.mode,
    around: around === undefined ? nothingAround : around,
    isAssumed: around === undefined,
    recent: recentPeople.since(clock.nowMs()),
    firstPersonAtMs: firstPersonAtMs(state),
  }
}

type Followed = Pick<TerminalCore, 'state' | 'door' | 'emit'>

/** Opens the door when an emergency begins or a wire is lost that opens it, and lets it follow its people again when it ends. */
export function followEmergency({ state, door, emit }: Followed): void {
  door.release(emergencyOf(state) !== null || isOpenForLostButton(state))
  emit('door-changed')
}

/** Lets nothing hold the door open while it is locked down. Rejects if the relay does not obey. */
export async function followLockdown({ state, door, emit }: Followed): Promise<void> {
  await door.lockDown(isLockedDown(state))
  emit('door-changed')
}
