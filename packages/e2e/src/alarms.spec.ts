import { seedPairingCode } from '@gatehouse/testkit/seeds/real-terminals.ts'
import { listAlarms } from '@gatehouse/contract/features/alarms.ts'
import { expect } from '@playwright/test'
import { completeFirstLogin } from './complete-first-login.ts'
import { type DoorTerminal, startDoorTerminal } from './door-terminal.ts'
import { hold } from './hold-button.ts'
import { test } from './journey.ts'
import { mailText, startMailServer } from '@gatehouse/testkit/mail-server.ts'
import { findAccessibilityFaults } from './accessibility-faults.ts'
import { startProduct } from '@gatehouse/testkit/start-product.ts'
import { until } from '@gatehouse/testkit/until.ts'

const { step } = test

test('[ALM-01] [ALM-02] an alarm reaches the bell and the mail, is acknowledged and commented, and is released by the terminal', async ({
  page,
}) => {
  const mailBox = await startMailServer()
  const product = await startProduct({ SMTP_URL: mailBox.url, MAIL_FROM: 'gate@example.com' })
  const terminals: DoorTerminal[] = []
  try {
    const ask = await completeFirstLogin(page, product)

    await step('a rule says who is told of it', async () => {
      await page.goto(`${product.url}/device/alarm`)
      await expect(page.getByText('No alarms').first()).toBeVisible()
      await page.getByRole('button', { name: 'Notification rules' }).click()
      await page.getByRole('button', { name: 'Add a rule' }).click()
      const form = page.getByRole('dialog', { name: 'Add a rule' })
      await form.getByLabel('Name').fill('Night watch')
      await form.getByLabel('Recipients').fill('guard@example.com')
      await form.getByLabel('Recipients').press('Enter')
      expect(await findAccessibilityFaults(page), 'the form of a rule').toEqual([])
      await form.getByRole('button', { name: 'Save' }).click()
      await expect(page.getByText('guard@example.com')).toBeVisible()
      await page.getByRole('dialog', { name: 'Notification rules' }).getByRole('button', { name: 'Close' }).click()
    })

    const planned = { name: 'Main entrance', location: 'Ground floor', direction: 'in', checksLiveness: false } as const
    const code = await seedPairingCode(ask, planned)
    await step('a terminal that is tampered with appears by itself, in the list and at the bell', async () => {
      const terminal = await startDoorTerminal({ code, server: product.url, more: ['--alarm', 'tamper'] })
      terminals.push(terminal)
      await terminal.says(/alarm tamper: raised/, 0)
      await expect(page.getByRole('row', { name: /Device tampered with/ })).toContainText('Raised')
      await expect(
        page.getByRole('alert').filter({ hasText: 'Device tampered with at Main entrance' }).first(),
      ).toBeVisible()
      await page.getByRole('button', { name: '1 new alarm' }).click()
      const bell = page.getByRole('dialog', { name: 'Alarms' })
      await expect(bell.getByRole('link', { name: /Device tampered with/ })).toContainText('Main entrance')
      await expect(
        bell.getByRole('button', { name: 'Acknowledge Device tampered with at Main entrance' }),
      ).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(page.getByRole('button', { name: 'Alarms', exact: true })).toBeVisible()
      expect(await findAccessibilityFaults(page), 'the list of alarms').toEqual([])
    })

    await step('the guard has mail, with a link to it', async () => {
      const mail = await until(() => mailBox.mails[0], 'the mail has come')
      expect(mail.source).toMatch(/^To: guard@example\.com/im)
      const text = mailText(mail)
      expect(text).toContain('Device tampered with')
      expect(text).toContain('Main entrance, Ground floor')
      const [link = ''] = /http\S+\/device\/alarm\/\S+/.exec(text) ?? []
      await page.goto(product.url + new URL(link).pathname)
    })

    const panel = page.getByRole('dialog', { name: 'Device tampered with' })
    await step('it is acknowledged, assigned to whoever did it, and commented', async () => {
      await panel.getByRole('button', { name: 'Acknowledge' }).click()
      await expect(panel.getByRole('status').first()).toHaveText('Acknowledged')
      await panel.getByLabel('Comment').fill('The cover was loose. Screwed on again.')
      await panel.getByRole('button', { name: 'Add comment' }).click()
      await expect(panel.getByRole('listitem').filter({ hasText: 'Screwed on again' })).toContainText('admin')
      await expect(panel.getByText('E-mailed by rule')).toBeVisible()
      expect(await findAccessibilityFaults(page), 'an alarm').toEqual([])
    })

    await step('it is released from here: the terminal does it, and everybody sees how', async () => {
      await panel.getByRole('button', { name: 'Release' }).click()
      const question = page.getByRole('dialog').filter({ hasText: 'Release this alarm?' })
      await question.getByLabel('Reason (optional)').fill('Repaired')
      await question.getByRole('button', { name: 'Release alarm' }).click()
      await terminals[0]?.says(/alarm tamper: released/, 0)
      await expect(panel.getByRole('status').first()).toHaveText('Released')
      await expect(panel.getByRole('listitem').filter({ hasText: 'Remote release requested' })).toContainText(
        'Repaired',
      )
    })

    await step('a fire alarm of a restarted terminal ends by itself, and cannot be released from here', async () => {
      const again = await seedPairingCode(ask, { name: 'Side door', checksLiveness: false })
      const terminal = await startDoorTerminal({ code: again, server: product.url, more: ['--alarm', 'fire:4'] })
      terminals.push(terminal)
      await page.goto(`${product.url}/device/alarm?type=fire`)
      const row = page.getByRole('row', { name: /Fire alarm/ })
      await expect(row).toContainText('Side door')
      await row.getByRole('link', { name: 'Fire alarm' }).click()
      const fire = page.getByRole('dialog', { name: 'Fire alarm' })
      await expect(fire.getByText('By itself, once its cause has gone')).toBeVisible()
      await expect(fire.getByRole('button', { name: 'Release' })).toHaveCount(0)
      await expect(fire.getByRole('status').first()).toHaveText('Released')
    })

    await step('the actions are in the operation log', async () => {
      const alarms = (await ask(listAlarms, { query: { status: 'released' } })).items
      expect(alarms).toHaveLength(2)
    })
  } finally {
    await Promise.all(terminals.map((terminal) => terminal.stop()))
    await product.stop()
    await mailBox.close()
  }
})

