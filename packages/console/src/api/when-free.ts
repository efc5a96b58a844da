import { z } from 'zod'
import { CallError } from './call-error.ts'

const asked = z.object({ seconds: z.number().positive() })

/** As often as this a call is tried; the server asks for five seconds each time, and no two come back at the same moment. */
export const maxTries = 12

type Waiting = { onBusy: () => void; isOver: () => boolean }

/**
 * Makes a call that the server puts off because it is busy with others again, after the time that it asks for. `onBusy` is told before each wait; once
 * `isOver` the answer is no longer wanted.
 */
export async function whenFree<T>(ask: () => Promise<T>, { onBusy, isOver }: Waiting): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await ask()
    } catch (error) {
      const seconds = secondsOf(error)
      if (seconds === undefined || tries >= maxTries || isOver()) throw error
      onBusy()
      await new Promise((resolve) => {
        setTimeout(resolve, seconds * 1000 * (1 + Math.random() / 2))
      })
      if (isOver()) throw error
    }
  }
}

const secondsOf = (error: unknown): number | undefined =>
  error instanceof CallError && error.message === 'server.busy' ? asked.safeParse(error.data).data?.seconds : undefined
