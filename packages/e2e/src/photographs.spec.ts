import { readFile } from 'node:fs/promises'
import { getPrivacySettings, listConsents, updatePrivacySettings } from '@gatehouse/contract/features/people/notice.ts'
import { deleteStaff, getStaff, listStaff } from '@gatehouse/contract/features/staff.ts'
import { photographPath } from '@gatehouse/face/test/photographs.ts'
import { askServer } from '@gatehouse/testkit/ask-server.ts'
import { seedStaff } from '@gatehouse/testkit/seeds/seed-staff.ts'
import { expect, type Page } from '@playwright/test'
import { findAccessibilityFaults } from './accessibility-faults.ts'
import { test } from './journey.ts'

const { step } = test
test.use({ role: 'superAdmin' })

/** Drops files of these names on the list, each with the photograph beside it; null: a file that is no picture. */
async function dropOnList(page: Page, files: Readonly<Record<string, string | null>>) {
  const sent = await Promise.all(
    Object.entries(files).map(async ([name, photograph]) => ({
      name,
      content: photograph === null ? btoa('ftypheic') : (await readFile(photographPath(photograph))).toString('base64'),
    })),
  )
  const transfer = await page.evaluateHandle((all) => {
    const data = new DataTransfer()
    for (const { name, content } of all) {
      const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0))
      data.items.add(new File([bytes], name, { type: name.endsWith('.heic') ? '' : 'image/jpeg' }))
    }
    return data
  }, sent)
  const list = page.locator('.staff-page')
  await list.dispatchEvent('dragover', { dataTransfer: transfer })
  await list.dispatchEvent('drop', { dataTransfer: transfer })
}

test('several photographs dropped on the list become people, and nothing is lost on the way', async ({
  page,
  product,
}) => {
  const token = (await page.context().cookies()).find(({ name }) => name === 'token')?.value ?? ''
  const ask = askServer(product.url, token)
  const known = await seedStaff(ask, { name: 'Walter Known', jobId: 'W7001' })
  await page.goto('/manmgt/staff/0')
  await expect(page.getByRole('heading', { level: 1, name: 'Staff' })).toBeVisible()
  const panel = page.getByRole('dialog', { name: 'Add people by photographs' })
  const row = (file: string) => panel.getByRole('row').filter({ hasText: file })

  await step('names and numbers come from the file names, and every face is checked', async () => {
    await dropOnList(page, {
      'K3001_kim lens.jpg': 'kim1_crop.jpg',
      'IMG_2041.jpg': 'queen20_crop.jpg',
      'W7001.jpg': 'walter2_crop.jpg',
      'Ada.heic': null,
    })
    await expect(panel.getByLabel('Name of the person in K3001_kim lens.jpg')).toHaveValue('Kim Lens')
    await expect(panel.getByLabel('Job ID or phone of the person in K3001_kim lens.jpg')).toHaveValue('K3001')
    await expect(row('K3001_kim')).toContainText('Ready to save')
    await expect(row('IMG_2041')).toContainText('Enter a name')
    await expect(row('W7001')).toContainText('This number belongs to Walter Known')
    await expect(row('Ada.heic')).toContainText('Use a jpg, png, webp, avif or heic')
    expect(await findAccessibilityFaults(page), 'the table of photographs').toEqual([])
  })

  await step('a reload keeps the rows; what is not named stays while the others are saved', async () => {
    page.once('dialog', (dialog) => void dialog.accept())
    await page.reload()
    await expect(row('K3001_kim')).toContainText('Ready to save')
    await panel.getByRole('button', { name: 'Save 2 people' }).click()
    await expect(panel.getByRole('status').filter({ hasText: 'of 4 saved' })).toHaveText(
      /^2 of 4 saved · 2 need something/,
    )
    await expect(panel.getByRole('link', { name: 'Kim Lens' })).toBeVisible()
    await expect(panel.getByText('New portrait saved')).toBeVisible()
    expect((await ask(getStaff, { params: { id: known.id } })).portraitId).not.toBeNull()
  })

  await step('a name mends the row, a lost network leaves it as it is, and a known face is asked about', async () => {
    await panel.getByLabel('Name of the person in IMG_2041.jpg').fill('Kim Again')
    await page.context().setOffline(true)
    await panel.getByRole('button', { name: 'Save 1 person' }).click()
    await expect(row('IMG_2041')).toContainText('Request error, please try again later')
    await page.context().setOffline(false)
    await panel.getByRole('button', { name: 'Save 1 person' }).click()
    await expect(panel.getByRole('link', { name: 'Kim Again' })).toBeVisible()
    await panel.getByRole('button', { name: 'Leave out Ada.heic' }).click()
    await panel.getByLabel('Choose photographs').setInputFiles({
      name: 'Kim Twice.jpg',
      mimeType: 'image/jpeg',
      buffer: await readFile(photographPath('kim1_crop.jpg')),
    })
    await expect(row('Kim Twice')).toContainText('Ready to save')
    await panel.getByRole('button', { name: 'Save 1 person' }).click()
    await expect(row('Kim Twice')).toContainText('This face is registered already')
    await expect(row('Kim Twice')).toContainText('Kim Lens')
    await panel.getByRole('button', { name: 'Leave out Kim Twice.jpg' }).click()
    await panel.getByRole('button', { name: 'Done' }).click()
    await expect(panel).toHaveCount(0)
  })

  const made = (await ask(listStaff, { query: { keyword: 'Kim', size: 20 } })).items
  expect(made.map(({ name, jobId }) => `${name} ${jobId ?? ''}`.trim()).toSorted()).toEqual([
    'Kim Again',
    'Kim Lens K3001',
  ])
  await ask(deleteStaff, { body: { ids: [known.id, ...made.map(({ id }) => id)] } })
})

test('photographs are not saved before somebody says that the people agree, where that is asked for', async ({
  page,
  product,
}) => {
  const token = (await page.context().cookies()).find(({ name }) => name === 'token')?.value ?? ''
  const ask = askServer(product.url, token)
  const settings = await ask(getPrivacySettings)
  await ask(updatePrivacySettings, { body: { ...settings, asksConsent: true } })
  try {
    await page.goto('/manmgt/staff/0/photographs')
    const panel = page.getByRole('dialog', { name: 'Add people by photographs' })
    await panel.getByLabel('Choose photographs').setInputFiles({
      name: 'Mona Queen.jpg',
      mimeType: 'image/jpeg',
      buffer: await readFile(photographPath('queen20_crop.jpg')),
    })
    await expect(panel.getByRole('row').filter({ hasText: 'Mona Queen' })).toContainText('Ready to save')
    await panel.getByRole('button', { name: 'Save 1 person' }).click()
    await expect(panel.getByRole('alert')).toHaveText('Tick that these people agree, then save.')
    await expect(panel.getByRole('checkbox')).toBeFocused()
    expect(await findAccessibilityFaults(page), 'the photographs without consent').toEqual([])
    await panel.getByRole('checkbox').check()
    await panel.getByRole('button', { name: 'Save 1 person' }).click()
    await expect(panel.getByRole('link', { name: 'Mona Queen' })).toBeVisible()
    const [person] = (await ask(listStaff, { query: { keyword: 'Mona Queen' } })).items
    const [consent] = await ask(listConsents, { params: { id: person?.id ?? '' } })
    expect(consent?.notedBy).not.toBeNull()
    await ask(deleteStaff, { body: { ids: [person?.id ?? ''] } })
  } finally {
    await ask(updatePrivacySettings, { body: settings })
  }
})
