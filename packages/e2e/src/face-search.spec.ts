import { expect } from '@playwright/test'
import { readFile } from 'node:fs/promises'
import { askWith, fieldOf } from './ask-product.ts'
import { photograph } from './door-terminal.ts'
import { test } from './journey.ts'

test.use({ role: 'superAdmin' })

test('[REC-01] a stranger is searched for by a photograph, looked at, and given a name; the operation log says who searched', async ({
  page,
  context,
  product,
  furnished,
}) => {
  test.setTimeout(180_000)
  const token = (await context.cookies()).find(({ name }) => name === 'token')?.value ?? ''
  const ask = askWith({ url: product.url, token })
  for (let time = 0; time < 2; time++) await furnished.terminal.show('cage.jpg')
  const picture = await readFile(photograph('cage.jpg'))
  // Captures are read once a minute.
  await expect
    .poll(
      async () => {
        const found = await ask('POST', '/v2/records/face-search', picture)
        return fieldOf(found, 'waiting') === 0 && Number(fieldOf(found, 'compared')) >= 2
      },
      { intervals: [3_000], timeout: 100_000 },
    )
    .toBe(true)

  const panel = page.getByRole('dialog', { name: 'Search strangers by photograph' })
  await test.step('a picture without a face is refused, one with a face finds its strangers', async () => {
    await page.goto('/sign/signRecord')
    await page.getByRole('button', { name: 'Search by photograph' }).click()
    await expect(panel.getByRole('button', { name: 'Search', exact: true })).toBeDisabled()
    await panel.getByLabel('Choose a photograph').setInputFiles(photograph('audrey.jpg'))
    await panel.getByRole('button', { name: 'Search', exact: true }).click()
    await expect(panel.getByText('Nobody like this was seen')).toBeVisible()
    await panel.getByLabel('Choose a photograph').setInputFiles(photograph('cage.jpg'))
    await panel.getByRole('button', { name: 'Search', exact: true }).click()
    await expect(panel.getByText(/of 100 alike/).first()).toBeVisible()
    await expect(panel.getByRole('listitem').first()).toContainText('Main entrance')
  })

  await test.step('the first is looked at, and what was found is there when one comes back', async () => {
    await panel.getByRole('link', { name: 'Open the record' }).first().click()
    await expect(page.getByRole('dialog', { name: 'Stranger' })).toBeVisible()
    await page.goBack()
    await expect(panel.getByText(/of 100 alike/).first()).toBeVisible()
  })

  await test.step('and is given a name', async () => {
    const card = panel.getByRole('listitem').first()
    await card.getByRole('button', { name: 'This is …' }).click()
    await card.getByRole('combobox', { name: 'Who this is' }).fill('Franck')
    await page.getByTitle(/Franck Dernoncourt/).click()
    await card.getByRole('button', { name: 'Keep the name' }).click()
    await expect(card.getByText('This was Franck Dernoncourt')).toBeVisible()
  })

  await test.step('where else it was seen is asked from its record', async () => {
    await panel.getByRole('link', { name: 'Open the record' }).first().click()
    await page.getByRole('button', { name: 'Where else was this face seen?' }).click()
    const seen = page.getByRole('dialog', { name: 'Where else this face was seen' })
    await expect(seen.getByText(/of 100 alike/).first()).toBeVisible()
  })

  await page.goto('/bumgt/operationLog')
  await expect(page.getByText('Searched by face').first()).toBeVisible()
})