test.describe('the live view', () => {
  test.use({ role: 'superAdmin' })

  test('[REC-01] [DEV-06] the live view shows a passage as it happens, with picture and decision, and opens that door', async ({
    page,
    seeded,
  }) => {
    await page.goto('/device/list')
    await page.getByRole('button', { name: 'Live view' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Live view' })).toBeVisible()
    await expect(
      page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Live' }),
    ).toHaveAttribute('aria-current', 'page')
    const doors = page.getByRole('list', { name: 'Doors to watch' }).getByRole('listitem')
    await expect(doors.filter({ hasText: 'Main entrance' })).toBeVisible()
    await page.getByRole('combobox', { name: 'Doors to watch' }).click()
    await page.getByTitle(/Main entrance/).click()
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL(new RegExp(`doors=${seeded.deviceId}`))
    const passages = page.getByRole('region', { name: 'Passages' }).getByRole('listitem')
    await expect(passages).not.toHaveCount(0)
    const before = await passages.count()

    await seeded.terminal.show('SeanConnery.jpg')
    await expect(passages).toHaveCount(before + 1)
    await expect(passages.first().getByRole('img')).toBeVisible()
    await expect(passages.first()).toContainText(/Opened|Stayed closed/)
    expect(await findAccessibilityFaults(page), 'the live view').toEqual([])

    await expect(doors).toHaveCount(1)
    await page.getByLabel('Reason, for the operation log').fill('Delivery at the gate')
    const from = seeded.terminal.output().length
    await hold(page, page.getByRole('button', { name: 'Open Main entrance' }))
    await seeded.terminal.says(/door opened for remote command/, from)
  })
})

test.describe('a device administrator', () => {
  test.use({ role: 'deviceAdmin' })

  test('[PERM-06] a device administrator sees alarms, and not the live view, which shows people', async ({ page }) => {
    await page.goto('/device/alarm')
    await expect(page.getByRole('heading', { level: 1, name: 'Device alarms' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Live view' })).toHaveCount(0)
    await page.goto('/device/live')
    await expect(page).toHaveURL(/\/404$/)
  })
})
