import { type PushBrowser, startPushService } from '@gatehouse/testkit/push-service.ts'
import { seedPairingCode } from '@gatehouse/testkit/seeds/real-terminals.ts'
import { askServer } from '@gatehouse/testkit/ask-server.ts'
import { type BrowserContext, expect, type Page } from '@playwright/test'
import { findAccessibilityFaults } from './accessibility-faults.ts'
import { startDoorTerminal } from './door-terminal.ts'
import { test } from './journey.ts'

const { step } = test
test.use({ role: 'superAdmin' })

/** A browser of a test asks nobody and knows no push service: it says yes, and is reached by ours. */
const reachedBy = (context: BrowserContext, browser: PushBrowser) =>
  context.addInitScript(({ endpoint, p256dh, auth }) => {
    Object.defineProperty(Notification, 'permission', { get: () => localStorage.getItem('asked') ?? 'default' })
    Notification.requestPermission = async () => {
      localStorage.setItem('asked', 'granted')
      return 'granted'
    }
    PushManager.prototype.subscribe = async () =>
      Object.assign(Object.create(PushSubscription.prototype), {
        toJSON: () => ({ endpoint, keys: { p256dh, auth } }),
      })
  }, browser)

const reached = (page: Page) => page.getByRole('list', { name: 'Browsers that are reached' }).getByRole('listitem')

async function turnOn(page: Page) {
  await page.goto('/account')
  await page.getByRole('button', { name: 'Turn on notices' }).click()
  await page.getByRole('button', { name: 'Reach this browser while it is closed' }).click()
  await expect(page.getByText('This browser is reached also while Gatehouse is closed.')).toBeVisible()
}

test('closed browsers are reached by the push service once somebody has turned that on, in words that name nobody, until each is taken off again', async ({
  page,
  context,
  browser,
  product,
  sessionOf,
}) => {
  const session = await sessionOf('superAdmin')
  const ask = askServer(product.url, session.cookies.find(({ name }) => name === 'token')?.value ?? '')
  const service = await startPushService()
  const second = await browser.newContext({ baseURL: product.url, locale: 'en-GB', storageState: session })
  try {
    const [here, there] = [service.addBrowser(), service.addBrowser()]
    await reachedBy(context, here)
    await reachedBy(second, there)
    const pathOf = ({ endpoint }: PushBrowser) => new URL(endpoint).pathname
    const textsFor = (one: PushBrowser) =>
      service.pushed.filter(({ path }) => path === pathOf(one)).map(({ text }) => text)

    await step('it is off at first, and says what it needs before somebody turns it on', async () => {
      await page.goto('/account')
      await expect(page.getByText('While Gatehouse is closed no notices come')).toBeVisible()
      await page.goto('/bumgt/serviceConfig/push')
      const panel = page.getByRole('dialog')
      await panel.getByRole('switch').first().click()
      await panel.getByLabel('Contact').fill('gate@example.com')
      expect(await findAccessibilityFaults(page), 'the form of Web Push').toEqual([])
      await panel.getByRole('button', { name: 'Save' }).click()
      await expect(panel).toBeHidden()
      await expect(page.getByText('It needs the internet')).toBeVisible()
    })

    await step('a browser is added after a press, and a test reaches it', async () => {
      await turnOn(page)
      await expect(reached(page)).toHaveCount(1)
      await expect(reached(page)).toContainText('This browser')
      expect(await findAccessibilityFaults(page), 'my account with Web Push').toEqual([])
      await page.getByRole('button', { name: /^Send a test notice/ }).click()
      await expect(page.getByText(/^Sent to /)).toBeVisible()
      expect(textsFor(here)).toHaveLength(1)
      await expect(reached(page)).toContainText('last notice')
    })

    const other = await second.newPage()
    await step('a second browser of the same account stands beside it, and an alarm reaches both', async () => {
      await turnOn(other)
      await expect(reached(other)).toHaveCount(2)
      const planned = { name: 'Franck’s own door', location: null, direction: 'in', checksLiveness: false } as const
      const code = await seedPairingCode(ask, planned)
      const terminal = await startDoorTerminal({ code, server: product.url, more: ['--alarm', 'tamper'] })
      try {
        await expect.poll(() => textsFor(here).filter((text) => text.includes('alarm'))).not.toHaveLength(0)
        await expect.poll(() => textsFor(there).filter((text) => text.includes('alarm'))).not.toHaveLength(0)
      } finally {
        await terminal.stop()
      }
      for (const { text } of service.pushed) expect(text).not.toContain('Franck')
    })

    await step('each is taken off, the own one and the other one, and nothing is refused', async () => {
      await other.getByRole('button', { name: 'Stop reaching it while it is closed' }).click()
      await expect(reached(other)).toHaveCount(1)
      await expect(other.getByRole('button', { name: 'Reach this browser while it is closed' })).toBeVisible()
      await reached(other)
        .getByRole('button', { name: /^Remove/ })
        .click()
      await expect(reached(other)).toHaveCount(0)
      await page.reload()
      await expect(page.getByRole('button', { name: 'Reach this browser while it is closed' })).toBeVisible()
      expect(service.refused).toEqual([])
    })
  } finally {
    await second.close()
    service.close()
  }
})
