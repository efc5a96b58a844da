import { seedPairingCode } from '@gatehouse/testkit/seeds/real-terminals.ts'
import type { BodyInput } from '@gatehouse/contract/route.ts'
import { photograph } from '@gatehouse/testkit/photographs.ts'
import { seedStaff } from '@gatehouse/testkit/seeds/seed-staff.ts'
import { moveToBlacklist } from '@gatehouse/contract/features/blacklist.ts'
import { listRecords } from '@gatehouse/contract/features/records.ts'
import {
  deleteDevice,
  getDevice,
  listCommands,
  listDevices,
  sendCommand,
} from '@gatehouse/contract/features/devices.ts'
import { listAlarms } from '@gatehouse/contract/features/alarms.ts'
import { createTimetable } from '@gatehouse/contract/features/timetables.ts'
import { createPolicies } from '@gatehouse/contract/features/policies.ts'
import { createVisitor } from '@gatehouse/contract/features/visitors.ts'
import { createPass } from '@gatehouse/contract/features/visitor-passes.ts'
import { photographPath } from '@gatehouse/face/test/photographs.ts'
import { createServer } from 'node:http'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { launchChromium } from '../../../scripts/chromium.ts'
import { cameraArguments, drawCode, writeCameraVideo } from '@gatehouse/terminal/test/camera-video.ts'
import { askServer } from '@gatehouse/testkit/ask-server.ts'
import { openAsAdministrator, test } from './journey.ts'
import { makeNewerPage } from './newer-terminal-page.ts'
import { findAccessibilityFaults } from './accessibility-faults.ts'
import { oneTry } from './patience.ts'
import { setDevice, type DeviceValues } from './set-device.ts'
import { until } from '@gatehouse/testkit/until.ts'

/**
 * The film that the camera shows again and again, three places side by side: somebody known; somebody blacklisted,
 * then a stranger; and the photograph of somebody known, which never moves. Each stays for seconds, since a busy machine looks once a
 * second, and a terminal believes only what it has seen three times.
 */
const [open, closed] = [photographPath('franck_04035.jpg'), photographPath('franck_03979.jpg')]
const [blacklisted, stranger] = [photographPath('cage2_crop.jpg'), photographPath('obama4_crop.jpg')]
const held = photographPath('Justin-Bieber2_crop.jpg')
const film = [
  { pictures: [open, blacklisted, held], seconds: 4 },
  { pictures: [open, null, held], seconds: 0.2 },
  { pictures: [closed, null, held], seconds: 0.6 },
  { pictures: [closed, stranger, held], seconds: 0.8 },
  { pictures: [open, stranger, held], seconds: 3.2 },
  { pictures: [null, null, held], seconds: 0.8 },
]
/** Few pictures a second: each is searched for faces and drawn, by the processor that the product runs on too. */
const filmRate = 6
/** Runs in the page of a terminal: it delivers no records until it is loaded again. */
function keepDeliveriesBack(): void {
  const send = globalThis.fetch
  globalThis.fetch = (to, how) =>
    to instanceof URL && to.pathname.endsWith('/device/v1/records')
      ? Promise.reject(new TypeError('cut'))
      : send(to, how)
}
/** Without a graphics card each picture of the camera is drawn by the processor: fewer pixels leave more of it to the eyes. */
const viewport = { width: 800, height: 600 }

