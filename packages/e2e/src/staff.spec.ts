import { seedStaff } from '@gatehouse/testkit/seeds/seed-staff.ts'
import { deleteStaff, getStaff, listStaff } from '@gatehouse/contract/features/staff.ts'
import { photographPath } from '@gatehouse/face/test/photographs.ts'
import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { askServer } from '@gatehouse/testkit/ask-server.ts'
import { test } from './journey.ts'
import { findAccessibilityFaults } from './accessibility-faults.ts'

test.describe('an administrator’s first day', () => {
  test.use({ role: 'superAdmin' })

  test('[MAN-01] [MAN-02] [MAN-08] [MAN-10] [MAN-11] [MAN-12] an administrator creates departments, a person with every field and a portrait and many people at once, exports them, and meets a conflict and an erasure', async ({
    page,
    context,
    product,
  }) => {
    const token = (await context.cookies()).find(({ name }) => name === 'token')?.value ?? ''
    const ask = askServer(product.url, token)
    const { step } = test

    await step('a tree of departments is made, and one is moved below another', async () => {
      await page.goto('/manmgt/staff/0')
      await addDepartment(page, 'Day one')
      await addDepartment(page, 'Warehouse one')
      await page.getByRole('button', { name: 'Actions for Warehouse one' }).click()
      await page.getByRole('menuitem', { name: 'Rename or move' }).click()
      const panel = page.getByRole('dialog', { name: 'Department Warehouse one' })
      // the panel gives the focus to its first field once it has come in
      await expect(panel.getByLabel('Name')).toBeFocused()
      await panel.getByLabel('Parent department').click()
      await page.getByTitle('Day one').last().click()
      await panel.getByRole('button', { name: 'Save' }).click()
      await expect(page.getByText('Department Warehouse one saved')).toBeVisible()
    })

    await step('a person is added with every field; a refused portrait has its face marked', async () => {
      await page.getByRole('button', { name: 'Add a person' }).first().click()
      const panel = page.getByRole('dialog', { name: 'Add a person' })
      await panel.getByLabel('Name').fill('欧阳娜娜')
      await panel.getByLabel('Choose a file').setInputFiles(photographPath('audrey.jpg'))
      await expect(panel.getByText('This portrait is fine')).toBeVisible()
      await expect(panel.getByRole('img', { name: 'The uploaded picture with the face marked' })).toBeVisible()
      await panel.getByRole('button', { name: /^Work/ }).click()
      await panel.getByRole('button', { name: /^Contact/ }).click()
      await panel.getByRole('button', { name: /^Identity/ }).click()
      await panel.getByRole('button', { name: /^On devices/ }).click()
      await panel.getByLabel('Job ID').fill('D1-001')
      await panel.getByLabel('Entry date').fill('2024-02-29')
      await panel.getByLabel('Phone').fill('12')
      await panel.getByLabel('Email').fill('nana@example.com')
      await expect(panel.getByText('Digits only, or with an area code as in +10-123456.')).toBeVisible()
      await panel.getByLabel('Phone').fill('13811112222')
      await panel.getByLabel('ID number').fill('44030019900101123X')
      await panel.getByLabel('Personal greeting').fill('早上好')
      expect(await findAccessibilityFaults(page), 'the form of a person').toEqual([])
      await panel.getByLabel('Name').fill('😀'.repeat(10_000))
      await panel.getByRole('button', { name: /^Add 😀/ }).click()
      await expect(panel.getByText('At most 128 characters.')).toBeVisible()
      await expect(panel.getByLabel('Job ID')).toHaveValue('D1-001')
      await expect(panel.getByText('This portrait is fine')).toBeVisible()
      await panel.getByLabel('Name').fill('欧阳娜娜')
      await panel.getByRole('button', { name: 'Add 欧阳娜娜' }).click()
      const again = panel.getByRole('button', { name: 'Add anyway' })
      const row = page.getByRole('row', { name: /欧阳娜娜/ })
      await expect(row.or(again).first()).toBeVisible()
      if (await again.isVisible()) await again.click()
      await expect(row).toContainText('Warehouse one')
    })

    await step('pinyin and initials find the person', async () => {
      for (const keyword of ['ouyang', 'oynn']) {
        await page.getByRole('combobox', { name: 'Search' }).fill(keyword)
        await expect(page.getByRole('row', { name: /欧阳娜娜/ })).toBeVisible()
      }
      await page.getByRole('combobox', { name: 'Search' }).fill('nobody at all')
      await expect(page.getByRole('link', { name: '欧阳娜娜' })).toBeHidden()
      await page.getByRole('combobox', { name: 'Search' }).fill('')
    })

    await step('the person’s page has the profile, the portrait, the groups and what they open', async () => {
      await page.getByRole('link', { name: '欧阳娜娜' }).click()
      await expect(page.getByText('44030019900101123X')).toBeVisible()
      await page.getByText('Portraits', { exact: true }).click()
      await expect(page.getByText('Main portrait')).toBeVisible()
      await expect(page.getByText('Default staff group')).toBeVisible()
      await expect(page.getByRole('region', { name: 'Doors and hours today' })).toBeVisible()
      await expect(page.getByRole('listitem').filter({ hasText: 'Created by' })).toBeVisible()
      expect(await findAccessibilityFaults(page), 'a person’s page').toEqual([])
    })

    const personAddress = page.url()
    const id = new URL(personAddress).searchParams.get('id') ?? ''
    await step('the second save shows what the other changed, and both changes are kept', async () => {
      await page.getByRole('button', { name: 'Edit' }).click()
      const panel = page.getByRole('dialog', { name: 'Edit 欧阳娜娜' })
      await panel.getByRole('button', { name: /^Work/ }).click()
      await panel.getByLabel('Remark').fill('Typed here')
      const { url } = product
      const answer = await fetch(`${url}/api/v2/staff/${id}`, {
        method: 'PATCH',
        headers: { 'AUTH-TOKEN': token, 'content-type': 'application/json' },
        body: JSON.stringify({ position: 'Forewoman' }),
      })
      expect(answer.status).toBe(200)
      await panel.getByRole('button', { name: 'Save', exact: true }).click()
      await expect(panel.getByText('Forewoman')).toBeVisible()
      await expect(panel.getByLabel('Remark')).toHaveValue('Typed here')
      await panel.getByRole('button', { name: 'Save my changes too' }).click()
      await expect(panel).toBeHidden()
      const saved = await ask(getStaff, { params: { id } })
      expect([saved.remark, saved.position]).toEqual(['Typed here', 'Forewoman'])
    })

    await step('a change is taken back in the timeline, which leaves a line of its own', async () => {
      const lines = page.getByRole('listitem').filter({ hasText: 'Position' })
      await expect(lines).toHaveCount(1)
      await lines.getByRole('button', { name: /^Undo: / }).click()
      await expect(page.getByText('欧阳娜娜 is as before again')).toBeVisible()
      expect((await ask(getStaff, { params: { id } })).position).toBeNull()
      await expect(lines).toHaveCount(2)
      // the earlier change of the field is over; the one that took it back can be taken back
      await expect(lines.getByRole('button', { name: /^Undo: / })).toHaveCount(1)
    })

    await step('several people are moved, and moved back', async () => {
      const made = []
      for (const name of ['Bulk one', 'Bulk two']) made.push((await seedStaff(ask, { name })).id)
      await page.goto('/manmgt/staff/0?keyword=Bulk')
      for (const name of ['Bulk one', 'Bulk two'])
        await page
          .getByRole('row', { name: new RegExp(name) })
          .getByRole('checkbox')
          .check()
      await page.getByRole('button', { name: 'Move 2 people' }).click()
      const question = page.getByRole('dialog', { name: /Move 2 people to a department/ })
      await question.getByLabel('Department').click()
      await page.getByTitle('Warehouse one').last().click()
      await question.getByRole('button', { name: 'Move 2 people' }).click()
      await expect(page.getByText('2 people moved')).toBeVisible()
      await expect(page.getByRole('row', { name: /Bulk one/ })).toContainText('Warehouse one')
      await page.getByRole('button', { name: 'Undo' }).click()
      await expect(page.getByRole('row', { name: /Bulk one/ })).not.toContainText('Warehouse one')
      await ask(deleteStaff, { body: { ids: made } })
    })

    await step('the filtered list is exported', async () => {
      await page.goto('/manmgt/staff/0?keyword=oynn')
      await expect(page.getByRole('row', { name: /欧阳娜娜/ })).toBeVisible()
      await page.getByRole('button', { name: 'Export' }).click()
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name: 'As CSV' }).click(),
      ])
      const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n')
      expect(lines).toHaveLength(2)
      expect(lines[1]).toMatch(/^欧阳娜娜,13811112222,.*D1-001,/)
    })

    await step('a department with people is not deleted, and says so', async () => {
      await page
        .getByRole('treeitem', { name: /Warehouse one/ })
        .or(page.getByTitle('Warehouse one'))
        .first()
        .click()
      await page.getByRole('button', { name: 'Actions for Warehouse one' }).click()
      await page.getByRole('menuitem', { name: 'Delete' }).click()
      await page.getByRole('button', { name: 'Delete department' }).click()
      await expect(page.getByText('This department still has 1 person. Move them first.')).toBeVisible()
      await page.keyboard.press('Escape')
    })

    await step('all data of the person is exported, and erased', async () => {
      await page.goto(personAddress)
      await page.getByRole('button', { name: 'More actions' }).click()
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name: 'Export personal data' }).click(),
      ])
      expect((await readFile(await download.path())).subarray(0, 2).toString()).toBe('PK')
      await page.getByRole('button', { name: 'More actions' }).click()
      await page.getByRole('menuitem', { name: 'Erase completely' }).click()
      await expect(page.getByText('This operation cannot be undone')).toBeVisible()
      await page.getByRole('button', { name: 'Erase 欧阳娜娜' }).click()
      await expect(page.getByText(/欧阳娜娜 erased/)).toBeVisible()
      expect((await ask(listStaff, { query: { keyword: 'oynn' } })).items).toEqual([])
    })
  })
})

