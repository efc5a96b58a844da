import { seedStaff } from '@gatehouse/testkit/seeds/seed-staff.ts'
import { getCompany } from '@gatehouse/contract/features/company.ts'
import { createAttendanceRule } from '@gatehouse/contract/features/attendance/rules.ts'
import { addMissedPunch } from '@gatehouse/contract/features/attendance/punches.ts'
import { expect } from '@playwright/test'
import { completeFirstLogin } from './complete-first-login.ts'
import { test } from './journey.ts'

const { step } = test

test.use({ timezoneId: 'Europe/Berlin' })

test('[BU-01] the time zone of the enterprise is taken from the browser by one click, and changed later with what that means', async ({
  page,
  freshProduct,
}) => {
  const ask = await completeFirstLogin(page, freshProduct)
  const footer = page.locator('footer')

  await step('the first step takes the zone of this browser, and every page says it', async () => {
    await page.goto(`${freshProduct.url}/dashboard`)
    await expect(page.getByRole('heading', { name: /^Choose the time zone/ })).toBeVisible()
    await page.getByRole('button', { name: 'Use Europe/Berlin' }).click()
    await expect(page.getByRole('listitem').filter({ hasText: 'Choose the time zone' })).toContainText('Done')
    await expect(footer).toContainText('Times are in Europe/Berlin')
    expect((await ask(getCompany)).timeZone).toBe('Europe/Berlin')
  })

  await step('another one says what it changes before it is saved, and then the page goes by it', async () => {
    await page.goto(`${freshProduct.url}/bumgt/company/edit`)
    await page.getByRole('combobox', { name: 'Time zone' }).click()
    await page.keyboard.type('Shanghai')
    await page.keyboard.press('Enter')
    const note = page.getByRole('status').filter({ hasText: 'Changing the time zone affects more than this page' })
    await expect(note).toContainText('Attendance of 0 people')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(footer).toContainText('Times are in Asia/Shanghai (UTC+08:00)')
    await expect(page.getByText('Asia/Shanghai (UTC+08:00)').first()).toBeVisible()
  })

  await step('a request on the clock of a rule elsewhere names that clock', async () => {
    const person = (await seedStaff(ask, { name: 'Bea Berlin' })).id
    const today = Temporal.Now.plainDateISO('Europe/Berlin')
    const on = today.subtract({ days: 2 }).toString()
    await ask(createAttendanceRule, {
      body: {
        name: 'Berlin',
        areaIds: [],
        participants: [{ kind: 'person', id: person }],
        effectiveOn: on,
        settings: {
          timeZone: 'Europe/Berlin',
          workingWeekdays: [1, 2, 3, 4, 5, 6, 7],
          punchesPerDay: 2,
          earliestPunchMinute: 300,
          workStartMinute: 540,
          workEndMinute: 1080,
          lateToleranceMinutes: 0,
          earlyLeaveToleranceMinutes: 0,
          workdayOvertime: null,
          holidayOvertime: null,
          holidays: [],
          specialWorkingDays: [],
        },
      },
    })
    await ask(addMissedPunch, { body: { personId: person, on, minute: 564, reason: 'forgot' } })
    await page.goto(`${freshProduct.url}/attendance/attendanceRecord?tab=requests`)
    await expect(page.getByRole('cell', { name: `${on} 09:24:00 Europe/Berlin` })).toBeVisible()
  })

  await step('the platform’s clock names it', async () => {
    await page.goto(`${freshProduct.url}/bumgt/serviceConfig`)
    await expect(page.getByText(/· Asia\/Shanghai \(UTC\+08:00\)/)).toBeVisible()
  })
})
