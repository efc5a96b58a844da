import { expect } from '@playwright/test'
import { findAccessibilityFaults } from '../accessibility-faults.ts'
import { test } from '../journey.ts'
import { addressIn, goTo, outside, settled } from '../pages-to-see.ts'
import { shots } from './looks.ts'
import { idsOfAll } from './seed-further.ts'

const looks = (['light', 'dark'] as const).flatMap((theme) =>
  [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ].map((size) => ({ theme, size })),
)

/** All of axe in all of the looks; `npm test` has every page in the chosen ones (every-page.spec.ts). */
test.describe('axe', () => {
  test.use({ role: 'superAdmin' })
  for (const page of [...outside, ...new Set(shots.map(({ page }) => page))])
    test(`axe finds nothing on ${page.name}, in light and dark, wide and narrow`, async ({
      page: tab,
      product,
      sessionOf,
      seeded,
    }) => {
      const ids = await idsOfAll({ url: product.url, session: await sessionOf('superAdmin'), seeded })
      const faults: string[] = []
      await tab.goto('/about')
      await settled(tab)
      await goTo(tab, addressIn(page, ids))
      for (const { theme, size } of looks) {
        await tab.setViewportSize(size)
        await tab.emulateMedia({ colorScheme: theme })
        await settled(tab)
        for (const fault of await findAccessibilityFaults(tab)) faults.push(`${theme}, ${size.width} px: ${fault}`)
      }
      expect(faults).toEqual([])
    })
})