test.describe('a general administrator', () => {
  test.use({ role: 'subAdmin' })

  test('[PERM-05] a general administrator reads the staff with masked numbers, and finds no button that changes them', async ({
    page,
    seeded,
  }) => {
    expect(seeded).toBeDefined()
    await page.goto('/manmgt/staff/0')
    await expect(page.getByRole('row').nth(1)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Add a person' })).toBeHidden()
    await expect(page.getByRole('button', { name: 'Add a department' })).toBeHidden()
    await page.getByRole('row').nth(1).getByRole('link').click()
    await expect(page.getByRole('region', { name: 'Details' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Edit' })).toBeHidden()
    await expect(page.getByRole('button', { name: 'More actions' })).toBeHidden()
  })
})

test.describe('a device administrator', () => {
  test.use({ role: 'deviceAdmin' })

  test('[PERM-06] a device administrator has no staff page', async ({ page }) => {
    await page.goto('/manmgt/staff/0')
    await expect(page).toHaveURL(/\/404$/)
  })
})

async function addDepartment(page: Page, name: string) {
  await page.getByRole('button', { name: 'Add a department' }).click()
  const panel = page.getByRole('dialog', { name: 'Add a department' })
  await panel.getByLabel('Name').fill(name)
  await panel.getByRole('button', { name: 'Add department' }).click()
  await expect(page.getByText(`Department ${name} added`)).toBeVisible()
}
