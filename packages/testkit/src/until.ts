import { setTimeout as wait } from 'node:timers/promises'

/**
 * Asks until the answer is neither null, undefined nor false. Fails after `deadlineMs` and names `what` it waited for
 * and what there is to `see` instead.
 */
export async function until<T>(
  ask: () => Promise<T | null | undefined | false> | T | null | undefined | false,
  what = 'the condition holds',
  { see = () => '', deadlineMs = 200_000 }: { see?: () => string; deadlineMs?: number } = {},
): Promise<T> {
  const start = performance.now()
  for (;;) {
    const answer = await ask()
    if (answer !== null && answer !== undefined && answer !== false) return answer
    const waitedMs = performance.now() - start
    if (waitedMs > deadlineMs) throw new Error(`Within ${deadlineMs} ms it did not come true that ${what}\n${see()}`)
    // Asking is work, too, which slows a busy machine down.
    await wait(Math.min(100, Math.max(5, waitedMs / 10)))
  }
}
