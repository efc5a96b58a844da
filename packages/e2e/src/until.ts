import { setTimeout as wait } from 'node:timers/promises'

/**
 * Asks until there is an answer that is neither null, undefined nor false. Fails with the deadline, saying `what` was
 * waited for and what there is to `see` instead.
 */
export async function until<T>(
  ask: () => Promise<T | null | undefined | false> | T | null | undefined | false,
  what: string,
  { deadlineMs = 100_000, see = () => '' }: { deadlineMs?: number; see?: () => string } = {},
): Promise<T> {
  const end = performance.now() + deadlineMs
  for (;;) {
    const answer = await ask()
    if (answer !== null && answer !== undefined && answer !== false) return answer
    if (performance.now() > end) throw new Error(`Within ${deadlineMs} ms it did not come true that ${what}\n${see()}`)
    await wait(20)
  }
}
