import { seedStaff } from '@gatehouse/testkit/seeds/seed-staff.ts'
import { seedPairingCode } from '@gatehouse/testkit/seeds/real-terminals.ts'
import { type Browser, expect, type Page } from '@playwright/test'
import { blindRecogniser } from '@gatehouse/terminal/recognition/recogniser.ts'
import { makeId } from '@gatehouse/terminal/lib/random.ts'
import { createMemoryState } from '@gatehouse/terminal/state/memory-state.ts'
import { createTerminal } from '@gatehouse/terminal/core/terminal.ts'
import { completeFirstLogin } from './complete-first-login.ts'
import { putOnInternet } from './change-database.ts'
import { type Role, roles, test } from './journey.ts'
import { middayZone } from './midday-zone.ts'
import { findAccessibilityFaults } from './accessibility-faults.ts'
import { startProduct } from '@gatehouse/testkit/start-product.ts'

const { step } = test

/** The number on a tile or a card, by the text next to it. */
async function figureOf(page: Page, name: string): Promise<number> {
  const link = page.getByRole('link', { name: new RegExp(`^${name} \\d+`) }).first()
  await expect(link).toBeVisible()
  return Number(/\d+/.exec((await link.innerText()).replace(name, ''))?.[0])
}
const expectFigure = (page: Page, name: string, value: number) => expect.poll(() => figureOf(page, name)).toBe(value)

const titles = (page: Page) => page.locator('.board h2').allTextContents()

/** The content of the dashboard for each role. */
const office = [
  'Recognitions today',
  'Check-ins by hour',
  'Attendance yesterday',
  'Devices',
  'Needs attention',
  'Door-access alarms today',
  'Recognitions by hour',
  'Inside now',
  'At the doors',
]
const seen: Record<Role, readonly string[]> = {
  superAdmin: office,
  mainAdmin: office,
  subAdmin: office,
  deviceAdmin: ['Devices', 'Needs attention', 'Door-access alarms today', 'Inside now', 'At the doors'],
  visitorAdmin: ['Recognitions today', 'Needs attention', 'Recognitions by hour', 'Inside now', 'At the doors'],
}

