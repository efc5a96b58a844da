import { seedStaff } from '@gatehouse/testkit/seeds/seed-staff.ts'
import { listRecords } from '@gatehouse/contract/features/records.ts'
import { deleteStaff, getStaff, updateStaff } from '@gatehouse/contract/features/staff.ts'
import { createVisitor } from '@gatehouse/contract/features/visitors.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { askServer } from '@gatehouse/testkit/ask-server.ts'
import { until } from '@gatehouse/testkit/until.ts'
import { type Browser, expect, type Page } from '@playwright/test'
import { findAccessibilityFaults } from './accessibility-faults.ts'
import { test } from './journey.ts'

const tokenOf = async (page: Page) => (await page.context().cookies()).find(({ name }) => name === 'token')?.value ?? ''
const pageOf = (id: string) => pathTo('staffDetail', { query: { id } })
const sayIn = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })

test.describe('people whom doors refuse', () => {
  test.use({ role: 'superAdmin' })

  test('a number and a PIN that were changed by mistake are taken back on the page of the person', async ({
    page,
    product,
  }) => {
    const ask = askServer(product.url, await tokenOf(page))
    const { id } = await seedStaff(ask, { name: 'Una Undone', phone: '13800009901' })
    await ask(updateStaff, { params: { id }, body: { phone: '13800009902', pin: '123456' } })
    await page.goto(pageOf(id))
    await page.getByRole('button', { name: /^Undo: / }).click()
    await expect(page.getByText('Una Undone is as before again')).toBeVisible()
    expect(await ask(getStaff, { params: { id } })).toMatchObject({ phone: '13800009901', hasPin: false })
    await ask(deleteStaff, { body: { ids: [id] } })
  })

  test('a person is suspended from the page, refused at the door with the reason in the record, and let in again by undo', async ({
    page,
    product,
    seeded,
  }) => {
    const ask = askServer(product.url, await tokenOf(page))
    const passes = (isLetIn: boolean) =>
      until(
        async () => (await seeded.terminal.show('franck_04000.jpg')).includes('may not pass: suspended') !== isLetIn,
        isLetIn ? 'the door lets the person in' : 'the door refuses the person',
        { see: () => seeded.terminal.output() },
      )
    const { step } = test
    await page.goto(pageOf(seeded.personId))
    const suspend = page.getByRole('switch', { name: 'Suspend' })

    await step('the switch acts at once; the page says so, and the door refuses', async () => {
      await suspend.press('Space')
      await expect(page.getByText('Franck Dernoncourt is suspended', { exact: false })).toBeVisible()
      await expect(suspend).toBeFocused()
      await expect(sayIn(page, 'Doors refuse entry; leaving stays possible.')).toContainText('Suspended')
      await expect(suspend).toBeChecked()
      await passes(false)
    })
    await step('the record says that the person was suspended', async () => {
      const { id } = await until(
        async () => (await ask(listRecords, { query: { personId: seeded.personId, abnormal: 'suspended' } })).items[0],
        'the record has arrived',
      )
      await page.goto(pathTo('signRecord', { below: id }))
      await expect(page.getByText('The person was suspended.')).toBeVisible()
      await page.goto(pageOf(seeded.personId))
    })
    await step('a suspension that was ended by mistake comes back by undo', async () => {
      await suspend.click()
      await expect(page.getByText('Franck Dernoncourt is no longer suspended')).toBeVisible()
      await page.getByRole('button', { name: 'Undo', exact: true }).click()
      await expect(suspend).toBeChecked()
    })
    await step('it is ended where the timeline tells of it, and the door lets in', async () => {
      await page.getByRole('button', { name: /^Undo: Suspended/ }).click()
      await expect(suspend).not.toBeChecked()
      await expect(page.getByRole('button', { name: /^Undo: Suspended/ })).toHaveCount(0)
      await expect(sayIn(page, 'Doors refuse entry')).toHaveCount(0)
      await passes(true)
    })
  })

  test('a suspension gets its end and its reason, and the page keeps the history', async ({ page, product }) => {
    const ask = askServer(product.url, await tokenOf(page))
    const { id } = await seedStaff(ask, { name: 'Hilda Haste' })
    await page.goto(pageOf(id))
    const suspend = page.getByRole('switch', { name: 'Suspend' })
    await page.getByText('Suspensions', { exact: true }).click()
    await expect(page.getByText('Never suspended')).toBeVisible()
    await suspend.click()
    await page.getByRole('button', { name: 'Until…' }).click()
    const question = page.getByRole('dialog', { name: 'Suspend Hilda Haste until a moment' })
    await question.getByLabel('Until').fill('2099-01-01 08:00')
    await question.getByLabel('Reason (optional)').fill('Lost badge')
    expect(await findAccessibilityFaults(page), 'the question until when').toEqual([])
    await question.getByRole('button', { name: 'Suspend until then' }).click()
    await expect(page.getByText('Hilda Haste is suspended until 2099-01-01 08:00')).toBeVisible()
    await expect(sayIn(page, 'until 2099-01-01 08:00, by')).toContainText('Reason: Lost badge')
    const history = page.getByRole('listitem').filter({ hasText: 'Set by' }).filter({ hasText: 'Lost badge' })
    await expect(history).toBeVisible()
    expect(await findAccessibilityFaults(page), 'the page of a suspended person').toEqual([])
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect(suspend).not.toBeChecked()
    await expect(history).toContainText('Ended by')
  })

  test('several people are suspended in the list, one by its menu, and each can be taken back', async ({
    page,
    product,
  }) => {
    const ask = askServer(product.url, await tokenOf(page))
    for (const name of ['Pause One', 'Pause Two']) await seedStaff(ask, { name })
    await page.goto('/manmgt/staff/0?keyword=pause')
    for (const name of ['Pause One', 'Pause Two'])
      await page
        .getByRole('row', { name: new RegExp(name) })
        .getByRole('checkbox')
        .check()
    await page.getByRole('button', { name: 'Suspend 2 people' }).click()
    await expect(page.getByText('2 people suspended')).toBeVisible()
    const suspended = page.getByRole('row').filter({ hasText: 'Suspended' })
    await expect(suspended).toHaveCount(2)
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect(suspended).toHaveCount(0)

    await page.getByRole('button', { name: 'Actions for Pause One' }).click()
    await page.getByRole('menuitem', { name: 'Suspend', exact: true }).click()
    await expect(suspended).toHaveCount(1)
    await page.getByRole('combobox', { name: 'Search' }).click()
    await page.getByRole('option', { name: 'Suspended now' }).click()
    await page.getByRole('option', { name: 'yes' }).click()
    await expect(page.getByRole('row', { name: /Pause Two/ })).toHaveCount(0)
    await page.getByRole('button', { name: 'Actions for Pause One' }).click()
    await page.getByRole('menuitem', { name: 'End suspension' }).click()
    await expect(page.getByRole('row', { name: /Pause One/ })).toHaveCount(0)
  })

  test('a person whose last day is over says so, leaves the everyday list, and is found by the filter', async ({
    page,
    product,
  }) => {
    const ask = askServer(product.url, await tokenOf(page))
    const { id } = await seedStaff(ask, { name: 'Farewell Fay' })
    await page.goto(pageOf(id))
    await page.getByRole('button', { name: 'Edit' }).click()
    const panel = page.getByRole('dialog', { name: 'Edit Farewell Fay' })
    await panel.getByRole('button', { name: /^Work/ }).click()
    await expect(panel.getByText('Doors open on this day and not after it, but to let the person out.')).toBeVisible()
    await panel.getByLabel('Last day').fill('2026-01-30')
    await panel.getByRole('button', { name: 'Save' }).click()
    await expect(sayIn(page, 'The last day was 2026-01-30.')).toContainText('Left')

    await page.goto('/manmgt/staff/0?keyword=farewell')
    await expect(page.getByText('Nothing matches these filters').first()).toBeVisible()
    await page.getByRole('combobox', { name: 'Search' }).click()
    await page.getByRole('option', { name: 'Employment' }).click()
    await page.getByRole('option', { name: 'Left' }).click()
    await expect(page.getByRole('row', { name: /Farewell Fay/ })).toContainText('Left')
  })

  test('a reader sees that a person is suspended and has no switch, and a visitor administrator suspends visitors', async ({
    page,
    browser,
    product,
    sessionOf,
  }) => {
    const ask = askServer(product.url, await tokenOf(page))
    const { id } = await seedStaff(ask, { name: 'Only Read' })
    await page.goto(pageOf(id))
    await page.getByRole('switch', { name: 'Suspend' }).click()
    await expect(sayIn(page, 'Doors refuse entry')).toBeVisible()
    const period = { validFromAt: '2026-01-01T00:00:00Z', validToAt: '2026-12-31T00:00:00Z' }
    const visitor = await ask(createVisitor, { body: { name: 'Vera Visit', ...period } })

    const reader = await openAs(browser, await sessionOf('subAdmin'), product.url)
    await reader.goto(pageOf(id))
    await expect(sayIn(reader, 'Doors refuse entry')).toBeVisible()
    await expect(reader.getByRole('switch')).toHaveCount(0)
    await reader.context().close()

    const receiver = await openAs(browser, await sessionOf('visitorAdmin'), product.url)
    await receiver.goto(pathTo('visitorDetail', { query: { id: visitor.id } }))
    await receiver.getByRole('switch', { name: 'Suspend' }).click()
    await expect(sayIn(receiver, 'Doors refuse entry')).toContainText('Suspended')
    await receiver.goto('/manmgt/visitor?keyword=vera')
    await expect(receiver.getByRole('row', { name: /Vera Visit/ })).toContainText('Suspended')
    await receiver.context().close()
  })
})

type Session = Exclude<Parameters<Browser['newContext']>[0], undefined>['storageState']

async function openAs(browser: Browser, storageState: Session, baseURL: string): Promise<Page> {
  const context = await browser.newContext({ baseURL, locale: 'en-GB', ...(storageState && { storageState }) })
  return context.newPage()
}
