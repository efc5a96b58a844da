import { downHint, getSyncStatus, hashForm, type DownHint } from '@gatehouse/contract/device/link.ts'
import { noLockdown } from '@gatehouse/contract/device/lockdown.ts'
import type { OwnBehaviour, TerminalCore } from '../core/behaviour.ts'
import { isRefusedWith } from '../link/link-error.ts'
import { asksAboutSurroundings } from './ask-surroundings.ts'

/**
 * Asks the server which changes there are to pull, and tells the behaviours: once when hints can be received, since
 * earlier hints were missed (or when they cannot), and then from time to time, since a hint may be lost.
 */
export const askForChanges: OwnBehaviour<'changes'> = {
  name: 'changes',
  start(terminal) {
    let hasAsked = false
    const task = terminal.tasks.add('changes', async (signal) => {
      hasAsked = true
      for (const what of await ask(terminal, signal)) terminal.notify('hint', what)
    })
    return {
      on: {
        poll: task.schedule,
        'mqtt-connected': task.runNow,
        'mqtt-unavailable': () => {
          if (!hasAsked) task.runNow()
        },
      },
    }
  },
}

const all = downHint.shape.what.options

async function ask(
  { call, state, configuration: { tag } }: TerminalCore,
  signal: AbortSignal,
): Promise<DownHint['what'][]> {
  const { cursor } = state.people
  // It keeps the connection open by which the door asks about a person.
  const isUrgent = state.configuration !== null && asksAboutSurroundings(state.configuration)
  const query = {
    hashes: hashForm,
    lockdown: state.lockdown?.revision ?? noLockdown,
    ...(tag !== null && { configuration: tag }),
    ...(cursor !== null && { people: cursor }),
  }
  try {
    const pending = await call(getSyncStatus, { query, signal, isUrgent })
    return all.filter((what) => pending[what])
  } catch (error) {
    // A server of an earlier release shows its changes only when they are pulled. So does a server that does not know
    // the cursor.
    if (isRefusedWith(error, 'request.not-found', 'request.invalid')) return [...all]
    throw error
  }
}
