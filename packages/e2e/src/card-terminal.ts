import { updateDevice } from '@gatehouse/contract/features/devices.ts'
import { defaultBehaviours } from '@gatehouse/terminal/behaviours/default-behaviours.ts'
import { recogniseAndDecide } from '@gatehouse/terminal/behaviours/recognise-and-decide.ts'
import { systemClock } from '@gatehouse/terminal/lib/clock.ts'
import { blindRecogniser } from '@gatehouse/terminal/recognition/recogniser.ts'
import { createMemoryState } from '@gatehouse/terminal/state/memory-state.ts'
import { createTerminal } from '@gatehouse/terminal/core/terminal.ts'
import { type Ask } from '@gatehouse/testkit/ask-server.ts'
import { setDevice } from './set-device.ts'
import { findDevice, seedPairingCode } from '@gatehouse/testkit/seeds/real-terminals.ts'
import { until } from '@gatehouse/testkit/until.ts'

/** A terminal that recognises people by their cards, with a clock that the test sets. */
export type CardTerminal = {
  deviceId: string
  /** A card is held to its reader at this time of its clock; returns whether the door opened. */
  read(card: string, at: Temporal.ZonedDateTime): Promise<boolean>
  /** From now on it neither hears of the server nor delivers to it; it decides, and keeps its records. */
  cut(): Promise<void>
  restore(): Promise<void>
  /** All that it has read has been delivered. */
  delivered(): Promise<void>
  stop(): Promise<void>
}

/** Pairs one of the terminal library's; it knows those who are there by then. */
export async function startCardTerminal(
  ask: Ask,
  { server, name, timeZone }: { server: string; name: string; timeZone: string },
): Promise<CardTerminal> {
  const pairingCode = await seedPairingCode(ask, { name, direction: 'in' })
  const state = createMemoryState()
  let shownMs = systemClock.nowMs()
  const clock = { ...systemClock, nowMs: () => shownMs }
  const make = (behaviours = defaultBehaviours, more = {}) =>
    createTerminal({ state, clock, behaviours, recogniser: blindRecogniser('none'), ...more })
  let terminal = make(defaultBehaviours, { serverUrl: server, pairingCode })
  const startAgain = async (behaviours = defaultBehaviours) => {
    await terminal.stop()
    terminal = make(behaviours)
    await terminal.start()
  }
  await terminal.start()
  const deviceId = (await findDevice(ask, terminal.ldid)).id
  const params = { id: deviceId }
  await ask(updateDevice, { params, body: { timeZone } })
  await setDevice(ask, deviceId, { verificationMode: 'face-or-card' })
  await until(() => state.configuration?.settings.verificationMode === 'face-or-card', `${name} reads cards`)
  await terminal.idle()
  return {
    deviceId,
    async read(card, at) {
      shownMs = at.epochMilliseconds
      const sighting = await terminal.take({ kind: 'ic-card', text: card }, null)
      return sighting?.opened ?? false
    },
    cut: () => startAgain([recogniseAndDecide]),
    restore: () => startAgain(),
    delivered: () => terminal.idle(),
    stop: () => terminal.stop(),
  }
}