test.describe('the dashboard', () => {
  test.use({ role: 'superAdmin' })

  test('[DASH-02] [DASH-03] [DASH-06] the dashboard counts the events of a terminal, by the live line and without it', async ({
    page,
    seeded,
  }) => {
    await page.goto('/dashboard')
    await expect(page.getByRole('main').getByText('Live', { exact: true })).toBeVisible()
    const [total, staff, strangers] = [
      await figureOf(page, 'Recognitions today'),
      await figureOf(page, 'Recognitions of staff'),
      await figureOf(page, 'Recognitions of strangers'),
    ]
    expect(await figureOf(page, 'Online')).toBe(1)
    const entrance = page.getByRole('link', { name: /Main entrance.*recognitions? today/ })
    const passed = Number(/(\d+) recognitions? today/.exec(await entrance.innerText())?.[1])
    // other people than those who have just passed: a person who returns at once makes no second record
    await seeded.terminal.show('audrey_crop.jpg')
    await expectFigure(page, 'Recognitions of staff', staff + 1)
    await seeded.terminal.show('obama4_crop.jpg')
    await expectFigure(page, 'Recognitions of strangers', strangers + 1)
    await expectFigure(page, 'Recognitions today', total + 2)
    await expect(entrance).toContainText(`${passed + 2} recognitions today`)

    await step('without the live line it asks as often as the common settings say', async () => {
      // A worker that tabs share asks past the routes of a page: without one the page has a line of its own.
      await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'SharedWorker'))
      await page.route(/\/api\/v2\/live\b/, (route) => route.abort())
      await page.goto('/dashboard/settings')
      await page.getByLabel('Interval in seconds').fill('1')
      await page.getByRole('switch', { name: 'Show system notices' }).click()
      expect(await findAccessibilityFaults(page)).toEqual([])
      await page.getByRole('button', { name: 'Save' }).click()
      await expect(page.getByText('Refreshing every 1 s')).toBeVisible()
      await expect(page.getByText(/^The licence expires/)).toHaveCount(0)
      const kept = await page.evaluate(() => localStorage.getItem('commonSettings'))
      expect(JSON.parse(kept ?? '')).toEqual({
        autoUpdate: '0',
        exhibitionMode: '0',
        frequency: 1,
        showAlarm: '1',
        showSystem: '0',
      })
      await seeded.terminal.show('franck_02221.jpg')
      await expectFigure(page, 'Recognitions of staff', staff + 2)
    })

    await step('with the live line it asks at that interval, too, once the common settings say so', async () => {
      await page.unroute(/\/api\/v2\/live\b/)
      await page.goto('/dashboard/settings')
      await page.getByRole('switch', { name: 'Refresh at an interval' }).click()
      await page.getByRole('button', { name: 'Save' }).click()
      await expect(page.getByRole('main').getByText('Live', { exact: true })).toBeVisible()
      // One could be a hint's, and each minute one comes anyway: the last three of four are this close together only at the interval.
      const asked: number[] = []
      for (let count = 0; count < 4; count++) {
        await page.waitForRequest(/\/api\/v2\/dashboard$/)
        asked.push(performance.now())
      }
      expect(asked.at(-1)! - asked[1]!).toBeLessThan(50_000)
    })
  })

  test('[DASH-01] [DASH-07] the dashboard warns of the licence, the internet and the disk, each one click from its remedy', async ({
    page,
    product,
    seeded,
  }) => {
    expect(seeded.deviceId).not.toBe('')
    await page.goto('/dashboard')
    const notices = page.getByRole('region', { name: 'Notices' })
    // a trial is only announced in its last week
    await expect(notices.getByText(/^The licence expires in/)).toHaveCount(0)
    await putOnInternet(product.dataFolder, true)
    await expect(notices.getByText(/reached from the internet and will be stopped within 30 days/)).toBeVisible()
    await putOnInternet(product.dataFolder, false)
    await expect(notices.getByText(/reached from the internet/)).toHaveCount(0)

    // one has no portrait: that is no failure of the device
    await expect(page.getByRole('link', { name: /could not be sent to a device/ })).toHaveCount(0)

    const setThresholds = async (warn: string, overwrite: string) => {
      await page.goto('/dashboard/storage')
      await page.getByLabel('Warn below').fill(warn)
      await page.getByLabel('Overwrite history below').fill(overwrite)
      await page.getByRole('button', { name: 'Save' }).click()
    }
    await setThresholds('100000', '1')
    await expect(notices.getByText('Disk space is under 100,000 GB')).toBeVisible()
    await notices.getByRole('link', { name: 'Disk space' }).click()
    await expect(page.getByText(/ of [\d,]+ GB$/)).toBeVisible()
    expect(await findAccessibilityFaults(page)).toEqual([])
    // Nothing here is old enough to go; a threshold like this is asked about all the same.
    await page.getByLabel('Overwrite history below').fill('99999')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Save and overwrite history' }).click()
    await expect(notices.getByText('Disk space is under 99,999 GB: history will be overwritten')).toBeVisible()
    await setThresholds('2', '1')
    await expect(notices.getByText(/Disk space is under/)).toHaveCount(0)
    await setThresholds('', '')
  })

  test('[LAY-06] [DASH-06] exhibition mode shows who comes in, without their numbers, and ends by Escape', async ({
    page,
    seeded,
  }) => {
    await page.goto('/dashboard/settings')
    await page.getByRole('switch', { name: 'Exhibition mode' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    const lobby = page.locator('.exhibition')
    await expect(lobby).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Main menu' })).toHaveCount(0)
    const newest = lobby.locator('[data-newest]')
    for (const picture of ['franck_04000.jpg', 'franck_02221.jpg', 'franck_04000.jpg']) {
      const before = await lobby.innerText()
      await seeded.terminal.show(picture)
      await expect.poll(async () => (await lobby.innerText()) !== before).toBe(true)
      await expect(newest).toContainText('Franck Dernoncourt')
    }
    await expect(newest.locator('img')).toBeVisible()
    expect(await lobby.locator('article').count()).toBeLessThanOrEqual(12)
    expect(await lobby.innerText()).not.toMatch(/A-0017|13800000001|franck@|Cage/)
    expect(await findAccessibilityFaults(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect(lobby).toHaveCount(0)
    await expect(page.getByRole('heading', { name: 'Needs attention' })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Needs attention' })).toBeVisible()
  })
})

test.describe('the arrangement of a dashboard', () => {
  test.use({ role: 'subAdmin' })

  test('a person arranges their own dashboard by keys and by mouse, and goes back to that of the role', async ({
    page,
    seeded,
  }) => {
    expect(seeded.deviceId).not.toBe('')
    await page.goto('/dashboard')
    await expect.poll(() => titles(page)).toEqual(office)
    const arrange = page.getByRole('button', { name: 'Arrange' })
    const save = page.getByRole('button', { name: 'Save', exact: true })
    const handle = (name: string) => page.getByRole('button', { name: `Move ${name}` })

    await step('by keys: to the other column, further up there, and out of sight', async () => {
      await arrange.click()
      await expect(handle('Recognitions today')).toBeFocused()
      await handle('Devices').focus()
      await page.keyboard.press('ArrowRight')
      await expect(page.getByText('Devices: 3 of 3 in the column at the side')).toBeAttached()
      await expect(handle('Devices')).toBeFocused()
      await page.keyboard.press('ArrowUp')
      await expect(page.getByText('Devices: 2 of 3 in the column at the side')).toBeAttached()
      await page.getByRole('button', { name: 'Hide Recognitions by hour' }).click()
      expect(await findAccessibilityFaults(page)).toEqual([])
      await save.click()
      await expect(arrange).toBeFocused()
    })
    const moved = [
      'Recognitions today',
      'Check-ins by hour',
      'Attendance yesterday',
      'Needs attention',
      'Door-access alarms today',
      'Inside now',
      'Devices',
      'At the doors',
    ]
    await expect.poll(() => titles(page)).toEqual(moved)
    await page.reload()
    await expect.poll(() => titles(page)).toEqual(moved)

    await step('by mouse: dropped above another one', async () => {
      await arrange.click()
      await handle('Inside now').hover()
      await page.mouse.down()
      const above = await page.locator('[data-widget="today"]').boundingBox()
      await page.mouse.move(above!.x + 40, above!.y + 8, { steps: 5 })
      await page.mouse.up()
      await save.click()
      await expect.poll(async () => (await titles(page))[0]).toBe('Inside now')
    })

    await arrange.click()
    await page.getByRole('button', { name: 'Back to the default' }).click()
    await save.click()
    // the board that is being arranged has the titles before they are kept
    await expect(arrange).toBeFocused()
    await expect.poll(() => titles(page)).toEqual(office)
    await page.reload()
    await expect.poll(() => titles(page)).toEqual(office)
  })
})

test('[LAY-06] exhibition mode counts a thousand passages, and is as large afterwards as after a dozen', async ({
  page,
}) => {
  // A separate installation, so that no other journey finds a thousand records. Its first start takes the zone of the machine.
  const product = await startProduct({ TZ: middayZone() })
  try {
    const ask = await completeFirstLogin(page, product)
    // The display shows each person once: as many as it has room for.
    const people: string[] = []
    for (let n = 1; n <= 12; n++) people.push((await seedStaff(ask, { name: `Person ${n}`, jobId: `A-${n}` })).id)
    const pairingCode = await seedPairingCode(ask, { name: 'Main entrance' })
    const terminal = createTerminal({
      serverUrl: product.url,
      pairingCode,
      state: createMemoryState(),
      recogniser: blindRecogniser('none'),
      pollSeconds: 1,
    })
    /** As many passages as its camera would have made, one after the other; it sends them in batches of 20. */
    const pass = (count: number) => {
      const passage = {
        ...({ kind: 'staff', entryMode: 'face', cosine: 0.7, liveness: 0.99 } as const),
        ...({ opened: true, abnormal: 'none' } as const),
      }
      for (let n = 0; n < count; n++) {
        const personId = people[n % people.length]!
        const recognisedAt = Temporal.Now.instant().toString()
        terminal.state.records.append(
          { ...passage, personId, id: makeId(), recognisedAt, reasons: [], faceBox: null, candidates: [] },
          null,
        )
      }
    }
    await terminal.start()
    try {
      await page.getByRole('button', { name: 'Exhibition mode' }).click()
      const lobby = page.locator('.exhibition')
      const passages = lobby.getByRole('article')
      const count = lobby.locator('dl div').filter({ hasText: 'Recognitions today' }).locator('dd')
      pass(12)
      await expect(count).toHaveText('12')
      await expect(passages).toHaveCount(12)
      const size = await page.evaluateHandle(() => {
        const count = () => document.querySelectorAll('*').length
        const seen = { before: count(), most: 0 }
        const look = () => (seen.most = Math.max(seen.most, count()))
        new MutationObserver(look).observe(document.body, { childList: true, subtree: true })
        return seen
      })
      pass(988)
      await expect(count).toHaveText('1,000')
      await expect(passages).toHaveCount(12)
      const { before, most } = await size.jsonValue()
      expect(most, 'the most elements there were at any time').toBe(before)
    } finally {
      await terminal.stop()
    }
  } finally {
    await product.stop()
  }
})

test('the dashboard of each role shows only what it may see', async ({ browser, product, sessionOf, seeded }) => {
  expect(seeded.deviceId).not.toBe('')
  for (const role of roles) {
    const page = await openAs(browser, await sessionOf(role), product.url)
    await expect(page.getByRole('heading', { name: 'Needs attention' })).toBeVisible()
    await expect.poll(() => titles(page), role).toEqual(seen[role])
    await page.context().close()
  }
})

async function openAs(
  browser: Browser,
  storageState: NonNullable<Parameters<Browser['newContext']>[0]>['storageState'],
  url: string,
) {
  const context = await browser.newContext({ ...(storageState && { storageState }), baseURL: url, locale: 'en-GB' })
  const page = await context.newPage()
  await page.goto('/dashboard')
  return page
}