test('a browser becomes a terminal: it pairs, knows people by their faces, refuses the blacklisted, the late and a photograph, and goes on without the server', async ({
  freshProduct: product,
}) => {
  const { step } = test
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse camera '))
  const video = join(folder, 'film.y4m')
  await writeCameraVideo(video, film, filmRate)
  const browser = await launchChromium({ args: cameraArguments(video) })
  const alarms: string[] = []
  const relayed: string[] = []
  const relay = createServer((request, response) => {
    relayed.push(request.url ?? '')
    response.end()
  })
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve))
  const bound = relay.address()
  const relayHost = `127.0.0.1:${typeof bound === 'object' && bound ? bound.port : 0}`
  try {
    const context = await browser.newContext({ baseURL: product.url, locale: 'en-GB', viewport })
    context.on('weberror', (error) => alarms.push(error.error().stack ?? error.error().message))
    context.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) alarms.push(message.text())
    })
    context.on('request', (request) => {
      const { protocol, host, pathname } = new URL(request.url())
      if (pathname.includes('.jspi')) alarms.push(`without a graphics card it fetched ${pathname}`)
      if (!/^(data|blob):$/.test(protocol) && host !== new URL(product.url).host && host !== relayHost) {
        alarms.push(`asked another host: ${request.url()}`)
      }
    })
    const page = await context.newPage()
    const ask = await openAsAdministrator(page, product)
    const franck = await seedStaff(ask, {
      name: 'Franck Dernoncourt',
      jobId: 'A-0017',
      picture: photograph('franck_02221.jpg'),
    })
    const nicolas = await seedStaff(ask, {
      name: 'Nicolas Gray',
      jobId: 'C-0099',
      picture: photograph('cage.jpg'),
    })
    await seedStaff(ask, {
      name: 'Justin Held',
      jobId: 'D-0001',
      picture: photograph('bieber_small.jpg'),
    })
    await ask(moveToBlacklist, { body: { personIds: [nicolas.id], reason: 'Lent the badge.' } })
    /** The records at the server, newest first: the person and the decision. */
    const records = async () =>
      (await ask(listRecords, { query: { size: 100 } })).items.map((record) => {
        const person = record.person
        return `${record.kind} ${record.abnormal}${person ? ` ${person.name}` : ''}`
      })
    const comesTo = (...wanted: string[]) =>
      until(
        async () => {
          const all = await records()
          return wanted.every((each) => all.includes(each))
        },
        `records say “${wanted.join('”, “')}”`,
      )
    let id = ''
    const set = (values: DeviceValues) => setDevice(ask, id, values)

    await step('it pairs by the code of the console', async () => {
      await page.goto('/terminal#WRONG1')
      await expect(page.getByRole('alert')).not.toBeEmpty()
      expect(await findAccessibilityFaults(page)).toEqual([])
      const camera = page.locator('video')
      await page.getByRole('button', { name: 'Scan the QR code' }).click()
      await expect(camera).toHaveJSProperty('readyState', 4)
      await page.getByRole('button', { name: 'Stop scanning' }).click()
      await expect(camera, 'nobody looks on').toHaveJSProperty('srcObject', null)
      const planned = { name: 'Tablet by the lift', location: '', direction: 'in', checksLiveness: false } as const
      const code = await seedPairingCode(ask, planned)
      await page.getByLabel('Pairing code').fill(code.toLowerCase())
      await page.getByRole('button', { name: 'Pair', exact: true }).click()
      await expect(page.getByText('Tablet by the lift')).toBeVisible()
      await expect(page.getByText('Online')).toBeVisible()
    })

    await step('[REC-01] each of those who stand before the camera is recorded at the server', async () => {
      const [device] = (await ask(listDevices)).items
      id = device!.id
      await set({ personMode: 'multi' })
      await comesTo('staff none Franck Dernoncourt', 'blacklisted blacklisted Nicolas Gray', 'stranger stranger')
      expect((await ask(getDevice, { params: { id } })).isOnline).toBe(true)
    })

    await step('set so, it asks for two actions, and a photograph that was let in before stays out', async () => {
      await comesTo('staff none Justin Held')
      const door = { doorOpenMethod: 'network-relay', networkRelayAddress: relayHost, doorOpenSeconds: 3 }
      await set(door)
      await until(() => relayed.includes('/?seconds=3'), 'the relay was called')
      await set({ activeChallenge: 'turn' })
      await expect(page.getByText(/^Please turn your head slowly to your (left|right)$/)).toBeVisible()
      await expect(page.getByText('No turn of the head was seen. Stay, and try again')).toBeVisible()
      await comesTo('spoof spoof')
      await until(
        async () => (await ask(listAlarms)).items.some((alarm) => alarm.type === 'spoof'),
        'an alarm tells of the photograph',
      )
      const since = await records()
      expect(since.slice(0, since.lastIndexOf('spoof spoof'))).not.toContain('staff none Justin Held')
      const opened = relayed.length
      await set({ activeChallenge: 'none' })
      await until(() => relayed.length > opened, 'the door opens without actions again')
    })

    let awayAt = Temporal.Now.instant()
    await step('without the server it starts, decides, opens and keeps its records', async () => {
      await page.evaluate(async () => void (await navigator.serviceWorker.ready))
      await product.kill()
      awayAt = Temporal.Now.instant()
      const opened = relayed.length
      await page.reload()
      await until(() => relayed.length > opened, 'the page itself called the relay')
      await expect(page.getByText(/[1-9]\d* waiting to be sent/)).toBeVisible()
    })

    await step(
      'the server is back with a newer page: a restart takes it, and what was known and kept is still there',
      async () => {
        const version = async () => (await ask(getDevice, { params: { id } })).appVersion
        await makeNewerPage(join(folder, 'newer'), '9.8.7')
        // Not before the newer page begins: what waits is to outlive the older one. This is no route of the browser's tool: while one held,
        // the newer service worker now and then waited for ever to take over from the older.
        await page.evaluate(keepDeliveriesBack)
        await product.start({ TERMINAL_PAGE: join(folder, 'newer') })
        const backAt = Temporal.Now.instant()
        const isOnline = async () => (await ask(getDevice, { params: { id } })).isOnline === true
        await until(isOnline, 'the terminal is back')
        expect(await version(), 'until its restart it is what it was').not.toBe('9.8.7')
        const begins = page.waitForEvent('load')
        await ask(sendCommand, { params: { id }, body: { kind: 'restart' } })
        await begins
        await until(async () => (await version()) === '9.8.7', 'the list of devices names the newer version')
        await expect(page.getByText('Tablet by the lift')).toBeVisible()
        const isOfOutage = (record: { recognisedAt: string }) => {
          const at = Temporal.Instant.from(record.recognisedAt)
          return Temporal.Instant.compare(awayAt, at) < 0 && Temporal.Instant.compare(at, backAt) < 0
        }
        await until(
          async () =>
            (await ask(listRecords, { query: { from: awayAt.toString(), to: backAt.toString() } })).items.some(
              isOfOutage,
            ),
          'the records of the outage have come',
        )
      },
    )

    await step('outside the hours of a policy the same person stays out', async () => {
      const [group] = franck.groups
      const never = {
        name: 'Never',
        validFromOn: null,
        validToOn: null,
        week: [[], [], [], [], [], [], []],
        holiday: [],
        holidays: [],
      }
      const timetableId = (await ask(createTimetable, { body: never })).id
      await ask(createPolicies, { body: { deviceIds: [id], groupIds: [group!.id], timetableId } })
      await comesTo('staff outside-passage-time Franck Dernoncourt')
      await expect(page.getByText('No entry · Franck Dernoncourt')).toBeVisible()
    })

    expect(alarms).toEqual([])
  } finally {
    relay.close()
    await browser.close()
    await rm(folder, { recursive: true, force: true })
  }
})

