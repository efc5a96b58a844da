import { seedStaff } from '@gatehouse/testkit/seeds/seed-staff.ts'
import { listAttendanceDays } from '@gatehouse/contract/features/attendance/days.ts'
import { createDepartment } from '@gatehouse/contract/features/departments.ts'
import { deleteStaff } from '@gatehouse/contract/features/staff.ts'
import { addMissedPunch } from '@gatehouse/contract/features/attendance/punches.ts'
import { attendanceStatistics, attendanceSummary } from '@gatehouse/contract/features/attendance/reports.ts'
import { deleteDevice } from '@gatehouse/contract/features/devices.ts'
import { readFile } from 'node:fs/promises'
import { type Browser, expect, type Locator, type Page } from '@playwright/test'
import { askServer } from '@gatehouse/testkit/ask-server.ts'
import { calendarFile } from './calendar-file.ts'
import { type CardTerminal, startCardTerminal } from './card-terminal.ts'
import { test } from './journey.ts'
import { findAccessibilityFaults } from './accessibility-faults.ts'
import { until } from '@gatehouse/testkit/until.ts'

const { step } = test
const gate = { latitude: 31.2397, longitude: 121.4912 }
const zone = 'Asia/Shanghai'

// A week within a month that is over wherever the test runs, and that a rule of today may still reach back to.
const month = Temporal.Now.plainDateISO('UTC').toPlainYearMonth().subtract({ months: 2 })
const eighth = month.toPlainDate({ day: 8 })
const monday = eighth.add({ days: (8 - eighth.dayOfWeek) % 7 })
const dayOfWeek = (weekday: number) => monday.add({ days: weekday })
const [tuesday, wednesday, thursday, saturday, sunday] = [1, 2, 3, 5, 6].map(dayOfWeek).map(String)
const weekDays = { from: monday.toString(), to: sunday ?? '' }
const week = new URLSearchParams(weekDays).toString()
const monthEnd = month.toPlainDate({ day: month.daysInMonth })

/** Punches, the word for them, and minutes worked, late, left early and of overtime. `+` is of the next morning. */
type Day = readonly [punches: string, verdict: string, worked: number, late: number, early: number, overtime: number]
const absence: Day = ['', 'Absence', 0, 0, 0, 0]
const nothing: Day = ['', 'No status', 0, 0, 0, 0]

/** Normal days, late, early leave, missed punch, absence, overtime on workdays and on holidays; then the minutes. */
type Sum = readonly [number, number, number, number, number, number, number, number, number, number, number]
type Worker = { card: string; name: string; days: readonly Day[]; sum: Sum }

/*
 * Nine to six, from five in the morning on, five minutes forgiven. Overtime from ten hours on with the last punch at seven
 * or later, on a holiday or rest day from four hours on. Wednesday is a holiday, Saturday is worked, Sunday is free.
 */
