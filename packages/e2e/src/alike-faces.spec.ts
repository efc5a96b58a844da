import { createBlacklisted } from '@gatehouse/contract/features/blacklist.ts'
import { listPersonPortraits } from '@gatehouse/contract/features/people/person-portraits.ts'
import { photographPath } from '@gatehouse/face/test/photographs.ts'
import { photograph } from '@gatehouse/testkit/photographs.ts'
import { seedPortrait, seedStaff } from '@gatehouse/testkit/seeds/seed-staff.ts'
import { expect } from '@playwright/test'
import { findAccessibilityFaults } from './accessibility-faults.ts'
import { completeFirstLogin } from './complete-first-login.ts'
import { test } from './journey.ts'

test('[MAN-05] [MAN-08] a person gets a second portrait, and somebody says that an alike face is the same person, or another', async ({
  page,
  freshProduct: product,
}) => {
  const { step } = test
  const ask = await completeFirstLogin(page, product)
  const franck = await seedStaff(ask, { name: 'Franck', picture: photograph('franck_02221.jpg') })
  await seedStaff(ask, { name: 'Nicolas', picture: photograph('cage.jpg') })
  const portraitId = await seedPortrait(ask, photograph('franck_04035.jpg'))
  await ask(createBlacklisted, { body: { name: 'Banned', portraitId, force: true } })

  await step('the page of the person takes a second portrait, and makes it the main one', async () => {
    await page.goto(`${product.url}/manmgt/staff/detail?id=${franck.id}`)
    await page.getByText('Portraits', { exact: true }).click()
    await page.getByRole('button', { name: 'Add a portrait' }).click()
    await page.getByLabel('Choose a file').setInputFiles(photographPath('franck_03909.jpg'))
    await expect(page.getByText('This portrait is fine')).toBeVisible()
    // Half below the bar of the page a link counts as too small.
    await page.evaluate(() => scrollTo(0, 0))
    expect(await findAccessibilityFaults(page), 'one more portrait').toEqual([])
    await page.getByRole('button', { name: 'Add a portrait' }).click()
    await expect(page.getByText('This face is on the blacklist')).toBeVisible()
    await page.getByRole('button', { name: 'Add anyway' }).first().click()
    await page.getByRole('button', { name: 'Make it the main one' }).click()
    await expect
      .poll(async () => (await ask(listPersonPortraits, { params: { id: franck.id } }))[1]?.id)
      .toBe(franck.portraitId)
  })

  await step('the alike faces are listed once they were compared, and only they', async () => {
    await page.goto(`${product.url}/manmgt/alike-faces`)
    await expect(page.getByText('Doors refuse this face as blacklisted')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Nicolas' })).toBeHidden()
    expect(await findAccessibilityFaults(page), 'alike faces').toEqual([])
  })

  await step('joined, the blacklisted entry holds', async () => {
    await page.getByRole('button', { name: 'The same person' }).click()
    const question = page.getByRole('dialog')
    await expect(question.getByText('The blacklisted entry holds.')).toBeVisible()
    await expect(question.getByText('Groups: Default staff group')).toBeVisible()
    await question.getByRole('button', { name: 'Join them' }).click()
    await page.getByText('Decided', { exact: true }).click()
    await expect(page.getByText('One person: Banned holds.')).toBeVisible()
    await page.goto(`${product.url}/manmgt/staff/detail?id=${franck.id}`)
    await expect(page.getByRole('link', { name: 'At doors the entry of Banned holds' })).toBeVisible()
    await page.goto(`${product.url}/manmgt/alike-faces?state=decided`)
  })

  await step('taken back, they are said to be two', async () => {
    await page.getByRole('button', { name: 'Take back' }).click()
    await page.getByText('To decide', { exact: true }).click()
    await page.getByRole('button', { name: 'Two people' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'They are two' }).click()
    await page.getByText('Decided', { exact: true }).click()
    await expect(page.getByText('Two people, each with a card or PIN.')).toBeVisible()
    expect(await findAccessibilityFaults(page), 'decided pairs').toEqual([])
  })
})
