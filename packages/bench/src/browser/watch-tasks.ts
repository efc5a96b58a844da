import type { Browser, Page } from 'playwright-core'
import { z } from 'zod'

/** A task of a main thread is long from here on: somebody who types or points waits for it. */
const longMs = 50

export type Tasks = { count: number; shareShort: number; longestMs: number; busyShare: number }

const traceFile = z.object({
  traceEvents: z.array(
    z.looseObject({
      name: z.string(),
      pid: z.number(),
      tid: z.number(),
      dur: z.number().optional(),
      args: z.looseObject({ name: z.string().optional() }).optional(),
    }),
  ),
})

/** The tasks of a page's main thread while something happens. */
export async function watchTasks(browser: Browser, page: Page, during: () => Promise<unknown>): Promise<Tasks> {
  await browser.startTracing(page, { categories: ['toplevel', '__metadata'] })
  const began = performance.now()
  await during()
  const lastedMs = performance.now() - began
  const { traceEvents } = traceFile.parse(JSON.parse((await browser.stopTracing()).toString('utf8')))
  const threadOf = ({ pid, tid }: { pid: number; tid: number }) => `${pid} ${tid}`
  const mains = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map((event) => threadOf(event)),
  )
  const byThread = Map.groupBy(
    traceEvents.filter(({ name, dur }) => name.endsWith('RunTask') && dur !== undefined),
    threadOf,
  )
  // Other renderers stand by with nothing to do.
  const [tasks = []] = [...byThread]
    .filter(([thread]) => mains.has(thread))
    .map(([, events]) => events.map(({ dur = 0 }) => dur / 1000))
    .toSorted((a, b) => sumOf(b) - sumOf(a))
  return {
    count: tasks.length,
    shareShort: tasks.filter((ms) => ms <= longMs).length / tasks.length,
    longestMs: Math.max(0, ...tasks),
    busyShare: sumOf(tasks) / lastedMs,
  }
}

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)
