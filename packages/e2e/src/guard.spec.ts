import { expect, type Page } from '@playwright/test'
import { findAccessibilityFaults } from './accessibility-faults.ts'
import { test } from './journey.ts'

const { step } = test
const phone = { width: 390, height: 844 } as const

async function openGuard(page: Page) {
  await page.setViewportSize(phone)
  await page.goto('/live')
  await page.getByRole('link', { name: 'Guard mode' }).click()
  await expect(page.getByRole('heading', { name: 'Guard mode' })).toBeVisible()
}

test.describe('a role that opens doors', () => {
  test.use({ role: 'deviceAdmin' })

  test('a device admin opens a door from a phone by holding a large button, and sees nobody there', async ({
    page,
    seeded,
    context,
  }) => {
    await openGuard(page)
    const door = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Main entrance' }) })
    const open = door.getByRole('button', { name: 'Open Main entrance' })

    await step('the page has the screen for itself, and no face or name', async () => {
      await expect(page.getByRole('navigation')).toHaveCount(0)
      await expect(door).toBeVisible()
      await expect(door.getByRole('img')).toHaveCount(0)
      expect((await open.boundingBox())?.height).toBeGreaterThanOrEqual(56)
      expect(await findAccessibilityFaults(page), 'guard mode, dark').toEqual([])
    })

    await step('held, it opens the door', async () => {
      const opened = seeded.terminal.says(/remote command/)
      await open.hover()
      await page.mouse.down()
      await expect(door.getByRole('button', { name: /Told to open/ })).toBeVisible()
      await page.mouse.up()
      await opened
    })

    await step('without a network it says so and opens nothing, and goes on when it is back', async () => {
      const cutOff = page.getByText(/^No network: this is how the doors stood at/)
      await expect(cutOff).toBeHidden()
      await context.setOffline(true)
      await expect(cutOff).toBeVisible()
      await expect(open).toBeDisabled()
      await context.setOffline(false)
      await expect(cutOff).toBeHidden()
      await expect(open).toBeEnabled()
    })

    await step('it also holds a door open, and leads back to Live', async () => {
      await door.getByRole('button', { name: 'Hold Main entrance open or closed' }).click()
      await expect(door.getByRole('button', { name: /^Hold open: Main entrance/ })).toBeVisible()
      await page.getByRole('link', { name: 'Leave guard mode' }).click()
      await expect(page).toHaveURL(/\/live$/)
    })
  })
})

test.describe('a role that opens no door', () => {
  test.use({ role: 'subAdmin' })

  test('a general admin has no guard mode, not even by its address', async ({ page, seeded }) => {
    expect(seeded.terminal).toBeDefined()
    await page.goto('/live')
    await expect(page.getByRole('link', { name: /^\d+ Inside now/ })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Guard mode' })).toHaveCount(0)
    await page.goto('/live/guard')
    await expect(page).toHaveURL(/\/404$/)
  })
})
