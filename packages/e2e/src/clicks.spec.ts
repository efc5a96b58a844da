import { listRecords } from '@gatehouse/contract/features/records.ts'
import { listVisitors } from '@gatehouse/contract/features/visitors.ts'
import { listSuspensions } from '@gatehouse/contract/features/suspensions.ts'
import { photographPath } from '@gatehouse/face/test/photographs.ts'
import { askServer } from '@gatehouse/testkit/ask-server.ts'
import { seedStaff } from '@gatehouse/testkit/seeds/seed-staff.ts'
import { until } from '@gatehouse/testkit/until.ts'
import { expect, type Page } from '@playwright/test'
import { countClicks } from './count-clicks.ts'
import { hold } from './hold-button.ts'
import { test } from './journey.ts'
import { judgeTodaysPassage } from './judge-todays-passage.ts'

/*
 * The tasks of every day, from the first page on after they have signed in, with nothing but the pointer and what they type. The number of
 * presses is what each journey asserts.
 */
test.use({ role: 'superAdmin' })

const tokenOf = async (page: Page) => (await page.context().cookies()).find(({ name }) => name === 'token')?.value ?? ''
const option = (page: Page, name: RegExp) => page.getByRole('option', { name }).first()

async function begin(page: Page) {
  await page.goto('/dashboard')
  await expect(page.getByRole('textbox', { name: /^Go to, find, do/ })).toBeVisible()
  return countClicks(page)
}

/** One press: the search field of every page. */
async function ask(page: Page, text: string) {
  await page.getByRole('textbox', { name: /^Go to, find, do/ }).click()
  await page.getByRole('combobox', { name: 'Go to, find, do' }).fill(text)
}

