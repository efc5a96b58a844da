import { setTimeout as wait } from 'node:timers/promises'
import { patienceMs } from './patience.ts'

/**
 * Asks until there is an answer that is neither null, undefined nor false. Fails when patience ends, saying `what` was
 * waited for and what there is to `see` instead.
 */
export async function until<T>(
  ask: () => Promise<T | null | undefined | false> | T | null | undefined | false,
  what: string,
  { see = () => '' }: { see?: () => string } = {},
): Promise<T> {
  const end = performance.now() + patienceMs
  for (;;) {
    const answer = await ask()
    if (answer !== null && answer !== undefined && answer !== false) return answer
    if (performance.now() > end) throw new Error(`Within ${patienceMs} ms it did not come true that ${what}\n${see()}`)
    // Asking is work, too, which a busy machine has to do beside what is waited for.
    await wait(100)
  }
}
