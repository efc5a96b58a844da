import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { findChromium } from '../../scripts/chromium.ts'
import type { JourneyOptions } from './src/journey.ts'
import { patienceMs } from './src/patience.ts'

const launchOptions = await findChromium()

/** Journeys through the started product in a real browser, each told once; each worker has a product of its own. */
export default defineConfig<JourneyOptions>({
  testDir: 'src',
  globalSetup: './prepare-database.ts',
  outputDir: 'test-results',
  workers: availableParallelism(),
  // No journey builds on what another left: which of them share a product, and in which order, differs from run to run.
  fullyParallel: true,
  // Two cores of somebody else's machine: there another try tells a slow moment from a fault, and the end of the run names each.
  retries: process.env['CI'] ? 2 : 0,
  forbidOnly: true,
  // Where so many fail, each after its patience, the rest says nothing more.
  maxFailures: process.env['CI'] ? 12 : 0,
  timeout: 6 * patienceMs,
  expect: { timeout: patienceMs },
  reporter: [['list'], ['./second-tries-of-journeys.ts']],
  use: {
    launchOptions,
    locale: 'en-GB',
    timezoneId: 'Asia/Shanghai',
    viewport: { width: 1440, height: 900 },
    // Nothing slides away under the mouse, and nobody waits for it: the journeys are those of a person who asks for that, but one.
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: patienceMs,
    navigationTimeout: patienceMs,
    // A trace of each try takes a part of every journey's time. Outside of CI, which tries again, somebody asks for those of what failed.
    trace: {
      mode: process.env['CI'] ? 'on-first-retry' : process.env['JOURNEY_TRACES'] ? 'retain-on-failure' : 'off',
      screenshots: false,
      sources: false,
    },
  },
})
