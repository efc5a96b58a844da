import { setTimeout as pause } from 'node:timers/promises'
import {
  acceptAnnouncement,
  listAnnouncements,
  listDevices,
  sendCommand,
} from '@gatehouse/contract/features/devices.ts'
import { switchMake } from '@gatehouse/contract/features/service-config/device-makes.ts'
import { sendOverHttp } from '@gatehouse/terminal/node/zkteco/zk-send.ts'
import { createZkTerminal } from '@gatehouse/terminal/node/zkteco/zk-terminal.ts'
import type { Ask } from '@gatehouse/testkit/ask-server.ts'
import { until } from '@gatehouse/testkit/until.ts'
import { yardGate } from './generate-day.ts'
import { createSeededRandom } from './seeded-random.ts'

const serialNumber = 'RIVERSIDE0001'
const pollMs = 5_000
const pauseMs = { min: 40_000, max: 150_000 }

export type YardGate = ReturnType<typeof createYardGate>

/**
 * The gate of the depot's yard, whose terminal is of ZKTeco: the simulator of `npm run terminal -- --make zkteco`. It keeps nothing of its own, and
 * asks for everybody when the demo is started again. It ends with the signal.
 */
export function createYardGate(url: string, signal: AbortSignal) {
  const terminal = createZkTerminal({ dialect: 'acc', serialNumber, send: sendOverHttp(url) })

  /** While the yard is open somebody passes now and then. */
  async function run(): Promise<void> {
    const chance = createSeededRandom(`yard ${Temporal.Now.instant().toString()}`)
    let nextMs = Temporal.Now.instant().epochMilliseconds + pauseMs.min
    while (!signal.aborted) {
      const people = [...terminal.state.people.keys()]
      if (people.length > 0 && Temporal.Now.instant().epochMilliseconds > nextMs && isOpen()) {
        const pin = chance.pick(people)
        terminal.pass({ pin, photo: terminal.state.photos.get(pin) ?? null })
        nextMs = Temporal.Now.instant().epochMilliseconds + chance.between(pauseMs.min, pauseMs.max)
      }
      // The server may be busy with the days before: the terminal asks again.
      await (terminal.isAccepted() ? terminal.poll() : terminal.handshake()).catch(() => undefined)
      await pause(pollMs, undefined, { signal }).catch(() => undefined)
    }
  }

  /** Somebody switches the make on, and accepts the terminal that shows itself. */
  async function join(ask: Ask): Promise<void> {
    await ask(switchMake, { params: { make: 'zkteco' }, body: { isOn: true } })
    const waiting = await until(async () => {
      await terminal.handshake()
      return (await ask(listAnnouncements)).items.find((one) => one.serialNumber === serialNumber)
    }, 'the gate of the yard shows itself')
    const body = { name: yardGate, location: 'Quay 3, yard', direction: 'in' as const }
    await ask(acceptAnnouncement, { params: { id: waiting.id }, body })
    await until(() => terminal.handshake(), 'the gate of the yard is taken')
    void run()
  }

  return {
    join,
    /** Nobody asks the server for its people: it knows those who are given to it from now on. */
    start: () => void run(),
    /** The server takes its terminal to know whom it was once given, and it knows nobody; a demo of before has no such gate yet. */
    async comeBack(ask: Ask): Promise<void> {
      const { items } = await ask(listDevices, { query: { keyword: serialNumber } })
      const known = items.find((one) => one.serialNumber === serialNumber)
      if (!known) return join(ask)
      void run()
      await ask(sendCommand, { params: { id: known.id }, body: { kind: 'sync-now' } })
    },
  }
}

function isOpen(): boolean {
  const { hour, dayOfWeek } = Temporal.Now.zonedDateTimeISO()
  return hour >= 6 && hour < 21 && dayOfWeek <= 5
}
