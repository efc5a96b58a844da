import { downHint, getSyncStatus, hashForm, type DownHint } from '@gatehouse/contract/device/link.ts'
import type { OwnBehaviour, TerminalCore } from '../core/behaviour.ts'
import { isRefusedWith } from '../link/link-error.ts'

/**
 * Asks what there is to pull, and hints at it: once it listens for hints, since what was hinted before went unheard (or cannot
 * listen), and now and then, since a hint may be lost.
 */
export const askForChanges: OwnBehaviour<'changes'> = {
  name: 'changes',
  start(terminal) {
    let hasAsked = false
    const task = terminal.tasks.add('news', async (signal) => {
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
  const query = {
    hashes: hashForm,
    ...(tag !== null && { configuration: tag }),
    ...(cursor !== null && { people: cursor }),
  }
  try {
    const news = await call(getSyncStatus, { query, signal })
    return all.filter((what) => news[what])
  } catch (error) {
    // A server of an earlier release: what there is shows when it is pulled. So it does where it does not know the cursor.
    if (isRefusedWith(error, 'request.not-found', 'request.invalid')) return [...all]
    throw error
  }
}
