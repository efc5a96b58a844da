import type { OwnBehaviour, TerminalCore } from '../core/behaviour.ts'
import { type Input, type WiredInput, wireNames } from '../lib/inputs.ts'
import { tellState } from '../door/tell-state.ts'
import { followEmergency } from '../door/door-state.ts'

/** The number of wrong passwords in a row that counts as an attack. */
const maxWrongPasswords = 5

/**
 * Raises alarms from the inputs, releases those whose cause has ended, and tells the server. The exit button and the fire input open
 * the door by themselves, whatever is set.
 */
export const watchInputs: OwnBehaviour<'inputs'> = {
  name: 'inputs',
  start(terminal) {
    let wrongPasswords = 0
    const contact = createContact(terminal)
    return {
      on: {
        // The side of a lost wire may be another one now.
        'configuration-applied': () => followEmergency(terminal),
      },
      sense(input, isOn) {
        if (input === 'door') return contact.move(isOn)
        if (input === 'wrong-password') {
          wrongPasswords = isOn ? wrongPasswords + 1 : 0
          if (wrongPasswords >= maxWrongPasswords) terminal.alarms.raise('wrong-passwords')
          return
        }
        if (input === 'exit-button' || input === 'lockdown') {
          if (isOn) press(terminal, input)
          return
        }
        if (input === 'fire') noteFire(terminal, isOn)
        raiseWhile(terminal, input, isOn)
      },
      loseWire(input, isLost) {
        noteWire(terminal, input, isLost)
        if (input === 'door' && isLost) contact.lose()
      },
      stop: contact.stop,
      die: contact.stop,
    }
  },
}

/** The contact of the door leaf. A level that is sensed twice has not moved. */
function createContact({ state, door, alarms, doorEvents, clock, notify }: TerminalCore) {
  let cancel: (() => void) | undefined
  const stop = (): void => cancel?.()
  return {
    stop,
    move(isOpen: boolean): void {
      stop()
      cancel = undefined
      if ((state.doorContact === 'open') !== isOpen || state.doorContact === null) {
        state.doorContact = isOpen ? 'open' : 'closed'
        doorEvents.tell(isOpen ? 'contact-opened' : 'contact-closed')
        notify('contact-moved', isOpen)
      }
      if (!isOpen) return alarms.causeEnded('door-open-too-long')
      const isForced = !door.isOpen
      if (isForced) alarms.raise('forced-open')
      const seconds = state.configuration?.settings.doorMagnetSeconds ?? 30
      cancel = clock.after(seconds * 1000, () => {
        doorEvents.tell('held-open')
        if (!isForced) alarms.raise('door-open-too-long', { description: `${seconds} s`, isHeld: true })
      })
    },
    lose(): void {
      stop()
      notify('contact-lost')
    },
  }
}

function press({ door, doorEvents, state, log }: TerminalCore, input: 'exit-button' | 'lockdown'): void {
  if (input === 'lockdown') return doorEvents.tell('lockdown-input', { input: wireNames.lockdown })
  door
    .letOut(state.configuration?.settings.doorOpenSeconds ?? 5)
    .catch((error: unknown) => log(`the door did not open for the exit button: ${String(error)}`))
  doorEvents.tell('exit-button')
}

function noteFire(terminal: TerminalCore, isOn: boolean): void {
  const { state, clock, doorEvents } = terminal
  const wasOn = state.fireSinceMs !== null
  state.fireSinceMs = isOn ? (state.fireSinceMs ?? clock.nowMs()) : null
  followEmergency(terminal)
  if (wasOn !== isOn) doorEvents.tell(isOn ? 'fire-on' : 'fire-off')
}

/** A lost wire says nothing more: the door falls to the side that is set for it. */
function noteWire(terminal: TerminalCore, input: WiredInput, isLost: boolean): void {
  const { state, clock, doorEvents } = terminal
  const others = state.lostWires.filter((lost) => lost.input !== input)
  if (isLost === others.length < state.lostWires.length) return
  state.lostWires = isLost ? [...others, { input, sinceMs: clock.nowMs() }] : others
  followEmergency(terminal)
  doorEvents.tell(isLost ? 'wire-lost' : 'wire-back', { input: wireNames[input] })
  // The server took the contact for unknown meanwhile.
  if (input === 'door' && !isLost) tellState(terminal)
}

type AlarmInput = Exclude<Input, 'door' | 'exit-button' | 'lockdown' | 'wrong-password'>

function raiseWhile({ alarms }: TerminalCore, input: AlarmInput, isOn: boolean): void {
  if (isOn) alarms.raise(input, { isHeld: true })
  else alarms.causeEnded(input)
}
