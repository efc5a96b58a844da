import { randomUUID } from 'node:crypto'
import type { DevicePerson } from '@gatehouse/contract/device/link.ts'
import { afterEach, beforeEach } from 'vitest'
import type { TerminalOptions } from '../src/core/terminal-options.ts'
import { createTerminal, type Terminal } from '../src/core/terminal.ts'
import { createMemoryState } from '../src/state/memory-state.ts'
import { namedFaceModel, namedFaceRecogniser, wireEmbedding } from '@gatehouse/testkit/named-faces.ts'
import { staffGroupId, startScriptedServer, type ScriptedServer } from './scripted-server.ts'

/** A server, and terminals at its doors: new ones for each test of the file. */
export type Site = {
  readonly server: ScriptedServer
  /** One that is not started. */
  build(options?: Partial<TerminalOptions>): Terminal
  /** A terminal with no more work to do. */
  start(options?: Partial<TerminalOptions>): Promise<Terminal>
  /** A new, empty server in the place of the one before. */
  restartServer(): Promise<void>
  /** The numbers of the records that have arrived. */
  sequences(): number[]
}

export function createSite(): Site {
  let server: ScriptedServer
  let terminals: Terminal[]
  beforeEach(async () => {
    server = await startScriptedServer()
    terminals = []
  })
  afterEach(async () => {
    await Promise.all(terminals.map((terminal) => terminal.stop()))
    await server.stop()
  })

  function build(options: Partial<TerminalOptions> = {}): Terminal {
    const terminal = createTerminal({
      serverUrl: server.url,
      pairingCode: 'ABC234',
      state: createMemoryState(),
      recogniser: namedFaceRecogniser,
      ...options,
    })
    terminals.push(terminal)
    return terminal
  }

  return {
    get server() {
      return server
    },
    build,
    async start(options) {
      const terminal = build(options)
      await terminal.start()
      await terminal.idle()
      return terminal
    },
    async restartServer() {
      server = await startScriptedServer(server.port)
    },
    sequences: () => [...server.records.values()].map(({ sequence }) => sequence).toSorted((a, b) => a - b),
  }
}

export function buildPerson(name: string, person: Partial<DevicePerson> = {}): DevicePerson {
  return {
    id: randomUUID(),
    kind: 'staff',
    name,
    groupIds: [staffGroupId],
    validFromAt: null,
    validToAt: null,
    suspensions: [],
    leftAt: null,
    prompt: null,
    displayPortraitId: null,
    portraitId: null,
    embeddings: [wireEmbedding(name)],
    modelId: namedFaceModel,
    passes: [],
    cardHash: null,
    pin: null,
    cardKey: null,
    pinKey: null,
    ...person,
  }
}
