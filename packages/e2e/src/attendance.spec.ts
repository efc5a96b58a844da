import { expect, type Page } from '@playwright/test'
import { askWith, listOf, textOf } from './ask-product.ts'
import { calendarFile } from './calendar-file.ts'
import { test } from './journey.ts'
import { middayZone } from './midday-zone.ts'
import { faultsOf } from './page-faults.ts'
import { until } from './until.ts'

const gate = { latitude: 31.2397, longitude: 121.4912 }

test.describe('attendance', () => {
  test.use({ role: 'superAdmin' })

  test('[ATT-01] [ATT-02] [ATT-03] [ATT-04] a rule is made, a terminal’s passage becomes a late day, is corrected and counted, and a phone punches inside and outside', async ({
    page,
    browser,
    product,
    furnished,
  }) => {
    const token = (await page.context().cookies()).find(({ name }) => name === 'token')?.value ?? ''
    const ask = askWith({ url: product.url, token: decodeURIComponent(token) })
    const { step } = test
    const zone = middayZone()
    const today = Temporal.Now.plainDateISO(zone).toString()

    await step('an area and a rule', async () => {
      await page.goto('/attendance/attendanceAreas')
      await page.getByRole('button', { name: 'Add area' }).first().click()
      await page.getByLabel('Name').fill('Riverside')
      await page.getByLabel('Latitude').fill(String(gate.latitude))
      await page.getByLabel('Longitude').fill(String(gate.longitude))
      await page.getByRole('dialog').getByRole('button', { name: 'Add area' }).click()
      await expect(page.getByRole('heading', { name: 'Riverside', level: 1 })).toBeVisible()

      await page.goto('/attendance/attendanceRules/new')
      await page.getByLabel('Name').fill('From midnight to midnight')
      await page.getByLabel('People').fill('Franck')
      await page
        .getByTitle(/^Franck Dernoncourt/)
        .first()
        .click()
      await expect(page.getByRole('dialog').locator('.ant-select-selection-item')).toHaveText(/^Franck/)
      await page.getByLabel('Name').focus()
      await page.getByLabel('Time zone').fill(zone)
      await page.getByTitle(zone, { exact: true }).first().click()
      await page.getByLabel('Name').focus()
      for (const day of ['Sat', 'Sun']) await page.getByRole('checkbox', { name: day }).check()
      await page.getByLabel('Earliest punch time').fill('00:00')
      await page.getByLabel('Work begins').fill('00:01')
      await page.getByLabel('Work ends').fill('23:59')
      await page.getByLabel('From a calendar file').setInputFiles(calendarFile)
      await expect(
        page.getByText('3 dates taken in, 0 were there already. 1 of them is a special working day.'),
      ).toBeVisible()
      await expect(page.getByLabel('Special working days')).toHaveValue('2031-10-11, 国庆节 补班')
      await page.getByRole('dialog').getByRole('button', { name: 'Add rule' }).click()
      await expect(page.getByRole('heading', { name: 'From midnight to midnight', level: 1 })).toBeVisible()
      await page.getByRole('tab', { name: 'People' }).click()
      await expect(page.getByRole('link', { name: 'Franck Dernoncourt' })).toBeVisible()
      await page.goto('/attendance/attendanceRules/new')
      expect(await faultsOf(page)).toEqual([])
    })

    await step('a passage at the terminal is a late day within moments', async () => {
      await page.goto('/attendance/attendanceRecord')
      await furnished.terminal.show('franck_04000.jpg')
      const row = page.getByRole('row', { name: /Franck Dernoncourt/ }).first()
      await expect(row).toContainText('Late')
      await row.getByText('Late').click()
      await expect(page.getByText('The first punch is later than the late tolerance allows.')).toBeVisible()
      await expect(page.getByText('Main entrance').first()).toBeVisible()
    })

    await step('it stands in the statistics, in the file, and leads to the day', async () => {
      await page.goto('/attendance/attendanceStatistics')
      await page.getByRole('link', { name: 'Franck Dernoncourt, Late: 1' }).click()
      await expect(page.getByRole('row', { name: /Franck Dernoncourt/ })).toHaveCount(1)
      const file = await page.request.get(
        `/api/v2/attendance/export?rows=people&from=${today}&to=${today}&personId=${furnished.personId}`,
      )
      expect((await file.text()).split('\r\n')[1]).toMatch(
        new RegExp(`^A-0017,Franck Dernoncourt,Operations,${today},${today},0,1,0,0,0,`),
      )
    })

    await step(
      'the phone punches inside the area, and outside it with a remark, and asks for a punch that was missed',
      async () => {
        await page.goto(`/attendance/attendanceRecord/${furnished.personId}`)
        await page.getByRole('button', { name: 'Phone link' }).click()
        const address = await page
          .getByText(/\/m\/punch\//)
          .first()
          .innerText()
        const context = await browser.newContext({
          viewport: { width: 390, height: 844 },
          locale: 'en-GB',
          permissions: ['geolocation'],
          geolocation: { ...gate, accuracy: 12 },
        })
        try {
          const phone = await context.newPage()
          await phone.goto(product.url + new URL(address.trim()).pathname)
          await expect(phone.getByRole('heading', { name: 'Attendance of Franck Dernoncourt' })).toBeVisible()
          await phone.getByRole('button', { name: 'Punch now' }).click()
          await expect(phone.getByText(/in Riverside\. It counts\./)).toBeVisible()
          expect(await faultsOf(phone)).toEqual([])
          await phone.screenshot({ path: 'test-results/pages/attendance-phone-en-light-390.png', fullPage: true })

          await context.setGeolocation({ latitude: gate.latitude + 0.1, longitude: gate.longitude, accuracy: 30 })
          await phone.getByRole('button', { name: 'Punch now' }).click()
          await expect(phone.getByRole('alert')).toContainText('You are outside every attendance area')
          await phone.getByLabel('Remark').fill('Repairing a door across town')
          await phone.getByRole('button', { name: 'Punch now' }).click()
          await expect(phone.getByText(/outside every area/).first()).toBeVisible()
          await expect(phone.getByText(/± 30 m · Waiting for approval/)).toBeVisible()

          await phone.getByLabel('Time', { exact: true }).fill('00:00')
          await phone.getByLabel('Reason').fill('Came in by the loading dock')
          await phone.getByRole('button', { name: 'Send the request' }).click()
          await expect(phone.getByText('Sent. An administrator decides.')).toBeVisible()
        } finally {
          await context.close()
        }
      },
    )

    await step('an administrator approves both: the field punch counts, and the day is no longer late', async () => {
      await approve(page, 'Repairing a door across town')
      await until(async () => {
        const days = listOf(
          await ask('GET', `/v2/attendance/days?${new URLSearchParams({ from: today, to: today, isField: 'true' })}`),
          'items',
        )
        return days.length === 1
      }, 'the field punch counts')
      await approve(page, 'Came in by the loading dock')
      await page.goto(`/attendance/attendanceRecord?personId=${furnished.personId}`)
      const day = page.getByRole('row', { name: /Franck Dernoncourt/ }).first()
      await expect(day).not.toContainText('Late')
      await day.getByText(today).click()
      await expect(page.getByText('Came in by the loading dock').first()).toBeVisible()
      await expect(page.getByText('The first punch is in time.')).toBeVisible()
    })

    await step('a month that is over is locked', async () => {
      const over = Temporal.PlainDate.from(today).toPlainYearMonth().subtract({ months: 2 })
      const month = over.toString()
      const last = over.toPlainDate({ day: over.daysInMonth }).toString()
      await page.goto(`/attendance/attendanceStatistics?from=${month}-01&to=${last}`)
      await page.getByRole('button', { name: `Lock ${month}` }).click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: `Lock ${month}` })
        .click()
      await expect(page.getByText(`${month} is locked by`)).toBeVisible()
      await page.getByRole('button', { name: `Open ${month} again` }).click()
      await expect(page.getByRole('button', { name: `Lock ${month}` })).toBeVisible()
      expect(textOf(await ask('GET', '/v2/attendance/summary'), 'on')).toMatch(/^\d{4}-\d\d-\d\d$/)
    })
  })
})

async function approve(page: Page, remark: string) {
  await page.goto('/attendance/attendanceRecord?tab=requests&state=waiting')
  const row = page.getByRole('row', { name: new RegExp(remark) })
  await row.getByRole('button', { name: /Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Approve' }).click()
  await expect(page.getByText('Approved: the day is being judged again')).toBeVisible()
}
