/* oxlint-disable no-console -- the administrator of this device sees here what a terminal in Node prints */
import { defaultBehaviours } from '../behaviours/default-behaviours.ts'
import { printingRelay } from '../door/relay.ts'
import { LinkError } from '../link/link-error.ts'
import type { TerminalState } from '../state/terminal-state.ts'
import { createTerminal, type Terminal } from '../core/terminal.ts'
import { askAnew } from './screen/ask-for-code.tsx'
import { browserSettings } from './browser-settings.ts'
import { askWorker, createWorkerRecogniser } from './face/face-link.ts'
import type { Runtime } from './face/choose-engine.ts'
import { openIndexedDbState } from './store/open-indexed-db-state.ts'
import { runTerminal } from './run-terminal.ts'
import type { Screen } from './screen/screen.tsx'

/** The capacity of this page beside its other work: 20,000 people take 100 MB of its memory. */
const personCapacity = 20_000

/**
 * After an outage thousands of records wait: they are sent in small batches, between which a person who comes is
 * recognised.
 */
const batchSize = 30

/** Runs from the page's start until it is a terminal, with pairing if that is needed. */
export async function boot(screen: Screen): Promise<void> {
  const fault = findFault(screen)
  if (fault !== null) return screen.showFault(fault)
  await whenAlone(screen)
  screen.showWork(screen.speech.words.starting)
  const state = await openIndexedDbState('gatehouse-terminal')
  try {
    keepOffline(await askWorker({ kind: 'load', modelsUrl: '/terminal/models/' }))
  } catch (error) {
    return screen.showFault(
      `${screen.speech.words.faultEngine}: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
  const given = location.hash.slice(1)
  history.replaceState(null, '', location.pathname)
  const terminal = state.identity && given === '' ? await start(state) : await pairAndStart(state, screen, given)
  await runTerminal(terminal, screen)
}

function findFault({ speech: { words } }: Screen): string | null {
  if (!isSecureContext) return words.faultSecure
  if (
    !('Temporal' in globalThis) ||
    !('fromBase64' in Uint8Array) ||
    !('requestVideoFrameCallback' in HTMLVideoElement.prototype)
  ) {
    return words.faultOld
  }
  return null
}

/** Two tabs would be two terminals with one state. Resolves once this is the only one, and keeps it so. */
function whenAlone(screen: Screen): Promise<void> {
  return new Promise((resolve) => {
    const hold = (): Promise<never> => {
      resolve()
      return new Promise<never>(() => {})
    }
    void navigator.locks.request('gatehouse-terminal', { ifAvailable: true }, (lock) => {
      if (lock) return hold()
      screen.showFault(screen.speech.words.faultTwice)
      void navigator.locks.request('gatehouse-terminal', hold)
      return undefined
    })
  })
}

/** Asks the browser to keep this page and its state, also when the disk gets full. It may refuse either. */
function keepOffline(runtime: Runtime): void {
  void navigator.storage.persist().catch(() => false)
  void navigator.serviceWorker
    .register(`/terminal/sw.js?runtime=${runtime}`, { scope: '/terminal' })
    .catch((error: unknown) => {
      console.warn('this page will not start without the server:', error)
    })
}

const newTerminal = (state: TerminalState, pairingCode?: string): Terminal =>
  createTerminal({
    state,
    pairingCode,
    serverUrl: location.origin,
    recogniser: createWorkerRecogniser(() => state.recogniser?.modelId),
    schema: browserSettings,
    behaviours: defaultBehaviours,
    versions: { personCapacity },
    batchSize,
    isSparing: true,
    relay: printingRelay(() => {}),
    log: (line) => console.info(line),
  })

async function start(state: TerminalState): Promise<Terminal> {
  const terminal = newTerminal(state)
  await terminal.start()
  return terminal
}

/** A terminal whose pairing has ended goes on deciding if nobody has typed a code for this long. */
const undecidedMs = 120_000

/** Asks for codes until one is right. A code in the address (`/terminal#ABC234`) is tried first. */
async function pairAndStart(state: TerminalState, screen: Screen, inAddress: string): Promise<Terminal> {
  let error: string | null = null
  let given = inAddress === askAnew ? '' : inAddress.toUpperCase()
  for (;;) {
    const goOn = state.identity && setTimeout(() => location.reload(), undecidedMs)
    const code: string = await screen.askForCode({ error, given })
    if (goOn !== null) clearTimeout(goOn)
    given = ''
    try {
      const terminal = newTerminal(state, code)
      await terminal.start()
      return terminal
    } catch (failure) {
      if (!(failure instanceof Error)) throw failure
      error = screen.speech.error(failure instanceof LinkError ? failure.code : null, failure.message)
    }
  }
}
