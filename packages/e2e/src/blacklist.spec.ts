import { createDepartment, deleteDepartment } from '@gatehouse/contract/features/departments.ts'
import { photograph } from '@gatehouse/testkit/photographs.ts'
import { seedStaff } from '@gatehouse/testkit/seeds/seed-staff.ts'
import { deleteStaff } from '@gatehouse/contract/features/staff.ts'
import { moveToBlacklist } from '@gatehouse/contract/features/blacklist.ts'
import { photographPath } from '@gatehouse/face/test/photographs.ts'
import { expect } from '@playwright/test'
import { askServer } from '@gatehouse/testkit/ask-server.ts'
import { test } from './journey.ts'
import { until } from '@gatehouse/testkit/until.ts'

test.use({ role: 'superAdmin' })

test('[MAN-05] [PASS-03] somebody is blacklisted, refused at the door within seconds, seen on their page, and passes again once moved out', async ({
  page,
  product,
  seeded: { terminal },
}) => {
  const token = (await page.context().cookies()).find(({ name }) => name === 'token')?.value ?? ''
  const ask = askServer(product.url, token)
  const department = await ask(createDepartment, { body: { name: 'Film crew' } })
  const person = await seedStaff(ask, {
    name: 'Nicolas',
    jobId: 'N-1',
    departmentId: department.id,
    picture: photograph('cage.jpg'),
  })
  const id = person.id
  const says = (words: string) =>
    until(async () => (await terminal.show('cage.jpg')).includes(words), `the terminal says "${words}"`)
  await says('door opened for Nicolas')

  await test.step('moved in by name, with a reason', async () => {
    await page.goto('/manmgt/blacklist')
    await page.getByRole('button', { name: 'Blacklist a person' }).click()
    await expect(page).toHaveURL(/\/manmgt\/blacklist\/move-in/)
    const panel = page.getByRole('dialog', { name: 'Move to the blacklist' })
    await panel.getByRole('combobox', { name: 'People' }).fill('nicol')
    await page.getByTitle(/^Nicolas · Staff · N-1 · Film crew$/).click()
    await panel.getByLabel('Reason').fill('Took the crown jewels.')
    await panel.getByRole('button', { name: 'Move to the blacklist' }).click()
    await expect(page.getByText('1 person moved to the blacklist')).toBeVisible()
    const row = page.getByRole('row', { name: /Nicolas/ })
    await expect(row).toContainText('Staff')
    await expect(row).toContainText('Took the crown jewels.')
    await expect(row).toContainText('Default blacklist group')
    await page.goto('/manmgt/staff/0?keyword=nicolas')
    await expect(page.getByRole('row', { name: /Nicolas/ })).toHaveCount(0)
  })

  await test.step('refused at the door, and the record is on their page', async () => {
    await says('blacklisted')
    expect(await terminal.show('cage.jpg')).toContain('may not pass')
    await page.goto(`/manmgt/blacklist/detail?id=${id}`)
    await expect(page.getByText('Film crew')).toBeVisible()
    await page.getByText('Devices', { exact: true }).last().click()
    await expect(page.getByText('1 of 1 devices refuse this person')).toBeVisible()
    await expect(page.getByRole('listitem').filter({ hasText: 'Stayed closed at' }).first()).toBeVisible()
    await expect(page.getByRole('button', { name: 'More actions' })).toBeVisible()
  })

  await test.step('shown before somebody is registered with that face', async () => {
    await page.goto('/manmgt/staff/0/new')
    const panel = page.getByRole('dialog', { name: 'Add a person' })
    await panel.getByLabel('Name', { exact: true }).fill('Somebody else')
    await panel.getByLabel('Choose a file').setInputFiles(photographPath('cage.jpg'))
    await expect(panel.getByText('This portrait is fine')).toBeVisible()
    await panel.getByRole('button', { name: 'Add Somebody' }).click()
    await expect(panel.getByText('Blacklisted because: Took the crown jewels.')).toBeVisible()
    await panel.getByRole('link', { name: 'Nicolas' }).click()
    await page.getByRole('button', { name: 'Leave without saving' }).click()
    await expect(page).toHaveURL(new RegExp(`/manmgt/blacklist/detail\\?id=${id}`))
  })

  await test.step('moved out: what they were is back, and the door opens', async () => {
    await page.getByRole('button', { name: 'Move out' }).click()
    const question = page.getByRole('dialog', { name: 'Move Nicolas out of the blacklist?' })
    await question.getByRole('button', { name: 'Move Nicolas out' }).click()
    await expect(page.getByText('1 person moved out of the blacklist')).toBeVisible()
    await expect(page).toHaveURL(/\/manmgt\/blacklist$/)
    await expect(page.getByRole('row', { name: /Nicolas/ })).toHaveCount(0)
    await says('door opened for Nicolas')
    await page.goto('/manmgt/staff/0?keyword=nicolas')
    await expect(page.getByRole('row', { name: /Nicolas/ })).toContainText('Film crew')
    await ask(deleteStaff, { body: { ids: [id] } })
  })
})

test('[MAN-05] moving out names everything that could not be restored; a person added directly can only be deleted', async ({
  page,
  product,
}) => {
  const token = (await page.context().cookies()).find(({ name }) => name === 'token')?.value ?? ''
  const ask = askServer(product.url, token)
  const department = await ask(createDepartment, { body: { name: 'Closed branch' } })
  const made = await seedStaff(ask, { name: 'Branch clerk', departmentId: department.id })
  await ask(moveToBlacklist, { body: { personIds: [made.id], reason: null } })
  await ask(deleteDepartment, { params: { id: department.id } })

  await page.goto('/manmgt/blacklist')
  await page.getByRole('button', { name: 'Add an unknown person' }).click()
  const panel = page.getByRole('dialog', { name: 'Add to the blacklist' })
  await panel.getByLabel('Name', { exact: true }).fill('Unknown vandal')
  await panel.getByLabel('Reason').fill('Sprayed the gate')
  await panel.getByRole('button', { name: 'Add to the blacklist' }).click()
  const unknown = page.getByRole('row', { name: /Unknown vandal/ })
  await expect(unknown).toContainText('Added directly')

  for (const name of ['Unknown vandal', 'Branch clerk'])
    await page.getByRole('checkbox', { name: `Select ${name}` }).check()
  await page.getByRole('button', { name: 'Move 2 people out' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Move 2 people out' }).click()
  const result = page.getByRole('dialog', { name: 'Not everything could be restored' })
  await expect(result).toContainText('Branch clerk: the department Closed branch no longer exists.')
  await expect(result).toContainText('Unknown vandal was added directly and stays on the blacklist.')
  await result.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('row', { name: /Branch clerk/ })).toHaveCount(0)

  await unknown.getByRole('button', { name: 'Actions for Unknown vandal' }).click()
  await expect(page.getByRole('menuitem', { name: /Move out/ })).toBeDisabled()
  await page.getByRole('menuitem', { name: 'Delete', exact: true }).click()
  const question = page.getByRole('dialog', { name: 'Delete Unknown vandal?' })
  await expect(question).toContainText('This operation cannot be undone.')
  await question.getByRole('button', { name: 'Delete Unknown vandal' }).click()
  await expect(page.getByRole('row', { name: /Unknown vandal/ })).toHaveCount(0)
  await ask(deleteStaff, { body: { ids: [made.id] } })
})