const workers: readonly Worker[] = [
  {
    card: 'WEEK-1',
    name: 'Ann Abel',
    days: [
      ['09:05 18:00', 'Normal', 535, 0, 0, 0],
      ['09:00 19:00', 'Overtime (workday)', 600, 0, 0, 60],
      ['10:00 14:00', 'Overtime (holiday)', 240, 0, 0, 240],
      ['09:00 +02:30', 'Overtime (workday)', 1050, 0, 0, 510],
      ['09:00 18:00', 'Normal', 540, 0, 0, 0],
      ['09:00 18:00', 'Normal', 540, 0, 0, 0],
      nothing,
    ],
    sum: [5, 0, 0, 0, 0, 2, 1, 3505, 0, 0, 810],
  },
  {
    card: 'WEEK-2',
    name: '白杰',
    days: [
      ['09:05:01 18:00', 'Late', 534, 6, 0, 0],
      ['08:50 18:59:59', 'Normal', 609, 0, 0, 0],
      ['10:00 13:59', 'No status', 239, 0, 0, 0],
      ['08:55 18:05', 'Normal', 550, 0, 0, 0],
      absence,
      absence,
      ['09:00 13:00', 'Overtime (holiday)', 240, 0, 0, 240],
    ],
    sum: [2, 1, 0, 0, 2, 0, 1, 2172, 6, 0, 240],
  },
  {
    card: 'WEEK-3',
    name: 'Cai Chen',
    days: [
      ['09:00 17:55', 'Normal', 535, 0, 0, 0],
      absence,
      nothing,
      ['08:59 18:01', 'Normal', 542, 0, 0, 0],
      ['09:00 18:00', 'Normal', 540, 0, 0, 0],
      ['09:20 18:00', 'Late', 520, 20, 0, 0],
      nothing,
    ],
    sum: [3, 1, 0, 0, 1, 0, 0, 2137, 20, 0, 0],
  },
  {
    card: 'WEEK-4',
    name: 'Dee Diaz',
    days: [
      ['09:00 17:54:59', 'Early leave', 534, 0, 6, 0],
      ['09:00 18:02', 'Normal', 542, 0, 0, 0],
      ['10:00', 'No status', 0, 0, 0, 0],
      ['08:00 12:00 13:00 18:10', 'Normal', 610, 0, 0, 0],
      ['09:30 18:00', 'Late', 510, 30, 0, 0],
      ['09:00 18:00', 'Normal', 540, 0, 0, 0],
      ['10:00 12:00', 'No status', 120, 0, 0, 0],
    ],
    sum: [3, 1, 1, 0, 0, 0, 0, 2856, 30, 6, 0],
  },
  {
    card: 'WEEK-5',
    name: 'Eli Ek',
    days: [
      ['10:00 17:00', 'Late and early leave', 420, 60, 60, 0],
      ['09:10 19:30', 'Late', 620, 10, 0, 90],
      ['09:00 18:00', 'Overtime (holiday)', 540, 0, 0, 540],
      absence,
      ['09:00 16:00', 'Early leave', 420, 0, 120, 0],
      ['09:00', 'Missed punch', 0, 0, 0, 0],
      nothing,
    ],
    sum: [0, 2, 2, 1, 1, 1, 1, 2000, 70, 180, 630],
  },
]
const [, bai = '', cai = '', dee = '', eli = ''] = workers.map(({ name }) => name)

/** The days before the week is complete: one person leaves by a door that does not count, the other by one that is offline. */
const atFirst = new Map<string, Day>([
  [`${bai} ${thursday}`, ['08:55', 'Missed punch', 0, 0, 0, 0]],
  [`${dee} ${tuesday}`, ['09:00', 'Missed punch', 0, 0, 0, 0]],
])

const momentOf = (on: Temporal.PlainDate, punch: string) =>
  on.add({ days: punch.startsWith('+') ? 1 : 0 }).toZonedDateTime({ timeZone: zone, plainTime: punch.replace('+', '') })
