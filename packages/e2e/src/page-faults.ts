import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** Colours that fade in or out are none to judge: waits until nothing moves that ends by itself. */
const stillness = (page: Page) =>
  page.waitForFunction(() =>
    document
      .getAnimations()
      .every(({ playState, effect }) => playState !== 'running' || effect?.getComputedTiming().endTime === Infinity),
  )

/** What to look at: everything; `names`, all but the colours; `colours`, the contrast alone. */
export type Judged = 'all' | 'names' | 'colours'

/** What axe calls serious or critical, each with where. */
export async function faultsOf(page: Page, judged: Judged = 'all'): Promise<string[]> {
  await stillness(page)
  const faults = await analyse(page, judged)
  if (faults.length === 0) return faults
  // What began to fade while axe looked is seen again at rest.
  await stillness(page)
  return analyse(page, judged)
}

async function analyse(page: Page, judged: Judged): Promise<string[]> {
  // No page has frames: nothing needs the blank page that axe otherwise opens each time to put frames' results together.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  if (judged === 'colours') axe.withRules(['color-contrast'])
  else axe.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
  if (judged === 'names') axe.disableRules(['color-contrast'])
  const { violations } = await axe.analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, help, nodes }) =>
      nodes.map(({ target, any }) => `${id} (${help}) at ${target.join(' ')}: ${any[0]?.message ?? ''}`),
    )
}
