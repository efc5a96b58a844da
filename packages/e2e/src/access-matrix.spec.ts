import { groupRoutesOf } from '@gatehouse/contract/features/person-groups.ts'
import { createPolicies, listPolicies } from '@gatehouse/contract/features/policies.ts'
import { createTimetable } from '@gatehouse/contract/features/timetables.ts'
import { askServer } from '@gatehouse/testkit/ask-server.ts'
import { seedStaff } from '@gatehouse/testkit/seeds/seed-staff.ts'
import { expect, type Locator, type Page } from '@playwright/test'
import { findAccessibilityFaults } from './accessibility-faults.ts'
import { test } from './journey.ts'

const { step } = test
test.use({ role: 'superAdmin' })

/** Moves through the grid by a key until its active cell is one of this name. */
async function moveTo(page: Page, grid: Locator, key: string, name: RegExp) {
  await expect(async () => {
    const active = (await grid.getAttribute('aria-activedescendant')) ?? ''
    const label = await page.locator(`[id="${active}"]`).getAttribute('aria-label')
    if (!name.test(label ?? '')) await grid.press(key)
    expect(label).toMatch(name)
  }).toPass()
}

test('[PASS-02] [PASS-03] access is painted by keys and by the pointer, says who gains a door before it is saved, and why a cell opens', async ({
  page,
  context,
  product,
  seeded,
}) => {
  const token = (await context.cookies()).find(({ name }) => name === 'token')?.value ?? ''
  const ask = askServer(product.url, token)
  const { id: groupId } = await ask(groupRoutesOf.staff.create, { body: { name: 'Matrix team' } })
  await ask(createTimetable, {
    body: {
      name: 'Matrix hours',
      validFromOn: null,
      validToOn: null,
      week: Array.from({ length: 7 }, () => [{ startMinute: 540, endMinute: 1020 }]),
      holiday: [],
      holidays: [],
    },
  })
  await seedStaff(ask, { name: 'Mina Matrix', groupIds: [groupId] })

  const grid = page.getByRole('grid', { name: 'Groups by doors' })
  const cell = (access: string) =>
    grid.getByRole('gridcell', { name: `Matrix team, Main entrance, ${access}`, exact: true })
  await step('the page of policies begins with the matrix, and leads to the list and back', async () => {
    await page.goto('/sign/policies')
    await expect(cell('None')).toBeVisible()
    await page.getByText('List', { exact: true }).click()
    await expect(page).toHaveURL(/\/sign\/policies\/list$/)
    await expect(page.getByRole('button', { name: 'New policies' }).first()).toBeVisible()
    await page.getByText('Matrix', { exact: true }).click()
    await expect(page).toHaveURL(/\/sign\/policies$/)
    await expect(cell('None')).toBeVisible()
  })

  await step('a filter shows one door, and its address stays', async () => {
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    const door = page.getByRole('group', { name: 'Filter' }).getByRole('combobox', { name: 'Door' })
    await door.fill('Main entrance')
    await door.press('Enter')
    await expect(page).toHaveURL(/door=/)
    await expect(page.getByRole('columnheader', { name: /Main entrance/ })).toBeVisible()
    await expect(page.getByRole('grid')).toHaveAttribute('aria-colcount', '2')
    await page.goto('/sign/policies')
  })

  await step('keys move, choose the paint, paint and undo', async () => {
    await grid.focus()
    await moveTo(page, grid, 'ArrowDown', /^Matrix team,/)
    await moveTo(page, grid, 'ArrowRight', /, Main entrance,/)
    await grid.press('1')
    await expect(page.getByRole('button', { name: 'Always' })).toHaveAttribute('aria-pressed', 'true')
    await grid.press('Space')
    await expect(cell('Always, not saved')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Save 1 change' })).toBeVisible()
    await grid.press('Control+z')
    await expect(cell('None')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Save 1 change' })).toBeHidden()
    await grid.press('Space')
    await grid.press('Delete')
    await expect(cell('None')).toBeVisible()
  })

  await step('the pointer paints, and nothing is saved before somebody has seen who gains the door', async () => {
    await page.getByRole('button', { name: 'Matrix hours' }).click()
    await cell('None').click()
    await expect(cell('Matrix hours, not saved')).toBeVisible()
    expect(await findAccessibilityFaults(page), 'the matrix').toEqual([])
    await page.getByRole('button', { name: 'Save 1 change' }).click()
    const dialog = page.getByRole('dialog', { name: 'Save 1 change' })
    await expect(dialog.getByText('1 person gains Main entrance')).toBeVisible()
    await expect(dialog.getByText('Mina Matrix')).toBeVisible()
    expect((await ask(listPolicies, { query: { groupId } })).total).toBe(0)
    await dialog.getByRole('button', { name: 'Save 1 change' }).click()
    await expect(page.getByText('1 change saved.')).toBeVisible()
    await expect(cell('Matrix hours')).toBeVisible()
    expect((await ask(listPolicies, { query: { groupId } })).items.map(({ timetable }) => timetable.name)).toEqual([
      'Matrix hours',
    ])
  })

  await step('a cell says why the door would open for a person, or not', async () => {
    await page.getByRole('combobox', { name: 'Person' }).fill('Mina Matrix')
    await page.getByTitle(/^Mina Matrix/).click()
    await page.getByRole('slider', { name: 'Time' }).fill('600')
    await cell('Matrix hours').hover()
    const why = page.getByRole('region', { name: 'Why does a door open?' })
    await expect(why.getByRole('heading', { name: 'Mina Matrix at Main entrance' })).toBeVisible()
    await expect(why).toContainText('Opens')
    await page.getByRole('slider', { name: 'Time' }).fill('1200')
    await cell('Matrix hours').hover()
    await expect(why).toContainText('Stays closed')
    await expect(why.getByRole('listitem')).not.toHaveCount(0)
  })

  await step('a change that somebody else has overtaken is refused, and what is there now is shown', async () => {
    const other = await ask(createTimetable, {
      body: {
        name: 'Other hours',
        validFromOn: null,
        validToOn: null,
        week: Array.from({ length: 7 }, () => [{ startMinute: 0, endMinute: 60 }]),
        holiday: [],
        holidays: [],
      },
    })
    await page.getByRole('button', { name: 'None' }).click()
    await cell('Matrix hours').click()
    await expect(cell('None, not saved')).toBeVisible()
    await ask(createPolicies, { body: { deviceIds: [seeded.deviceId], groupIds: [groupId], timetableId: other.id } })
    await page.getByRole('button', { name: 'Save 1 change' }).click()
    const dialog = page.getByRole('dialog', { name: 'Save 1 change' })
    await expect(dialog.getByText(/Somebody else changed this meanwhile: Main entrance – Matrix team/)).toBeVisible()
    await dialog.getByRole('button', { name: 'Look at it again' }).click()
    await expect(cell('Matrix hours and Other hours')).toBeVisible()
  })

  await step('on a phone one group is shown at a time, and its hours are chosen', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('combobox', { name: 'Group' }).click()
    await page.getByTitle('Matrix team').last().click()
    await page.getByRole('button', { name: 'Why at Main entrance?' }).click()
    await expect(page.getByRole('region', { name: 'Why does a door open?' })).toContainText('Stays closed')
    await page.getByRole('button', { name: 'Why at Main entrance?' }).click()
    await page.getByRole('combobox', { name: 'Hours at Main entrance' }).click()
    await page.getByTitle('None', { exact: true }).last().click()
    await expect(page.getByRole('button', { name: 'Save 1 change' })).toBeVisible()
    expect(await findAccessibilityFaults(page), 'the matrix on a phone').toEqual([])
    await page.getByRole('button', { name: 'Save 1 change' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Save 1 change' }).click()
    await expect(page.getByText('1 change saved.')).toBeVisible()
    await expect.poll(async () => (await ask(listPolicies, { query: { groupId } })).total).toBe(0)
  })
})
