import { createPairingCode, listDevices } from '@gatehouse/contract/features/devices.ts'
import type { BodyInput, Reply } from '@gatehouse/contract/route.ts'
import { createTerminal, type Terminal } from '@gatehouse/terminal/core/terminal.ts'
import type { TerminalOptions } from '@gatehouse/terminal/core/terminal-options.ts'
import { createMemoryState } from '@gatehouse/terminal/state/memory-state.ts'
import type { Ask } from '../ask-server.ts'
import { namedFaceRecogniser } from '../named-faces.ts'

export type PairedTerminal = Terminal & { id: string }

type Planned = BodyInput<typeof createPairingCode>

/** The code with which a terminal joins as this device. */
export const seedPairingCode = async (ask: Ask, planned: Planned): Promise<string> =>
  (await ask(createPairingCode, { body: planned })).code

/** The device of a terminal that has joined. */
export async function findDevice(
  ask: Ask,
  ldid: string | null | undefined,
): Promise<Reply<typeof listDevices>['items'][number]> {
  const { items } = await ask(listDevices, { query: { keyword: ldid ?? '' } })
  const [device] = items
  if (!device) throw new Error('the terminal is in no list')
  return device
}

/** A terminal that knows faces by name. It does not poll: later changes reach it by hints. */
export const createNamedFaceTerminal = (serverUrl: string, options: Partial<TerminalOptions> = {}): Terminal =>
  createTerminal({
    serverUrl,
    state: createMemoryState(),
    recogniser: namedFaceRecogniser,
    pollSeconds: 3600,
    ...options,
  })

/** A paired terminal at a door that is up to date. */
export async function startPairedTerminal(
  ask: Ask,
  serverUrl: string,
  planned: Planned,
  create: (options: Partial<TerminalOptions>) => Terminal = (options) => createNamedFaceTerminal(serverUrl, options),
): Promise<PairedTerminal> {
  const terminal = create({ pairingCode: await seedPairingCode(ask, planned) })
  const listening = terminal.next('mqtt-connected')
  await terminal.start()
  await listening
  await terminal.idle()
  return Object.assign(terminal, { id: (await findDevice(ask, terminal.ldid)).id })
}

/** Several terminals that stop together: `stopAll` belongs into `afterEach`. */
export function createRealTerminals(ask: Ask, serverUrl: string) {
  const terminals: Terminal[] = []
  const build = (options: Partial<TerminalOptions> = {}): Terminal => {
    const terminal = createNamedFaceTerminal(serverUrl, options)
    terminals.push(terminal)
    return terminal
  }
  return {
    serverUrl,
    build,
    start: (options: Partial<TerminalOptions> = {}, name = 'Main door', planned: Partial<Planned> = {}) =>
      startPairedTerminal(ask, serverUrl, { name, ...planned }, (paired) => build({ ...paired, ...options })),
    async stopAll(): Promise<void> {
      await Promise.all(terminals.splice(0).map((terminal) => terminal.stop()))
    },
  }
}
