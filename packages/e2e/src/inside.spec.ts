import { correctLocation } from '@gatehouse/contract/features/inside.ts'
import { listStaff } from '@gatehouse/contract/features/staff.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { askServer } from '@gatehouse/testkit/ask-server.ts'
import { until } from '@gatehouse/testkit/until.ts'
import { expect, type Page } from '@playwright/test'
import { findAccessibilityFaults } from './accessibility-faults.ts'
import { test } from './journey.ts'

const { step } = test
const tokenOf = async (page: Page) => (await page.context().cookies()).find(({ name }) => name === 'token')?.value ?? ''
const name = '欧阳婉清'

/** The number on the dashboard's tile. */
async function insideOnDashboard(page: Page): Promise<number> {
  await page.goto(pathTo('dashboard'))
  const tile = page.getByRole('link', { name: /^Inside now \d+/ })
  return Number(/\d+/.exec(await tile.innerText())?.[0])
}

test.use({ role: 'superAdmin' })

test('a person who enters by a terminal is listed as inside, is moved out with a reason, and the dashboard and a lobby display follow', async ({
  page,
  browser,
  product,
  seeded,
}) => {
  const ask = askServer(product.url, await tokenOf(page))
  const [person] = (await ask(listStaff, { query: { keyword: name } })).items
  await ask(correctLocation, { body: { personId: person?.id ?? '', areaId: null, reason: 'The journey begins' } })
  await page.goto(pathTo('inside'))
  const row = page.getByRole('row').filter({ hasText: name })

  await step('the list follows the terminal, and says by which door the person came and how sure that is', async () => {
    await expect(page.getByRole('heading', { level: 1, name: 'Inside now' })).toBeVisible()
    await expect(row).toHaveCount(0)
    await until(
      async () => {
        await seeded.terminal.show('audrey_crop.jpg')
        return (await row.count()) === 1
      },
      'the person is inside',
      { see: () => seeded.terminal.output() },
    )
    await expect(row).toContainText('Lobby')
    await expect(row).toContainText('Main entrance')
    expect(await findAccessibilityFaults(page), 'the page of people inside').toEqual([])
  })
  const before = await insideOnDashboard(page)

  await step('a correction needs a reason, moves the person out, and the dashboard follows', async () => {
    await page.goto(pathTo('inside'))
    await row.getByRole('button', { name: `Actions for ${name}` }).click()
    await page.getByRole('menuitem', { name: 'Correct where they are' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Correct' }).click()
    await expect(dialog.getByText('Enter a reason first.')).toBeVisible()
    expect(await findAccessibilityFaults(page), 'the question where somebody is').toEqual([])
    await dialog.getByLabel('Reason').fill('Left by the garage')
    await dialog.getByRole('button', { name: 'Correct' }).click()
    await expect(page.getByText(`Corrected where ${name} is.`)).toBeVisible()
    await expect(row).toHaveCount(0)
    expect(await insideOnDashboard(page)).toBe(before - 1)
  })

  await step('the page of the person says that somebody corrected it', async () => {
    await page.goto(pathTo('staffDetail', { query: { id: person?.id ?? '' } }))
    await expect(page.getByRole('status').filter({ hasText: 'Corrected by hand.' })).toContainText('Now outside')
  })

  await step('a lobby display shows the number to a screen without a session, until it is deleted', async () => {
    await page.goto(pathTo('inside', { below: 'displays' }))
    const panel = page.getByRole('dialog', { name: 'Lobby displays' })
    await panel.getByLabel('Name', { exact: true }).fill('Reception')
    await panel.getByRole('button', { name: 'Create display' }).click()
    const link = await panel.locator('.copy-text-words').innerText()
    expect(await findAccessibilityFaults(page), 'the panel of lobby displays').toEqual([])
    const screen = await browser.newPage()
    await screen.goto(`${product.url}/m/display${new URL(link).hash}`)
    await expect(screen.locator('.lobby-total')).toHaveText(String(before - 1))
    await expect(screen.getByText('Lobby', { exact: true })).toBeVisible()
    await expect(screen.getByText(name)).toHaveCount(0)
    await panel.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Delete display' }).click()
    await expect(panel.getByText('There are no displays yet.')).toBeVisible()
    await expect(screen.getByText('This display has ended')).toBeVisible()
    await screen.close()
  })
})
