import { photograph } from '@gatehouse/testkit/photographs.ts'
import { seedStaff } from '@gatehouse/testkit/seeds/seed-staff.ts'
import { setTimeout as wait } from 'node:timers/promises'
import { faceModelId } from '@gatehouse/face/core/face-models.ts'
import { changeDeviceSettings, getDeviceSettings } from '@gatehouse/contract/features/device-settings.ts'
import { getDevice, listDevices, sendCommand } from '@gatehouse/contract/features/devices.ts'
import { deleteStaff } from '@gatehouse/contract/features/staff.ts'
import type { BodyInput } from '@gatehouse/contract/route.ts'
import { askServer } from '@gatehouse/testkit/ask-server.ts'
import { photographPath } from '@gatehouse/face/test/photographs.ts'
import type { Page } from 'playwright-core'
import { type Context, formatNumber, type Measurement, row, type Unit } from './benchmark.ts'
import { countRecords } from './browser/count-records.ts'
import { quicken, quickenedBy, untilHour, type Pace } from './browser/fast-clock.ts'
import { type Held, look } from './browser/held.ts'
import { makePairingCode, openProfile } from './browser/terminal-page.ts'
import { install, type Installation, openSession } from './install/installation.ts'
import { bulkInsertPeople } from '@gatehouse/testkit/bulk-sql/insert-people.ts'
import { bulkInsertTemplates } from '@gatehouse/testkit/bulk-sql/insert-templates.ts'
import { startGatehouse } from './install/start-gatehouse.ts'

const peopleCount = 10_000
const hours = 24
/** The hours until caches are full: programs that the browser compiles, lists that have limits. */
const warmHours = 6
const patienceMs = 180_000
/** Three people at a time stand before the camera, and each is evaluated once a second: some are known, one is not. */
const known = {
  Franck: ['franck_02221.jpg', 'franck_04117.jpg'],
  Justin: ['bieber_small.jpg', 'Justin-Bieber2_crop.jpg'],
  Nicolas: ['cage.jpg', 'cage2_crop.jpg'],
  Audrey: ['audrey.jpg', 'audrey_crop.jpg'],
  Sean: ['SeanConnery.jpg', 'sean_guru2_crop.jpg'],
} as const
const stranger = 'obama4_crop.jpg'
const shows = (...files: string[]) => files.map(photographPath)
const scenes = [
  { pictures: shows(known.Franck[1], known.Justin[1], known.Nicolas[1]), seconds: 3 },
  { pictures: [], seconds: 2 },
  { pictures: shows(stranger, known.Audrey[1], known.Sean[1]), seconds: 3 },
  { pictures: [], seconds: 2 },
]

/**
 * A day of a terminal, with the clock of its page and of the server faster by the factor: midnight, standby and wake, polls,
 * greetings and door times follow that clock. Every hour settings change, one person is added and one removed, and a remote
 * command arrives; eight times the server is unavailable for a while. The camera is as fast as usual: two pictures a second.
 */
