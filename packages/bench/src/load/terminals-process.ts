import { createMemoryState } from '@gatehouse/terminal/state/memory-state.ts'
import { createTerminal, type Terminal } from '@gatehouse/terminal/core/terminal.ts'
import { blindRecogniser } from '@gatehouse/terminal/recognition/recogniser.ts'
import { terminalOrder, type TerminalOrder, type TerminalReport, type Watched } from './terminal-messages.ts'

/*
 * Terminals by the thousand, in a process of their own. They are the terminal of the product, whole, but for the camera:
 * every call, pause and hint is what a door would make of it.
 */
const groups = new Map<string, Terminal[]>()
const tell = (report: TerminalReport) => process.send?.(report)
const now = () => performance.timeOrigin + performance.now()

async function start({ group, serverUrl, faceModelId, devices }: Extract<TerminalOrder, { kind: 'start' }>) {
  const recogniser = blindRecogniser(faceModelId)
  const terminals = devices.map((device) => {
    const state = createMemoryState()
    state.identity = { ...device, serverUrl, certificateAuthority: null }
    return createTerminal({ state, recogniser, versions: { serialNumber: device.ldid, type: 'BENCH' } })
  })
  groups.set(group, terminals)
  await Promise.all(terminals.map((terminal) => terminal.start()))
}

/** When this terminal has got there. */
async function reach(terminal: Terminal, wanted: Watched): Promise<number> {
  if (wanted.what === 'connected') {
    await terminal.next('mqtt-connected')
    await terminal.idle()
    return now()
  }
  while (!isThere(terminal, wanted)) await terminal.next(eventOf[wanted.what])
  return now()
}

/** The event after which a terminal may have got there. */
const eventOf = { timetable: 'configured', person: 'synced', people: 'synced', lockdown: 'door-changed' } as const

function isThere({ state }: Terminal, wanted: Watched): boolean {
  switch (wanted.what) {
    case 'timetable':
      return state.configuration?.access.timetables.some(({ name }) => name === wanted.name) ?? false
    case 'person':
      return state.people.find(wanted.id)?.name === wanted.name
    case 'people':
      return state.people.count >= wanted.count
    case 'lockdown':
      return (state.lockdown?.lockdowns.length ?? 0) === wanted.count
    case 'connected':
      return false
  }
}

async function watch({ group, for: wanted }: Extract<TerminalOrder, { kind: 'watch' }>): Promise<void> {
  const before = process.cpuUsage()
  const terminals = groups.get(group) ?? []
  const reaching = Promise.all(terminals.map((terminal) => reach(terminal, wanted)))
  tell({ kind: 'watching' })
  const at = await reaching
  const { user, system } = process.cpuUsage(before)
  tell({ kind: 'reached', group, at, cpuMs: (user + system) / 1000 })
}

process.on('message', (message) => {
  const order = terminalOrder.parse(message)
  void (order.kind === 'start' ? start(order) : watch(order))
})
process.on('disconnect', () => process.exit(0))
