import { expect, type Locator, type Page } from '@playwright/test'
import { test } from '../journey.ts'
import { oneTry } from '../patience.ts'
import { addressIn, type Ids, press, type PageToSee, settled } from '../pages-to-see.ts'
import { mayOpen, pagesOfPictures, pathOf } from './looks.ts'
import { idsOfAll } from './seed-further.ts'

test.use({ role: 'superAdmin' })

/** Finds the buttons that can be pressed and are not chosen already; of rows that are alike, those of the first. */
const buttonsOf = (page: Page) =>
  page
    .locator(':is(main, .ant-drawer) :is(button, [role=button], [role=switch])')
    .and(page.locator(':not(:disabled, [aria-disabled=true], [aria-pressed=true], [aria-selected=true])'))
    .and(page.locator(':not(tbody tr:not(:first-child) *, li:not(:first-child) *, .ant-input-number-action)'))
    .filter({ visible: true })

const nameOf = (button: Locator) =>
  button.evaluate((element) => (element.getAttribute('aria-label') ?? element.textContent).trim().slice(0, 60))

async function open(page: Page, one: PageToSee, ids: Ids) {
  await page.goto(addressIn(one, ids))
  await settled(page)
  await press(page, one)
}

/** All that a reader of the page would hear, the address, and the field with the focus: a form that refuses leads to its first one. */
const stateOf = async (page: Page) =>
  [
    page.url(),
    await page.locator('body').ariaSnapshot(),
    await page.evaluate(() => {
      const { activeElement: at } = document
      return at?.matches('input, textarea, select') ? `${at.id} ${at.getAttribute('aria-label')}` : ''
    }),
  ].join('\n')

/** Whether a press leads to anything: a change, a panel, a question, a message, a file, a question to the server. */
async function doesSomething(page: Page, button: Locator) {
  const before = await stateOf(page)
  let hasActed = false
  const acts = () => {
    hasActed = true
  }
  const events = ['download', 'filechooser', 'popup', 'dialog', 'request'] as const
  for (const event of events) page.on(event as 'popup', acts)
  // one that lies under something is a fault as well
  await button.click(oneTry)
  // requests of the press leave before its second frame: later ones may be those of a page that follows what happens
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  page.off('request', acts)
  const saysSo = expect.poll(async () => hasActed || (await stateOf(page)) !== before, oneTry)
  const does = await saysSo.toBe(true).then(
    () => true,
    () => false,
  )
  for (const event of events) page.off(event as 'popup', acts)
  return does
}

for (const one of pagesOfPictures.filter((each) => mayOpen('superAdmin', pathOf(each))))
  test(`no button of ${one.name} is without effect`, async ({ page, product, sessionOf, seeded }) => {
    const ids = await idsOfAll({ url: product.url, session: await sessionOf('superAdmin'), seeded })
    await open(page, one, ids)
    const names = await Promise.all((await buttonsOf(page).all()).map(nameOf))
    const idle: string[] = []
    for (const [at, name] of names.entries()) {
      if (at > 0) await open(page, one, ids)
      // an earlier press may have taken it away, or moved it
      const all = await buttonsOf(page).all()
      const there = await Promise.all(all.map(nameOf))
      const index = there[at] === name ? at : there.indexOf(name)
      const button = all[index]
      if (button && !(await doesSomething(page, button))) idle.push(name)
    }
    expect(idle).toEqual([])
  })
