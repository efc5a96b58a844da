import { updateOpeningRule } from '@gatehouse/contract/features/doors/opening-rule.ts'
import { listOperations } from '@gatehouse/contract/features/operation-log.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { askServer } from '@gatehouse/testkit/ask-server.ts'
import { expect, type Locator, type Page } from '@playwright/test'
import { findAccessibilityFaults } from './accessibility-faults.ts'
import { test } from './journey.ts'

const { step } = test
test.use({ role: 'superAdmin' })

async function hold(page: Page, button: Locator) {
  await button.hover()
  await page.mouse.down()
  await expect(button).toHaveAccessibleName(/Told to open|Opening$/)
  await page.mouse.up()
}

test('a door that needs a reason is opened with one from a tile and from the search, and the log says it', async ({
  page,
  product,
  seeded,
}) => {
  const cookies = await page.context().cookies()
  const ask = askServer(product.url, cookies.find(({ name }) => name === 'token')?.value ?? '')
  try {
    await step('company info asks for a reason at every door, and offers one', async () => {
      await page.goto('/bumgt/company')
      await page.getByRole('button', { name: 'Edit reasons for opening' }).click()
      const form = page.getByRole('dialog', { name: 'Edit reasons for opening' })
      await form.getByRole('switch', { name: 'A reason is needed' }).click()
      await form.getByRole('combobox', { name: 'Reasons offered' }).fill('Delivery')
      await page.keyboard.press('Enter')
      expect(await findAccessibilityFaults(page), 'the form of reasons').toEqual([])
      await form.getByRole('button', { name: 'Save' }).click()
      await expect(page.getByText('At every door')).toBeVisible()
    })
    await step('the padlock of a tile leads to the reason, and the button waits for it', async () => {
      await page.goto(pathTo('live', { query: { view: 'tiles', site: seeded.siteId } }))
      await page.getByRole('button', { name: 'Open Main entrance: give a reason' }).click()
      const panel = page.getByRole('region', { name: 'Main entrance' })
      await expect(panel.getByRole('textbox', { name: 'Reason, needed to open' })).toBeFocused()
      const open = panel.getByRole('button', { name: /^Open Main entrance/ })
      await expect(open).toBeDisabled()
      expect(await findAccessibilityFaults(page), 'Live with a door that needs a reason').toEqual([])
      await panel.getByRole('button', { name: 'Delivery' }).click()
      const opened = seeded.terminal.says(/remote command/)
      await hold(page, open)
      await opened
      await expect(open).toBeDisabled()
    })
    await step('the search asks for it, too, and Enter goes to the field first', async () => {
      await page.keyboard.press('Escape')
      await page.keyboard.press('Control+k')
      await page.keyboard.type('open main entrance')
      const preview = page.getByRole('complementary', { name: 'What will happen' })
      const field = preview.getByRole('textbox', { name: 'Reason, needed to open' })
      await expect(field).toBeVisible()
      await page.keyboard.press('Enter')
      await expect(field).toBeFocused()
      await field.fill('Fire drill of the cleaners')
      const opened = seeded.terminal.says(/remote command/)
      await hold(page, preview.getByRole('button', { name: /Open Main entrance/ }))
      await opened
    })
    await step('both reasons stand in the operation log, and on the page of the door', async () => {
      await expect
        .poll(async () => (await ask(listOperations, { query: { size: 50 } })).items.map(({ remark }) => remark))
        .toEqual(expect.arrayContaining(['Delivery', 'Fire drill of the cleaners']))
      await page.goto(pathTo('doorDetail', { query: { id: seeded.doorId } }))
      await expect(page.getByText('Reason: Fire drill of the cleaners')).toBeVisible()
    })
  } finally {
    await ask(updateOpeningRule, { body: { needsReason: false, reasons: [] } })
  }
})
