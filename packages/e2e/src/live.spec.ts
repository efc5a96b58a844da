import { expect, type Locator, type Page } from '@playwright/test'
import { findAccessibilityFaults } from './accessibility-faults.ts'
import { test } from './journey.ts'
import { navigateInPage } from './navigate-in-page.ts'

const { step } = test
test.use({ role: 'superAdmin' })

/** Presses a button until it has done what it says. */
async function hold(page: Page, button: Locator) {
  await button.hover()
  await page.mouse.down()
  await expect(button).toHaveAccessibleName(/Told to open/)
  await page.mouse.up()
}

test('Live shows a passage as it happens, opens its record beside the list, and opens the door by holding', async ({
  page,
  seeded,
}) => {
  await step('Live is the first of the menu, dark, and counts who is inside', async () => {
    await page.goto('/dashboard')
    await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Live' }).click()
    await expect(page.getByRole('link', { name: /^\d+ Inside now/ })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  })

  const list = page.getByRole('listbox', { name: 'Events, newest first' })
  const rows = list.getByRole('option')
  const rowOf = async (name: string) => (await rows.allInnerTexts()).findIndex((text) => text.startsWith(name))
  await step('a passage comes by itself, and waits behind its number while the focus is in the list', async () => {
    // A person who has just passed makes no second record at once.
    const [before = ''] = await rows.allInnerTexts()
    await expect(async () => {
      await seeded.terminal.show('franck_04000.jpg')
      expect((await rows.allInnerTexts())[0]).not.toBe(before)
    }).toPass()
    await expect(rows.first()).toContainText('Franck Dernoncourt')
    await expect(rows.first()).toContainText('In by Main entrance')
    await list.focus()
    await seeded.terminal.show('cage.jpg')
    // Strangers of other journeys at this door may make it an alarm as well.
    const waiting = page.getByRole('button', { name: /^[1-9] new$/ })
    await expect(waiting).toBeVisible()
    await expect(rows.first()).toContainText('Franck Dernoncourt')
    await waiting.click()
    await expect.poll(() => rowOf('Stranger')).not.toBe(-1)
  })

  await step('keys open the record beside the list with its numbered reasons, and leave it', async () => {
    await list.focus()
    await page.keyboard.press('Home')
    const [stranger, franck] = [await rowOf('Stranger'), await rowOf('Franck')]
    for (let row = 0; row < stranger; row++) await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    const record = page.getByRole('region', { name: 'Stranger', exact: true })
    await expect(record.getByText('No known face is similar enough to this one.')).toBeVisible()
    for (let row = stranger; row < franck; row++) await page.keyboard.press('j')
    await expect(page.getByRole('region', { name: 'Franck Dernoncourt', exact: true })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('region', { name: 'Franck Dernoncourt', exact: true })).toBeHidden()
    await page.keyboard.press('Enter')
    await page.getByRole('region', { name: 'Franck Dernoncourt', exact: true }).getByRole('button').press('Escape')
    await expect(page.getByRole('region', { name: 'Franck Dernoncourt', exact: true })).toBeHidden()
    await expect(list).toBeFocused()
  })

  await step('the door is chosen, says why, and opens', async () => {
    const tiles = page.getByRole('button', { name: 'Tiles' })
    if (await tiles.isVisible()) await tiles.click()
    await page.getByRole('button', { name: /^Main entrance/ }).click()
    const panel = page.getByRole('region', { name: 'Main entrance' })
    await expect(panel.getByRole('list', { name: 'Last at this door' }).getByRole('listitem')).not.toHaveCount(0)
    await panel.getByRole('button', { name: 'Why?' }).click()
    await expect(panel.getByRole('heading', { name: 'Why Stranger was refused' })).toBeVisible()
    const open = { name: 'Open Main entrance' }
    for (const button of [
      panel.getByRole('button', open),
      page.getByRole('list', { name: 'Doors' }).getByRole('button', open),
    ]) {
      const opened = seeded.terminal.says(/remote command/)
      await hold(page, button)
      await opened
    }
  })

  await step('nothing of it is hard to reach, dark or light, wide or on a phone', async () => {
    expect(await findAccessibilityFaults(page), 'Live, dark').toEqual([])
    await page.setViewportSize({ width: 390, height: 844 })
    await page.evaluate(() => localStorage.setItem('theme', 'light'))
    await page.reload()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
    await expect(page.getByRole('region', { name: 'Main entrance' })).toBeVisible()
    expect(await findAccessibilityFaults(page), 'Live on a phone, light').toEqual([])
    // All rows are there from here on; one outside the window is not drawn, and has no innerText.
    await list.focus()
    await page.keyboard.press('End')
    const oldest = (await rows.last().locator('b').textContent()) ?? ''
    await rows.last().click()
    await expect(page.getByRole('region', { name: oldest, exact: true }).getByRole('heading').first()).toBeInViewport()
    await page.evaluate(() => localStorage.removeItem('theme'))
  })
})

test('a message that came on a wider page stays within the window on Live, beside the record, and can be taken back there', async ({
  page,
  seeded,
}) => {
  const height = 768
  await page.setViewportSize({ width: 1024, height })
  await page.addInitScript(() => localStorage.setItem('language', 'zh'))
  await page.goto(`/manmgt/staff/detail?id=${seeded.personId}`)
  await page.getByRole('switch', { name: '暂停通行' }).press('Space')
  const message = page.locator('.ant-message-notice')
  await expect(message).toBeVisible()
  await navigateInPage(page, '/live')
  await page.getByRole('option').first().click()
  await expect(page.getByRole('link', { name: /^完整/ })).toBeVisible()
  const box = await message.boundingBox()
  expect((box?.y ?? 0) + (box?.height ?? height)).toBeLessThan(height)
  await message.getByRole('button', { name: '撤销' }).click()
  await expect(message).toBeHidden()
})
