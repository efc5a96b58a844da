import { seedPairingCode } from '@gatehouse/testkit/seeds/real-terminals.ts'
import { join } from 'node:path'
import { cameraArguments, type Scene, writeCameraVideo } from '@gatehouse/terminal/test/camera-video.ts'
import type { Ask } from '@gatehouse/testkit/ask-server.ts'
import { chromium, type Page } from 'playwright-core'
import { findChromium } from '../../../../scripts/chromium.ts'
import type { Context } from '../benchmark.ts'
import { makeFolder } from '../install/installation.ts'

/* The page of a terminal, as the benchmarks watch it. */

declare global {
  /** The notes of the page during the measurement. */
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

interface Filmed {
  readonly scenes: readonly Scene[]
  readonly framesPerSecond?: number
  readonly viewport?: { readonly width: number; readonly height: number }
}

/** A browser with such a camera that keeps its profile in a folder: one without keeps its databases in memory. */
export async function openProfile(context: Context, filmed: Filmed): Promise<Page> {
  const { scenes, framesPerSecond, viewport = { width: 1024, height: 768 } } = filmed
  const folder = await makeFolder(context)
  const video = join(folder, 'film.y4m')
  await writeCameraVideo(video, scenes, framesPerSecond)
  const { executablePath, args } = await findChromium()
  const profile = await chromium.launchPersistentContext(join(folder, 'profile'), {
    executablePath,
    args: [...args, ...cameraArguments(video)],
    locale: 'en-GB',
    viewport,
  })
  context.cleanup.defer(() => profile.close())
  await profile.addInitScript(watchPage)
  const [page] = profile.pages()
  return page ?? profile.newPage()
}

/** A code by which the page becomes a terminal. */
export const makePairingCode = (ask: Ask): Promise<string> =>
  // People are shown as photographs; how much liveness costs is a line of its own.
  seedPairingCode(ask, { name: 'Bench', location: '', direction: 'in', checksLiveness: false })
