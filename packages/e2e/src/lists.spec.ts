import { expect } from '@playwright/test'
import { findAccessibilityFaults } from './accessibility-faults.ts'
import { test } from './journey.ts'

test.describe('lists', () => {
  test.use({ role: 'superAdmin' })

  test('[REC-01] records are filtered by keys alone, kept as a view, and walked beside their list', async ({
    page,
    seeded: _seeded,
  }) => {
    await page.goto('/sign/signRecord')
    const rows = page.getByRole('table', { name: 'Recognition records' }).locator('tbody tr')
    await expect(rows).not.toHaveCount(0)
    const field = page.getByRole('combobox', { name: 'Search' })
    const token = page.getByRole('group', { name: 'Kind is Stranger' })

    await page.keyboard.press('/')
    await expect(field).toBeFocused()
    await page.keyboard.type('stranger')
    await expect(page.getByRole('option', { name: 'Kind is Stranger' })).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(token).toBeVisible()
    await expect(page).toHaveURL(/kind=stranger/)
    await expect(field).toHaveValue('')

    // the last token is selected, edited, and taken away
    await page.keyboard.press('Backspace')
    await expect(token).toBeFocused()
    await page.keyboard.press('Enter')
    await page.keyboard.type('staff')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('group', { name: 'Kind is Staff' })).toBeVisible()
    await page.getByRole('button', { name: 'Remove Kind' }).click()
    await expect(page).not.toHaveURL(/kind=/)

    // a view has a name in the menu and an address
    await field.fill('Period')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.keyboard.type('today')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/period=today/)
    await page.getByRole('button', { name: 'Save view' }).click()
    await expect(page.getByRole('dialog').getByLabel('Name')).toBeFocused()
    await page.keyboard.type('Passages of today')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    const view = page.getByRole('navigation', { name: 'Saved views' }).getByRole('link', { name: 'Passages of today' })
    await expect(view).toHaveAttribute('aria-current', 'page')
    // a view of records says how many it has
    await expect(view).toHaveText(/^Passages of today\d+$/)
    await page.goto('/sign/signRecord')
    await view.click()
    await expect(page.getByRole('group', { name: 'Period is Today' })).toBeVisible()

    // the record beside the list: J and K walk, the focus stays
    await rows.first().focus()
    await page.keyboard.press('Enter')
    const panel = page.getByRole('dialog')
    await expect(panel.getByText(/^1 of \d+$/)).toBeVisible()
    await expect(rows.first()).toHaveAttribute('aria-current', 'true')
    await page.keyboard.press('j')
    await expect(panel.getByText(/^2 of \d+$/)).toBeVisible()
    await expect(page).toHaveURL(/period=today/)
    expect(await findAccessibilityFaults(page)).toEqual([])
    await page.keyboard.press('k')
    await expect(panel.getByText(/^1 of \d+$/)).toBeVisible()
    await page.getByRole('button', { name: 'Close' }).click()

    await page.getByRole('button', { name: 'Passages of today' }).click()
    await page.getByRole('menuitem', { name: 'Delete the view' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete the view' }).click()
    await expect(view).toHaveCount(0)
  })

  test('on a phone the first record stands in the first third, with one sheet of filters and one menu', async ({
    page,
    seeded: _seeded,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/sign/signRecord')
    const first = page.getByRole('list', { name: 'Recognition records' }).getByRole('listitem').first()
    await expect(first).toBeVisible()
    expect((await first.boundingBox())?.y).toBeLessThan(844 / 3)
    await page.getByRole('button', { name: 'More actions' }).click()
    await expect(page.getByRole('button', { name: 'Export' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Export' })).toBeHidden()

    await page.getByRole('button', { name: 'Filters' }).click()
    const sheet = page.getByRole('dialog', { name: 'Filters' })
    await sheet.getByRole('combobox', { name: 'Kind' }).selectOption('Stranger')
    await expect(page).toHaveURL(/kind=stranger/)
    await sheet.getByRole('button', { name: 'Show the list' }).click()
    await expect(page.getByRole('button', { name: /^Filters\s*1$/ })).toBeVisible()
    expect(await findAccessibilityFaults(page)).toEqual([])
  })

  test('a period of attendance is chosen in a calendar that comes with the press, also by keys', async ({ page }) => {
    await page.goto('/attendance/attendanceRecord?from=2026-02-02&to=2026-02-08')
    const period = page.getByRole('button', { name: 'Period: 2026-02-02 – 2026-02-08' })
    await expect(period).toBeVisible()
    expect(await findAccessibilityFaults(page), 'attendance with its period').toEqual([])
    await period.press('Enter')
    const from = page.locator('.ant-picker input').first()
    await expect(from).toBeFocused()
    await expect(from).toHaveValue('2026-02-02')
    await page.locator('.ant-picker-presets li').nth(1).click()
    await expect(page).not.toHaveURL(/from=2026-02-02/)
    await expect(page).toHaveURL(/from=\d{4}-\d\d-01&to=\d{4}-\d\d-(28|29|30|31)/)
  })

  test('a view that somebody shares stands in the menu of another account, and opens the list as it was', async ({
    page,
    browser,
    product,
    sessionOf,
    seeded: _seeded,
  }) => {
    await page.goto('/sign/signRecord?kind=stranger')
    await page.getByRole('button', { name: 'Save view' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Strangers of the house')
    await dialog.getByRole('switch').click()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toBeHidden()
    const other = await browser.newContext({
      baseURL: product.url,
      locale: 'en-GB',
      storageState: await sessionOf('subAdmin'),
    })
    try {
      const theirs = await other.newPage()
      await theirs.goto('/sign/signRecord')
      const views = theirs.getByRole('navigation', { name: 'Saved views' })
      await views.getByRole('link', { name: /^Strangers of the house/ }).click()
      await expect(theirs).toHaveURL(/kind=stranger/)
      await expect(theirs.getByRole('group', { name: 'Kind is Stranger' })).toBeVisible()
    } finally {
      await other.close()
    }
  })
})
