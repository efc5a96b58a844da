import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { findChromium } from '../../scripts/chromium.ts'
import type { JourneyOptions } from './src/journey.ts'

const launchOptions = await findChromium()

/** Journeys through the started product in a real browser, each told once; each worker has a product of its own. */
export default defineConfig<JourneyOptions>({
  testDir: 'src',
  outputDir: 'test-results',
  workers: availableParallelism(),
  // Two cores of somebody else's machine: there another try tells a slow moment from a fault, and the report names each.
  retries: process.env['CI'] ? 2 : 0,
  forbidOnly: true,
  // These only end what hangs: a busy machine is many times slower than a quiet one.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  reporter: [['list']],
  use: {
    launchOptions,
    locale: 'en-GB',
    timezoneId: 'Asia/Shanghai',
    viewport: { width: 1440, height: 900 },
    // Nothing slides away under the mouse, and nobody waits for it: the journeys are those of a person who asks for that, but one.
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: 20_000,
    navigationTimeout: 30_000,
    trace: { mode: process.env['CI'] ? 'on-first-retry' : 'retain-on-failure', screenshots: false, sources: false },
  },
})
