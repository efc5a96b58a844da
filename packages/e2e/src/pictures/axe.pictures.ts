import { expect, type Page } from '@playwright/test'
import { findAccessibilityFaults } from '../accessibility-faults.ts'
import { type Role, roles, test } from '../journey.ts'
import { addressIn, goTo, type Ids, outside, type PageToSee, press, settled } from '../pages-to-see.ts'
import { answerBadly, stands } from './answer-badly.ts'
import { heights, type Look, mayOpen, noIds, pagesOfPictures, pathOf } from './looks.ts'
import { idsOfAll } from './seed-further.ts'

type Seen = readonly [theme: Look['theme'], width: Look['width']]

const all: readonly Seen[] = (['light', 'dark'] as const).flatMap((theme) =>
  (['1440', '1024', '390'] as const).map((width): Seen => [theme, width]),
)
const outermost: readonly Seen[] = [
  ['light', '1440'],
  ['dark', '390'],
]

/** A role takes parts of a page away, and so does a state; what is left is drawn as in all the looks of the whole page. */
const looksOf = (role: Role, state: Look['state']): readonly Seen[] => {
  if (role !== 'superAdmin') return state === 'full' ? outermost : [['light', '1024']]
  return state === 'full' ? all : outermost
}

async function faultsOf(
  page: Page,
  one: PageToSee,
  { ids, state, role }: { ids: Ids; state: Look['state']; role: Role },
) {
  const faults: string[] = []
  const looks = looksOf(role, state)
  await page.setViewportSize({ width: 1440, height: heights[1440] })
  await page.goto('/about')
  await settled(page)
  await answerBadly(page, state)
  await goTo(page, addressIn(one, ids))
  await stands(page, state)
  await press(page, one)
  for (const [theme, width] of looks) {
    await page.setViewportSize({ width: Number(width), height: heights[width] })
    await page.emulateMedia({ colorScheme: theme })
    if (state === 'full') await settled(page)
    for (const fault of await findAccessibilityFaults(page)) faults.push(`${state}, ${theme}, ${width} px: ${fault}`)
  }
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  return faults
}

test('axe finds nothing before somebody is logged in', async ({ page }) => {
  for (const { address, name } of outside) {
    await page.goto(String(address))
    for (const [theme, width] of all) {
      await page.setViewportSize({ width: Number(width), height: heights[width] })
      await page.emulateMedia({ colorScheme: theme })
      expect(await findAccessibilityFaults(page), `${name}, ${theme}, ${width} px`).toEqual([])
    }
  }
})

/** All of axe for each role and state; `npm test` has every page in the chosen looks (every-page.spec.ts). */
for (const role of roles)
  test.describe(role, () => {
    test.use({ role })
    for (const one of pagesOfPictures.filter((each) => mayOpen(role, pathOf(each)))) {
      test(`axe finds nothing on ${one.name} as ${role}`, async ({ page, product, sessionOf, seeded }) => {
        const ids = await idsOfAll({ product, session: await sessionOf('superAdmin'), seeded })
        const faults = await faultsOf(page, one, { ids, state: 'full', role })
        expect([...faults, ...(await faultsOf(page, one, { ids, state: 'failed', role }))]).toEqual([])
      })
      test(`[empty] axe finds nothing on ${one.name} as ${role}`, async ({ page }) => {
        expect(await faultsOf(page, one, { ids: noIds, state: 'empty', role })).toEqual([])
      })
    }
  })
