import { setAreaRules } from '@gatehouse/contract/features/door-rules/area-rules.ts'
import { listRecords } from '@gatehouse/contract/features/records.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { askServer } from '@gatehouse/testkit/ask-server.ts'
import { until } from '@gatehouse/testkit/until.ts'
import { expect } from '@playwright/test'
import { findAccessibilityFaults } from './accessibility-faults.ts'
import { test } from './journey.ts'

test.describe('rules of areas and doors', () => {
  test.use({ role: 'superAdmin' })

  test('anti-passback is set on an area with its warning read, refuses a person who is inside, and is reset', async ({
    page,
    product,
    seeded,
  }) => {
    const cookies = await page.context().cookies()
    const ask = askServer(product.url, cookies.find(({ name }) => name === 'token')?.value ?? '')
    const { siteId: id, areaId, doorId, personId, terminal } = seeded
    const { step } = test
    const shows = (words: string, doing: string) =>
      until(async () => (await terminal.show('franck_04000.jpg')).includes(words), doing, {
        see: () => terminal.output(),
      })

    try {
      await step('the form warns before it is saved that nobody sees people leave', async () => {
        await page.goto(pathTo('siteDetail', { query: { id, areaId } }))
        await page.getByRole('button', { name: 'Change: Rules of Lobby' }).click()
        const form = page.getByRole('dialog', { name: 'Rules of Lobby' })
        await form.getByRole('combobox', { name: 'If somebody comes in twice' }).click()
        await page.locator('.ant-select-dropdown:visible').getByTitle('Refuse', { exact: true }).click()
        await expect(form.getByText('No reader sees people leave: Main entrance.')).toBeVisible()
        await expect(form.getByText('No door contact: Main entrance.')).toBeVisible()
        expect(await findAccessibilityFaults(page), 'the rules of an area').toEqual([])
        await form.getByRole('button', { name: 'Save' }).click()
        await expect(page.getByText('A person who has not gone out does not come in again.')).toBeVisible()
      })
      await step('the second time the door refuses, and the record says why', async () => {
        await shows('may not pass: anti-passback', 'the door refuses somebody who is inside')
        const record = await until(
          async () => (await ask(listRecords, { query: { personId, abnormal: 'anti-passback' } })).items[0],
          'the record has arrived',
        )
        await page.goto(pathTo('signRecord', { below: record.id }))
        await expect(page.getByText('Anti-passback: the person was inside already.')).toBeVisible()
      })
      await step('the page of the door says the rule, and what opens it', async () => {
        await page.goto(pathTo('doorDetail', { query: { id: doorId } }))
        await expect(page.getByRole('button', { name: 'Open Main entrance' })).toBeEnabled()
        await expect(page.getByRole('heading', { name: 'Why Franck Dernoncourt was refused' })).toBeVisible()
        await expect(page.getByText('Anti-passback: the person was inside already.')).toBeVisible()
        await expect(page.getByRole('heading', { name: 'Inside behind it' })).toBeVisible()
        expect(await findAccessibilityFaults(page), 'the page of a door').toEqual([])
        await page.getByRole('tab', { name: 'Rules' }).click()
        const around = page.getByRole('region', { name: 'Rules that hold here and are set elsewhere' })
        await expect(around.getByText('A person who has not gone out does not come in again.')).toBeVisible()
        await expect(page.getByRole('region', { name: 'Last faces' })).toContainText('Franck Dernoncourt')
        expect(await findAccessibilityFaults(page), 'the rules of a door').toEqual([])
        await around.getByRole('link', { name: 'To the site' }).click()
      })
      await step('after a reset the door lets the person in', async () => {
        await page.getByRole('button', { name: 'Reset now' }).click()
        await page.getByRole('dialog').getByRole('button', { name: 'Reset now' }).click()
        await expect(page.getByText('Reset. The next time people come into Lobby, they are let in.')).toBeVisible()
        expect(await terminal.show('franck_04000.jpg')).toContain('may pass')
      })
    } finally {
      await ask(setAreaRules, { params: { id: areaId }, body: { antiPassback: null, occupancyLimit: null } })
    }
  })
})
