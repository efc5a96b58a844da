import { updateCompany } from '@gatehouse/contract/features/company.ts'
import { listPersonPortraits } from '@gatehouse/contract/features/people/person-portraits.ts'
import { photographPath } from '@gatehouse/face/test/photographs.ts'
import { photograph } from '@gatehouse/testkit/photographs.ts'
import { seedStaff } from '@gatehouse/testkit/seeds/seed-staff.ts'
import { expect } from '@playwright/test'
import { findAccessibilityFaults } from './accessibility-faults.ts'
import { completeFirstLogin } from './complete-first-login.ts'
import { test } from './journey.ts'

test('[MAN-08] [MAN-06] a portrait falls short of new demands, its person is asked for another, and that one is approved', async ({
  page,
  browser,
  freshProduct: product,
}) => {
  const { step } = test
  const ask = await completeFirstLogin(page, product)
  await ask(updateCompany, { body: { qualityLevel: 'low' } })
  const laughing = await seedStaff(ask, { name: 'Franck', picture: photograph('franck_04117.jpg') })
  await seedStaff(ask, { name: 'Audrey', picture: photograph('audrey.jpg') })
  await ask(updateCompany, { body: { qualityLevel: 'high' } })

  const link = await step('the list names the person and the reason, and a link asks them', async () => {
    await page.goto(`${product.url}/manmgt/portraits`)
    const row = page.getByRole('row', { name: /Franck/ })
    await expect(row.getByText('Mouth open')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Audrey' })).toBeHidden()
    expect(await findAccessibilityFaults(page), 'the list').toEqual([])
    await row.getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Ask 1 person for a new photograph' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Make the links' }).click()
    const address = page.getByText('/m/portrait/')
    await expect(address).toBeVisible()
    expect(await findAccessibilityFaults(page), 'the links').toEqual([])
    const made = new URL((await address.innerText()).trim()).pathname
    await page.getByRole('button', { name: 'Done' }).click()
    await expect(row.getByText(/Asked on/)).toBeVisible()
    return made
  })

  await step('the phone takes a photograph by the link, once', async () => {
    const context = await browser.newContext({
      baseURL: product.url,
      locale: 'en-GB',
      viewport: { width: 390, height: 844 },
    })
    const phone = await context.newPage()
    await phone.goto(link)
    await expect(phone.getByText(/asks Franck for a new photograph/)).toBeVisible()
    await phone.getByRole('button', { name: 'Send the photograph' }).click()
    await phone.getByLabel('Choose a picture').setInputFiles(photographPath('franck_02221.jpg'))
    await expect(phone.getByText('This photograph is fine.')).toBeVisible()
    expect(await findAccessibilityFaults(phone), 'the phone').toEqual([])
    await phone.getByRole('button', { name: 'Send the photograph' }).click()
    await expect(phone.getByText('Photograph sent')).toBeVisible()
    await phone.goto(link)
    await expect(phone.getByText('This link does not work')).toBeVisible()
    await context.close()
  })

  await step('approved, it is the main portrait, and the old one stays beside it', async () => {
    await page.goto(`${product.url}/manmgt/registerRecord?state=pending`)
    await page.getByRole('link', { name: 'Franck' }).click()
    await expect(page.getByText('Who was asked')).toBeVisible()
    await page.getByRole('button', { name: 'Approve', exact: true }).click()
    await expect.poll(async () => (await ask(listPersonPortraits, { params: { id: laughing.id } })).length).toBe(2)
    await page.goto(`${product.url}/manmgt/portraits`)
    await expect(page.getByRole('row', { name: /Franck/ }).getByText('Further portrait')).toBeVisible()
  })
})