test('a person with a portrait: 2 presses, a file, and 4 fields to see', async ({ page, seeded }) => {
  void seeded
  const clicks = await begin(page)
  await ask(page, 'add a member of staff')
  await expect(option(page, /^Add a member of staff/)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  const panel = page.getByRole('dialog', { name: 'Add a person' })
  await expect(panel.getByRole('button', { name: /^Contact/ })).toBeVisible()
  await expect(panel.locator('.ant-form-item').filter({ visible: true })).toHaveCount(4)
  await panel.getByLabel('Name', { exact: true }).fill('Portia Pressed')
  await panel.getByLabel('Choose a file').setInputFiles(photographPath('bieber_small.jpg'))
  await expect(panel.getByText('This portrait is fine')).toBeVisible()
  await panel.getByRole('button', { name: 'Add Portia' }).click()
  await expect(page.getByText('Portia Pressed').first()).toBeVisible()
  await expect(panel).toHaveCount(0)
  expect(await clicks()).toBe(2)
})

test('a visitor for a day: 2 presses', async ({ page, product, seeded }) => {
  void seeded
  const server = askServer(product.url, await tokenOf(page))
  const clicks = await begin(page)
  await ask(page, 'visitor Edith Dayly today host franck')
  await expect(option(page, /^New visitor Edith Dayly.*host Franck/)).toBeVisible()
  await option(page, /^New visitor Edith Dayly/).click()
  await expect(page.getByText('Edith Dayly may pass until')).toBeVisible()
  expect(await clicks()).toBe(2)
  const [visitor] = (await server(listVisitors, { query: { keyword: 'Edith Dayly' } })).items
  expect([visitor?.status, visitor?.host?.name]).toEqual(['effective', 'Franck Dernoncourt'])
})

test('the reason why somebody was refused at a door: 2 presses', async ({ page, product, seeded }) => {
  const server = askServer(product.url, await tokenOf(page))
  await seeded.terminal.show('cage.jpg')
  await until(
    async () => (await server(listRecords, { query: { deviceId: seeded.deviceId, opened: 'false' } })).items[0],
    'the refusal has arrived',
  )
  const clicks = await begin(page)
  await ask(page, 'why refused at main entrance today')
  await option(page, /^Stranger, refused/).click()
  await expect(page).toHaveURL(/\/sign\/signRecord\//)
  await expect(page.getByText('No known face is similar enough to this one.')).toBeVisible()
  expect(await clicks()).toBe(2)
})

test('suspend somebody now: 2 presses', async ({ page, product }) => {
  const server = askServer(product.url, await tokenOf(page))
  const { id } = await seedStaff(server, { name: 'Sonia Sudden' })
  const clicks = await begin(page)
  await ask(page, 'suspend sonia sudden')
  await option(page, /^Suspend Sonia Sudden/).click()
  await expect(page.getByText('Sonia Sudden is suspended')).toBeVisible()
  expect(await clicks()).toBe(2)
  expect(await server(listSuspensions, { params: { id } })).toMatchObject([{ toAt: null, endedBy: null }])
})

test('open a door: 1 press that is held', async ({ page, seeded }) => {
  void seeded
  const clicks = await begin(page)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('open main entrance')
  await hold(page, page.getByRole('button', { name: /^Open Main entrance/ }))
  await expect(page.getByRole('button', { name: /Opening/ })).toBeVisible()
  expect(await clicks()).toBe(1)
})

test('the number of people inside: no press on Live', async ({ page, seeded }) => {
  void seeded
  await page.goto('/live')
  const clicks = await countClicks(page)
  await expect(page.getByRole('link', { name: /^\d+ Inside now/ })).toBeVisible()
  expect(await clicks()).toBe(0)
})

test('a day of attendance is corrected: 3 presses and 2 fields', async ({ page, product, seeded }) => {
  const day = await judgeTodaysPassage(askServer(product.url, await tokenOf(page)), seeded)
  const clicks = await begin(page)
  await ask(page, 'attendance records')
  await expect(option(page, /^Attendance records/)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await page
    .getByRole('row', { name: /Franck Dernoncourt/ })
    .first()
    .click()
  const panel = page.getByRole('dialog')
  await panel.getByLabel('Time', { exact: true }).fill(day.firstAt?.slice(11, 16) ?? '')
  await panel.getByLabel('Reason', { exact: true }).fill('The card was at home')
  await panel.getByRole('button', { name: 'Add punch' }).click()
  await expect(page.getByText('The punch was added')).toBeVisible()
  expect(await clicks()).toBe(3)
})

test('export a month of attendance: 2 presses', async ({ page, seeded }) => {
  void seeded
  const clicks = await begin(page)
  await ask(page, 'attendance statistics')
  await expect(option(page, /^Attendance statistics/)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Attendance statistics' })).toBeVisible()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export: one row per person' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/\.csv$/)
  expect(await clicks()).toBe(2)
})

test('add a terminal: 3 presses and its code', async ({ page, seeded }) => {
  void seeded
  const clicks = await begin(page)
  await ask(page, 'add a device')
  await option(page, /^Add a device/).click()
  const panel = page.getByRole('dialog')
  await panel.getByRole('textbox', { name: 'Name' }).fill('Back door')
  await panel.getByRole('button', { name: 'Get a pairing code' }).click()
  await expect(panel.getByLabel(/^Pairing code/)).toHaveText(/^[A-Z0-9 ]{6,7}$/)
  expect(await clicks()).toBe(3)
})

test('a face is looked for among everybody: 2 presses and a file', async ({ page, seeded }) => {
  void seeded
  const clicks = await begin(page)
  await ask(page, 'search everybody by photograph')
  await expect(option(page, /^Search everybody by photograph/)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  const panel = page.getByRole('dialog', { name: 'Search everybody by photograph' })
  await panel.getByLabel('Choose a photograph').setInputFiles(photographPath('franck_04000.jpg'))
  await panel.getByRole('button', { name: 'Search', exact: true }).click()
  const found = panel.getByRole('region', { name: 'Found by face' })
  await expect(found.getByRole('link', { name: 'Franck Dernoncourt' })).toBeVisible()
  expect(await clicks()).toBe(2)
})
