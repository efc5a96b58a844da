import { listRecords } from '@gatehouse/contract/features/records.ts'
import { deleteStaff, listStaff } from '@gatehouse/contract/features/staff.ts'
import { photographPath } from '@gatehouse/face/test/photographs.ts'
import { expect } from '@playwright/test'
import { askServer } from '@gatehouse/testkit/ask-server.ts'
import { test } from './journey.ts'
import { oneTry } from './patience.ts'
import { until } from '@gatehouse/testkit/until.ts'

test.use({ role: 'superAdmin' })

test('[REC-01] a stranger is found by a photograph, and somebody says who it was', async ({ page, seeded }) => {
  await seeded.terminal.show('cage.jpg')
  await page.goto('/sign/signRecord/face-search')
  const panel = page.getByRole('dialog', { name: 'Search everybody by photograph' })
  // the button is there, even if this is the first opened page
  await expect(panel.getByLabel('Choose a photograph')).toBeHidden()
  await panel.getByLabel('Choose a photograph').setInputFiles(photographPath('cage.jpg'))
  const found = panel.getByRole('region', { name: 'Found by face' }).getByRole('listitem')
  // the faces of captures are read in the background
  await expect(async () => {
    await panel.getByRole('button', { name: 'Search', exact: true }).click()
    await expect(found).not.toHaveCount(0, oneTry)
  }).toPass()
  await expect(found.first()).toContainText('Main entrance')

  // another face is none of them
  await panel.getByLabel('Choose a photograph').setInputFiles(photographPath('audrey.jpg'))
  await panel.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(panel.getByText('No similar face was found')).toBeVisible()

  await panel.getByLabel('Choose a photograph').setInputFiles(photographPath('cage.jpg'))
  await panel.getByRole('button', { name: 'Search', exact: true }).click()
  await found.first().getByRole('button', { name: 'This is …' }).click()
  await panel.getByRole('combobox', { name: 'Who this is' }).fill('rather long')
  await page
    .getByTitle(/rather long name/)
    .last()
    .click()
  await panel.getByRole('button', { name: 'Save the name' }).click()
  await expect(found.first()).toContainText('rather long name')
  await found.first().getByRole('link').click()
  // not the panel of the search, which may still be open and have found more than one
  const detail = page.getByRole('dialog', { name: 'Stranger', exact: true })
  await expect(detail.getByText(/^This was .*rather long name/)).toBeVisible()
  await expect(detail.getByRole('img', { name: 'Picture taken at Main entrance' })).toBeVisible()
  await expect(
    detail.getByRole('img', { name: 'Whole scene at Main entrance, with a frame around the face' }),
  ).toBeVisible()
})

test('[REC-01] a stranger is registered as staff from the record; pictures are kept only while they shall be', async ({
  page,
  seeded,
  product,
}) => {
  const token = (await page.context().cookies()).find(({ name }) => name === 'token')?.value ?? ''
  const ask = askServer(product.url, token)
  const newest = async () => (await ask(listRecords, { query: { kind: 'stranger', size: 1 } })).items[0]
  /** A stranger comes, whose record is opened. */
  const comes = async (picture: string) => {
    const last = await newest()
    await seeded.terminal.show(picture)
    const record = await until(async () => {
      const next = await newest()
      return next && next.id !== (last && last.id) && next
    }, 'the record has arrived')
    await page.goto(`/sign/signRecord/${record.id}`)
    return page.getByRole('dialog', { name: 'Stranger', exact: true })
  }
  const switchPictures = async () => {
    await page.goto('/sign/signRecord/settings')
    await page.getByRole('switch', { name: 'Keep the pictures of records' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Saved.')).toBeVisible()
  }
  const record = await comes('bill-murray-snl_crop.jpg')
  const address = page.url()
  await record.getByRole('button', { name: 'Register as staff' }).click()
  const form = page.getByRole('dialog', { name: 'Add a person' })
  await expect(form.getByRole('img', { name: 'The uploaded picture' })).toBeVisible()
  await form.getByLabel('Name').fill('Bill Murray')
  await form.getByRole('button', { name: 'Add Bill' }).click()
  await expect(page.getByText('Bill Murray added')).toBeVisible()
  const [person] = (await ask(listStaff, { query: { keyword: 'billmurray' } })).items
  expect(person?.portraitId).toBeTruthy()
  await page.goto(address)
  await expect(record.getByText(/This was Bill Murray, entered by .+ on/)).toBeVisible()
  await expect(record.getByRole('button', { name: 'Register as staff' })).toHaveCount(0)

  await switchPictures()
  const withoutPicture = await comes('SeanConnery.jpg')
  await expect(withoutPicture.getByText('No picture')).toBeVisible()
  await expect(withoutPicture.getByRole('button', { name: 'Register as staff' })).toHaveCount(0)
  await switchPictures()
  await ask(deleteStaff, { body: { ids: [person!.id] } })
})
