import { listCommands } from '@gatehouse/contract/features/devices.ts'
import { listSuspensions } from '@gatehouse/contract/features/suspensions.ts'
import { listVisitors } from '@gatehouse/contract/features/visitors.ts'
import { askServer } from '@gatehouse/testkit/ask-server.ts'
import { seedStaff } from '@gatehouse/testkit/seeds/seed-staff.ts'
import { expect, type Page } from '@playwright/test'
import { findAccessibilityFaults } from './accessibility-faults.ts'
import { test } from './journey.ts'

const { step } = test
const tokenOf = async (page: Page) => (await page.context().cookies()).find(({ name }) => name === 'token')?.value ?? ''
const boxOf = (page: Page) => page.getByRole('combobox', { name: 'Go to, find, do' })
const option = (page: Page, name: string | RegExp) => page.getByRole('option', { name })

/** Presses the keys and types at once, as somebody does who does not wait for the palette. */
async function ask(page: Page, text: string) {
  await page.keyboard.press('Control+k')
  await page.keyboard.type(text)
  await expect(boxOf(page)).toHaveValue(text)
}

test.describe('somebody who says what to do', () => {
  test.use({ role: 'superAdmin' })

  test('the search opens doors, suspends people and lets visitors in, each with what will happen beside it and undo after it', async ({
    page,
    product,
    seeded,
  }) => {
    const server = askServer(product.url, await tokenOf(page))
    const person = await seedStaff(server, { name: 'Quinn Harper' })
    await page.goto('/sign/policies')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const preview = page.getByRole('complementary', { name: 'What will happen' })

    await step('no letter is lost, also the first time; Enter is held to open the door', async () => {
      await ask(page, 'open main en')
      await expect(option(page, /^Open Main entrance/)).toHaveAttribute('aria-selected', 'true')
      await expect(preview).toContainText('Outside → Lobby')
      await expect(preview).toContainText('The door opens once')
      expect(await findAccessibilityFaults(page), 'the search with a door').toEqual([])
      await page.keyboard.down('Enter')
      await expect(preview.getByRole('button', { name: /Opening/ })).toBeVisible()
      await page.keyboard.up('Enter')
      const { items } = await server(listCommands, { params: { id: seeded.deviceId } })
      expect(items[0]?.kind).toBe('open-once')
      await page.keyboard.press('Escape')
      await expect(boxOf(page)).toHaveCount(0)
    })

    await step('a person is suspended until a day that is named, and undo takes it back', async () => {
      await ask(page, 'suspend quinn until 2099-01-05')
      await expect(option(page, /^Suspend Quinn Harper until Monday, 2099-01-05/)).toHaveAttribute(
        'aria-selected',
        'true',
      )
      await expect(preview).toContainText('Doors refuse Quinn Harper from now until')
      expect(await findAccessibilityFaults(page), 'the search with a person').toEqual([])
      await page.keyboard.press('Enter')
      await expect(page.getByText('Quinn Harper is suspended until 2099-01-05 00:00')).toBeVisible()
      const suspended = async () => (await server(listSuspensions, { params: { id: person.id } }))[0]
      expect((await suspended())?.endedBy).toBeNull()
      await page.getByRole('button', { name: 'Undo' }).click()
      await expect.poll(async () => (await suspended())?.endedBy ?? null).not.toBeNull()
    })

    await step('a visitor comes today and is received by somebody', async () => {
      await ask(page, 'visitor Ada Whitlock tomorrow host franck')
      await expect(option(page, /^New visitor Ada Whitlock/)).toHaveAttribute('aria-selected', 'true')
      await expect(preview).toContainText('Franck Dernoncourt receives them.')
      await page.keyboard.press('Enter')
      await expect(page.getByText('Ada Whitlock may pass until')).toBeVisible()
      const [visitor] = (await server(listVisitors, { query: { keyword: 'Ada Whitlock' } })).items
      expect(visitor?.host?.name).toBe('Franck Dernoncourt')
      await page.getByRole('button', { name: 'Show' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Ada Whitlock' })).toBeVisible()
    })

    await step('what was done stands there before anything is typed, and leaves with the session', async () => {
      await page.keyboard.press('Control+k')
      const before = page.getByRole('group', { name: 'Did before' })
      await expect(before.getByRole('option')).toHaveCount(3)
      await expect(before.getByRole('option').first()).toContainText('New visitor Ada Whitlock')
      await before.getByRole('option', { name: /^Suspend Quinn Harper/ }).click()
      await expect(boxOf(page)).toHaveValue('suspend Quinn Harper until 2099-01-05')
      await page.keyboard.press('Escape')
      const kept = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('recentThings')))
      expect(await kept()).toHaveLength(1)
    })
  })

  test('the search says why somebody was refused yesterday or today, in English and in Chinese without spaces', async ({
    page,
    seeded,
  }) => {
    await page.goto('/sign/policies')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await seeded.terminal.show('cage.jpg')
    const preview = page.getByRole('complementary', { name: /What will happen|操作的效果/ })
    await ask(page, 'why refused at main entrance today')
    await expect(option(page, /^Stranger, refused/).first()).toHaveAttribute('aria-selected', 'true')
    await expect(preview).toContainText('No known face is similar enough to this one.')
    await page.keyboard.press('Escape')

    await page.evaluate(() => localStorage.setItem('language', 'zh'))
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.keyboard.press('Control+k')
    const field = page.getByRole('combobox', { name: '前往、查找、操作' })
    await field.fill('暂停Franck到2099年1月5日')
    await expect(option(page, /^暂停Franck Dernoncourt通行，至2099-01-05（星期一）/)).toBeVisible()
    await field.fill('打开Main entrance')
    await expect(option(page, /^打开Main entrance/)).toHaveAttribute('aria-selected', 'true')
    await expect(preview).toContainText('开门一次')
    expect(await findAccessibilityFaults(page), 'the search in Chinese').toEqual([])
  })

  test('a setting that is found by its name leads to its field', async ({ page, seeded }) => {
    await page.goto('/dashboard')
    await expect(page.getByRole('button', { name: /Admin/ }).first()).toBeVisible()
    await ask(page, 'welcome message')
    await expect(option(page, /^Welcome message.*Company info/)).toBeVisible()
    await option(page, /^Welcome message.*Company info/).click()
    await expect(page.getByRole('textbox', { name: 'Welcome message' })).toBeFocused()
    await page.getByRole('button', { name: 'Cancel' }).click()

    await ask(page, 'sender name')
    await option(page, /^Sender name.*Service configuration/).click()
    await expect(page.getByRole('textbox', { name: 'Sender name' })).toBeFocused()
    await page.getByRole('button', { name: 'Cancel' }).click()

    await ask(page, 'door-open time main')
    await option(page, /^Door-open time.*Setting of Main entrance/).click()
    await expect(page).toHaveURL(new RegExp(`/device/list/${seeded.deviceId}\\?tab=settings#field-`))
    await expect(page.getByLabel('Door-open time')).toBeFocused()
  })

  test('on a phone the action stands with its button below what was found', async ({ page, seeded }) => {
    void seeded
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/sign/policies')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.getByRole('textbox', { name: /^Go to, find, do/ }).click()
    await boxOf(page).fill('open main')
    const button = page.getByRole('button', { name: /^Open Main entrance/ })
    await expect(button).toBeInViewport()
    expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    expect(await findAccessibilityFaults(page), 'the search on a phone').toEqual([])
    await page.getByRole('button', { name: 'Close Esc' }).click()
    await expect(boxOf(page)).toHaveCount(0)
  })
})

test.describe('somebody who may do less', () => {
  test.use({ role: 'subAdmin' })

  test('the search offers no action that the role may not do', async ({ page, seeded }) => {
    void seeded
    await page.goto('/sign/policies')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await ask(page, 'open main entrance')
    await expect(option(page, /^Main entrance/).first()).toBeVisible()
    await boxOf(page).fill('suspend franck')
    await expect(option(page, /^Franck Dernoncourt/).first()).toBeVisible()
    await boxOf(page).fill('lock down')
    await expect(option(page, /^Lockdowns/)).toBeVisible()
    for (const text of ['main entrance', 'franck', 'lock down']) {
      await boxOf(page).fill(text)
      await expect(option(page, new RegExp(text.replace(' d', ' ?d'), 'i')).first()).toBeVisible()
      await expect(page.getByRole('group', { name: 'Do', exact: true })).toHaveCount(0)
    }
  })
})
