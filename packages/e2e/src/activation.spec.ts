import { expect } from '@playwright/test'
import { test } from './journey.ts'
import { findAccessibilityFaults } from './accessibility-faults.ts'

const licence = (name: string, content: string) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(content),
})

test('[LOGIN-07] [LOGIN-08] [LOGIN-09] the activation form names missing and wrong values, and the trial activates', async ({
  page,
  freshProduct,
}) => {
  await page.goto(`${freshProduct.url}/device/list`)
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByRole('heading', { name: 'Activate this system' })).toBeVisible()
  await expect(page.getByText(/Activate it online/)).toBeVisible()

  const udid = page.getByLabel('Device UDID')
  await expect(udid).toHaveAttribute('readonly')
  await expect(udid).toHaveValue(/^[\w-]{16,}$/)

  const activate = page.getByRole('button', { name: 'Activate', exact: true })
  await activate.click()
  await expect(page.getByText('Enter the activation code.')).toBeVisible()
  await expect(page.getByText('Please import the licence file (.lic).')).toBeVisible()
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await findAccessibilityFaults(page), `${width} px`).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    await page.screenshot({ path: `test-results/pages/activation-en-light-${width}.png`, fullPage: true })
  }

  const code = page.getByLabel('Activation code')
  await code.fill('c'.repeat(501))
  await expect(page.getByText('An activation code has at most 500 characters.')).toBeVisible()
  await code.fill('AAAA-BBBB-CCCC')
  await expect(page.getByText('An activation code has at most 500 characters.')).toBeHidden()

  const file = page.getByLabel('Licence file')
  await file.setInputFiles(licence('licence.txt', '{}'))
  await expect(page.getByText('Please import the licence file (.lic).')).toBeVisible()
  await file.setInputFiles(licence('Ours.LIC', '{"serial":"forged"}'))
  await expect(page.getByText('Please import the licence file (.lic).')).toBeHidden()
  await activate.click()
  await expect(page.getByRole('alert')).toContainText('Error')
  await expect(page.getByRole('alert')).toContainText(/licence/i)
  await expect(activate).toBeVisible()

  await page.getByRole('button', { name: 'Start 30-day trial' }).click()
  await expect(page.getByText('Activation succeeded')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
})
