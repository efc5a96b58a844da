import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import type axeCore from 'axe-core'
import type { RunOptions } from 'axe-core'

const program = await readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** Colours in transition cannot be checked: waits until all animations that end are over. */
const stillness = (page: Page) =>
  page.waitForFunction(() =>
    document
      .getAnimations()
      .every(({ playState, effect }) => playState !== 'running' || effect?.getComputedTiming().endTime === Infinity),
  )

/** The checks: everything; `names`, all except the colours; `colours`, only the contrast. */
export type AxeScope = 'all' | 'names' | 'colours'

/** The serious and critical findings of axe, each with its place. */
export async function findAccessibilityFaults(page: Page, scope: AxeScope = 'all'): Promise<string[]> {
  await stillness(page)
  const faults = await analyse(page, scope)
  if (faults.length === 0) return faults
  // Elements that began to fade during the check are checked again at rest.
  await stillness(page)
  return analyse(page, scope)
}

const levels = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
const rules: Record<AxeScope, RunOptions> = {
  all: { runOnly: levels },
  names: { runOnly: levels, rules: { 'color-contrast': { enabled: false } } },
  colours: { runOnly: { type: 'rule', values: ['color-contrast'] } },
}

/** Asks axe itself, in the page: its wrapper for Playwright carries every rule's findings out, which takes as long again. */
async function analyse(page: Page, scope: AxeScope): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(program)
  return page.evaluate(
    async (options) => {
      const { axe } = globalThis as unknown as { axe: typeof axeCore }
      const { violations } = await axe.run(document, options)
      return violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .flatMap(({ id, help, nodes }) =>
          nodes.map(({ target, any }) => `${id} (${help}) at ${target.join(' ')}: ${any[0]?.message ?? ''}`),
        )
    },
    // no page has frames, and no rule asks for the sheets themselves
    { ...rules[scope], resultTypes: ['violations'], iframes: false, preload: false } satisfies RunOptions,
  )
}
