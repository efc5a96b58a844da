import { expect } from '@playwright/test'
import { accountOf, password, test } from './journey.ts'
import { dragSlider, fillSignIn, signIn } from './login-page.ts'

const account = accountOf('superAdmin')

test('[LOGIN-02] the login is sent only after the mouse has dragged the slider fully right', async ({ page }) => {
  await page.goto('/login')
  await page.getByLabel('Account').fill(account)
  await page.getByLabel('Password', { exact: true }).fill(password)
  const slider = page.getByRole('slider', { name: 'Slide to confirm' })
  await dragSlider(page, 0.7)
  await expect(slider).toHaveAttribute('aria-valuenow', '0')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('Slide fully to the right first.')).toBeVisible()
  await expect(slider).toBeFocused()
  await dragSlider(page)
  await expect(slider).toHaveAttribute('aria-valuetext', 'Confirmed')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('[LOGIN-02] [LOGIN-06] the login works by keyboard alone, from the first field to the console', async ({
  page,
  context,
}) => {
  await page.goto('/login')
  await expect(page.getByLabel('Account')).toBeFocused()
  await page.keyboard.type(account)
  await page.keyboard.press('Tab')
  await page.keyboard.type(password)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Show password' })).toBeFocused()
  await page.keyboard.press('Tab')
  const slider = page.getByRole('slider', { name: 'Slide to confirm' })
  await expect(slider).toBeFocused()
  for (let step = 0; step < 10; step++) await page.keyboard.press('ArrowRight')
  await expect(slider).toHaveAttribute('aria-valuetext', 'Confirmed')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/dashboard$/)
  const names = (await context.cookies()).map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['token', 'isInit']))
  expect(await page.evaluate(() => localStorage.getItem('user'))).toContain('"superAdmin"')
})

test('[LOGIN-02] [LOGIN-05] a wrong password shows an alert with the text of the server, and the slider starts again', async ({
  page,
}) => {
  await page.goto('/login')
  await signIn(page, { account, password: 'Not_the_password' })
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('Error')
  await expect(alert).toContainText('The account or the password is wrong.')
  await expect(page.getByRole('slider')).toHaveAttribute('aria-valuenow', '0')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('Slide fully to the right first.')).toBeVisible()
  await page.getByRole('slider').press('End')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('[LOGIN-04] the reserved account is refused by the page, without asking the server', async ({ page }) => {
  await page.goto('/login')
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await signIn(page, { account: 'TeSt', password: 'whatever1' })
  await expect(page.getByRole('alert')).toContainText('Permission denied')
  expect(asked).not.toContain('/api/v2/login')
})

test('[LOGIN-01] the account is requested when its field is left, the password when the form is sent', async ({
  page,
}) => {
  await page.goto('/login')
  await page.getByLabel('Account').focus()
  await page.getByLabel('Password', { exact: true }).focus()
  await expect(page.getByText('Enter your account.')).toBeVisible()
  await fillSignIn(page, { account, password: '' })
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('Enter your password.')).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill('x'.repeat(129))
  await expect(page.getByText('This is too long for a password: at most 128 characters, or 245 bytes.')).toBeVisible()
})

test('[LOGIN-10] each link leads to a page that the product ships, in the language shown', async ({ page }) => {
  const links = ['Introduction', 'Website', 'Open platform', 'Help', 'Privacy', 'Terms']
  for (const name of links) {
    await page.goto('/login')
    const answer = page.waitForResponse((response) => response.request().isNavigationRequest())
    await page.getByRole('link', { name, exact: true }).click()
    expect((await answer).status(), name).toBe(200)
    await expect(page).toHaveURL(/\/docs\/en\//)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  await page.goto('/login')
  await page.getByRole('button', { name: '繁體中文' }).click()
  await page.getByRole('link', { name: '說明', exact: true }).click()
  await expect(page).toHaveURL(/\/docs\/zh-tw\/help\.html$/)
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-TW')
})

test('[LOGIN-11] logout shows a message, ends the session here and on the server, and goes to the login page', async ({
  page,
  context,
}) => {
  await page.goto('/login')
  await signIn(page, { account, password })
  await expect(page).toHaveURL(/\/dashboard$/)
  const token = (await context.cookies()).find(({ name }) => name === 'token')?.value ?? ''
  // the answer waits until the words were seen
  let answerLogout = () => {}
  const seen = new Promise<void>((resolve) => (answerLogout = resolve))
  await page.route('**/api/v2/logout', async (route) => {
    await seen
    await route.continue()
  })
  await page.getByRole('button', { name: /Account menu/ }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page.getByText('Logouting, please wait')).toBeVisible()
  answerLogout()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect(page).toHaveURL(/\/login$/)
  expect((await context.cookies()).map(({ name }) => name)).not.toContain('token')
  expect((await context.cookies()).map(({ name }) => name)).not.toContain('isInit')
  const answer = await page.request.get('/api/v2/account', { headers: { 'AUTH-TOKEN': token } })
  expect(answer.status()).toBe(401)
})

test('[LOGIN-12] a session that ended elsewhere shows an alert, and after 3 s the login page', async ({
  page,
  context,
}) => {
  await page.goto('/login')
  await signIn(page, { account, password })
  await expect(page).toHaveURL(/\/dashboard$/)
  const token = (await context.cookies()).find(({ name }) => name === 'token')?.value ?? ''
  await page.request.get('/api/v2/logout', { headers: { 'AUTH-TOKEN': token } })
  await page.goto('/manmgt/staff/0')
  const alert = page.getByRole('dialog', { name: 'Session Error' })
  await expect(alert).toContainText('Your session has expired. Please sign in and try again')
  const shownAt = performance.now()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  expect(performance.now() - shownAt).toBeGreaterThan(1_500)
  expect((await context.cookies()).map(({ name }) => name)).not.toContain('token')
})

test('[NAV-06] [LOGIN-06] a person who is not logged in comes to the login page, and after it to the page they wanted', async ({
  page,
}) => {
  await page.goto('/device/alarm?status=open')
  await expect(page).toHaveURL(/\/login$/)
  await signIn(page, { account, password })
  await expect(page).toHaveURL(/\/device\/alarm\?status=open$/)
  await page.goto('/login')
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('[NAV-05] the hash form of the address is the login page too, outside the layout', async ({ page }) => {
  await page.goto('/#/login')
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toHaveCount(0)
})
