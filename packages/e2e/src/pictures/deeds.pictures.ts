import { expect, type Locator, type Page, type Request } from '@playwright/test'
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
  // a press before may have led into it, and it stays on that page
  const leave = page.getByRole('button', { name: 'Leave exhibition mode' })
  if (await leave.isVisible()) {
    await leave.click()
    await settled(page)
  }
  await press(page, one)
}

/** All that a reader of the page would hear, the address, and the field with the focus: a form that refuses leads to its first one. */
const stateOf = async (page: Page) => [
  page.url(),
  ...(await page.locator('body').ariaSnapshot()).split('\n'),
  await page.evaluate(() => {
    const { activeElement: at } = document
    return at?.matches('input, textarea, select') ? `${at.id} ${at.getAttribute('aria-label')}` : ''
  }),
]

/** Requests of the press leave before its second frame: later ones may be those of a page that follows what happens. */
const frames = (page: Page, count: number) =>
  page.evaluate(async (count) => {
    for (let left = count; left > 0; left--) await new Promise(requestAnimationFrame)
  }, count)

/** The changes and questions of a page without a press, which say nothing of one. `lines`: but for their figures. */
type Own = { lines: ReadonlySet<string>; questions: ReadonlySet<string> }

const withoutFigures = (line: string) => line.replaceAll(/\d+/g, '#')
const questionOf = (request: Request) => `${request.method()} ${new URL(request.url()).pathname}`

async function ownOf(page: Page): Promise<Own> {
  const questions = new Set<string>()
  const note = (request: Request) => void questions.add(questionOf(request))
  page.on('request', note)
  const looks: string[][] = []
  for (let left = 4; left > 0; left--) {
    looks.push(await stateOf(page))
    await frames(page, 15)
  }
  page.off('request', note)
  const moving = looks.flat().filter((line) => !looks.every((look) => look.includes(line)))
  return { questions, lines: new Set(moving.map(withoutFigures)) }
}

/** Whether a press leads to anything: a change, a panel, a question, a message, a file, a question to the server. */
async function doesSomething(page: Page, button: Locator, own: Own) {
  const still = async () => (await stateOf(page)).filter((line) => !own.lines.has(withoutFigures(line))).join('\n')
  const before = await still()
  let hasActed = false
  const acts = () => {
    hasActed = true
  }
  const asks = (request: Request) => {
    if (!own.questions.has(questionOf(request))) acts()
  }
  const events = ['download', 'filechooser', 'popup', 'dialog'] as const
  for (const event of events) page.on(event as 'popup', acts)
  page.on('request', asks)
  // one that lies under something is a fault as well
  await button.click(oneTry)
  await frames(page, 2)
  page.off('request', asks)
  const saysSo = expect.poll(async () => hasActed || (await still()) !== before, oneTry)
  const does = await saysSo.toBe(true).then(
    () => true,
    () => false,
  )
  for (const event of events) page.off(event as 'popup', acts)
  return does
}

for (const one of pagesOfPictures.filter((each) => mayOpen('superAdmin', pathOf(each))))
  test(`no button of ${one.name} is without effect`, async ({ page, product, sessionOf, seeded }) => {
    const ids = await idsOfAll({ product, session: await sessionOf('superAdmin'), seeded })
    await open(page, one, ids)
    const own = await ownOf(page)
    const names = await Promise.all((await buttonsOf(page).all()).map(nameOf))
    test.skip(names.length === 0, 'nothing can be pressed there')
    let hasChangedAnything = false
    page.on('request', (request) => {
      if (!['GET', 'HEAD'].includes(request.method())) hasChangedAnything = true
    })
    const faults: string[] = []
    for (const [at, name] of names.entries()) {
      if (at > 0) await open(page, one, ids)
      const all = await buttonsOf(page).all()
      const there = await Promise.all(all.map(nameOf))
      const index = there[at] === name ? at : there.indexOf(name)
      const button = all[index]
      if (button) {
        if (!(await doesSomething(page, button, own))) faults.push(`${name}: nothing happens`)
        // a press that changed something in the house may have taken others away
      } else if (!hasChangedAnything) faults.push(`${name}: not there again`)
    }
    expect(faults).toEqual([])
  })
