import type { AddressInfo } from 'node:net'
import { createPairingCode, listDevices } from '@gatehouse/contract/features/devices.ts'
import type { BodyInput } from '@gatehouse/contract/route.ts'
import { createMemoryState } from '@gatehouse/terminal/state/memory-state.ts'
import { createTerminal, type Terminal } from '@gatehouse/terminal/core/terminal.ts'
import type { TerminalOptions } from '@gatehouse/terminal/core/terminal-options.ts'
import type { Caller, TestGatehouse } from './gatehouse.ts'
import { namedFaceRecogniser } from '@gatehouse/testkit/named-faces.ts'

export type PairedTerminal = Terminal & { id: string }

/** Terminals that talk to a listening test server over real sockets. `stopAll` belongs into `afterEach`. */
export async function realTerminals(house: TestGatehouse, admin: Caller) {
  await house.gatehouse.fastify.listen({ port: 0, host: '127.0.0.1' })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on TCP
  const serverUrl = `http://127.0.0.1:${(house.gatehouse.fastify.server.address() as AddressInfo).port}`
  const terminals: Terminal[] = []
  const build = (options: Partial<TerminalOptions> = {}) => {
    const terminal = createTerminal({
      serverUrl,
      state: createMemoryState(),
      recogniser: namedFaceRecogniser,
      pollSeconds: 3600,
      ...options,
    })
    terminals.push(terminal)
    return terminal
  }
  return {
    serverUrl,
    build,
    /** A paired terminal that is up to date. It does not poll: later changes reach it by hints. */
    async start(
      options: Partial<TerminalOptions> = {},
      name = 'Main door',
      planned: Partial<BodyInput<typeof createPairingCode>> = {},
    ): Promise<PairedTerminal> {
      const { code } = await admin.ask(createPairingCode, { body: { name, ...planned } })
      const terminal = build({ pairingCode: code, ...options })
      const listening = terminal.next('mqtt-connected')
      await terminal.start()
      await listening
      await terminal.idle()
      const { items } = await admin.ask(listDevices, { query: { keyword: terminal.ldid ?? '' } })
      return Object.assign(terminal, { id: items[0]?.id ?? '' })
    },
    async stopAll() {
      await Promise.all(terminals.splice(0).map((terminal) => terminal.stop()))
    },
  }
}
