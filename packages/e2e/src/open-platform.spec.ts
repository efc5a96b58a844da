import { createHash, createHmac, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { test } from './journey.ts'
import { startProgram } from '@gatehouse/testkit/start-program.ts'
import { until } from '@gatehouse/testkit/until.ts'

test.use({ role: 'superAdmin' })

type Event = { headers: Record<string, unknown>; text: string; type: unknown }

/** A receiver of webhooks on this machine. */
async function startReceiver() {
  const events: Event[] = []
  const server = createServer((request, response) => {
    let text = ''
    request.setEncoding('utf8').on('data', (part: string) => (text += part))
    request.on('end', () => {
      events.push({ headers: request.headers, text, type: JSON.parse(text).type })
      response.writeHead(204).end()
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/events`, events, close: () => (server.closeAllConnections(), server.close()) }
}

/** The value of a secret that the page shows once. */
const shownIn = (page: Page, term: string) =>
  page
    .locator('.platform-secret dl > div')
    .filter({ has: page.getByText(term, { exact: true }) })
    .locator('code')
    .innerText()

async function callSigned(url: string, key: { appKey: string; secret: string }, target: string, body: object) {
  const text = JSON.stringify(body)
  const [timestamp, nonce] = [String(Date.now()), randomUUID()]
  const hash = createHash('sha256').update(text).digest('hex')
  const sign = createHmac('sha256', key.secret)
    .update(['POST', target, timestamp, nonce, hash].join('\n'))
    .digest('hex')
  return fetch(url + target, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'app-key': key.appKey, timestamp, nonce, sign },
    body: text,
  })
}

test('[BU-04] an application is applied for, approved, called with a key, told of what happens, and deleted', async ({
  page,
  product,
  seeded,
}) => {
  const receiver = await startReceiver()
  await page.goto('/bumgt/openPlatform')
  await page.getByRole('button', { name: 'Apply for an application' }).first().click()
  await page.getByLabel('Name').fill('Canteen tills')
  await page.getByLabel('E-mail for the result').fill('tills@example.com')
  await page.getByLabel('Domain', { exact: true }).fill('http://127.0.0.1')
  await page.getByRole('button', { name: 'Apply', exact: true }).click()
  await expect(page.getByText(/^Domains like door\.example\.com/)).toBeVisible()
  await page.getByLabel('Domain', { exact: true }).fill('127.0.0.1')
  await page.getByRole('button', { name: 'Apply', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Canteen tills' })).toContainText('Pending review')

  const approval = ['open-platform', 'approve', '--application', 'Canteen tills']
  const operator = startProgram('packages/server/src/cli.ts', approval, {
    environment: { GATEHOUSE_DATA: product.dataFolder },
  })
  await operator.says(/Canteen tills is approved/)
  await expect(page.getByRole('heading', { name: 'Canteen tills' })).toContainText('Using')

  await page.getByRole('tab', { name: 'Keys' }).click()
  await page.getByRole('button', { name: 'Create a key' }).click()
  await page.getByLabel('Name').fill('Tills')
  await page.getByLabel('Read and change staff and portraits').check()
  await page.locator('.form-bar').getByRole('button', { name: 'Create a key' }).click()
  const key = { appKey: await shownIn(page, 'App key'), secret: await shownIn(page, 'Secret') }
  await page.getByRole('button', { name: 'I have saved it' }).click()
  await expect(page.getByRole('tabpanel', { name: 'Keys' }).getByText(key.appKey)).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByText(key.secret)).toHaveCount(0)
  const created = await callSigned(product.url, key, '/openapi/v1/staff', { name: 'Carla Cashier' })
  expect(created.status).toBe(200)
  const forged = await callSigned(product.url, { ...key, secret: 'guessed' }, '/openapi/v1/staff', { name: 'Nobody' })
  expect(forged.status).toBe(401)

  await page.getByRole('tab', { name: 'Webhooks' }).click()
  await page.getByRole('button', { name: 'Add a webhook' }).click()
  await page.getByLabel('Address').fill('https://elsewhere.example.com/')
  await page.locator('.form-bar').getByRole('button', { name: 'Add a webhook' }).click()
  await expect(page.getByText('elsewhere.example.com is not an approved domain')).toBeVisible()
  await page.getByLabel('Address').fill(receiver.url)
  await page.locator('.form-bar').getByRole('button', { name: 'Add a webhook' }).click()
  const secret = await shownIn(page, 'Secret')
  await page.getByRole('button', { name: 'I have saved it' }).click()
  await page.getByRole('button', { name: 'Send a test' }).click()
  await expect(page.getByText('Healthy')).toBeVisible()
  await seeded.terminal.show('cage.jpg')
  const event = await until(() => receiver.events.find(({ type }) => type === 'record'), 'the record arrives')
  const { 'webhook-id': id, 'webhook-timestamp': at } = event.headers
  const signed = createHmac('sha256', Buffer.from(secret.replace('whsec_', ''), 'base64'))
  const expected = signed.update(`${String(id)}.${String(at)}.${event.text}`).digest('base64')
  expect(event.headers['webhook-signature']).toBe(`v1,${expected}`)

  await page.getByRole('tab', { name: 'Deliveries' }).click()
  const delivered = page
    .getByRole('listitem')
    .filter({ hasText: 'Recognition record' })
    .filter({ hasText: 'Delivered' })
  await expect(delivered.first()).toBeVisible()
  const before = receiver.events.length
  await delivered.first().getByRole('button', { name: 'Send again' }).click()
  await until(() => receiver.events.length > before, 'the delivery comes again')

  await page.goto('/bumgt/operationLog?side=open-api')
  await expect(
    page.getByRole('row').filter({ hasText: 'Canteen tills' }).filter({ hasText: 'Carla Cashier' }),
  ).toBeVisible()

  await page.goto('/bumgt/openPlatform')
  await page.getByRole('link', { name: 'Canteen tills' }).click()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete', exact: true }).click()
  await page.getByRole('button', { name: 'Delete the application' }).click()
  await expect(page.getByText('Canteen tills is deleted.')).toBeVisible()
  expect((await callSigned(product.url, key, '/openapi/v1/staff', { name: 'Too late' })).status).toBe(401)
  receiver.close()
})
