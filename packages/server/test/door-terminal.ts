import type { AddressInfo } from 'node:net'
import { createPairingCode, listDevices } from '@gatehouse/contract/features/devices.ts'
import { createMemoryState } from '@gatehouse/terminal/state/memory-state.ts'
import { createTerminal, type Terminal } from '@gatehouse/terminal/core/terminal.ts'
import type { Caller, TestGatehouse } from './gatehouse.ts'
import { namedFaceRecogniser } from '@gatehouse/testkit/named-faces.ts'

/** Makes the test's server listen, for terminals; gives its address. */
export async function listenForTerminals({ gatehouse }: TestGatehouse): Promise<string> {
  await gatehouse.fastify.listen({ port: 0, host: '127.0.0.1' })
  return `http://127.0.0.1:${(gatehouse.fastify.server.address() as AddressInfo).port}`
}

/** A real terminal at a door that is up to date. It does not poll: later changes reach it by hints. */
export async function startDoorTerminal(
  admin: Caller,
  serverUrl: string,
  name: string,
): Promise<Terminal & { id: string }> {
  const { code } = await admin.ask(createPairingCode, { body: { name } })
  const terminal = createTerminal({
    serverUrl,
    pairingCode: code,
    state: createMemoryState(),
    recogniser: namedFaceRecogniser,
    pollSeconds: 3600,
  })
  const listening = terminal.next('mqtt-connected')
  await terminal.start()
  await listening
  await terminal.idle()
  const { items } = await admin.ask(listDevices, { query: { keyword: terminal.ldid ?? '' } })
  const [device] = items
  if (!device) throw new Error('the terminal is in no list')
  return Object.assign(terminal, { id: device.id })
}
