import { listStaff } from '@gatehouse/contract/features/staff.ts'
import { photograph } from '@gatehouse/testkit/photographs.ts'
import { seedStaff } from '@gatehouse/testkit/seeds/seed-staff.ts'
import { moveToBlacklist } from '@gatehouse/contract/features/blacklist.ts'
import { photographPath } from '@gatehouse/face/test/photographs.ts'
import { expect } from '@playwright/test'
import { completeFirstLogin } from './complete-first-login.ts'
import { type DoorTerminal, startDoorTerminal } from './door-terminal.ts'
import { test } from './journey.ts'
import { findAccessibilityFaults } from './accessibility-faults.ts'

test('[PASS-03] [REC-01] [DEV-03] the page of somebody who is entered twice predicts the decision of doors, the door decides so, and the record names both', async ({
  page,
  freshProduct: product,
}) => {
  const { step } = test
  const ask = await completeFirstLogin(page, product)
  await seedStaff(ask, {
    name: 'Franck Dernoncourt',
    picture: photograph('franck_02221.jpg'),
  })
  let terminal: DoorTerminal | undefined
  try {
    const door = await step('a device is added that is to let photographs in, and its page says so', async () => {
      await page.goto(`${product.url}/device/list/new`)
      const panel = page.getByRole('dialog', { name: 'Add device' })
      await panel.getByLabel('Name').fill('Main entrance')
      const liveness = panel.getByRole('switch', { name: 'Check that faces are live' })
      await expect(liveness).toBeChecked()
      expect(await findAccessibilityFaults(page), 'the form of a device').toEqual([])
      await liveness.click()
      await panel.getByRole('button', { name: 'Get a pairing code' }).click()
      const code = ((await panel.getByLabel(/^Pairing code/).textContent()) ?? '').replaceAll(/\s/g, '')
      terminal = await startDoorTerminal({ code, server: product.url })
      await terminal.says(/knows 1 person/, 0)
      await panel.getByRole('button', { name: 'View Main entrance' }).click()
      await expect(page.getByText('This device does not check that faces are live')).toBeVisible()
      expect(await findAccessibilityFaults(page), 'the page of a device').toEqual([])
      await page.getByRole('link', { name: 'To the setting' }).click()
      await expect(page.getByText(/^Threshold 0\.\d\d/)).toBeVisible()
      return terminal
    })

    await step('the form of a visitor with the same face says what doors will do, and leads to the entry', async () => {
      await page.goto(`${product.url}/manmgt/visitor/new`)
      const panel = page.getByRole('dialog', { name: 'Add a visitor' })
      await panel.getByLabel('Name').fill('Franck the visitor')
      await panel.getByLabel('Choose a file').setInputFiles(photographPath('franck_04035.jpg'))
      await expect(panel.getByText('This portrait is fine')).toBeVisible()
      await panel.getByRole('button', { name: 'Add visitor' }).click()
      await expect(panel.getByText('This face is registered already')).toBeVisible()
      await expect(panel.getByText('A door opens only if every entry may pass')).toBeVisible()
      await expect(panel.getByRole('link', { name: 'Franck Dernoncourt' })).toBeVisible()
      expect(await findAccessibilityFaults(page), 'the warning of a face that is known').toEqual([])
      await panel.getByRole('button', { name: 'Add anyway' }).click()
      await expect(page.getByText('Franck the visitor').first()).toBeVisible()
    })

    await step('the door lets both in as one, and the record names them', async () => {
      await door.says(/knows 2 people/, 0)
      expect(await door.show('franck_04117.jpg')).toContain('may pass')
      await page.goto(`${product.url}/sign/signRecord`)
      const row = page.getByRole('row', { name: /Franck Dernoncourt/ })
      await expect(row).toContainText('also Franck the visitor')
      expect(await findAccessibilityFaults(page), 'the records').toEqual([])
      await row.getByRole('link', { name: 'Franck Dernoncourt' }).click()
      const panel = page.getByRole('dialog', { name: 'Franck Dernoncourt' })
      await expect(panel.getByText('This face has several entries')).toBeVisible()
      await expect(panel.getByText('People: Franck Dernoncourt, Franck the visitor')).toBeVisible()
      await expect(panel.getByRole('link', { name: 'Franck the visitor' })).toBeVisible()
      expect(await findAccessibilityFaults(page), 'a record of two entries').toEqual([])
    })

    await step('put on the blacklist as an employee, the visitor stays out too, with the alarm', async () => {
      const [person] = (await ask(listStaff)).items
      await ask(moveToBlacklist, { body: { personIds: [person!.id], reason: 'Lent the badge.' } })
      await expect(async () => expect(await door.show('franck_04117.jpg')).toContain('not pass: blacklisted')).toPass()
      await page.goto(`${product.url}/device/alarm`)
      await expect(page.getByRole('row', { name: /Blacklisted person/ }).first()).toBeVisible()
    })
  } finally {
    await terminal?.stop()
  }
})
