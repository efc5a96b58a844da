import { defineConfig } from '@playwright/test'
import usual from './playwright.config.ts'
import type { JourneyOptions } from './src/journey.ts'

/** They suspend people and press every button: nothing is put back. */
const changing = ['pictures/toasts.pictures.ts', 'pictures/deeds.pictures.ts']

/**
 * Every page in all its looks, and axe in all of them: longer than `npm test` may take. Each state of the data has a project, so
 * that no product is seeded which should be empty, and so has each part that changes the house: projects share no product.
 */
export default defineConfig<JourneyOptions>(usual, {
  testMatch: 'pictures/*.pictures.ts',
  outputDir: '../../.cache/pictures/failures',
  globalTeardown: './src/pictures/lay-out-sheets.ts',
  // a trace of so many pages is large and tells little: the pictures do
  use: { trace: 'off' },
  projects: [
    { name: 'empty', grep: /\[empty\]/ },
    { name: 'with data', grepInvert: /\[empty\]/, testIgnore: changing },
    ...changing.map((testMatch) => ({ name: testMatch, testMatch })),
  ],
})
