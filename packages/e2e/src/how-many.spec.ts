import { createVisitor, deleteVisitors } from '@gatehouse/contract/features/visitors.ts'
import { askServer } from '@gatehouse/testkit/ask-server.ts'
import { expect, type Page } from '@playwright/test'
import { findAccessibilityFaults } from './accessibility-faults.ts'
import { test } from './journey.ts'

const tokenOf = async (page: Page) => (await page.context().cookies()).find(({ name }) => name === 'token')?.value ?? ''

test.describe('how many there are', () => {
  test.use({ role: 'superAdmin' })

  test('[MAN-04] visitors begin with today, say who comes next, and everybody is one press away', async ({
    page,
    product,
  }) => {
    await page.goto('/manmgt/visitor')
    const ask = askServer(product.url, await tokenOf(page))
    const from = Temporal.Now.instant().add({ hours: 30 }).round('second')
    const to = from.add({ hours: 1 })
    const body = { name: 'Bruno Keller', validFromAt: from.toString(), validToAt: to.toString() }
    const { id } = await ask(createVisitor, { body })
    try {
      const tabs = page.getByRole('navigation', { name: 'Visitors by time' })
      await expect(tabs.getByRole('link', { name: /^Today \d+$/ })).toHaveAttribute('aria-current', 'page')
      await expect(tabs.getByRole('link', { name: /^Here now \d+$/ })).toBeVisible()
      await expect(page.getByText('Next visit:')).toBeVisible()
      await expect(page.getByRole('row', { name: /Bruno Keller/ })).toHaveCount(0)
      expect(await findAccessibilityFaults(page), 'the visitors of today').toEqual([])
      await tabs.getByRole('link', { name: /^All [1-9]\d*$/ }).press('Enter')
      await expect(page).toHaveURL(/shown=all/)
      await expect(page.getByRole('row', { name: /Bruno Keller/ })).toContainText('Not yet effective')
      await tabs.getByRole('link', { name: /^Waiting \d+$/ }).click()
      await expect(page).toHaveURL(/shown=waiting/)
      await expect(page.getByRole('region', { name: 'Visitors' })).toHaveCount(0)
      expect(await findAccessibilityFaults(page), 'the visits that wait').toEqual([])
      await tabs.getByRole('link', { name: /^Here now/ }).click()
      await expect(page).toHaveURL(/shown=here/)
      await expect(page.getByRole('region', { name: 'Visitors' })).toBeVisible()
    } finally {
      await ask(deleteVisitors, { body: { ids: [id] } })
    }
  })

  test('[DEV-02] a device says on its tabs how many people and changed settings it has, and what else one does with it', async ({
    page,
    seeded,
  }) => {
    await page.goto(`/device/list/${seeded.deviceId}`)
    await expect(page.getByRole('tab', { name: /^People [1-9]\d*$/ })).toBeVisible()
    // its test pairs it without the liveness check, which its model has
    await expect(page.getByRole('tab', { name: /^Device settings \d+ changed$/ })).toBeVisible()
    await expect(page.getByRole('link', { name: /^\d+ today$/ })).toHaveAttribute('href', /period=today/)
    const terminals = page.getByRole('region', { name: 'Terminals' })
    await expect(terminals).toContainText('At the door; for limits it asks the server')
    expect(await findAccessibilityFaults(page), 'a device').toEqual([])
    await terminals.getByRole('link', { name: /^All \d+ settings$/ }).click()
    await expect(page.getByRole('tab', { name: /^Device settings/ })).toHaveAttribute('aria-selected', 'true')
    await page.getByRole('button', { name: 'More actions' }).click()
    await expect(page.getByRole('menuitem', { name: 'Restart' })).toBeVisible()
    await expect(page.getByRole('menuitem', { name: 'Unbind' })).toBeVisible()
    await page.getByRole('menuitem', { name: 'Operation log' }).click()
    await expect(page).toHaveURL(/operationLog\?keyword=Main/)
  })

  test('[REC-01] records say how many are exported, and how many the period has beside those of the filter', async ({
    page,
    seeded,
  }) => {
    await page.goto('/sign/signRecord?period=today&kind=stranger')
    await expect(page.getByRole('button', { name: /^Export \d+$/ })).toBeVisible()
    await expect(page.getByText(/^\d+ entr(y|ies) of \d+ in this period$/).first()).toBeVisible()
    await page.goto(`/sign/signRecord/${seeded.recordId}`)
    const panel = page.getByRole('dialog', { name: 'Franck Dernoncourt', exact: true })
    await expect(panel.locator('.panel-extra')).toContainText('Opened')
    await expect(panel.getByText(/^Portrait, \d{4}-\d\d-\d\d$/)).toBeVisible()
    await expect(panel.getByText(/^Taken at \d\d:\d\d:\d\d$/)).toBeVisible()
    expect(await findAccessibilityFaults(page), 'a record').toEqual([])
  })
})