/** Nobody, in the dark and then in the light, for long enough that the screen goes dark; then somebody unknown, and the code of a visitor. */
const night = { pictures: [], seconds: 3, isDark: true }
const quiet = { pictures: [], seconds: 8.5 }
const passerBy = { pictures: [photographPath('obama4_crop.jpg')], seconds: 1.8 }

test('a terminal in a browser takes a code before its camera, a card that a reader types and a PIN, obeys commands, sleeps and wakes', async ({
  product,
  sessionOf,
}) => {
  const { step } = test
  const token = (await sessionOf('superAdmin')).cookies.find(({ name }) => name === 'token')?.value ?? ''
  const ask = askServer(product.url, token)
  const now = Temporal.Now.instant()
  const period = { validFromAt: now.subtract({ hours: 1 }).toString(), validToAt: now.add({ hours: 8 }).toString() }
  const visitor = (await ask(createVisitor, { body: { name: 'Vera Guest', ...period } })).id
  const pass = await ask(createPass, { params: { id: visitor } })
  await seedStaff(ask, { name: 'Carla Card', icCard: '00A7-4711', pin: '271828' })
  const planned = { name: 'Side entrance', location: '', direction: 'in', checksLiveness: false } as const
  const code = await seedPairingCode(ask, planned)
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse camera '))
  const video = join(folder, 'film.y4m')
  const codes = [await drawCode(code), await drawCode(pass.code!)]
  await writeCameraVideo(video, [{ pictures: codes, seconds: 1.5 }, night, quiet, passerBy], filmRate)
  const browser = await launchChromium({ args: cameraArguments(video) })
  let device: { id: string } | undefined
  try {
    const context = await browser.newContext({ baseURL: product.url, locale: 'en-GB', viewport })
    const page = await context.newPage()
    await page.addInitScript(() => {
      const said: string[] = []
      speechSynthesis.speak = ({ lang, text, volume }) => void said.push(`${lang} ${text} at ${volume.toFixed(1)}`)
      Object.assign(globalThis, { said })
    })
    await page.goto('/terminal')
    await page.getByRole('button', { name: 'Scan the QR code' }).click()
    await expect(page.getByText('Side entrance')).toBeVisible()
    const [known] = (await ask(listDevices, { query: { keyword: 'Side entrance' } })).items
    const { id } = (device = { id: known!.id })
    const set = (values: DeviceValues) => setDevice(ask, id, values)
    await set({
      verificationMode: 'card-and-pin',
      standbySeconds: 10,
      showName: 'masked',
      voiceBroadcast: true,
      screenBrightness: 60,
      soundVolume: 50,
      fillLight: 'off',
    })
    const recorded = (entryMode: string, abnormal = 'none') =>
      until(
        async () =>
          (await ask(listRecords, { query: { deviceId: id } })).items.some(
            (record) => record.entryMode === entryMode && record.abnormal === abnormal,
          ),
        `a record says ${entryMode}, ${abnormal}`,
      )
    const order = (kind: BodyInput<typeof sendCommand>['kind']) => ask(sendCommand, { params: { id }, body: { kind } })

    await step('[REC-01] a card at the reader and the PIN on the keys open together', async () => {
      const pad = page.getByRole('dialog', { name: 'Type your PIN · C***' })
      const holdCard = async () => {
        await readCard(page, '00a7-4711')
        await expect(pad).toBeVisible(oneTry)
      }
      await expect(holdCard, 'its new settings have come').toPass()
      for (const digit of '314159') await pad.getByRole('button', { name: digit, exact: true }).click()
      await pad.getByRole('button', { name: 'Done' }).click()
      await expect(page.getByText('No entry · C***')).toBeVisible()
      await page.keyboard.type('271828')
      await page.keyboard.press('Enter')
      await expect(page.getByRole('heading', { name: 'Please come in · C***' })).toBeVisible()
      await expect(pad).toBeHidden()
      expect(await page.evaluate('said')).toContain('en-GB Please come in, C*** at 0.5')
      await expect(page.locator('.shade')).toHaveCSS('opacity', '0.4')
      expect(await findAccessibilityFaults(page)).toEqual([])
      await recorded('ic-card-and-pin', 'wrong-pin')
      await recorded('ic-card-and-pin')
    })

    await step('remote commands hold the door and let it go', async () => {
      await order('hold-open')
      await expect(page.getByText('The door is held open')).toBeVisible()
      await order('hold-closed')
      await expect(page.getByText('The door is held closed')).toBeVisible()
      await order('normal')
      await expect(page.getByText('The door is held')).toBeHidden()
      await order('open-once')
      await expect(page.getByText('Door open')).toBeVisible()
      await order('sync-now')
      const restarted = page.waitForEvent('load')
      await order('restart')
      await restarted
      await expect(page.getByText('Online')).toBeVisible()
      const states = (await ask(listCommands, { params: { id } })).items.map((one) => one.state)
      expect(states).toEqual(['done', 'done', 'done', 'done', 'done', 'done'])
    })

    await step('[MAN-06] the code of a pass before the camera opens the door', () => recorded('qr-code'))

    await step(
      '[DEV-03] it speaks the language of its settings, shines in the dark, goes dark where nobody comes, and a face wakes it',
      async () => {
        const screen = page.locator('#screen')
        const lit = () => screen.evaluate((element) => getComputedStyle(element).border)
        await set({ language: 'zh-tw', fillLight: 'on' })
        await expect(page.getByText('請看攝影機')).toBeVisible()
        await expect.poll(lit).toMatch(/^\d{2,}px solid rgb\(255, 255, 255\)$/)
        await set({ fillLight: 'auto' })
        await expect.poll(lit).toMatch(/^0px/)
        await expect.poll(lit).toMatch(/255, 255, 255/)
        const dark = page.getByText('觸碰螢幕或走近攝影機')
        await expect(dark).toBeVisible()
        await expect(dark).toBeHidden()
      },
    )
    await step('the server unbinds it: it shows this, and offers to be paired again', async () => {
      await ask(deleteDevice, { params: { id } })
      device = undefined
      await readCard(page, 'nobody’s')
      const notice = page.getByText('伺服器已不認得此設備')
      await expect(notice).toBeVisible()
      await expect(notice, 'amber: somebody is to see to it').toHaveCSS('color', 'rgb(224, 168, 74)')
      await expect(page.getByRole('button', { name: '重新配對' })).toBeVisible()
    })
  } finally {
    if (device) await ask(deleteDevice, { params: { id: device.id } })
    await browser.close()
    await rm(folder, { recursive: true, force: true })
  }
})

/** As a reader types: faster than a person, however slow this machine is. */
const readCard = (page: Page, number: string) =>
  page.evaluate(
    (keys) => {
      for (const key of keys) document.dispatchEvent(new KeyboardEvent('keydown', { key }))
    },
    [...number, 'Enter'],
  )
