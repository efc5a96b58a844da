import { askServer } from '@gatehouse/testkit/ask-server.ts'
import { expect, type Page } from '@playwright/test'
import { test } from './journey.ts'
import { judgeTodaysPassage } from './judge-todays-passage.ts'

const mainMenu = (page: Page) => page.getByRole('navigation', { name: 'Main menu' })

test.describe('a super administrator', () => {
  test.use({ role: 'superAdmin' })

  test('[LAY-01] the top bar has the toggle, breadcrumbs, documentation, language and user menu; the dashboard has no header', async ({
    page,
  }) => {
    await page.goto('/device/alarm')
    const bar = page.getByRole('banner')
    await expect(bar.getByRole('button', { name: 'Collapse the menu' })).toBeVisible()
    await expect(bar.getByRole('navigation', { name: 'Where you are' })).toHaveText(/Devices.*Device alarms/)
    await expect(bar.getByRole('link', { name: 'Documentation' })).toHaveAttribute(
      'href',
      '/docs/en/help-device.html#deviceAlarm',
    )
    await expect(bar.getByRole('button', { name: /^Language:? English$/ })).toBeVisible()
    await bar.getByRole('button', { name: /^Account menu:? Administrator,? Super Admin$/ }).click()
    for (const name of ['Version', 'About', 'Logout']) {
      await expect(page.getByRole('menuitem', { name, exact: true })).toBeVisible()
    }
    await page.getByRole('menuitem', { name: 'About', exact: true }).click()
    await expect(page).toHaveURL(/\/about$/)
    await mainMenu(page).getByRole('link', { name: 'Console', exact: true }).click()
    await expect(page).toHaveURL(/\/dashboard$/)
    await expect(page.getByRole('banner')).toHaveCount(0)
  })

  test('[LAY-04] the footer shows the version and the years from 2014 to this one', async ({ page }) => {
    await page.goto('/device/alarm')
    const year = new Date().getFullYear()
    await expect(page.getByRole('contentinfo')).toContainText(`© 2014–${year} Gatehouse`)
    await expect(page.getByRole('contentinfo')).toContainText(/Version \d+\.\d+\.\d+/)
  })

  test('[LAY-01] a list fills the window and leaves the window itself nothing to scroll', async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto('/bumgt/operationLog')
    await expect(page.getByRole('row').nth(1)).toBeVisible()
    const { height, window } = await page.evaluate(() => ({
      height: document.documentElement.scrollHeight,
      window: innerHeight,
    }))
    expect(height).toBe(window)
  })

  test('the month of attendance shows today in a narrow window, without anybody moving it', async ({
    page,
    product,
    seeded,
  }) => {
    const token = (await page.context().cookies()).find(({ name }) => name === 'token')?.value ?? ''
    await judgeTodaysPassage(askServer(product.url, token), seeded)
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/attendance/attendanceRecord?tab=month')
    await expect(page.locator('.month-grid thead th[aria-current=date]')).toBeInViewport()
  })

  test('[LAY-05] the menu collapses by itself below 800 px and comes back above', async ({ page }) => {
    await page.setViewportSize({ width: 800, height: 700 })
    await page.goto('/device/alarm')
    const devices = mainMenu(page).getByRole('link', { name: 'Device list' })
    await expect(devices).toBeVisible()
    await page.setViewportSize({ width: 799, height: 700 })
    await expect(page.getByRole('button', { name: 'Expand the menu' })).toHaveAttribute('aria-expanded', 'false')
    await expect(devices).toBeHidden()
    await page.getByRole('button', { name: 'Expand the menu' }).click()
    await expect(devices).toBeVisible()
    await page.setViewportSize({ width: 1024, height: 700 })
    await expect(page.getByRole('button', { name: 'Collapse the menu' })).toHaveAttribute('aria-expanded', 'true')
  })

  test('[LAY-05] on a phone the menu is under More, and closes when a page was chosen', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/device/alarm')
    await expect(mainMenu(page)).toHaveCount(0)
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await mainMenu(page).getByRole('button', { name: 'Access' }).click()
    await mainMenu(page).getByRole('link', { name: 'Policies' }).click()
    await expect(page).toHaveURL(/\/sign\/policies$/)
    await expect(mainMenu(page)).toBeHidden()
  })

  test('[LAY-06] on a phone the actions of the dashboard are in one menu, and exhibition mode begins there', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/dashboard')
    const begin = page.getByRole('button', { name: 'Exhibition mode' })
    const menu = page.getByRole('button', { name: 'More actions' })
    await expect(menu).toBeVisible()
    await expect(begin).toBeHidden()
    await menu.press('Enter')
    await begin.press('Enter')
    await page.getByRole('button', { name: 'Leave exhibition mode' }).click()
    await expect(menu).toBeVisible()
  })

  test('[LAY-06] exhibition mode hides the menu on the dashboard and is off on any other page', async ({ page }) => {
    await page.goto('/dashboard')
    const change = { autoUpdate: '0', exhibitionMode: '1', frequency: 5, showAlarm: '1', showSystem: '1' }
    await page.evaluate((text) => localStorage.setItem('commonSettings', text), JSON.stringify(change))
    await page.reload()
    await expect(page.getByRole('button', { name: 'Leave exhibition mode' })).toBeVisible()
    await expect(mainMenu(page)).toHaveCount(0)
    await page.goto('/device/alarm')
    await expect(mainMenu(page)).toBeVisible()
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem('commonSettings')))
      .toContain('"exhibitionMode":"0"')
    await page.goto('/dashboard')
    await expect(mainMenu(page)).toBeVisible()
  })

  test('[LAY-07] another language is there at once, without a reload, is kept, and cannot be chosen again', async ({
    page,
  }) => {
    await page.goto('/device/alarm')
    const documents: string[] = []
    page.on('request', (request) => {
      if (request.isNavigationRequest()) documents.push(request.url())
    })
    await page.getByRole('button', { name: /^Language:? English$/ }).click()
    await expect(page.getByRole('menuitemradio', { name: 'English' })).toHaveAttribute('aria-disabled', 'true')
    await page.getByRole('menuitemradio', { name: '繁體中文' }).click()
    await expect(page.getByRole('navigation', { name: '主選單' })).toContainText('設備警報')
    await expect(page).toHaveTitle('設備警報 – Gatehouse')
    await expect(page.locator('html')).toHaveAttribute('lang', 'zh-TW')
    expect(documents).toEqual([])
    expect(await page.evaluate(() => localStorage.getItem('language'))).toBe('zh-tw')
    await page.reload()
    await expect(page.getByRole('navigation', { name: '主選單' })).toBeVisible()
    await page.getByRole('button', { name: /^語言:? 繁體中文$/ }).click()
    await expect(page.getByRole('menuitemradio', { name: '繁體中文' })).toHaveAttribute('aria-disabled', 'true')
    await expect(page.getByRole('menuitemradio', { name: 'English' })).not.toHaveAttribute('aria-disabled', 'true')
  })

  test('[LAY-09] the version dialog and the About page tell edition, version and release date', async ({ page }) => {
    await page.goto('/device/alarm')
    await page.getByRole('button', { name: /Account menu/ }).click()
    await page.getByRole('menuitem', { name: 'Version', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Gatehouse Enterprise Edition' })
    const fact = (name: string) =>
      page.getByRole('term').filter({ hasText: name }).locator('xpath=following-sibling::dd[1]')
    await expect(fact('Edition')).toHaveText('Enterprise edition')
    await expect(fact('Release date')).toHaveText(/^\d{4}-\d{2}-\d{2}$/)
    await expect(dialog).toContainText(`© 2014–${new Date().getFullYear()}`)
    await dialog.getByRole('link', { name: 'About Gatehouse' }).click()
    await expect(page).toHaveURL(/\/about$/)
    await expect(dialog).toBeHidden()
    await expect(fact('Version code')).toHaveText(/^\d+\.\d+\.\d+/)
    await expect(fact('Release date')).toHaveText(/^\d{4}-\d{2}-\d{2}$/)
  })

  test('the dark appearance is chosen, kept over a reload, and there from the first paint', async ({ page }) => {
    await page.goto('/device/alarm')
    const lightness = () =>
      page.evaluate(() => Number(/\d+/.exec(getComputedStyle(document.body).backgroundColor)?.[0] ?? -1))
    expect(await lightness()).toBeGreaterThan(200)
    await page.getByRole('button', { name: /Account menu/ }).click()
    await page.getByRole('menuitemradio', { name: 'Dark' }).click()
    await expect.poll(lightness).toBeLessThan(60)
    await page.reload({ waitUntil: 'commit' })
    await page.waitForFunction(() => document.body)
    expect(await lightness()).toBeLessThan(60)
    await expect(mainMenu(page)).toBeVisible()
  })

  test('[NAV-08] when the user cannot be loaded, the reason of the server is shown, and OK leads to the login page', async ({
    page,
    context,
  }) => {
    // a computer whose clock is an hour ahead: the server refuses what it signs
    await page.clock.install({ time: Date.now() + 3_600_000 })
    await page.goto('/device/alarm')
    const alert = page.getByRole('dialog', { name: 'The console could not be opened' })
    await expect(alert).toContainText(/The clock of this computer is 3,6\d\d seconds off/)
    await alert.getByRole('button', { name: 'OK' }).click()
    await expect(page).toHaveURL(/\/login$/)
    const names = (await context.cookies()).map(({ name }) => name)
    expect(names).not.toContain('token')
    expect(names).not.toContain('isInit')
  })

  test('[NAV-08] the login page comes after 3 s without OK when the user cannot be loaded', async ({ page }) => {
    await page.clock.install({ time: Date.now() + 3_600_000 })
    await page.goto('/device/alarm')
    const alert = page.getByRole('dialog', { name: 'The console could not be opened' })
    await expect(alert).toBeVisible()
    const shownAt = performance.now()
    await expect(page).toHaveURL(/\/login$/)
    expect(performance.now() - shownAt).toBeGreaterThan(1_500)
    await expect(alert).toHaveCount(0)
  })

  test('[NAV-10] a page whose files do not load says so, and loads when they are available again', async ({ page }) => {
    const lost = /\/assets\/about-page.*\.js/
    await page.route(lost, (route) => route.abort('connectionreset'))
    await page.goto('/about')
    const alert = page.getByRole('alert')
    await expect(alert).toContainText('This page did not load')
    await page.unroute(lost)
    await alert.getByRole('button', { name: 'Load again' }).click()
    await expect(page.getByRole('heading', { name: 'About', exact: true })).toBeVisible()
  })
})

for (const [locale, title] of [
  ['zh-CN', '登录'],
  ['zh-HK', '登录'],
  ['zh-TW', '登入'],
  ['de-DE', 'Sign in'],
] as const) {
  test.describe(locale, () => {
    test.use({ locale })
    test(`[LAY-08] the first visit of a browser in ${locale} is greeted with "${title}"`, async ({ page }) => {
      await page.goto('/login')
      await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible()
    })
  })
}
