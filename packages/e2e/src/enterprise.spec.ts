import { photographPath } from '@gatehouse/face/test/photographs.ts'
import { expect, type Page } from '@playwright/test'
import { roles, test } from './journey.ts'
import { mailText, startMailServer } from '@gatehouse/testkit/mail-server.ts'
import { until } from '@gatehouse/testkit/until.ts'

test.use({ role: 'superAdmin' })

/** A drawn PNG with transparent corners. */
async function drawLogo(page: Page): Promise<Buffer> {
  const base64 = await page.evaluate(() => {
    const canvas = document.createElement('canvas')
    canvas.width = 310
    canvas.height = 50
    const pen = canvas.getContext('2d')
    if (!pen) throw new Error('no canvas')
    pen.fillStyle = '#0b6e4f'
    pen.roundRect(0, 0, 310, 50, 20)
    pen.fill()
    return canvas.toDataURL('image/png').split(',')[1] ?? ''
  })
  return Buffer.from(base64, 'base64')
}

test('[BU-01] the company gets a name, a welcome, a logo and a background, and the sign-in page shows them', async ({
  page,
  browser,
}) => {
  await page.goto('/bumgt/company')
  await page.getByRole('button', { name: 'Edit company info' }).click()
  await page.getByLabel('Name').fill('North Works')
  await page.getByLabel('Welcome message').fill('Good morning, North')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Company info saved')).toBeVisible()

  const logo = { name: 'logo.png', mimeType: 'image/png', buffer: await drawLogo(page) }
  const script = {
    name: 'logo.png',
    mimeType: 'image/png',
    buffer: Buffer.from('<svg><script>alert(1)</script></svg>'),
  }
  const logoFile = page.locator('input[type=file][aria-label=Logo]')
  await logoFile.setInputFiles(script)
  await expect(page.getByText('This file is not a picture that can be read.')).toBeVisible()
  await logoFile.setInputFiles(logo)
  await expect(page.getByText('Logo saved')).toBeVisible()
  await page.locator('input[type=file][aria-label=Background]').setInputFiles(photographPath('cage.jpg'))
  await expect(page.getByText('Background saved')).toBeVisible()

  const nobody = { cookies: [], origins: [] }
  const context = await browser.newContext({
    baseURL: new URL(page.url()).origin,
    locale: 'en-GB',
    storageState: nobody,
  })
  const visitor = await context.newPage()
  await visitor.goto('/login')
  const shown = visitor.getByRole('img', { name: 'North Works' })
  await expect(shown).toBeVisible()
  // The element is there before its bytes have arrived.
  await expect
    .poll(() => shown.evaluate((image) => (image instanceof HTMLImageElement ? image.naturalWidth : 0)))
    .toBe(310)
  await expect(visitor.getByText('Good morning, North')).toBeVisible()
  await expect(visitor.locator('.brand-background')).toBeVisible()

  for (const picture of ['logo', 'background']) {
    await page.getByRole('button', { name: `Remove the ${picture}` }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: `Remove the ${picture}` })
      .click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  await visitor.reload()
  await expect(visitor.getByText('Good morning, North')).toBeVisible()
  await expect(visitor.locator('.brand-background')).toHaveCount(0)
  await context.close()
})

test('[BU-05] a mail server is set, a test mail arrives, and the clock is set by hand and back', async ({ page }) => {
  const box = await startMailServer()
  await page.goto('/bumgt/serviceConfig/mail')
  await page.getByLabel('Server', { exact: true }).fill('127.0.0.1')
  await page.getByRole('combobox', { name: 'Encryption' }).click()
  await page.getByTitle('None', { exact: true }).click()
  await page.getByLabel('Port').fill(new URL(box.url).port)
  await page.getByLabel('Sender address').fill('gate')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Email format incorrect')).toBeVisible()
  await page.getByLabel('Sender address').fill('gate@example.com')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The mail server is set')).toBeVisible()

  const to = page.getByLabel('Send a test mail to')
  // A press that lasts a moment: what comes or goes above the button as it begins may not move the button away from under it.
  const slowly = { delay: 500 }
  await to.fill('nobody at home')
  await page.getByRole('button', { name: 'Send test mail' }).click(slowly)
  await expect(page.getByText('Email format incorrect')).toBeVisible()
  await to.fill('facilities@example.com')
  await page.getByRole('button', { name: 'Send test mail' }).click(slowly)
  await expect(page.getByText('The mail server accepted the test mail to facilities@example.com.')).toBeVisible()
  await until(() => box.mails.length === 1, 'the test mail arrives')
  expect(mailText(box.mails[0]!)).toContain('This is the test mail')
  await box.close()
  await page.getByRole('button', { name: 'Send test mail' }).click()
  await expect(page.getByText('The mail server cannot be reached')).toBeVisible()
  await page.getByRole('button', { name: 'Remove the mail server' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove the mail server' }).click()
  await expect(page.getByText('No mail server is set.')).toBeVisible()

  await page.getByRole('button', { name: 'Set the clock' }).click()
  await page.getByRole('combobox', { name: 'Calibration' }).click()
  await page.getByTitle('Manual', { exact: true }).click()
  await page.getByLabel('Time', { exact: true }).fill('2026-01-01 00:00:00')
  await page.getByLabel('Time', { exact: true }).press('Enter')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Set the clock of your computer first.')).toBeVisible()
  await page.goto('/bumgt/serviceConfig/time')
  await page.getByRole('combobox', { name: 'Calibration' }).click()
  await page.getByTitle('Manual', { exact: true }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The clock is set')).toBeVisible()
  await page.goto('/bumgt/serviceConfig/time')
  await page.getByRole('combobox', { name: 'Calibration' }).click()
  await page.getByTitle('Automatic', { exact: true }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('None: the clock of the server’s machine is used')).toBeVisible()
})

test.describe('each role', () => {
  test.use({ role: null })

  test('[BU-01] [BU-05] each role sees only its part of company info and service configuration', async ({
    browser,
    product,
    sessionOf,
  }) => {
    for (const role of roles) {
      const isLeader = role === 'superAdmin' || role === 'mainAdmin'
      const storageState = await sessionOf(role)
      const context = await browser.newContext({ baseURL: product.url, locale: 'en-GB', storageState })
      const page = await context.newPage()
      await page.goto('/bumgt/company')
      await expect(page.getByText('Authorisation period')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Edit company info' })).toHaveCount(isLeader ? 1 : 0)
      await expect(page.getByRole('button', { name: 'Choose a logo' })).toHaveCount(isLeader ? 1 : 0)
      const code = page.getByRole('heading', { name: 'Personnel-entry QR code' })
      await expect(code).toHaveCount(isLeader || role === 'subAdmin' ? 1 : 0)
      await page.goto('/bumgt/serviceConfig')
      if (isLeader) await expect(page.getByRole('heading', { name: 'Time calibration' })).toBeVisible()
      else await expect(page).toHaveURL(/\/404$/)
      await context.close()
    }
  })
})
