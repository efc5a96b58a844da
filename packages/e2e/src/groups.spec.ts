import { seedStaff } from '@gatehouse/testkit/seeds/seed-staff.ts'
import { groupRoutesOf } from '@gatehouse/contract/features/person-groups.ts'
import { listStaff } from '@gatehouse/contract/features/staff.ts'
import { expect, type Page } from '@playwright/test'
import { askServer } from '@gatehouse/testkit/ask-server.ts'
import { test } from './journey.ts'

const tokenOf = async (page: Page) => (await page.context().cookies()).find(({ name }) => name === 'token')?.value ?? ''

test.describe('groups', () => {
  test.use({ role: 'superAdmin' })

  test('[NAV-03] [MAN-03] a staff group is created, filled, bound to a door, emptied and deleted, and each step tells its effect', async ({
    page,
    product,
    seeded,
  }) => {
    const ask = askServer(product.url, await tokenOf(page))
    expect(seeded.deviceId).toBeTruthy()
    for (const name of ['Rota One', 'Rota Two']) await seedStaff(ask, { name, groupIds: [] })

    await page.goto('/manmgt/staffgroup')
    await expect(page.getByRole('heading', { name: /^Default staff group/ })).toBeVisible()
    await expect(page.getByRole('button', { name: 'More actions' }), 'the default group stays').toHaveCount(0)

    await page.getByRole('button', { name: 'New group' }).click()
    await expect(page).toHaveURL(/\/manmgt\/staffgroup\/new$/)
    const form = page.getByRole('dialog', { name: 'New group' })
    await form.getByLabel('Name').fill('Default staff group')
    await form.getByRole('button', { name: 'Create group' }).click()
    await expect(form.getByText('A group with this name already exists.')).toBeVisible()
    await form.getByLabel('Name').fill('Rota')
    await form.getByRole('button', { name: 'Create group' }).click()
    await expect(page).toHaveURL(/\/manmgt\/staffgroup\/[0-9a-f-]{36}$/)
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Rota', exact: true })).toBeVisible()
    await expect(page.getByText('Nobody in this group yet').first()).toBeVisible()

    await page.getByRole('tab', { name: /^Devices/ }).click()
    await page.getByRole('button', { name: 'Bind devices' }).click()
    const bind = page.getByRole('dialog', { name: 'Bind Rota to devices' })
    await bind.getByRole('checkbox', { name: /Main entrance/ }).check()
    await bind.getByRole('button', { name: 'Bind to 1 device' }).click()
    await expect(page.getByText('Bound to 1 device', { exact: true })).toBeVisible()
    await expect(page.getByRole('tabpanel').getByRole('list', { name: 'Devices' })).toContainText(
      'No policy: this group passes at any time',
    )

    await page.getByRole('button', { name: 'Add people' }).click()
    const add = page.getByRole('dialog', { name: 'Add people to Rota' })
    await expect(add.getByText('These devices will recognise them: Main entrance.')).toBeVisible()
    await add.getByRole('searchbox').or(add.getByLabel('Name, job ID or phone')).first().fill('rota')
    await add.getByRole('button', { name: 'Search' }).click()
    for (const name of ['Rota One', 'Rota Two']) await add.getByRole('checkbox', { name: new RegExp(name) }).check()
    await add.getByRole('button', { name: 'Add 2 people' }).click()
    await expect(page.getByText('2 people added to Rota')).toBeVisible()

    await page.getByRole('tab', { name: 'Members (2)' }).click()
    await page
      .getByRole('row', { name: /Rota One/ })
      .getByRole('button', { name: 'Actions for Rota One' })
      .click()
    await page.getByRole('menuitem', { name: 'Remove from the group' }).click()
    const remove = page.getByRole('dialog', { name: 'Remove 1 person from Rota?' })
    await expect(remove).toContainText('Only the membership ends; the people stay.')
    await expect(remove).toContainText('unless another of their groups is bound there: Main entrance.')
    await remove.getByRole('button', { name: 'Remove 1 person' }).click()
    await expect(page.getByRole('row', { name: /Rota One/ })).toHaveCount(0)
    await expect(page.getByRole('row', { name: /Rota Two/ })).toBeVisible()

    await page.getByRole('button', { name: 'Rename' }).click()
    const rename = page.getByRole('dialog', { name: 'Rename Rota' })
    await rename.getByLabel('Name').fill('Weekend rota')
    await rename.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('heading', { name: 'Weekend rota', exact: true })).toBeVisible()

    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Delete group' }).click()
    const question = page.getByRole('dialog', { name: 'Delete Weekend rota?' })
    await expect(question).toContainText('1 person is in this group and is kept')
    await expect(question).toContainText('Main entrance')
    await expect(question).toContainText('This operation cannot be undone.')
    const missed: string[] = []
    page.on('response', (response) => response.status() === 404 && missed.push(response.url()))
    await question.getByRole('button', { name: 'Delete Weekend rota' }).click()
    await expect(page).toHaveURL(/\/manmgt\/staffgroup$/)
    await expect(page.getByRole('link', { name: /Weekend rota/ })).toHaveCount(0)
    expect(missed, 'nobody asks for a group that is no more').toEqual([])
    const people = (await ask(listStaff, { query: { keyword: 'rota' } })).items
    expect(people).toHaveLength(2)
  })

  for (const [address, title] of [
    ['visitorgroup', 'Visitor groups'],
    ['blacklistgroup', 'Blacklist groups'],
  ] as const)
    test(`[NAV-03] /manmgt/${address} opens on the default group, on the one it names, and not on one of another kind`, async ({
      page,
      product,
    }) => {
      const ask = askServer(product.url, await tokenOf(page))
      const { create } = groupRoutesOf[address === 'visitorgroup' ? 'visitor' : 'blacklisted']
      const id = (await ask(create, { body: { name: `Named ${address}` } })).id
      await page.goto(`/manmgt/${address}`)
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
      await expect(page.getByRole('heading', { name: /^Default/ })).toBeVisible()
      await page.goto(`/manmgt/${address}/${id}`)
      await expect(page.getByRole('heading', { name: `Named ${address}` })).toBeVisible()
      const staff = (await ask(groupRoutesOf.staff.create, { body: { name: `Staff beside ${address}` } })).id
      await page.goto(`/manmgt/${address}/${staff}`)
      await expect(page).toHaveURL(new RegExp(`/manmgt/${address}$`))
    })
})

test.describe('a visitor administrator', () => {
  test.use({ role: 'visitorAdmin' })

  test('[MAN-03] a visitor administrator changes visitor groups and is not led to those of staff', async ({ page }) => {
    await page.goto('/manmgt/visitorgroup')
    await expect(page.getByRole('button', { name: 'New group' })).toBeVisible()
    await expect(page.getByRole('menuitem', { name: 'Staff groups' })).toHaveCount(0)
    await page.goto('/manmgt/staffgroup')
    await expect(page).toHaveURL(/\/404$/)
  })
})

test.describe('a role that only reads people', () => {
  test.use({ role: 'subAdmin' })

  test('[MAN-03] a role that only reads people sees groups and changes none', async ({ page }) => {
    await page.goto('/manmgt/staffgroup')
    await expect(page.getByRole('heading', { name: /^Default staff group/ })).toBeVisible()
    for (const name of ['New group', 'Add people', 'Rename'])
      await expect(page.getByRole('button', { name })).toHaveCount(0)
  })
})
