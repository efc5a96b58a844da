import { expect, type Page } from '@playwright/test'
import { roles, test } from '../journey.ts'
import { addressIn, goTo, inside, settled } from '../pages-to-see.ts'
import { mayOpen, pathOf } from './looks.ts'

const linksOf = (page: Page) =>
  page
    .locator('a[href^="/"]')
    .evaluateAll((all) => all.flatMap((link) => (link instanceof HTMLAnchorElement ? link.pathname : [])))

/** Elements that say by the pointer that they can be pressed, and that no key reaches. */
const mouseOnly = (page: Page) =>
  page.locator('body').evaluate((body) => {
    const reached =
      'a[href], button, input, select, textarea, summary, label, [tabindex], [role=option], [role=treeitem], [role=tab]'
    const isHand = (element: Element) => getComputedStyle(element).cursor === 'pointer'
    return [...body.querySelectorAll('*')]
      .filter((element) => isHand(element) && !(element.parentElement && isHand(element.parentElement)))
      .filter((element) => element.checkVisibility() && !element.closest(reached) && !element.querySelector(reached))
      .map((element) => element.outerHTML.slice(0, 120))
  })

/** Each page of a role leads to no page that is closed to it, and has nothing that only a mouse can press. */
for (const role of roles)
  test.describe(role, () => {
    test.use({ role })
    test(`pages of ${role} lead to its own pages alone, and keys reach all of them`, async ({ page, seeded }) => {
      const faults: string[] = []
      await page.goto('/about')
      await settled(page)
      for (const one of inside.filter((each) => mayOpen(role, pathOf(each)))) {
        await goTo(page, addressIn(one, seeded))
        await settled(page)
        for (const path of new Set(await linksOf(page)))
          if (!mayOpen(role, path)) faults.push(`${one.name} leads to ${path}`)
        for (const place of new Set(await mouseOnly(page))) faults.push(`${one.name}: no key reaches ${place}`)
      }
      expect(faults).toEqual([])
    })
  })
