import { setTimeout as wait } from 'node:timers/promises'

/** Asks until there is an answer that is not undefined or false; fails after `deadlineMs`. */
export async function until<T>(
  ask: () => Promise<T | undefined | false> | T | undefined | false,
  deadlineMs = 200_000,
): Promise<T> {
  const end = performance.now() + deadlineMs
  for (;;) {
    const answer = await ask()
    if (answer !== undefined && answer !== false) return answer
    if (performance.now() > end) throw new Error(`nothing came within ${deadlineMs} ms`)
    await wait(10)
  }
}
