import type { OwnBehaviour, TerminalCore } from '../core/behaviour.ts'
import type { Camera } from '../recognition/camera.ts'

/** Starts the terminal's camera once its first list of people is complete. */
export const watchCamera = (camera: Camera): OwnBehaviour<'camera'> => ({
  name: 'camera',
  start(terminal) {
    const stopping = new AbortController()
    const known = Promise.withResolvers<void>()
    if (isPrepared(terminal)) known.resolve()
    const stop = (): void => {
      stopping.abort()
      known.resolve()
    }
    known.promise
      .then(() => look(terminal, camera, stopping.signal))
      .catch((error: unknown) => {
        if (!stopping.signal.aborted)
          terminal.log(`the camera failed: ${error instanceof Error ? error.message : String(error)}`)
      })
    return {
      on: {
        'data-changed': () => {
          if (isPrepared(terminal)) known.resolve()
        },
      },
      stop,
      die: stop,
    }
  },
})

/** Before the first list of people is complete everybody would be a stranger. */
export function isPrepared({ state }: Pick<TerminalCore, 'state'>): boolean {
  return state.configuration !== null && state.people.cursor !== null && !state.people.isFullPull
}

async function look(terminal: TerminalCore, camera: Camera, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return
  for await (const picture of camera(signal)) {
    if (signal.aborted) return
    await terminal.present(picture.bytes, picture.further)
  }
}
