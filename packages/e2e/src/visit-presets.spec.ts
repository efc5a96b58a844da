import { deleteVisitors, listVisitors } from '@gatehouse/contract/features/visitors.ts'
import { askServer } from '@gatehouse/testkit/ask-server.ts'
import { expect } from '@playwright/test'
import { test } from './journey.ts'

test.use({ role: 'superAdmin' })

test('a visitor of tomorrow is added by presets, and the pass stands in the same panel at once', async ({
  page,
  product,
}) => {
  await page.goto('/manmgt/visitor/new')
  const panel = page.getByRole('dialog', { name: 'Add a visitor' })
  await panel.getByRole('button', { name: 'Tomorrow' }).click()
  await panel.getByLabel('Name').first().fill('Greta Winter')
  await panel.getByRole('checkbox', { name: /Make a pass/ }).check()
  await panel.getByRole('button', { name: 'Add visitor' }).click()
  const made = page.getByRole('dialog', { name: /Greta Winter/ })
  await expect(made.getByRole('button', { name: 'Print' })).toBeVisible()

  const token = (await page.context().cookies()).find(({ name }) => name === 'token')?.value ?? ''
  const ask = askServer(product.url, token)
  const added = (await ask(listVisitors)).items.filter(({ name }) => name === 'Greta Winter')
  expect(added.map(({ status }) => status)).toEqual(['not-yet-effective'])
  await ask(deleteVisitors, { body: { ids: added.map(({ id }) => id) } })
})
