import { photographPath } from '@gatehouse/face/test/photographs.ts'
import { expect } from '@playwright/test'
import { test } from './journey.ts'
import { findAccessibilityFaults } from './accessibility-faults.ts'
import { until } from '@gatehouse/testkit/until.ts'

test.use({ role: 'superAdmin' })

test('[MAN-06] somebody registers on a phone, sees the result, and is staff once approved; another is rejected', async ({
  page,
  browser,
  seeded: { terminal },
}) => {
  await page.goto('/manmgt/registerRecord/code')
  const create = page.getByRole('button', { name: 'Create the QR code' })
  const address = page.getByText('/m/register/')
  await expect(create.or(address).first()).toBeVisible()
  if (await create.isVisible()) await create.click()
  const path = new URL((await address.innerText()).trim()).pathname

  const register = async (name: string, number: string) => {
    const context = await browser.newContext({
      baseURL: new URL(page.url()).origin,
      locale: 'en-GB',
      viewport: { width: 390, height: 844 },
    })
    const phone = await context.newPage()
    await phone.goto(path)
    await phone.getByRole('button', { name: 'Register' }).click()
    await expect(phone.getByText('Fill this in.').first()).toBeVisible()
    await phone.getByLabel('Name').fill(name)
    await phone.getByLabel('Phone').fill(number)
    await expect(phone.getByText('Fill this in.')).toHaveCount(0)
    // The page holds no department until two letters of one are typed.
    await phone.getByLabel('Department').fill('zzzz')
    await expect(phone.getByText('No department name contains this.')).toBeVisible()
    await phone.getByRole('button', { name: 'Register' }).click()
    await expect(phone.getByText('Choose one from the list, or leave this empty.')).toBeVisible()
    await phone.getByLabel('Department').fill('rec')
    await expect(phone.getByText('Choose your department:')).toBeVisible()
    expect(await findAccessibilityFaults(phone), 'the departments that were found').toEqual([])
    await phone.getByRole('button', { name: 'Operations / Reception' }).click()
    await expect(phone.getByRole('button', { name: 'Choose another department' })).toBeFocused()
    await phone.keyboard.press('Enter')
    await expect(phone.getByLabel('Department')).toBeFocused()
    await phone.keyboard.type('reception')
    await phone.getByRole('button', { name: 'Operations / Reception' }).click()
    expect(await findAccessibilityFaults(phone), 'the department that was chosen').toEqual([])
    await phone.getByLabel('Choose a picture').setInputFiles(photographPath('cage.jpg'))
    await expect(phone.getByText('This photograph is fine.')).toBeVisible()
    await phone.getByRole('button', { name: 'Register' }).click()
    await phone.getByRole('link', { name: 'See the result' }).click()
    await expect(phone.getByText('Waiting for approval')).toBeVisible()
    return phone
  }

  const first = await register('Selma Selfmade', '13900000001')
  await page.goto('/manmgt/registerRecord?state=pending')
  await page.getByRole('link', { name: 'Selma Selfmade' }).click()
  await expect(page.getByText('Reception', { exact: true }).last()).toBeVisible()
  await page.getByRole('button', { name: /^Approve/ }).click()
  await expect(page.getByText('1 registration approved')).toBeVisible()
  await first.reload()
  await expect(first.getByText('the doors now recognise your face')).toBeVisible()
  await until(
    async () => (await terminal.show('cage.jpg')).includes('door opened for Selma Selfmade'),
    'the door opens for who has registered',
  )
  await page.goto('/manmgt/staff/0?keyword=Selma')
  await expect(page.getByRole('link', { name: 'Selma Selfmade' })).toBeVisible()

  const second = await register('Rita Rejected', '13900000002')
  await page.goto('/manmgt/registerRecord?state=pending')
  await page.getByRole('link', { name: 'Rita Rejected' }).click()
  await page.getByRole('button', { name: 'Reject', exact: true }).click()
  await page.getByLabel('Reason (shown to the applicant)').fill('Please come to the desk.')
  await page.getByRole('button', { name: 'Reject 1 registration' }).click()
  await expect(page.getByText('1 registration rejected')).toBeVisible()
  await second.reload()
  await expect(second.getByText('Please come to the desk.')).toBeVisible()
  await first.context().close()
  await second.context().close()
})
