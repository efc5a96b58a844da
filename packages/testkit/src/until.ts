import { setTimeout as wait } from 'node:timers/promises'

type Nothing = null | undefined | false | 0 | ''

/**
 * Asks until the answer is something: not null, undefined, false, 0 or an empty text. Fails after `deadlineMs` and names `what` it waited for
 * and what there is to `see` instead.
 */
export async function until<T>(
  ask: () => Promise<T | Nothing> | T | Nothing,
  what = 'the condition holds',
  { see = () => '', deadlineMs = 200_000 }: { see?: () => string; deadlineMs?: number } = {},
): Promise<T> {
  const start = performance.now()
  for (;;) {
    const answer = await ask()
    if (answer) return answer
    const waitedMs = performance.now() - start
    if (waitedMs > deadlineMs) throw new Error(`Within ${deadlineMs} ms it did not come true that ${what}\n${see()}`)
    // Asking is work, too, which slows a busy machine down.
    await wait(Math.min(100, Math.max(5, waitedMs / 10)))
  }
}
