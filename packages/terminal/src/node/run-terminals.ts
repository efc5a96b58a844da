import { stat } from 'node:fs/promises'
import type { Behaviour } from '../core/behaviour.ts'
import { defaultBehaviours } from '../behaviours/default-behaviours.ts'
import { simulateAlarms } from '../behaviours/simulate-alarms.ts'
import { watchCamera } from '../behaviours/watch-camera.ts'
import { folderCamera } from './folder-camera.ts'
import { obeyLine } from './input-lines.ts'
import { CliError } from './cli-error.ts'
import type { CliOptions } from './cli-options.ts'
import type { FloorRelay } from '../door/floors.ts'
import { httpFloorRelay, httpRelay, printingFloorRelay, printingRelay, relays } from '../door/relay.ts'
import { printEvents } from './print-events.ts'
import type { Recogniser } from '../recognition/recogniser.ts'
import { openStateFolder } from './state/open-state-folder.ts'
import { createTerminal, type Terminal } from '../core/terminal.ts'
import { folderPackageStore } from './folder-package-store.ts'

export type RunInput = {
  readonly options: CliOptions
  readonly recogniser: Recogniser
  print(line: string): void
  /** Lines of the keyboard that move the inputs. */
  readonly lines?: AsyncIterable<string> | undefined
  /** Aborted: say goodbye and end. */
  readonly signal: AbortSignal
}

/** The time that `--once` waits for the records to be delivered. */
const deliveryMs = 60_000
/** Terminals that pair at the same time. */
const startsAtOnce = 20

/**
 * Runs the terminals of a command line until the signal, or with `once` until all is delivered. Throws CliError,
 * LinkError or StateFolderError, each with a message of one line.
 */
export async function runTerminals({ options, recogniser, print, signal, lines }: RunInput): Promise<void> {
  if (options.camera !== undefined) await requireFolder(options.camera)
  const codes = [...options.codes]
  const open = new Map<string, Terminal>()
  const finished: Promise<void>[] = []

  async function startOne(index: number): Promise<void> {
    const { name, stateFolder } = options.terminals[index] ?? { name: '', stateFolder: '' }
    const printLine = (line: string): void => print(options.terminals.length === 1 ? line : `${name}: ${line}`)
    const state = openStateFolder(stateFolder)
    const pairingCode = state.identity && options.terminals.length > 1 ? undefined : codes.shift()
    const camera = cameraOf(options, printLine)
    const terminal = createTerminal({
      announces: options.announces,
      upgrades: { store: folderPackageStore(stateFolder), trustedKeys: options.packageKeys, agrees: options.agrees },
      state,
      recogniser,
      pairingCode,
      serverUrl: options.server,
      caFingerprint: options.fingerprint,
      log: printLine,
      relay:
        options.relay === undefined
          ? printingRelay(printLine)
          : relays(printingRelay(printLine), httpRelay(options.relay)),
      floorRelay: floorRelayOf(options, printLine),
      behaviours: [
        ...defaultBehaviours,
        ...(camera ? [camera.behaviour] : []),
        ...(options.alarms.length > 0 ? [simulateAlarms(options.alarms)] : []),
      ],
    })
    open.set(name, terminal)
    printEvents(terminal, printLine)
    const wasPaired = terminal.ldid !== null
    await terminal.start()
    printLine(wasPaired ? `started as ${terminal.ldid}` : `paired as ${terminal.ldid}`)
    const unbound = terminal.next('unbound').then(() => undefined)
    finished.push(camera && options.once ? Promise.race([camera.done.then(() => terminal.idle()), unbound]) : unbound)
  }

  const stopped = new Promise<void>((done) => signal.addEventListener('abort', () => done(), { once: true }))
  try {
    const all = options.terminals.map((_, index) => index)
    // A terminal that waits for an administrator's decision must not keep the others from asking.
    const atOnce = options.announces ? all.length : startsAtOnce
    for (let at = 0; at < all.length && !signal.aborted; at += atOnce) {
      await Promise.race([stopped, Promise.all(all.slice(at, at + atOnce).map(startOne))])
    }
    if (signal.aborted) return
    if (lines) void obeyLines(lines, open, print)
    const patience = options.once ? AbortSignal.timeout(deliveryMs) : undefined
    await Promise.race([stopped, Promise.all(finished), ...(patience ? [expiry(patience)] : [])])
  } finally {
    await Promise.all([...open.values()].map((terminal) => terminal.stop()))
    for (const terminal of open.values()) terminal.state.close()
  }
}

async function obeyLines(
  lines: AsyncIterable<string>,
  terminals: ReadonlyMap<string, Terminal>,
  print: RunInput['print'],
) {
  for await (const line of lines) {
    const problem = obeyLine(line, terminals)
    if (problem !== null) print(problem)
  }
}

function floorRelayOf({ floorRelay }: CliOptions, print: (line: string) => void): FloorRelay {
  const printed = printingFloorRelay(print)
  if (floorRelay === undefined) return printed
  const switched = httpFloorRelay(floorRelay)
  return (output) => relays(printed(output), switched(output))
}

function cameraOf(
  options: CliOptions,
  printLine: (line: string) => void,
): { behaviour: Behaviour; done: Promise<void> } | null {
  if (options.camera === undefined) return null
  const { promise: done, resolve: finish } = Promise.withResolvers<void>()
  const camera = folderCamera({
    folder: options.camera,
    pauseMs: options.pauseMs,
    scanMs: Math.max(250, options.terminals.length * 5),
    once: options.once,
    onPicture: ({ name }) => printLine(`before the camera: ${name}`),
  })
  const behaviour = watchCamera(async function* (signal) {
    yield* camera(signal)
    finish()
  })
  return { behaviour, done }
}

async function requireFolder(folder: string): Promise<void> {
  const found = await stat(folder).catch(() => null)
  if (!found?.isDirectory()) throw new CliError(`The camera folder ${folder} does not exist.`)
}

function expiry(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) =>
    signal.addEventListener('abort', () =>
      reject(
        new CliError(`Not everything was delivered within ${deliveryMs / 1000} s; the next start goes on with it.`),
      ),
    ),
  )
}
