import { photographPath } from '@gatehouse/face/test/photographs.ts'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { test } from './journey.ts'

/** A workbook of this folder's `files`: two people, the second with a wrong phone number; or one person. */
const workbook = (name: string) => readFileSync(join(import.meta.dirname, 'files', name))

test.use({ role: 'superAdmin' })

test('[MAN-07] an administrator downloads the template, imports a list with wrong lines, and corrects them from the result', async ({
  page,
}) => {
  await page.goto('/manmgt/staff/0/import')
  const panel = page.getByRole('dialog', { name: 'Import staff from Excel' })
  const template = page.waitForEvent('download')
  await panel.getByRole('button', { name: 'Download the template' }).click()
  expect((await template).suggestedFilename()).toBe('Staff.xls')

  const choose = (name: string, buffer: Buffer) =>
    panel.getByLabel('Choose an Excel file').setInputFiles({ name, mimeType: 'application/octet-stream', buffer })
  await choose('people.docx', workbook('people.xls'))
  await expect(panel.getByRole('alert')).toHaveText('Please upload an xls file first')
  await choose('people.xls', workbook('people.xls'))
  await panel.getByLabel('Create departments that are missing').check()
  await panel.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(panel.getByText('Successful rows: 1 · Error rows: 1')).toBeVisible()
  await expect(panel.getByRole('row', { name: 'Imported Bob' })).toContainText('Phone')
  const result = page.waitForEvent('download')
  await panel.getByRole('button', { name: 'Download the result' }).click()
  expect((await result).suggestedFilename()).toBe('people - Result.xls')

  await page.goto('/manmgt/staff/0?keyword=Imported')
  await expect(page.getByRole('link', { name: 'Imported Bob' })).toHaveCount(0)
  // the workbook's own cells: the job id, the phone and the department, which was made
  await page.getByRole('link', { name: 'Imported Ann' }).click()
  for (const text of ['IMP-1', '13711110001', 'Kitchen', 'Default staff group'])
    await expect(page.getByText(text).first()).toBeVisible()
})

test('[MAN-12] portraits come as files named by job id, each with its verdict', async ({ page }) => {
  await page.goto('/manmgt/staff/0/import')
  await page
    .getByLabel('Choose an Excel file')
    .setInputFiles({ name: 'one.xls', mimeType: 'application/octet-stream', buffer: workbook('portrait-person.xls') })
  await page.getByRole('dialog').getByRole('button', { name: 'Import', exact: true }).click()
  await expect(page.getByText('Successful rows: 1 · Error rows: 0')).toBeVisible()

  await page.goto('/manmgt/staff/0/portraits')
  const panel = page.getByRole('dialog', { name: 'Upload portraits' })
  const buffer = readFileSync(photographPath('audrey.jpg'))
  const picture = (name: string) => ({ name, mimeType: 'image/jpeg', buffer })
  await panel.getByLabel('Choose pictures or a zip').setInputFiles([picture('POR-1.jpg'), picture('NOBODY-9.jpg')])
  await panel.getByLabel('Also accept faces that are registered for another person').check()
  await panel.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(panel.getByRole('row', { name: 'POR-1.jpg' }).first()).toContainText('Updated')
  await expect(panel.getByRole('row', { name: 'NOBODY-9.jpg' })).toContainText('nobody has this job ID')
})
