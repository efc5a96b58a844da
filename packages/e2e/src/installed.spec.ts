import { askForVisit, renewWalkInLink, uploadWalkInPortrait } from '@gatehouse/contract/features/visits.ts'
import { askServer } from '@gatehouse/testkit/ask-server.ts'
import { photograph } from '@gatehouse/testkit/photographs.ts'
import { expect } from '@playwright/test'
import { seedPairingCode } from '@gatehouse/testkit/seeds/real-terminals.ts'
import { seedStaff } from '@gatehouse/testkit/seeds/seed-staff.ts'
import { findAccessibilityFaults } from './accessibility-faults.ts'
import { completeFirstLogin } from './complete-first-login.ts'
import { startDoorTerminal } from './door-terminal.ts'
import { test } from './journey.ts'

const { step } = test

test('the console is installable, says without a network that there is none, and shows a notice while nobody looks', async ({
  page,
  context,
  freshProduct: product,
}) => {
  // A browser without a screen asks nobody and shows no notice: it only tells what it would have shown.
  await context.addInitScript(() => {
    const shown = 'shown notices'
    Object.defineProperty(Notification, 'permission', { get: () => sessionStorage.getItem('asked') ?? 'default' })
    Notification.requestPermission = async () => {
      sessionStorage.setItem('asked', 'granted')
      return 'granted'
    }
    ServiceWorkerRegistration.prototype.showNotification = async (title) =>
      sessionStorage.setItem(shown, `${sessionStorage.getItem(shown) ?? ''}${title}\n`)
  })
  const ask = await completeFirstLogin(page, product)
  await seedStaff(ask, { name: 'Franck Dernoncourt' })
  const open = (path: string) => page.goto(`${product.url}${path}`)
  await step('it has a manifest with icons of the sizes that it names', async () => {
    await open('/live')
    const address = await page.locator('link[rel=manifest]').getAttribute('href')
    const manifest: unknown = await page.evaluate(async (url) => (await fetch(url)).json(), address ?? '')
    expect(manifest).toMatchObject({ display: 'standalone', start_url: '/live', scope: '/' })
    const sizes = await page.evaluate(async (url) => {
      const { icons }: { icons: { src: string; sizes: string; type: string }[] } = await (await fetch(url)).json()
      const pictures = icons.filter(({ type }) => type === 'image/png')
      return Promise.all(
        pictures.map(async ({ src, sizes }) => {
          const { width, height } = await createImageBitmap(await (await fetch(src)).blob())
          return [sizes, `${width}x${height}`]
        }),
      )
    }, address ?? '')
    expect(sizes.length).toBeGreaterThanOrEqual(3)
    for (const [named, drawn] of sizes) expect(drawn).toBe(named)
  })

  await step('nothing asks for permission before somebody presses, and then notices are on', async () => {
    expect(await page.evaluate(() => navigator.serviceWorker.getRegistrations().then(({ length }) => length))).toBe(0)
    await open('/account')
    await expect(page.getByRole('button', { name: 'Turn on notices' })).toBeVisible()
    expect(await page.evaluate(() => sessionStorage.getItem('asked'))).toBeNull()
    await page.getByRole('button', { name: 'Turn on notices' }).click()
    await expect(page.getByRole('button', { name: 'Turn off notices' })).toBeVisible()
    expect(await findAccessibilityFaults(page), 'my account with notices').toEqual([])
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  })

  await step('the worker keeps no more than the page that says that there is no network', async () => {
    await open('/manmgt/staff/0')
    await expect(page.getByRole('row', { name: /Franck/ })).toBeVisible()
    const kept = await page.evaluate(async () => {
      const stores = await Promise.all((await caches.keys()).map((name) => caches.open(name)))
      return (await Promise.all(stores.map((store) => store.keys()))).flat().map(({ url }) => new URL(url).pathname)
    })
    expect(kept.toSorted()).toEqual(['/no-network.html', '/no-network.js'])
    await context.setOffline(true)
    await page.reload()
    await expect(page.getByRole('heading', { name: 'No network' })).toBeVisible()
    expect(await page.content()).not.toContain('Franck')
    await context.setOffline(false)
    await expect(page.getByRole('row', { name: /Franck/ })).toBeVisible()
  })

  await step('what is pushed is shown by the system, in words and with the page that it opens', async () => {
    const devTools = await context.newCDPSession(page)
    const versions: { registrationId: string; status: string; scriptURL: string }[] = []
    devTools.on('ServiceWorker.workerVersionUpdated', (event) => versions.push(...event.versions))
    await devTools.send('ServiceWorker.enable')
    await expect.poll(() => versions.find(({ status }) => status === 'activated')?.registrationId).toBeDefined()
    const { registrationId } = versions.find(({ status }) => status === 'activated')!
    // As in the page: a browser without a screen only tells what it would have shown.
    const [worker] = context.serviceWorkers()
    await worker?.evaluate(() => {
      ServiceWorkerRegistration.prototype.showNotification = async (title, options) => {
        Object.assign(globalThis, { shownNotice: { title, tag: options?.tag, data: options?.data } })
      }
    })
    const pushed = { title: 'An alarm at a door', path: '/device/alarm', tag: 'alarm-1' }
    const data = JSON.stringify(pushed)
    await devTools.send('ServiceWorker.deliverPushMessage', { origin: product.url, registrationId, data })
    await expect
      .poll(() => worker?.evaluate((): unknown => Reflect.get(globalThis, 'shownNotice')))
      .toEqual({ title: pushed.title, tag: pushed.tag, data: { path: pushed.path } })
    await devTools.detach()
  })

  await step('an alarm is shown by the system', async () => {
    await open('/live')
    await expect(page.getByRole('link', { name: /^\d+ Inside now/ })).toBeVisible()
    // A tab that is really hidden draws nothing that could be waited for.
    await page.evaluate(() => Object.defineProperty(document, 'hidden', { get: () => true }))
    const planned = { name: 'Bicycle cellar', location: null, direction: 'in', checksLiveness: false } as const
    const code = await seedPairingCode(ask, planned)
    const terminal = await startDoorTerminal({ code, server: product.url, more: ['--alarm', 'tamper'] })
    try {
      await expect
        .poll(() => page.evaluate(() => sessionStorage.getItem('shown notices')))
        .toContain('Device tampered with at Bicycle cellar')
    } finally {
      await terminal.stop()
    }
  })

  await step(
    'a visit that waits for an answer is announced by the system, without a name, and on the page with the way to it',
    async () => {
      const { url } = await ask(renewWalkInLink)
      const token = url.split('/').at(-1) ?? ''
      const visitor = askServer(product.url)
      const { id: portraitId } = await visitor(uploadWalkInPortrait, {
        params: { token },
        body: { file: photograph('cage.jpg') },
      })
      await visitor(askForVisit, {
        params: { token },
        body: {
          name: 'Nina Bystander',
          company: null,
          phone: '13900000009',
          portraitId,
          hostName: 'Franck Dernoncourt',
          purpose: null,
          language: 'en',
        },
      })
      const shown = () => page.evaluate(() => sessionStorage.getItem('shown notices'))
      await expect.poll(shown).toContain('A visit waits')
      expect(await shown()).not.toContain('Nina')
      const notice = page.locator('.ant-message-notice').filter({ hasText: 'A visit waits' })
      await expect(notice).not.toContainText('Nina')
      await notice.getByRole('button', { name: 'Show' }).click()
      await expect(page).toHaveURL(/\/manmgt\/visitor\/visits$/)
      await expect(page.getByText('Nina Bystander')).toBeVisible()
    },
  )
})