export async function measureDay(context: Context, factor: number): Promise<Measurement[]> {
  const installation = await install(context)
  await bulkInsertPeople(installation, peopleCount)
  await bulkInsertTemplates(installation, faceModelId)
  const token = await openSession(installation)
  await installation.pool.query(`update session set expires_at = expires_at + interval '2 days'`)
  const pace: Pace = { factor, sinceMs: Temporal.Now.instant().epochMilliseconds }
  const on = (port: string) =>
    startGatehouse(context, {
      GATEHOUSE_DATA: installation.dataFolder,
      DATABASE_URL: installation.databaseUrl,
      PORT: port,
      ...quickenedBy(pace),
    })
  let server = await on('0')
  const { url } = server
  const ask = askServer(url, token)
  for (const [name, [portrait]] of Object.entries(known)) {
    await seedStaff(ask, { name, jobId: `D-${name}`, picture: photograph(portrait) })
  }
  const page = await openProfile(context, { scenes, framesPerSecond: 2, viewport: { width: 480, height: 360 } })
  await page.addInitScript(quicken, pace)
  // Records that it could not store, or the server did not accept.
  page.on('console', (line) => /LOST|does not take/.test(line.text()) && context.log(line.text()))
  await page.goto(`${url}/terminal#${await makePairingCode(ask)}`)
  await page.waitForFunction(() => benchNotes.decisions.length > 0, null, { timeout: patienceMs })
  const [device] = (await ask(listDevices)).items
  const params = { id: device?.id ?? '' }
  const set = async (values: BodyInput<typeof changeDeviceSettings>['values']) => {
    const { revision } = await ask(getDeviceSettings, { params })
    await ask(changeDeviceSettings, { params, body: { revision, values } })
  }
  // The page is to live through the whole day.
  await set({ personMode: 'multi', autoRestart: false, standbySeconds: 20, repeatSeconds: 1, keepRecordsDays: 0 })

  const held: Held[] = []
  let frames = 0
  let guest: string | undefined
  for (let hour = 0; hour < hours; hour++) {
    await set({
      welcomeText: `Hour ${hour}`,
      language: ['en', 'zh', 'zh-tw'][hour % 3] ?? 'en',
      fillLight: ['off', 'auto', 'on'][hour % 3] ?? 'off',
      screenBrightness: 100 - 5 * (hour % 10),
    })
    const next = await seedStaff(ask, { name: `Guest ${hour}`, jobId: `G-${hour}`, icCard: `90-${hour}` })
    if (guest) await ask(deleteStaff, { body: { ids: [guest] } })
    guest = next.id
    await untilOnline(async () => (await ask(getDevice, { params })).isOnline)
    await ask(sendCommand, { params, body: { kind: 'open-once', expiresInSeconds: 3_600 } })
    await untilHour(pace, hour + 0.3)
    if (hour % 3 === 0) await server.end()
    await untilHour(pace, hour + 0.6)
    if (hour % 3 === 0) server = await on(new URL(url).port)
    await untilHour(pace, hour + 1)
    const [seen, shownAt] = await page.evaluate(() => {
      const { length } = benchNotes.frames
      Object.assign(benchNotes, { decisions: [], frames: [] })
      return [length, Temporal.Now.instant().toString()] as const
    })
    frames += seen
    const now = await look(page)
    held.push(now)
    context.log(`${shownAt}: ${seen} frames, ${JSON.stringify(now)}`)
  }

  context.log('everything is delivered')
  const counted = await untilDelivered(page, installation)
  const growth = (what: string, part: keyof Held, unit: Unit) => {
    const scale = unit === 'kB' ? 1_000 : 1
    const values = held.map((each) => each[part] / scale)
    const end = formatNumber(values.at(-1) ?? 0)
    return row({ what: `${what} (${end} at the end), more each hour`, value: slope(values.slice(warmHours)), unit })
  }
  const rows = [
    row({ what: `a day of ${hours} hours, the clock ${factor} times as fast: frames`, value: frames, unit: 'records' }),
    row({ what: '  records in the database', value: counted.count, unit: 'records', atLeast: 1_500 }),
    row({
      what: '  made by the terminal, not there',
      value: counted.highest - counted.count,
      unit: 'records',
      atMost: 0,
    }),
    row({ what: '  there twice', value: counted.count - counted.numbers, unit: 'records', atMost: 0 }),
    growth('memory of the page’s scripts', 'heap', 'kB'),
    growth('memory of the worker’s scripts', 'workerHeap', 'kB'),
    growth('buffers of the worker', 'workerBuffers', 'kB'),
    growth('memory of the process', 'resident', 'kB'),
    growth('memory of the browser’s other processes', 'others', 'kB'),
    growth('on the disk of the browser', 'stored', 'kB'),
    growth('rows in its database', 'rows', 'records'),
    growth('nodes of the page', 'nodes', 'nodes'),
    growth('listeners of the page', 'listeners', 'nodes'),
    growth('timers that wait', 'timers', 'nodes'),
  ]
  const made = {
    what: 'records that the terminal made, in the database',
    expected: counted.highest,
    done: counted.count,
  }
  return [{ work: made, rows }]
}

async function untilOnline(isOnline: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + patienceMs
  while (!(await isOnline())) {
    if (performance.now() > deadline) throw new Error('the terminal does not come back')
    await wait(500)
  }
}

/** Waits, while the camera runs, until no record is left in the page and every one is in the database. */
async function untilDelivered(page: Page, installation: Installation) {
  const deadline = performance.now() + patienceMs
  for (;;) {
    const waiting = await page.evaluate(async () => {
      const done = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve) => request.addEventListener('success', () => resolve(request.result)))
      const database = await done(indexedDB.open('gatehouse-terminal'))
      const numbers = await done(database.transaction('record').objectStore('record').getAllKeys())
      database.close()
      return numbers.map(Number)
    })
    const counted = await countRecords(installation)
    if (waiting.length === 0) return counted
    if (performance.now() > deadline) {
      const { rows } = await installation.pool.query<{ number: number }>(
        'select device_sequence::int as number from recognition_record where device_sequence = any($1::bigint[])',
        [waiting],
      )
      const there = rows.map(({ number }) => number)
      throw new Error(`numbers ${waiting.join(', ')} still wait; of these are in the database: ${there.join(', ')}`)
    }
    await wait(200)
  }
}

/** The growth from one to the next, by a linear fit. */
function slope(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const middle = (values.length - 1) / 2
  const along = values.reduce((sum, value, i) => sum + (i - middle) * (value - mean), 0)
  return along / values.reduce((sum, _, i) => sum + (i - middle) ** 2, 0)
}
