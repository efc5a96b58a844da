import { photograph } from '@gatehouse/testkit/photographs.ts'
import { seedStaff } from '@gatehouse/testkit/seeds/seed-staff.ts'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { faceModelId } from '@gatehouse/face/core/face-models.ts'
import { changeDeviceSettings, getDeviceSettings } from '@gatehouse/contract/features/device-settings.ts'
import { listDevices } from '@gatehouse/contract/features/devices.ts'
import { askServer } from '@gatehouse/testkit/ask-server.ts'
import { photographPath } from '@gatehouse/face/test/photographs.ts'
import { cameraArguments, writeCameraVideo } from '@gatehouse/terminal/test/camera-video.ts'
import { chromium } from 'playwright-core'
import { findChromium } from '../../../scripts/chromium.ts'
import { type Context, type Measurement, row } from './benchmark.ts'
import { countRecords } from './browser/count-records.ts'
import { makePairingCode, watchPage } from './browser/terminal-page.ts'
import { install, makeFolder, openSession } from './install/installation.ts'
import { bulkInsertPeople } from '@gatehouse/testkit/bulk-sql/insert-people.ts'
import { bulkInsertTemplates } from '@gatehouse/testkit/bulk-sql/insert-templates.ts'
import { startGatehouseOn } from './install/start-gatehouse.ts'

const peopleCount = 10_000
const patienceMs = 180_000
/** Programs that the browser compiles, pictures that it draws, lists that have limits: filled by then. */
const warmMinutes = 10
const shows = (...files: string[]) => files.map(photographPath)
const scenes = [
  { pictures: shows('franck_04117.jpg', 'Justin-Bieber2_crop.jpg', 'cage2_crop.jpg'), seconds: 3 },
  { pictures: [], seconds: 2 },
  { pictures: shows('obama4_crop.jpg', 'audrey_crop.jpg', 'sean_guru2_crop.jpg'), seconds: 3 },
  { pictures: [], seconds: 2 },
]
const portraits = ['franck_02221.jpg', 'bieber_small.jpg', 'cage.jpg', 'audrey.jpg', 'SeanConnery.jpg']

/**
 * People pass a terminal without a debugger, which would keep all messages: it is paired with one, then started again without.
 * The memory of its process is read from the system.
 */
export async function measureUnwatched(context: Context, minutes: number): Promise<Measurement[]> {
  const installation = await install(context)
  await bulkInsertPeople(installation, peopleCount)
  await bulkInsertTemplates(installation, faceModelId)
  const token = await openSession(installation)
  const { url } = await startGatehouseOn(context, installation)
  const ask = askServer(url, token)
  for (const portrait of portraits)
    await seedStaff(ask, { name: portrait, jobId: portrait.slice(0, 8), picture: photograph(portrait) })
  const folder = await makeFolder(context)
  const [video, profile] = [join(folder, 'film.y4m'), join(folder, 'profile')]
  await writeCameraVideo(video, scenes, 2)
  const { executablePath, args } = await findChromium()
  const camera = [...args, ...cameraArguments(video)]
  const paired = await chromium.launchPersistentContext(profile, { executablePath, args: camera })
  await paired.addInitScript(watchPage)
  const page = paired.pages()[0] ?? (await paired.newPage())
  await page.goto(`${url}/terminal#${await makePairingCode(ask)}`)
  await page.waitForFunction(() => benchNotes.decisions.length > 0, null, { timeout: patienceMs })
  await paired.close()
  const [device] = (await ask(listDevices)).items
  const params = { id: device?.id ?? '' }
  const { revision } = await ask(getDeviceSettings, { params })
  const values = { personMode: 'multi', autoRestart: false, repeatSeconds: 1 }
  await ask(changeDeviceSettings, { params, body: { revision, values } })

  const browser = spawn(
    executablePath,
    [...camera, '--headless=old', `--user-data-dir=${profile}`, `${url}/terminal`],
    {
      stdio: 'ignore',
    },
  )
  context.cleanup.defer(async () => {
    if (browser.exitCode === null && browser.kill()) await once(browser, 'exit')
  })
  const seen: { kB: number; records: number }[] = []
  for (let minute = 0; minute <= minutes; minute++) {
    await wait(60_000)
    seen.push({ kB: await largestPageKb(browser.pid ?? 0), records: (await countRecords(installation)).count })
    context.log(`minute ${minute}: ${JSON.stringify(seen.at(-1))}`)
  }
  const [from, to] = [seen[warmMinutes] ?? { kB: 0, records: 0 }, seen.at(-1) ?? { kB: 0, records: 0 }]
  const records = to.records - from.records
  const grew = seen.filter((each, minute) => minute > 0 && each.records > (seen[minute - 1]?.records ?? 0))
  const rows = [
    row({ what: `${minutes} minutes without a debugger: records`, value: to.records, unit: 'records', atLeast: 1 }),
    row({ what: `memory of the process after ${warmMinutes} minutes`, value: from.kB, unit: 'kB' }),
    row({ what: `  more at the end, ${records} records later`, value: to.kB - from.kB, unit: 'kB' }),
    row({ what: '  more for each record', value: (to.kB - from.kB) / records, unit: 'kB' }),
  ]
  return [{ work: { what: 'minutes in which records came', expected: minutes, done: grew.length }, rows }]
}

/** The private memory of the largest process that shows pages, among the descendants of this process. */
async function largestPageKb(root: number): Promise<number> {
  const read = (pid: number, file: string) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '')
  const pids = (await readdir('/proc')).map(Number).filter(Boolean)
  const parents = new Map(
    await Promise.all(
      pids.map(async (pid) => [pid, Number(/\) \S (\d+)/.exec(await read(pid, 'stat'))?.[1])] as const),
    ),
  )
  const isBelow = (pid: number | undefined): boolean => pid === root || (pid ? isBelow(parents.get(pid)) : false)
  const sizes = await Promise.all(
    pids.filter(isBelow).map(async (pid) => {
      const isPage = (await read(pid, 'cmdline')).includes('--type=renderer')
      return isPage ? Number(/Private_Dirty:\s+(\d+)/.exec(await read(pid, 'smaps_rollup'))?.[1]) : 0
    }),
  )
  return Math.max(0, ...sizes)
}
