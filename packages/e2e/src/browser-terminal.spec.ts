import { createServer } from 'node:http'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { launchChromium } from '../../../scripts/chromium.ts'
import { cameraArguments, writeCameraVideo } from '@gatehouse/terminal/test/camera-video.ts'
import { type Ask, askWith, fieldOf, listOf, textOf, uploadPortrait } from './ask-product.ts'
import { photograph } from './door-terminal.ts'
import { password, test } from './journey.ts'
import { choosePassword, signIn } from './login-page.ts'
import { faultsOf } from './page-faults.ts'
import type { Product } from './product.ts'
import { until } from './until.ts'

/** The film that the camera shows again and again: somebody known, somebody blacklisted, a stranger. */
const nobody = { picture: null, seconds: 1.2 }
const film = [
  ...[{ picture: photograph('franck_04117.jpg'), seconds: 2.6 }, nobody],
  ...[{ picture: photograph('cage2_crop.jpg'), seconds: 2.6 }, nobody],
  ...[{ picture: photograph('obama4_crop.jpg'), seconds: 2.6 }, nobody],
]
const patience = { timeout: 60_000 }

test('a browser becomes a terminal: it pairs, knows people by their faces, refuses the blacklisted and the late, and goes on without the server', async ({
  freshProduct: product,
}) => {
  const { step } = test
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse camera '))
  const video = join(folder, 'film.mjpeg')
  await writeCameraVideo(video, film)
  const browser = await launchChromium({ args: cameraArguments(video) })
  const alarms: string[] = []
  const relayed: string[] = []
  const relay = createServer((request, response) => {
    relayed.push(request.url ?? '')
    response.end()
  })
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve))
  try {
    const context = await browser.newContext({ baseURL: product.url, locale: 'en-GB' })
    context.on('weberror', (error) => alarms.push(error.error().stack ?? error.error().message))
    context.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) alarms.push(message.text())
    })
    context.on('request', (request) => {
      if (!/^(data|blob):/.test(request.url()) && new URL(request.url()).host !== new URL(product.url).host) {
        alarms.push(`asked another host: ${request.url()}`)
      }
    })
    const page = await context.newPage()
    const { ask, token } = await openAsAdministrator(page, product)
    const franck = await ask('POST', '/v2/staff', {
      ...{ name: 'Franck Dernoncourt', jobId: 'A-0017' },
      portraitId: await uploadPortrait(ask, photograph('franck_02221.jpg')),
    })
    const nicolas = await ask('POST', '/v2/staff', {
      ...{ name: 'Nicolas Gray', jobId: 'C-0099' },
      portraitId: await uploadPortrait(ask, photograph('cage.jpg')),
    })
    await ask('POST', '/v2/blacklist/move-in', { personIds: [textOf(nicolas, 'id')], reason: 'Lent the badge.' })
    /** How records stand at the server, newest first: who, and what came of it. */
    const records = async () =>
      listOf(await ask('GET', '/v2/records?size=100'), 'items').map(
        (record) => `${textOf(record, 'kind')} ${textOf(record, 'abnormal')}`,
      )
    const comesTo = (wanted: string) =>
      until(async () => (await records()).includes(wanted), `a record says “${wanted}”`, { deadlineMs: 60_000 })

    await step('it pairs by the code of the console', async () => {
      await page.goto('/terminal')
      await page.getByLabel('Pairing code').fill('WRONG1', patience)
      await page.getByRole('button', { name: 'Pair', exact: true }).click()
      await expect(page.getByRole('alert')).not.toBeEmpty()
      expect(await faultsOf(page)).toEqual([])
      const planned = { name: 'Tablet by the lift', location: '', direction: 'in' }
      const code = textOf(await ask('POST', '/v2/devices/pairing-codes', planned), 'code')
      await page.getByLabel('Pairing code').fill(code.toLowerCase())
      await page.getByRole('button', { name: 'Pair', exact: true }).click()
      await expect(page.getByText('Tablet by the lift')).toBeVisible(patience)
      await expect(page.getByText('Online')).toBeVisible()
    })

    await step('[REC-01] each who comes before the camera is recorded at the server', async () => {
      await comesTo('staff none')
      await comesTo('blacklisted blacklisted')
      await comesTo('stranger stranger')
      const [{ id }] = await devices(ask)
      expect(fieldOf(await ask('GET', `/v2/devices/${id}`), 'isOnline')).toBe(true)
    })

    await step('its settings are changed in the console, and the relay that they name opens the door', async () => {
      const [{ id }] = await devices(ask)
      const address = relay.address()
      const port = typeof address === 'object' && address ? address.port : 0
      const values = { doorOpenMethod: 'network-relay', networkRelayAddress: `127.0.0.1:${port}`, doorOpenSeconds: 3 }
      const revision = fieldOf(await ask('GET', `/v2/devices/${id}/settings`), 'revision')
      const changed = await fetch(`${product.url}/api/v2/devices/${id}/settings`, {
        method: 'PATCH',
        headers: { 'AUTH-TOKEN': token, 'content-type': 'application/json' },
        body: JSON.stringify({ revision, values }),
      })
      expect(changed.status).toBe(200)
      await until(() => relayed.includes('/?seconds=3'), 'the relay was called', { deadlineMs: 60_000 })
    })

    await step('outside the hours of a policy the same person stays out', async () => {
      const [{ id }] = await devices(ask)
      const [group] = listOf(franck, 'groups')
      const never = {
        ...{ name: 'Never', validFromOn: null, validToOn: null, week: [[], [], [], [], [], [], []] },
        ...{ holiday: [], holidays: [] },
      }
      const timetableId = textOf(await ask('POST', '/v2/timetables', never), 'id')
      await ask('POST', '/v2/policies', { deviceIds: [id], groupIds: [textOf(group, 'id')], timetableId })
      await comesTo('staff outside-passage-time')
      await expect(page.getByText('No entry · Franck Dernoncourt')).toBeVisible(patience)
    })

    await step('without the server it starts, decides and keeps its records, and delivers each once', async () => {
      await page.evaluate(async () => void (await navigator.serviceWorker.ready))
      const before = (await records()).length
      await product.kill()
      await page.reload()
      await expect(page.getByText('No entry · Franck Dernoncourt')).toBeVisible(patience)
      await expect(page.getByText(/[1-9]\d* waiting to be sent/)).toBeVisible(patience)
      await product.start()
      await expect(page.getByText('Online')).toBeVisible(patience)
      await until(async () => (await records()).length > before, 'the records of the outage have come', {
        deadlineMs: 60_000,
      })
    })
    expect(alarms).toEqual([])
  } finally {
    relay.close()
    await browser.close()
    await rm(folder, { recursive: true, force: true })
  }
})

/** Activates the product and signs in, as its first administrator. */
async function openAsAdministrator(page: Page, { url, firstLogin }: Product): Promise<{ ask: Ask; token: string }> {
  await page.goto('/')
  await page.getByRole('button', { name: 'Start 30-day trial' }).click()
  await signIn(page, await firstLogin())
  await choosePassword(page, password)
  await expect(page).toHaveURL(/\/dashboard$/)
  const token = (await page.context().cookies()).find(({ name }) => name === 'token')?.value ?? ''
  return { ask: askWith({ url, token }), token }
}

async function devices(ask: Ask): Promise<[{ id: string }]> {
  const [device] = listOf(await ask('GET', '/v2/devices'), 'items')
  return [{ id: textOf(device, 'id') }]
}
