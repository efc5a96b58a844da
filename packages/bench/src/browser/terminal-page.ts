import { readFile } from 'node:fs/promises'
import { headers } from '@gatehouse/contract/envelope.ts'
import { createPairingCode } from '@gatehouse/contract/features/devices.ts'
import type { Page } from 'playwright-core'
import { z } from 'zod'

/* The page of a terminal, as the benchmarks watch it. */

declare global {
  /** What the page notes while it is measured. */
  var benchNotes: { decisions: number[]; frames: number[] }
}

/** Runs in the page, before its own scripts. */
export function watchPage(): void {
  globalThis.benchNotes = { decisions: [], frames: [] }
  new PerformanceObserver((list) => {
    for (const { name, startTime, duration } of list.getEntries()) {
      if (name === 'decision') benchNotes.decisions.push(duration)
      if (name === 'frame') benchNotes.frames.push(startTime)
    }
  }).observe({ entryTypes: ['mark', 'measure'] })
}

/** Bytes of the script heap in use once everything that nobody needs is gone. */
export async function heapOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  await session.detach()
  return usedSize
}

/** The largest of the browser's processes that show pages is the terminal's. */
export async function residentBytes(page: Page): Promise<number> {
  const session = await page.context().browser()?.newBrowserCDPSession()
  const { processInfo = [] } = (await session?.send('SystemInfo.getProcessInfo')) ?? {}
  await session?.detach()
  const sizes = processInfo.map(async ({ type, id }) => {
    const status = type === 'renderer' ? await readFile(`/proc/${id}/status`, 'utf8').catch(() => '') : ''
    return 1024 * Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0)
  })
  return Math.max(0, ...(await Promise.all(sizes)))
}

/** A code by which the page becomes a terminal. */
export async function makePairingCode(serverUrl: string, token: string): Promise<string> {
  const planned = { name: 'Bench', location: '', direction: 'in' }
  const answer = await callServer(`${serverUrl}/api${createPairingCode.path}`, token, planned)
  return createPairingCode.response.parse(answer).code
}

export async function callServer(url: string, token: string, body: unknown): Promise<unknown> {
  const isPicture = Buffer.isBuffer(body)
  const answer = await fetch(url, {
    method: 'POST',
    headers: { [headers.token]: token, 'content-type': isPicture ? 'image/jpeg' : 'application/json' },
    body: isPicture ? new Uint8Array(body) : JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${url} answered ${answer.status} ${await answer.text()}`)
  return z.object({ data: z.unknown() }).parse(await answer.json()).data
}
