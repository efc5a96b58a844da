import { listDevices } from '@gatehouse/contract/features/devices.ts'
import { listSites } from '@gatehouse/contract/features/sites.ts'
import { seedPairingCode } from '@gatehouse/testkit/seeds/real-terminals.ts'
import { expect, type Page } from '@playwright/test'
import { completeFirstLogin } from './complete-first-login.ts'
import { startDoorTerminal } from './door-terminal.ts'
import { insertAccount } from './change-database.ts'
import { password, test } from './journey.ts'
import { signIn } from './login-page.ts'
import { findAccessibilityFaults } from './accessibility-faults.ts'

const { step } = test

/** Chooses in a field of the library's that opens a list or a tree. */
async function choose(page: Page, field: ReturnType<Page['getByRole']>, name: string) {
  await field.click()
  await page.locator('.ant-select-dropdown:visible').getByTitle(name, { exact: true }).click()
}

test('a site is made with its areas and a door between them, a reader moves there and follows its clock, and who only sees changes nothing', async ({
  page,
  browser,
  freshProduct: product,
}) => {
  const ask = await completeFirstLogin(page, product)
  const code = await seedPairingCode(ask, { name: 'North gate' })
  const gate = await startDoorTerminal({ code, server: product.url })
  try {
    await gate.says(/paired as/, 0)
    const [device] = (await ask(listDevices)).items
    const [first] = (await ask(listSites)).items
    const address = `${product.url}/device/sites`

    await step('the device has a door of its own in the first site', async () => {
      await page.goto(`${product.url}/device/list/${device?.id}?tab=info`)
      await expect(page.getByText(`North gate, ${first?.name}: Outside → ${first?.name}`)).toBeVisible()
      await expect(page.getByText('Same as the enterprise')).toBeVisible()
    })

    await step('a site of a name that is there already is refused, one of another is made', async () => {
      await page.goto(address)
      await page.getByRole('button', { name: 'Add site' }).click()
      const form = page.getByRole('dialog', { name: 'Add site' })
      await form.getByLabel('Name').fill(first?.name ?? '')
      await form.getByRole('button', { name: 'Create site' }).click()
      await expect(form.getByText('A site with this name already exists.')).toBeVisible()
      await form.getByLabel('Name').fill('Lisbon office')
      await form.getByLabel('Address').fill('1 Rua do Porto')
      await form.getByRole('combobox', { name: 'Time zone' }).click()
      await page.keyboard.type('Lisbon')
      await page.keyboard.press('Enter')
      expect(await findAccessibilityFaults(page), 'the form of a site').toEqual([])
      await form.getByRole('button', { name: 'Create site' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Lisbon office' })).toBeVisible()
      await expect(
        page.getByText(/^1 Rua do Porto · 0 doors, 0 devices · Time zone Europe\/Lisbon \(UTC/),
      ).toBeVisible()
      await expect(page.getByText('No doors here yet').first()).toBeVisible()
    })

    const areas = page.getByRole('region', { name: 'Areas' })
    await step('two areas are made, one inside the other', async () => {
      for (const name of ['Lobby', 'Laboratory']) {
        await areas.getByRole('button', { name: 'Add area' }).click()
        const form = page.getByRole('dialog', { name: 'Add area' })
        await form.getByLabel('Name').fill(name)
        await form.getByRole('button', { name: 'Create area' }).click()
        await expect(form).toBeHidden()
        await areas.getByText(name, { exact: true }).click()
        await expect(areas.getByRole('button', { name: `Actions for ${name}` })).toBeVisible()
      }
      expect(await findAccessibilityFaults(page), 'the page of a site').toEqual([])
    })

    await step('by keyboard the laboratory is moved out of the lobby, which cannot be moved into itself', async () => {
      await areas.getByRole('button', { name: 'Actions for Laboratory' }).press('Enter')
      await page.getByRole('menuitem', { name: 'Rename or move' }).press('Enter')
      const form = page.getByRole('dialog', { name: 'Rename or move Laboratory' })
      await choose(page, form.getByRole('combobox', { name: 'Inside' }), 'Lisbon office')
      await form.getByRole('button', { name: 'Save' }).click()
      await expect(page.getByText('Saved the area Laboratory.')).toBeVisible()
      await expect(form).toBeHidden()
      await clearFilters(page)
      // the tree has been asked again: keys that come before start from its old place
      await expect(areas.getByRole('treeitem')).toHaveText([/Outside/, /Lisbon office/, /Laboratory/, /Lobby/])
      // outside, the site as a whole, and the first inside it
      for (const key of ['Home', 'ArrowDown', 'ArrowDown', ' ']) await areas.getByRole('tree').press(key)
      await expect(page.getByText('Doors of Laboratory').first()).toBeVisible()
      await clearFilters(page)
    })

    await step('a door between them takes the reader of the first site', async () => {
      await page.getByRole('banner').or(page.locator('.page-header')).getByRole('button', { name: 'Add door' }).click()
      const form = page.getByRole('dialog', { name: 'Add door' })
      // Four fields to see: the name, the two areas and the readers.
      await expect(form.getByRole('textbox').or(form.getByRole('combobox'))).toHaveCount(3)
      await form.getByRole('button', { name: /^Type and site/ }).click()
      await expect(form.getByRole('combobox', { name: 'Type' })).toBeVisible()
      await form.getByLabel('Name').fill('Laboratory door')
      await choose(page, form.getByRole('combobox', { name: 'Leads to' }), 'Lobby')
      await choose(page, form.getByRole('combobox', { name: 'Leads from' }), 'Lobby')
      await form.getByRole('button', { name: 'Create door' }).click()
      await expect(form.getByText('A door leads from one area to another. Choose two different areas.')).toBeVisible()
      await choose(page, form.getByRole('combobox', { name: 'Leads to' }), 'Laboratory')
      await form.getByRole('button', { name: 'Add reader' }).click()
      await choose(page, form.getByRole('combobox', { name: 'Device of reader 1' }), 'North gate')
      await choose(page, form.getByRole('combobox', { name: 'Direction of reader 1' }), 'In')
      expect(await findAccessibilityFaults(page), 'the form of a door').toEqual([])
      await form.getByRole('button', { name: 'Create door' }).click()
      const row = page.getByRole('row', { name: /Laboratory door/ })
      await expect(row).toContainText('Lobby → Laboratory')
      await expect(row).toContainText(/North gate\s*In\s*Online/)
      await expect(page.getByText(/1 door, 1 device/)).toBeVisible()
    })

    await step('the device follows the clock of its new site', async () => {
      await page.getByRole('link', { name: 'North gate' }).click()
      await page.getByRole('tab', { name: 'Basic info' }).click()
      await expect(page.getByText('Laboratory door, Lisbon office: Lobby → Laboratory')).toBeVisible()
      await expect(page.getByText('Europe/Lisbon, same as the site')).toBeVisible()
      expect(await findAccessibilityFaults(page), 'the page of a device').toEqual([])
      await page.goto(`${product.url}/device/list`)
      await chooseSite(page, first?.name ?? '')
      await expect(page.getByText('Nothing matches').first()).toBeVisible()
      await chooseSite(page, 'Lisbon office')
      await expect(page.getByRole('row', { name: /North gate/ })).toBeVisible()
    })

    await step('what is in use cannot be deleted, and says what to do first', async () => {
      await page.goto(address)
      await page.getByRole('link', { name: 'Lisbon office' }).click()
      await page.getByRole('button', { name: 'More actions' }).click()
      await page.getByRole('menuitem', { name: 'Delete', exact: true }).click()
      const question = page.getByRole('dialog', { name: 'Delete the site Lisbon office?' })
      await question.getByRole('button', { name: 'Delete site' }).click()
      await expect(question.getByText('This site still has 1 door. Move or delete it first.')).toBeVisible()
      await question.getByRole('button', { name: 'Show its doors' }).click()
      await areas.getByText('Lobby', { exact: true }).click()
      await areas.getByRole('button', { name: 'Actions for Lobby' }).click()
      await page.getByRole('menuitem', { name: 'Delete area' }).click()
      const other = page.getByRole('dialog', { name: 'Delete the area Lobby?' })
      await other.getByRole('button', { name: 'Delete area' }).click()
      await expect(other.getByText(/^1 door leads into or out of this area/)).toBeVisible()
    })

    await step('a general admin sees all of it, and no buttons', async () => {
      await insertAccount(product.dataFolder, { name: 'general', role: 2 })
      const other = await browser.newPage({ baseURL: product.url, locale: 'en-GB' })
      await other.goto('/login')
      await signIn(other, { account: 'general', password })
      await expect(other).toHaveURL(/\/dashboard$/)
      await other.goto('/device/sites')
      await expect(other.getByRole('row', { name: /Lisbon office.*Europe\/Lisbon/ })).toBeVisible()
      await expect(other.getByRole('button', { name: 'Add site' })).toHaveCount(0)
      await other.getByRole('link', { name: 'Lisbon office' }).click()
      const seen = other.getByRole('region', { name: 'Areas' })
      await seen.getByText('Laboratory', { exact: true }).click()
      await expect(other.getByText('Lobby → Laboratory')).toBeVisible()
      for (const name of [/^Add/, /^Edit/, /^Delete/, /^Actions for/])
        await expect(other.getByRole('main').getByRole('button', { name })).toHaveCount(0)
      await other.goto(`/device/sites/detail/edit?id=${(await ask(listSites)).items[0]?.id}`)
      await expect(other).toHaveURL(/\/404$/)
      await other.close()
    })
  } finally {
    await gate.stop()
  }
})

/** The filter of the devices, in the list's field. */
async function chooseSite(page: Page, site: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Search' }).click()
  await page.getByRole('option', { name: 'Site', exact: true }).click()
  await page.getByRole('option', { name: site }).click()
}

/** The list may render again at the moment of the click: it is pressed until the doors of the whole site are shown. */
async function clearFilters(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: /^(Clear filters|Show all doors of the site)$/ }).first()
  await expect(async () => {
    if (await button.isVisible()) await button.click({ timeout: 2_000 })
    await expect(button).toBeHidden({ timeout: 2_000 })
    expect(page.url()).not.toContain('areaId')
  }).toPass()
}
