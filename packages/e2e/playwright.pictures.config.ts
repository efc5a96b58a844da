import { defineConfig } from '@playwright/test'
import usual from './playwright.config.ts'
import type { JourneyOptions } from './src/journey.ts'

/**
 * Every page in all its looks, and axe in all of them: longer than `npm test` may take. Each state of the data has a project, so
 * that no product is seeded which should be empty.
 */
export default defineConfig<JourneyOptions>(usual, {
  testMatch: 'pictures/*.pictures.ts',
  outputDir: '../../.cache/pictures/failures',
  globalTeardown: './src/pictures/lay-out-sheets.ts',
  // a trace of so many pages is large and tells little: the pictures do
  use: { trace: 'off' },
  projects: [
    { name: 'empty', grep: /\[empty\]/ },
    { name: 'with data', grepInvert: /\[empty\]/ },
  ],
})
