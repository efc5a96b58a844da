import { expect } from '@playwright/test'
import { photograph } from './door-terminal.ts'
import { test } from './journey.ts'

test.use({ role: 'superAdmin' })

test('[REC-01] a stranger is found by a photograph, and somebody says who it was', async ({ page, furnished }) => {
  await furnished.terminal.show('cage.jpg')
  await page.goto('/sign/signRecord/face-search')
  const panel = page.getByRole('dialog', { name: 'Search strangers by photograph' })
  // the button stands for it, also where this is the first page that is opened
  await expect(panel.getByLabel('Choose a photograph')).toBeHidden()
  await panel.getByLabel('Choose a photograph').setInputFiles(photograph('cage.jpg'))
  const found = panel.getByRole('region', { name: 'Found strangers' }).getByRole('listitem')
  // the faces of captures are read in the background
  await expect(async () => {
    await panel.getByRole('button', { name: 'Search', exact: true }).click()
    await expect(found).not.toHaveCount(0)
  }).toPass({ timeout: 120_000 })
  await expect(found.first()).toContainText('Main entrance')

  // another face is none of them
  await panel.getByLabel('Choose a photograph').setInputFiles(photograph('audrey.jpg'))
  await panel.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(panel.getByText('Nobody like this was seen')).toBeVisible()

  await panel.getByLabel('Choose a photograph').setInputFiles(photograph('cage.jpg'))
  await panel.getByRole('button', { name: 'Search', exact: true }).click()
  await found.first().getByRole('button', { name: 'This is …' }).click()
  await panel.getByRole('combobox', { name: 'Who this is' }).fill('rather long')
  await page
    .getByTitle(/rather long name/)
    .last()
    .click()
  await panel.getByRole('button', { name: 'Keep the name' }).click()
  await expect(found.first()).toContainText('rather long name')
  await found.first().getByRole('link').click()
  // not the search, which may still stand there and have found more than one
  const detail = page.getByRole('dialog', { name: 'Stranger', exact: true })
  await expect(detail.getByText(/rather long name/)).toBeVisible()
  await expect(detail.getByRole('img', { name: 'Picture taken at Main entrance' })).toBeVisible()
  await expect(
    detail.getByRole('img', { name: 'Whole scene at Main entrance, with a frame around the face' }),
  ).toBeVisible()
})
