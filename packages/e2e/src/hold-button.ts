import { expect, type Locator, type Page } from '@playwright/test'

/** Presses a button that is held to confirm, until it has been held long enough. */
export async function hold(page: Page, button: Locator) {
  const held = button.and(page.locator('[data-state="held"]'))
  await button.hover()
  await page.mouse.down()
  await expect(held).toHaveCount(1)
  await expect(held).toHaveCount(0)
  await page.mouse.up()
}
