import { expect } from '@playwright/test'
import { insertAccount, moveLicence } from './change-database.ts'
import { password, test } from './journey.ts'
import { choosePassword, signIn } from './login-page.ts'
import { startProduct } from '@gatehouse/testkit/start-product.ts'

const instant = (days: number) =>
  Temporal.Now.instant()
    .add({ hours: 24 * days })
    .toString()

test('[LOGIN-13] a licence that ends while people are signed in leads each of them to the form that renews it', async ({
  browser,
  freshProduct,
}) => {
  test.slow()
  const { url, dataFolder } = freshProduct
  const page = await browser.newPage({ locale: 'en-GB', baseURL: url })
  await page.goto('/login')
  await page.getByRole('button', { name: 'Start 30-day trial' }).click()
  const first = await freshProduct.firstLogin()
  await signIn(page, first)
  await choosePassword(page, password)
  await insertAccount(dataFolder, { name: 'reader', role: 2 })
  const theirs = await browser.newPage({ locale: 'zh-CN', baseURL: url })
  await theirs.goto('/login')
  await theirs.getByLabel('账号').fill('reader')
  await theirs.getByLabel('密码', { exact: true }).fill(password)
  await theirs.getByRole('slider').press('End')
  await theirs.getByRole('button', { name: '登录', exact: true }).click()
  await expect(theirs).toHaveURL(/\/dashboard$/)

  await moveLicence(dataFolder, { from: instant(-31), to: instant(-1) })
  await page.goto('/bumgt/license')
  await expect(page.getByRole('heading', { name: 'Activate this system' })).toBeVisible()
  await expect(page.getByText(/The licence expired on \d{4}-\d\d-\d\d \d\d:\d\d\./)).toBeVisible()
  await theirs.goto('/device/list')
  await expect(theirs.getByRole('heading', { name: '激活系统' })).toBeVisible()
  await expect(theirs.getByText(/授权已于 \d{4}-\d\d-\d\d \d\d:\d\d 到期/)).toBeVisible()
  await page.screenshot({ path: 'test-results/pages/licence-ended-en.png' })
  await theirs.screenshot({ path: 'test-results/pages/licence-ended-zh.png' })
  // The page does not keep asking for refused data.
  const asked: string[] = []
  theirs.on('request', (request) => asked.push(request.url()))
  await moveLicence(dataFolder, { to: instant(20) })
  await page.reload()
  await signIn(page, { account: first.account, password })
  await expect(page).toHaveURL(/\/bumgt\/license$/)
  await expect(page.getByRole('heading', { name: 'Loaded licences' })).toBeVisible()
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await page.screenshot({ path: `test-results/pages/licence-en-${width}.png`, fullPage: true })
  }
  expect(asked).toEqual([])
  await page.close()
  await theirs.close()
})

test('[BU-05] the super admin signs in and reaches the time calibration when the clock is before the start of the licence', async ({
  page,
  freshProduct,
}) => {
  const { url, dataFolder } = freshProduct
  await page.goto(`${url}/login`)
  await page.getByRole('button', { name: 'Start 30-day trial' }).click()
  const first = await freshProduct.firstLogin()
  await signIn(page, first)
  await choosePassword(page, password)
  await moveLicence(dataFolder, { from: instant(2) })
  await page.goto(`${url}/device/list`)
  // Signed in already: straight to the page that sets the clock.
  await expect(page).toHaveURL(/\/bumgt\/serviceConfig$/)
  await expect(page.getByRole('heading', { name: /Time calibration/ })).toBeVisible()
  await page.screenshot({ path: 'test-results/pages/clock-to-mend-en.png' })
  await page.context().clearCookies()
  await page.goto(`${url}/login`)
  await expect(page.getByText(/Most likely that clock is wrong/)).toBeVisible()
  await page.screenshot({ path: 'test-results/pages/clock-behind-en.png' })
  await page.getByRole('button', { name: 'Sign in to set the clock' }).click()
  await signIn(page, { account: first.account, password })
  await expect(page).toHaveURL(/\/bumgt\/serviceConfig$/)
})

test('[BU-02] [LOGIN-01] a first password of 20 characters signs in by the form, and so does an own one of 25', async ({
  page,
}) => {
  test.slow()
  const given = 'Sturdy_Generated_20x'
  const own = 'Longer_than_16_and_up_25x'
  expect([given.length, own.length]).toEqual([20, 25])
  const product = await startProduct({ GATEHOUSE_ADMIN_PASSWORD: given })
  try {
    await page.goto(`${product.url}/login`)
    await page.getByRole('button', { name: 'Start 30-day trial' }).click()
    await signIn(page, { account: 'admin', password: given })
    await expect(page.getByText('6 to 25 letters, digits or underscores')).toBeVisible()
    await choosePassword(page, own)
    await page.context().clearCookies()
    await page.goto(`${product.url}/login`)
    await signIn(page, { account: 'admin', password: own })
    await expect(page).toHaveURL(/\/dashboard$/)
  } finally {
    await product.stop()
  }
})
