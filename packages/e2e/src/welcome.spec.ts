import { expect } from '@playwright/test'
import { test } from './journey.ts'

test.describe('somebody in a hurry', () => {
  test.use({ role: 'superAdmin' })

  test('somebody in a hurry finds people, doors, records and pages by typing, and reads the purpose of the page', async ({
    page,
    seeded,
  }) => {
    await page.goto('/sign/policies')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.keyboard.press('Control+k')
    const box = page.getByRole('combobox', { name: 'Go to, find, do' })
    await expect(box).toBeFocused()
    await box.fill('dernon')
    const staff = page.getByRole('group', { name: 'Go to' }).getByRole('option', { name: /Franck Dernoncourt/ })
    await expect(staff).toHaveAttribute('aria-selected', 'true')
    await expect(page.getByRole('group', { name: 'Records' }).getByRole('option')).not.toHaveCount(0)
    await box.press('Enter')
    await expect(page).toHaveURL(new RegExp(`/manmgt/staff/detail\\?id=${seeded.personId}$`))

    // the same person by number, and a door
    await page.keyboard.press('Control+k')
    await box.fill('A-0017')
    await expect(page.getByRole('option', { name: /Franck Dernoncourt/ }).first()).toBeVisible()
    await box.fill('main entr')
    await page
      .getByRole('group', { name: 'Go to' })
      .getByRole('option', { name: /Main entrance.*Device/ })
      .click()
    await expect(page).toHaveURL(new RegExp(`/device/list/${seeded.deviceId}$`))

    // an action, with the arrow keys
    await page.keyboard.press('Control+k')
    await box.fill('add a')
    await expect(page.getByRole('option', { name: 'Add a device' })).toBeVisible()
    while ((await page.getByRole('option', { name: 'Add a device' }).getAttribute('aria-selected')) !== 'true')
      await box.press('ArrowDown')
    await box.press('Enter')
    await expect(page).toHaveURL(/\/device\/list\/new$/)

    await page.goto('/device/list')
    await expect(page.getByRole('link', { name: 'Documentation' })).toBeVisible()
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toContainText(
      'Find anything, or say what to do',
    )
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)

    // the help of this very page, in the language of the console
    const help = page.getByRole('link', { name: 'Documentation' })
    await page.goto((await help.getAttribute('href')) ?? '')
    await expect(page.getByRole('heading', { name: 'Device list' })).toBeInViewport()
    await page.getByRole('link', { name: '繁體中文' }).click()
    await expect(page.getByRole('heading', { level: 1, name: '設備' })).toBeVisible()
  })
})