const clockOf = (punch: string) => {
  const time = Temporal.PlainTime.from(punch.replace('+', '')).toString({ smallestUnit: 'second' })
  return punch.startsWith('+') ? `${time} next day` : time
}
const two = (number: number) => String(number).padStart(2, '0')
const hours = (minutes: number) =>
  minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${two(minutes % 60)} min`
const endsOf = ([punches]: Day) => {
  const all = punches.split(' ').filter(Boolean)
  return [all.at(0), all.at(-1)] as const
}

/** The text of a page, cells separated by tabs, without separators of lines. */
const textsOf = (lines: Locator) =>
  lines.evaluateAll((found) =>
    found.map((one) =>
      [...(one.tagName === 'TR' ? one.children : [one])]
        .map((cell) => (cell instanceof HTMLElement ? cell.innerText.replaceAll(/\s+/g, ' ').trim() : ''))
        .join('\t'),
    ),
  )

test.describe('attendance', () => {
  test.use({ role: 'superAdmin' })

  test('[ATT-01] [ATT-02] [ATT-03] [ATT-04] [ATT-05] [DASH-05] five people punch a week at terminals with set clocks: every verdict on the page, one corrected, the month locked, and the files say the same', async ({
    page,
    browser,
    product,
    seeded,
  }) => {
    // the data that the other tests find is created before
    expect(seeded.deviceId).not.toBe('')
    const token = (await page.context().cookies()).find(({ name }) => name === 'token')?.value ?? ''
    const ask = askServer(product.url, decodeURIComponent(token))
    const shift = (await ask(createDepartment, { body: { name: 'Day shift' } })).id
    const ids = new Map<string, string>()
    for (const { name, card } of workers) {
      const departmentId = name === eli ? null : shift
      const person = await seedStaff(ask, { name, jobId: card, icCard: card, departmentId })
      ids.set(name, person.id)
    }
    const [east, west, canteen] = await Promise.all(
      ['East gate', 'West gate', 'Canteen'].map((name) =>
        startCardTerminal(ask, { server: product.url, name, timeZone: zone }),
      ),
    )
    const terminals = [east, west, canteen].filter((terminal) => terminal !== undefined)
    if (!east || !west || !canteen) throw new Error('three terminals were asked for')
    const daysOf = (name: string) => `/attendance/attendanceRecord?${week}&personId=${ids.get(name) ?? ''}&size=50`

    try {
      await step('an area with its devices, and a rule for a department and one more', async () => {
        await makeArea(page)
        await makeRule(page)
      })

      await step('the week is punched at terminals with set clocks, one of them cut off', async () => {
        await west.cut()
        await punchWeek({ east, west, canteen })
        await Promise.all([east.delivered(), canteen.delivered()])
        await until(async () => {
          const sum = (await ask(attendanceStatistics, { query: { ...weekDays, keyword: 'WEEK-' } })).sum
          return sum.normal === 11 && sum.missedPunch === 3
        }, 'the week has been calculated')
      })

      await step('each verdict is on the page, day by day and in the month of each person', async () => {
        for (const worker of workers) {
          await page.goto(daysOf(worker.name))
          await expect
            .poll(() => textsOf(page.locator('.list-table tbody tr[data-row]')))
            .toEqual(rowsOf(worker, atFirst))
          await page.getByRole('link', { name: worker.name }).first().click()
          await expect
            .poll(async () => (await textsOf(page.locator('.month-days li'))).slice(monday.day - 1, monday.day + 6))
            .toEqual(monthOf(worker, atFirst))
        }
      })

      await step(
        'the grid of the month marks the days of everybody, by keys: several add up, and one says why',
        async () => {
          await page.goto(`/attendance/attendanceRecord?tab=month&month=${monday.toString().slice(0, 7)}&keyword=WEEK-`)
          const cellOf = (on: string, words: string) =>
            page.getByRole('gridcell', { name: `Eli Ek, ${on}, ${words}`, exact: true })
          const first = cellOf(monday.toString(), 'Late and early leave')
          await expect(first).toBeVisible()
          await expect(cellOf(tuesday!, 'Late')).toBeVisible()
          expect(await findAccessibilityFaults(page), 'the grid of a month').toEqual([])
          await page.getByRole('gridcell', { name: `Eli Ek, ${tuesday}` }).focus()
          await first.click({ modifiers: ['Shift'] })
          await expect(page.getByText(/^\d+ days: \d\d:\d\d worked/)).toBeVisible()
          await first.press('Enter')
          const panel = page.getByRole('dialog', { name: `Eli Ek, ${monday.toString()}` })
          await expect(panel.getByText('Late and early leave').first()).toBeVisible()
        },
      )

      await step(
        'what came late from the cut-off terminal changes its day on the open page, which says why',
        async () => {
          await page.goto(`${daysOf(dee)}&day=${ids.get(dee) ?? ''}_${tuesday}`)
          const panel = page.getByRole('dialog', { name: `Dee Diaz, ${tuesday}` })
          await expect(panel.getByText('There is only one punch; the rule requires two.')).toBeVisible()
          await west.restore()
          await expect(panel.getByText('The last punch is at or after the end of work.')).toBeVisible()
          await expect(panel.getByText('A punch arrived late').first()).toBeVisible()
          await expect(panel.getByText('Missed punch, version 1 → Normal, version 1')).toBeVisible()
          await expect(panel.getByText('Riverside · West gate · Counted')).toBeVisible()
        },
      )

      await step(
        'who left by a door that does not count asks on the phone, and an administrator approves',
        async () => {
          await page.goto(`${daysOf(bai)}&day=${ids.get(bai) ?? ''}_${thursday}`)
          const panel = page.getByRole('dialog', { name: `${bai}, ${thursday}` })
          await expect(panel.getByText('Canteen · Not counted: outside the rule’s areas')).toBeVisible()
          await page.goto(`/attendance/attendanceRecord/${ids.get(bai) ?? ''}`)
          await page.getByRole('button', { name: 'Phone link' }).click()
          const address = await page
            .getByText(/\/m\/punch\//)
            .first()
            .innerText()
          await punchByPhone(browser, product.url + new URL(address.trim()).pathname)
          for (const remark of ['Repairing a door across town', 'Left through the canteen']) await approve(page, remark)
          await page.goto(`${daysOf(bai)}&day=${ids.get(bai) ?? ''}_${thursday}`)
          await expect(panel.getByText('A punch was added or approved')).toBeVisible()
          await expect(panel.getByText('Left through the canteen')).toBeVisible()
          const [from, to] = [-1, 1].map((days) => Temporal.Now.plainDateISO('UTC').add({ days }).toString())
          await page.goto(`/attendance/attendanceRecord?from=${from}&to=${to}&isField=true&keyword=WEEK-2`)
          await expect(page.getByRole('row', { name: /白杰/ })).toContainText('Field punch')
        },
      )

      await step('the statistics add it up, and each number leads to its days', async () => {
        await page.goto(`/attendance/attendanceStatistics?${week}&keyword=WEEK-`)
        // The days of overtime do not fit beside its hours at this width, and are chosen in its menu.
        await page.getByRole('button', { name: 'Columns and row height' }).click()
        for (const name of ['Overtime (workday)', 'Overtime (holiday)'])
          await page.getByRole('checkbox', { name }).check()
        await page.keyboard.press('Escape')
        await expect.poll(() => textsOf(page.locator('.list-table tbody tr[data-row]'))).toEqual(sumRows())
        await page.getByRole('link', { name: 'Eli Ek, Early leave: 2' }).click()
        await expect(page.getByRole('row', { name: /Eli Ek/ })).toHaveCount(2)
      })

      await step('the month is locked: a request is refused, and what comes later waits', async () => {
        await page.goto(`/attendance/attendanceStatistics?from=${month.toString()}-01&to=${monthEnd.toString()}`)
        const deed = `Lock ${month.toString()}`
        await page.getByRole('button', { name: deed }).click()
        await page.getByRole('dialog').getByRole('button', { name: deed }).click()
        await expect(page.getByText(`locked ${month.toString()} on`)).toBeVisible()

        const absent = `${daysOf(cai)}&day=${ids.get(cai) ?? ''}_${tuesday}`
        await page.goto(absent)
        const panel = page.getByRole('dialog', { name: `Cai Chen, ${tuesday}` })
        await expect(panel.getByText('Locked')).toBeVisible()
        await expect(panel.getByRole('heading', { name: 'Add a missed punch' })).toHaveCount(0)
        const refused = ask(addMissedPunch, {
          body: {
            personId: ids.get(cai)!,
            on: tuesday!,
            minute: 540,
            reason: 'Forgot',
          },
        })
        await expect(refused).rejects.toThrow(`The month ${month.toString()} is locked: its results no longer change.`)

        // the second is of a month that is open: once its day is there, the first has been looked at, too
        const open = monthEnd.add({ days: 7 })
        await west.read('WEEK-3', momentOf(dayOfWeek(1), '09:00'))
        await west.read('WEEK-3', momentOf(open, '09:00'))
        await west.delivered()
        const inOpen = { from: open.toString(), to: open.toString(), personId: ids.get(cai)! }
        await until(
          async () => (await ask(listAttendanceDays, { query: inOpen })).items.some((day) => day.punchCount === 1),
          'the day of the open month says what came',
        )
        await page.goto(absent)
        await expect(panel.getByText('No punch counts for this day.')).toBeVisible()
      })

      await step('both files say what the pages say, cell by cell', async () => {
        await page.goto(`/attendance/attendanceStatistics?${week}&keyword=WEEK-`)
        await expect.poll(() => textsOf(page.locator('.list-table tbody tr[data-row]'))).toEqual(sumRows())
        const [, ...people] = await download(page, 'Export: one row per person')
        expect(people).toEqual(peopleFile())
        const [, ...days] = await download(page, 'Export: one row per day')
        expect(days.toSorted()).toEqual(daysFile().toSorted())
      })

      await step('the reopened month takes in later changes', async () => {
        await page.goto(`/attendance/attendanceStatistics?from=${month.toString()}-01&to=${monthEnd.toString()}`)
        await page.getByRole('button', { name: `Reopen ${month.toString()}` }).click()
        await expect(page.getByRole('button', { name: `Lock ${month.toString()}` })).toBeVisible()
        await page.goto(`${daysOf(cai)}&day=${ids.get(cai) ?? ''}_${tuesday}`)
        await expect(page.getByRole('dialog').getByText('The month was reopened')).toBeVisible()
      })

      await step('the dashboard says of yesterday what the terminals saw then', async () => {
        const yesterday = (await ask(attendanceSummary)).on
        const on = Temporal.PlainDate.from(yesterday)
        const seen = { 'WEEK-1': '09:00 20:00', 'WEEK-2': '09:30 18:00', 'WEEK-3': '09:00 16:00', 'WEEK-4': '09:00' }
        for (const [card, punches] of Object.entries(seen))
          for (const punch of punches.split(' ')) await east.read(card, momentOf(on, punch))
        await east.delivered()
        await page.goto('/dashboard')
        const card = page.locator('.board-facts').filter({ hasText: 'Missed punch' })
        await expect
          .poll(() => textsOf(card.getByRole('listitem')))
          .toEqual(on.dayOfWeek < 6 ? workedYesterday(on) : freeYesterday)
      })
    } finally {
      await Promise.all(terminals.map((terminal) => terminal.stop()))
      for (const { deviceId } of terminals) await ask(deleteDevice, { params: { id: deviceId } })
      await ask(deleteStaff, { body: { ids: [...ids.values()] } })
    }
  })
})

async function makeArea(page: Page) {
  await page.goto('/attendance/attendanceAreas')
  await page.getByRole('button', { name: 'Add area' }).first().click()
  const panel = page.getByRole('dialog')
  await panel.getByRole('textbox', { name: 'Name' }).fill('Riverside')
  await panel.getByLabel('Latitude').fill(String(gate.latitude))
  await panel.getByLabel('Longitude').fill(String(gate.longitude))
  await panel.getByRole('button', { name: /^Address and devices/ }).click()
  for (const device of ['East gate', 'West gate']) {
    await panel.getByRole('combobox', { name: 'Devices' }).fill(device)
    await page.getByTitle(device).last().click()
  }
  await panel.getByRole('textbox', { name: 'Name' }).focus()
  await panel.getByRole('button', { name: 'Add area' }).click()
  await expect(page.getByRole('heading', { name: 'Riverside', level: 1 })).toBeVisible()
}

async function makeRule(page: Page) {
  await page.goto('/attendance/attendanceRules/new')
  const panel = page.getByRole('dialog')
  const choose = async (field: string, text: string, title: string | RegExp = text) => {
    await panel.getByLabel(field, { exact: true }).fill(text)
    await page.getByTitle(title).last().click()
    await panel.getByRole('textbox', { name: 'Name' }).focus()
  }
  await panel.getByRole('textbox', { name: 'Name' }).fill('Nine to six')
  const folds = [
    'Who it is for',
    'Punches and tolerance',
    'Overtime',
    'Holidays and special days',
    'Areas and time zone',
  ]
  for (const fold of folds) await panel.getByRole('button', { name: fold }).click()
  await choose('People', 'Eli', /^Eli Ek/)
  await choose('Departments', 'Day shift')
  await panel.getByLabel('Late tolerance (min)').fill('5')
  await panel.getByLabel('Early-leave tolerance (min)').fill('5')
  for (const toggle of await panel.getByRole('switch').all()) await toggle.click()
  const [workday, holiday] = [
    panel.getByLabel('Worked at least (hours)').first(),
    panel.getByLabel('Worked at least (hours)').last(),
  ]
  await workday.fill('10')
  await holiday.fill('4')
  await panel.getByLabel('And the last punch not before').first().fill('19:00')
  await panel.getByLabel('Holidays', { exact: true }).fill(`${wednesday}, Founding day`)
  await panel.getByLabel('Special working days').fill(`${saturday}, Inventory`)
  await panel.getByLabel('From a calendar file').setInputFiles(calendarFile)
  await expect(
    panel.getByText('3 dates imported, 0 already existed. 1 of them is a special working day.'),
  ).toBeVisible()
  await expect(panel.getByLabel('Special working days')).toHaveValue(`${saturday}, Inventory\n2031-10-11, 国庆节 补班`)
  await choose('Attendance areas', 'Riverside')
  await choose('Time zone', zone)
  await panel.getByLabel('Counts from').fill(monday.toString())
  await panel.getByRole('button', { name: 'Add rule' }).click()
  await expect(page.getByRole('heading', { name: 'Nine to six', level: 1 })).toBeVisible()
  await page.getByRole('tab', { name: 'People' }).click()
  for (const { name } of workers) await expect(page.getByRole('link', { name })).toBeVisible()
  await page.getByRole('button', { name: 'Edit rule' }).click()
  await panel.getByRole('checkbox', { name: 'Fri' }).uncheck()
  await panel.getByRole('button', { name: 'What would last month have looked like?' }).click()
  await expect(panel.getByText('5 people compared; 5 with different results.')).toBeVisible()
  // away from the button: colours in transition would fail the contrast check
  await page.mouse.move(5, 600)
  expect(await findAccessibilityFaults(page)).toEqual([])
}

async function punchWeek({ east, west, canteen }: Record<'east' | 'west' | 'canteen', CardTerminal>) {
  for (const { name, card, days } of workers) {
    for (const [weekday, [punches]] of days.entries()) {
      const on = dayOfWeek(weekday)
      const known = atFirst.get(`${name} ${on.toString()}`)?.[0]
      for (const punch of punches.split(' ').filter(Boolean)) {
        const door = known === undefined || known.includes(punch) ? east : name === dee ? west : canteen
        expect(await door.read(card, momentOf(on, punch)), `${name} at ${punch}`).toBe(true)
      }
    }
  }
}

/** As the list shows them: the newest first. */
const rowsOf = ({ name, days }: Worker, instead: ReadonlyMap<string, Day>) =>
  days
    .map((day, weekday) => {
      const on = dayOfWeek(weekday).toString()
      const [punches, verdict, worked] = instead.get(`${name} ${on}`) ?? day
      const [first, last] = endsOf([punches, verdict, worked, 0, 0, 0]).map((punch) => (punch ? clockOf(punch) : '–'))
      // the days were over before the terminals delivered their records, which are older than the terminals
      const words = punches ? `${verdict} Changed later Doubtful time` : verdict
      return [name, on, words, first, last, hours(worked), '–', name === eli ? '–' : 'Day shift'].join('\t')
    })
    .toReversed()

/** As a month shows them: to the second, which decides. */
const monthOf = ({ name, days }: Worker, instead: ReadonlyMap<string, Day>) =>
  days.map((day, weekday) => {
    const on = dayOfWeek(weekday)
    const shown = instead.get(`${name} ${on.toString()}`) ?? day
    const times = [...new Set(endsOf(shown))].flatMap((punch) => (punch ? [clockOf(punch)] : []))
    // a day without a result says what day it is: Wednesday is a holiday
    const result = shown[1] === 'No status' ? (weekday === 2 ? 'Holiday' : 'Rest day') : shown[1]
    return [on.day, on.toString(), result, times.join(' – ')].filter(Boolean).join(' ')
  })

const departmentOf = (name: string) => (name === eli ? '' : 'Day shift')

/** By name, which is how the statistics begin; Chinese comes after Latin there. */
const byName = [...workers.filter(({ name }) => name !== bai), ...workers.filter(({ name }) => name === bai)]

const sumRows = () =>
  byName.map(({ name, sum: [...sum] }) => {
    const [worked, , , overtime] = sum.splice(7)
    return [name, departmentOf(name) || '–', ...sum, hours(worked ?? 0), hours(overtime ?? 0)].join('\t')
  })

const peopleFile = () =>
  workers.map(({ name, card, sum }) => [card, name, departmentOf(name), monday.toString(), sunday, ...sum].join(','))

const daysFile = () =>
  workers.flatMap(({ name, card, days }) =>
    days.map((day, weekday) => {
      const on = dayOfWeek(weekday)
      const [, verdict, ...minutes] = day
      const ends = endsOf(day).map((punch) =>
        punch ? momentOf(on, punch).toPlainDateTime().toString({ smallestUnit: 'second' }).replace('T', ' ') : '',
      )
      const cells = [
        card,
        name,
        departmentOf(name),
        on.toString(),
        'Nine to six (1)',
        ...(weekday === 2 ? ['Holiday', ''] : weekday === 6 ? ['Rest day', ''] : []),
        ...(weekday === 5 ? ['Special working day', '09:00-18:00'] : []),
        ...([0, 1, 3, 4].includes(weekday) ? ['Working day', '09:00-18:00'] : []),
        verdict,
        ...ends,
        ...minutes,
        zone,
        marksOf(day),
      ]
      return cells.join(',')
    }),
  )

/** The marks of a day: overtime that the verdict does not name, and each punch, which a terminal with a set clock reported later. */
function marksOf([punches, verdict, , , , overtime]: Day): string {
  const marks = [
    ...(overtime > 0 && !verdict.startsWith('Overtime') ? ['Overtime (workday)'] : []),
    ...(punches ? ['Doubtful device time', 'Changed after it was closed'] : []),
  ]
  return marks.length > 0 ? `"${marks.join('; ')}"` : ''
}

/** One each: late, overtime, absent, left early, punched once; the last three only once that day is over. */
function workedYesterday(on: Temporal.PlainDate) {
  const over = Temporal.Instant.compare(Temporal.Now.instant(), momentOf(on, '+05:00').toInstant()) < 0 ? 0 : 1
  return [
    'Late 1',
    'Overtime, workday 1',
    'Overtime, holiday 0',
    `Absence ${over}`,
    `Early leave ${over}`,
    `Missed punch ${over}`,
  ]
}
/** Three worked four hours or more. */
const freeYesterday = 'Late 0/Overtime, workday 0/Overtime, holiday 3/Absence 0/Early leave 0/Missed punch 0'.split('/')

/** The lines of a file that a button of the page gives. */
async function download(page: Page, name: string): Promise<string[]> {
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name }).click()])
  return (await readFile(await file.path(), 'utf8')).split('\r\n').filter(Boolean)
}

/** Inside the area, outside it with a remark, and a punch asked for that did not count. */
async function punchByPhone(browser: Browser, address: string) {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    locale: 'en-GB',
    permissions: ['geolocation'],
    geolocation: { ...gate, accuracy: 12 },
  })
  try {
    const phone = await context.newPage()
    await phone.goto(address)
    await expect(phone.getByRole('heading', { name: 'Attendance of 白杰' })).toBeVisible()
    await phone.getByRole('button', { name: 'Punch now' }).click()
    await expect(phone.getByText(/in Riverside\. It counts\./)).toBeVisible()
    expect(await findAccessibilityFaults(phone)).toEqual([])
    await phone.screenshot({ path: 'test-results/pages/attendance-phone-en-light-390.png', fullPage: true })

    await context.setGeolocation({ latitude: gate.latitude + 0.1, longitude: gate.longitude, accuracy: 30 })
    await phone.getByRole('button', { name: 'Punch now' }).click()
    await expect(phone.getByRole('alert')).toContainText('You are outside every attendance area')
    await phone.getByLabel('Remark').fill('Repairing a door across town')
    await phone.getByRole('button', { name: 'Punch now' }).click()
    await expect(phone.getByText(/outside every area/).first()).toBeVisible()
    await expect(phone.getByText(/± 30 m · Waiting for approval/)).toBeVisible()

    await phone.getByLabel('Date').fill(thursday ?? '')
    await phone.getByLabel('Time', { exact: true }).fill('18:05')
    await phone.getByLabel('Reason').fill('Left through the canteen')
    await phone.getByRole('button', { name: 'Send request' }).click()
    await expect(phone.getByText('Sent. An administrator will decide.')).toBeVisible()
  } finally {
    await context.close()
  }
}

async function approve(page: Page, remark: string) {
  await page.goto('/attendance/attendanceRecord?tab=requests&state=waiting')
  const row = page.getByRole('row', { name: new RegExp(remark) })
  await row.getByRole('button', { name: /Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Approve' }).click()
  await expect(page.getByText('Approved: the day is being recalculated')).toBeVisible()
}
