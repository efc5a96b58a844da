import { defineConfig } from '@playwright/test'
import { findChromium } from '../../scripts/chromium.ts'
import type { JourneyOptions } from './src/journey.ts'

const launchOptions = await findChromium()

/** Journeys through the started product in a real browser: one after the other, each told once. */
export default defineConfig<JourneyOptions>({
  testDir: 'src',
  outputDir: 'test-results',
  workers: 1,
  // Two cores of somebody else's machine: there a second try tells a slow moment from a fault, and the report names both.
  retries: process.env['CI'] ? 1 : 0,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  use: {
    launchOptions,
    locale: 'en-GB',
    timezoneId: 'Asia/Shanghai',
    viewport: { width: 1440, height: 900 },
    actionTimeout: 10_000,
    navigationTimeout: 20_000,
    trace: { mode: 'retain-on-failure', screenshots: false, sources: false },
  },
})
