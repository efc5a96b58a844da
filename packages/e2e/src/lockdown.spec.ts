import { listActiveLockdowns, releaseLockdown } from '@gatehouse/contract/features/lockdown.ts'
import { listRecords } from '@gatehouse/contract/features/records.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { askServer } from '@gatehouse/testkit/ask-server.ts'
import { until } from '@gatehouse/testkit/until.ts'
import { expect, type Page } from '@playwright/test'
import { findAccessibilityFaults } from './accessibility-faults.ts'
import { test } from './journey.ts'

const { step } = test
const tokenOf = async (page: Page) => (await page.context().cookies()).find(({ name }) => name === 'token')?.value ?? ''

test.use({ role: 'superAdmin' })

test('doors are locked down by holding, every page and every role is told, the door refuses with its reason, and a reason releases it', async ({
  page,
  browser,
  product,
  seeded,
  sessionOf,
}) => {
  const ask = askServer(product.url, await tokenOf(page))
  const shows = (word: RegExp) =>
    until(async () => word.test(await seeded.terminal.show('franck_04000.jpg')), `the door says ${word.source}`, {
      see: () => seeded.terminal.output(),
    })
  const notice = (on: Page) => on.getByRole('region', { name: 'Lockdown' })
  const reader = await browser.newPage({
    baseURL: product.url,
    locale: 'en-GB',
    storageState: await sessionOf('visitorAdmin'),
  })
  try {
    await step('keys open the panel, and nothing is begun by a short press', async () => {
      await page.goto(pathTo('staff', { deptId: 0 }))
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await page.keyboard.press('Control+Shift+L')
      const panel = page.getByRole('dialog', { name: 'Lock down or open doors' })
      await expect(panel.getByText(/It holds at \d+ doors? until somebody releases it/)).toBeVisible()
      await panel.getByLabel('Level').fill('Red')
      await panel.getByLabel('Reason').fill('Somebody with a knife')
      expect(await findAccessibilityFaults(page), 'the panel').toEqual([])
      const button = panel.getByRole('button', { name: 'Lock down All sites' })
      await button.click()
      await expect(panel.getByText('Let go too early: nothing was done')).toBeAttached()
      expect(await ask(listActiveLockdowns)).toEqual([])
      await button.click({ delay: 1_000 })
      await expect(panel).toBeHidden()
    })

    await step(
      'the notice says who, and that people can leave, on this page and in the session of another role',
      async () => {
        await expect(notice(page)).toContainText('Red: All sites are locked down since')
        await expect(notice(page)).toContainText('People can leave.')
        await reader.goto(pathTo('visitor'))
        await expect(notice(reader)).toContainText('Red: All sites are locked down')
        await expect(notice(reader)).toContainText('People can leave.')
        await expect(notice(reader).getByRole('button')).toHaveCount(0)
        await expect(reader.getByRole('button', { name: /Lock down/ })).toHaveCount(0)
      },
    )

    await step('on paper the notice has its words, and nothing to press', async () => {
      await expect(notice(page).getByRole('button', { name: 'Release' })).toBeVisible()
      await page.emulateMedia({ media: 'print' })
      await expect(notice(page)).toContainText('Red: All sites are locked down since')
      await expect(notice(page).locator('button:visible, .ant-btn:visible')).toHaveCount(0)
      await page.emulateMedia({ media: 'screen' })
    })

    await step('the door refuses, and the record says that it was locked down', async () => {
      await shows(/may not pass: lockdown/)
      const { id } = await until(
        async () => (await ask(listRecords, { query: { personId: seeded.personId, abnormal: 'lockdown' } })).items[0],
        'the record has arrived',
      )
      await page.goto(pathTo('signRecord', { below: id }))
      await expect(page.getByText('The door was locked down, and the person is in no exempt group.')).toBeVisible()
      await page.keyboard.press('Escape')
    })

    await step('it is released by a held key, with a reason, and the door lets in', async () => {
      await notice(page).getByRole('button', { name: 'Release' }).click()
      const panel = page.getByRole('dialog', { name: 'Release Lockdown · All sites' })
      const button = panel.getByRole('button', { name: 'Release Lockdown · All sites' })
      await expect(button).toBeDisabled()
      await panel.getByLabel('Reason of the release').fill('All clear')
      expect(await findAccessibilityFaults(page), 'the release').toEqual([])
      await button.press('Enter', { delay: 1_000 })
      await expect(notice(page)).toBeHidden()
      await expect(notice(reader)).toBeHidden()
      await shows(/may pass/)
      await page.goto(pathTo('lockdowns'))
      const row = page.getByRole('row', { name: /All sites/ }).first()
      await expect(row).toContainText('Released')
      expect(await findAccessibilityFaults(page), 'the history').toEqual([])
    })
  } finally {
    for (const { id } of await ask(listActiveLockdowns))
      await ask(releaseLockdown, { params: { id }, body: { reason: 'the journey is over' } })
    await reader.context().close()
  }
})
