import { seedStaff } from '@gatehouse/testkit/seeds/seed-staff.ts'
import { deleteStaff } from '@gatehouse/contract/features/staff.ts'
import { deleteDevice } from '@gatehouse/contract/features/devices.ts'
import { getRecordStatistics, listRecords } from '@gatehouse/contract/features/records.ts'
import { readFile } from 'node:fs/promises'
import { expect, type Locator } from '@playwright/test'
import { type Ask, askServer } from '@gatehouse/testkit/ask-server.ts'
import { calendarFile } from './calendar-file.ts'
import { startCardTerminal } from './card-terminal.ts'
import { test } from './journey.ts'
import { middayZone } from './midday-zone.ts'
import { findAccessibilityFaults } from './accessibility-faults.ts'
import { until } from '@gatehouse/testkit/until.ts'

test.use({ role: 'superAdmin' })

const dayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

test('[PASS-01] [PASS-02] [PASS-03] [REC-01] [REC-02] [REC-03] hours drawn by keyboard shut a real door, the console says why, and the record is marked, exported, counted and deleted', async ({
  page,
  context,
  product,
  seeded,
}) => {
  const token = (await context.cookies()).find(({ name }) => name === 'token')?.value ?? ''
  const ask: Ask = askServer(product.url, token)
  const { step } = test
  const zone = middayZone()
  await fetch(`${product.url}/api/v2/devices/${seeded.deviceId}`, {
    method: 'PATCH',
    headers: { 'AUTH-TOKEN': token, 'content-type': 'application/json' },
    body: JSON.stringify({ timeZone: zone }),
  })
  const now = Temporal.Now.zonedDateTimeISO(zone)
  const today = dayNames[now.dayOfWeek - 1] ?? ''
  // all of it has been, whenever this runs
  const lastNight = now.subtract({ days: 1 })
  const yesterday = dayNames[lastNight.dayOfWeek - 1] ?? ''
  const guard = await seedStaff(ask, { name: 'Otto Guard', icCard: 'GUARD-1' })
  const side = await startCardTerminal(ask, { server: product.url, name: 'Side entrance', timeZone: zone })
  const comesAt = (time: string) => side.read('GUARD-1', lastNight.withPlainTime(time))

  await step(
    'a timetable is drawn by keyboard alone: today from midnight to one, yesterday from eight to eight',
    async () => {
      await page.goto('/sign/schedules')
      await page.getByRole('button', { name: 'New timetable' }).first().click()
      // away from the buttons: colours in transition would fail the contrast check
      await page.mouse.move(5, 600)
      await page.getByRole('textbox', { name: 'Name' }).fill('Night only')
      const line = page.getByRole('slider', { name: `Hours on ${today}` })
      await line.focus()
      // the existing ranges are removed, then 00:00 to 01:00 is drawn
      for (let tries = 0; tries < 2; tries++) {
        await line.press('Delete')
        await line.press('Shift+ArrowRight')
      }
      await line.press('Home')
      await line.press('Space')
      await line.press('Shift+ArrowRight')
      await expect(line).toHaveAttribute('aria-valuetext', /01:00, opening 00:00-01:00/)
      await line.press('Space')
      await expect(page.getByRole('textbox', { name: `Hours on ${today} as text` })).toHaveValue('00:00-01:00')
      const typed = page.getByRole('textbox', { name: `Hours on ${yesterday} as text` })
      await typed.fill('08:00-20:00')
      await typed.press('Tab')
      expect(await findAccessibilityFaults(page), 'the week grid').toEqual([])
      const width = async (part: Locator) => (await part.boundingBox())?.width ?? 0
      const bar = page.getByTitle('08:00-20:00')
      expect(await width(bar), 'the bar of twelve hours').toBeCloseTo((await width(line)) / 2, -1)
      await page.getByRole('button', { name: 'Save' }).click()
      await expect(page.getByText('Saved Night only')).toBeVisible()
      await expect(page).toHaveURL(/detail\?id=/)
      // the next typing belongs to the saved one
      await expect(page.getByRole('heading', { name: 'Night only', level: 1 })).toBeVisible()
    },
  )

  await step('hours that overlap nothing and 25:00 are refused where they are typed', async () => {
    const typed = page.getByRole('textbox', { name: 'Hours on Holiday as text' })
    await typed.fill('08:00-25:00')
    await typed.press('Tab')
    await expect(page.getByText('Write hours as 08:00-12:00')).toBeVisible()
    await typed.fill('10:00-12:00')
    await typed.press('Tab')
    await expect(page.getByText('opens 10:00-12:00')).toBeVisible()
    await page.getByRole('button', { name: 'Discard changes' }).click()
  })

  await step('the holidays of a calendar file come in, the day that makes up for one does not', async () => {
    await page.getByLabel('From a calendar file').setInputFiles(calendarFile)
    await expect(
      page.getByText('2 dates imported, 0 already existed. 1 special working day was left out'),
    ).toBeVisible()
    await page.getByRole('button', { name: 'Discard changes' }).click()
  })

  await step('before a policy the door opens; the policy shuts it within seconds', async () => {
    expect(await seeded.terminal.show('franck_04000.jpg')).toContain('may pass')
    await page.goto('/sign/policies/new')
    const panel = page.getByRole('dialog', { name: 'New policies' })
    const choose = async (field: string, option: string) => {
      await panel.getByRole('combobox', { name: field }).click()
      await page.getByTitle(option, { exact: false }).last().click()
      await panel.getByRole('heading', { name: 'New policies' }).click()
    }
    await panel.getByRole('button', { name: 'Create policies' }).click()
    await expect(panel.getByText('Fill this in.')).toHaveCount(3)
    await choose('Devices', 'Main entrance')
    await choose('Devices', 'Side entrance')
    await choose('Groups', 'Default staff group')
    await choose('Timetable', 'Night only')
    await panel.getByRole('button', { name: 'Create policies' }).click()
    await expect(page.getByText('2 policies created')).toBeVisible()
    await until(
      async () => (await seeded.terminal.show('franck_04000.jpg')).includes('may not pass'),
      'the terminal refuses',
    )
  })

  await step('a terminal whose clock is set refuses at 20:01 and opens at 19:59, and the record says why', async () => {
    await until(async () => !(await comesAt('20:01')), 'the other terminal has the policy, too')
    expect(await comesAt('19:59')).toBe(true)
    expect(await comesAt('20:00')).toBe(false)
    await side.delivered()
    const refusals = { deviceId: side.deviceId, abnormal: 'outside-passage-time' } as const
    const [latest] = (await ask(listRecords, { query: refusals })).items
    const shown = Temporal.Instant.from(latest!.recognisedAt).toZonedDateTimeISO(zone)
    expect(shown.toPlainTime().toString()).toBe('20:01:00')
    await page.goto(`/sign/signRecord/${latest!.id}`)
    const panel = page.getByRole('dialog')
    await expect(panel.getByText('The time was outside the hours of the timetable.')).toBeVisible()
    // it is finished: from here on only the passages of the other are counted
    await side.stop()
    await ask(deleteDevice, { params: { id: side.deviceId } })
    await ask(deleteStaff, { body: { ids: [guard.id] } })
  })

  const refusedId = await step('the refusal is in the list, with its reason, and the record says why', async () => {
    const refused = await until(async () => {
      const [first] = (await ask(listRecords, { query: { abnormal: 'outside-passage-time' } })).items
      return first
    }, 'the refusal has arrived')
    const id = refused.id
    await page.goto(`/sign/signRecord/${id}`)
    const panel = page.getByRole('dialog')
    await expect(panel.getByText('The time was outside the hours of the timetable.')).toBeVisible()
    await expect(panel.getByText(/Timetable: Night only/)).toBeVisible()
    expect(await findAccessibilityFaults(page), 'the record').toEqual([])
    await panel.getByRole('link', { name: 'Check again with the current rules' }).click()
    await expect(page.getByRole('heading', { name: 'Main entrance stays closed for Franck Dernoncourt' })).toBeVisible()
    expect(await findAccessibilityFaults(page), 'the answer to why').toEqual([])
    return id
  })

  await step('the statistics count it, as picture and as table', async () => {
    await page.goto('/sign/signCount')
    const counted = (await ask(getRecordStatistics, { query: daysAround() })).total.total
    const chart = page.getByRole('slider', { name: /^By day/ })
    await chart.focus()
    await page.keyboard.press('End')
    await expect(chart).toHaveAttribute('aria-valuetext', /^\d{4}-\d\d-\d\d: Staff \d+/)
    // On paper nothing covers a part of the chart.
    await expect(page.locator('.bar-chart-values')).toBeVisible()
    await page.emulateMedia({ media: 'print' })
    await expect(page.locator('.bar-chart-values')).toBeHidden()
    await page.emulateMedia({ media: 'screen' })
    expect(await findAccessibilityFaults(page), 'the chart').toEqual([])
    const [picture] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'By day as a picture' }).click(),
    ])
    expect(picture.suggestedFilename()).toMatch(/^recognition-statistics-.*\.png$/)
    // the size that the head of a PNG tells
    const png = await readFile(await picture.path())
    expect([png.toString('latin1', 1, 4), png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual(['PNG', 2400, 1040])
    await page.getByRole('button', { name: 'By day as a table' }).click()
    await expect(page.getByRole('columnheader', { name: 'Door opened' }).first()).toBeVisible()
    expect(counted).toBeGreaterThan(2)
    expect(await findAccessibilityFaults(page), 'the statistics').toEqual([])
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export' }).click(),
    ])
    const [head = '', ...days] = (await readFile(await file.path(), 'utf8')).split('\r\n')
    expect(head).toMatch(/Day or hour,Records/)
    const ofDays = days.slice(0, days.indexOf('')).map((line) => Number(line.split(',')[1]))
    expect(ofDays.reduce((sum, count) => sum + count, 0)).toBe(counted)
  })

  await step('it is marked as a misrecognition, which cannot be taken back, and counts no longer', async () => {
    const before = (await ask(getRecordStatistics, { query: daysAround() })).total.total
    await page.goto(`/sign/signRecord/${refusedId}`)
    await page.getByRole('button', { name: 'Mark as misrecognition' }).click()
    await page.getByRole('button', { name: 'Mark as misrecognition' }).click()
    await expect(page.getByText('Please choose the misrecognition type.')).toBeVisible()
    await page.getByRole('combobox', { name: 'What was wrong' }).click()
    await page.getByTitle('Somebody unknown').last().click()
    await page.getByRole('button', { name: 'Mark as misrecognition' }).click()
    const question = page.getByRole('dialog', { name: /Mark this record as a misrecognition/ })
    await expect(question.getByText('This operation cannot be undone')).toBeVisible()
    await question.getByRole('button', { name: 'Mark as misrecognition' }).click()
    await expect(page.getByText(/Misrecognition: Somebody unknown/)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Mark as misrecognition' })).toHaveCount(0)
    const after = (await ask(getRecordStatistics, { query: daysAround() })).total.total
    expect(after).toBe(before - 1)
  })

  await step('the records of a filter are exported, and then deleted', async () => {
    await page.goto('/sign/signRecord?misrecognition=any')
    await page.getByRole('button', { name: 'Export' }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: 'These records as CSV' }).click()
    const file = await (await download).createReadStream()
    let csv = ''
    for await (const part of file) csv += String(part)
    expect(csv.split('\r\n').filter(Boolean)).toHaveLength(2)
    expect(csv).toContain(refusedId)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Delete', exact: true }).click()
    const question = page.getByRole('dialog', { name: 'Delete 1 record?' })
    await expect(question.getByText(/Attendance keeps its results/)).toBeVisible()
    await question.getByRole('button', { name: 'Delete 1 record' }).click()
    await until(
      async () => (await ask(listRecords, { query: { misrecognition: 'any' } })).items.length === 0,
      'the job has deleted it',
    )
  })

  await step('a deletion of policies asks which, says what it does, and opens the door again', async () => {
    await page.goto('/sign/policies/delete')
    const panel = page.getByRole('dialog', { name: 'Delete policies' })
    await panel.getByRole('button', { name: 'Delete policies' }).click()
    await expect(panel.getByText('Please choose the pass policy to delete.')).toBeVisible()
    await panel.getByRole('combobox').click()
    await page
      .getByTitle(/Main entrance – Default staff group – Night only/)
      .last()
      .click()
    await expect(panel.getByText(/will pass at any time, since no policy is left/)).toBeVisible()
    await page.keyboard.press('Escape')
    await panel.getByRole('button', { name: 'Delete policies' }).click()
    await page.getByRole('button', { name: 'Delete 1 policy' }).click()
    await until(
      async () => (await seeded.terminal.show('franck_04000.jpg')).includes('may pass'),
      'the door opens again',
    )
  })
})

function daysAround() {
  const today = Temporal.Now.plainDateISO('UTC')
  return { from: today.subtract({ days: 2 }).toString(), to: today.add({ days: 2 }).toString() }
}
