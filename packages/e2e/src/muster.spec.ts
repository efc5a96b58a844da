import { correctLocation } from '@gatehouse/contract/features/inside.ts'
import { listStaff } from '@gatehouse/contract/features/staff.ts'
import { askServer } from '@gatehouse/testkit/ask-server.ts'
import { expect, type Locator, type Page } from '@playwright/test'
import { findAccessibilityFaults } from './accessibility-faults.ts'
import { test } from './journey.ts'

test.use({ role: 'subAdmin' })

const { step } = test
const franck = 'Franck Dernoncourt'
const soon = { timeout: 1_500 }
const wanqing = '欧阳婉清'

/** Holds a button by the keyboard until it has done it: by then it may be gone with its page. */
async function hold(page: Page, button: Locator) {
  await button.focus()
  await page.keyboard.press('Enter', { delay: 1_000 })
}

test('a drill is led in the console and on the phone of a steward, who has no network for a while, and ends with a report and a dead link', async ({
  page,
  browser,
  product,
  sessionOf,
  seeded: { areaId, siteId },
}) => {
  const { cookies } = await sessionOf('superAdmin')
  const ask = askServer(product.url, cookies.find(({ name }) => name === 'token')?.value ?? '')
  const staff = (await ask(listStaff, { query: { size: 200 } })).items
  for (const { id } of staff.filter(({ name }) => [franck, wanqing].includes(name)))
    await ask(correctLocation, { body: { personId: id, areaId, reason: 'Seen at the desk' } })

  await step('a drill is started by holding', async () => {
    await page.goto(`/sign/muster?siteId=${siteId}`)
    await expect(page.getByText(/people are inside now/)).toBeVisible()
    expect(await findAccessibilityFaults(page), 'the start of a muster').toEqual([])
    await hold(page, page.getByRole('button', { name: /^Start a drill at/ }))
    await expect(page.getByRole('heading', { level: 1, name: /Muster, drill/ })).toBeVisible()
    await expect(page.getByText('This is an exercise. Nobody is in danger.')).toBeVisible()
  })
  const missing = page.getByRole('region', { name: 'Missing', exact: true })
  const marked = page.getByRole('region', { name: 'Marked', exact: true })

  await step('somebody is marked by the keyboard, and the mark is taken back in its place', async () => {
    const safe = missing.getByRole('button', { name: `${franck} is safe` })
    await safe.focus()
    await page.keyboard.press('Enter')
    await expect(marked.getByText(franck)).toBeVisible()
    const undo = missing.getByRole('button', { name: `${franck}: undo the mark` })
    await expect(undo, 'the focus stays where the person is').toBeFocused()
    // A press that follows at once is taken for the second half of a double tap; later the mark stands among the others.
    await expect(async () => {
      await page
        .getByRole('button', { name: `${franck}: undo the mark` })
        .first()
        .click(soon)
      await expect(safe).toBeVisible(soon)
    }).toPass()
    await expect(marked.getByText(franck)).toBeHidden()
    await safe.click()
    await expect(marked.getByText(franck)).toBeVisible()
    expect(await findAccessibilityFaults(page), 'a muster that runs').toEqual([])
  })

  const url = await step('a steward gets a link', async () => {
    await page.getByPlaceholder('Name of the steward').fill('Ingrid')
    await page.getByRole('button', { name: 'Make link' }).click()
    await expect(page.getByRole('img', { name: 'Link of Ingrid' })).toBeVisible()
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: /^Copy Link of the steward/i }).click()
    return page.evaluate(() => navigator.clipboard.readText())
  })

  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 390, height: 844 } })
  const phone = await context.newPage()
  // The browser's own switch has let a request of a page out that its worker had just opened again: calls of the page are cut in the page.
  await context.addInitScript(() => {
    const ask = globalThis.fetch.bind(globalThis)
    globalThis.fetch = (...request) =>
      sessionStorage.getItem('cut') === null ? ask(...request) : Promise.reject(new TypeError('cut by the journey'))
  })
  const setNetwork = async (isThere: boolean) => {
    await phone.evaluate(
      (isIt) => (isIt ? sessionStorage.removeItem('cut') : sessionStorage.setItem('cut', '')),
      isThere,
    )
    await context.setOffline(!isThere)
  }
  const safeOnPhone = phone.getByRole('button', { name: `${wanqing} is safe` })
  await step('the phone opens it, and again without a network', async () => {
    await phone.goto(`${product.url}/m/steward#${new URL(url).hash.slice(1)}`)
    await expect(phone.getByText('Connected')).toBeVisible()
    expect(await findAccessibilityFaults(phone), 'the list of a steward').toEqual([])
    await phone.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
    await setNetwork(false)
    await phone.reload()
    await expect(safeOnPhone).toBeVisible()
    await expect(phone.getByText('No network').first()).toBeVisible()
  })

  await step(
    'a mark without a network waits on the phone, over another reload, and arrives when the network is back',
    async () => {
      await safeOnPhone.click()
      await expect(phone.getByText('No network, 1 wait')).toBeVisible()
      await phone.reload()
      await expect(phone.getByText('No network, 1 wait')).toBeVisible()
      expect(await findAccessibilityFaults(phone), 'the list without a network').toEqual([])
      await expect(missing.getByText(wanqing)).toBeVisible()
      await setNetwork(true)
      await expect(phone.getByText('Connected')).toBeVisible()
      await expect(marked.getByText(wanqing)).toBeVisible()
      await expect(marked.getByText('Ingrid (steward)')).toBeVisible()
    },
  )

  await step('the muster is ended by holding, its report is downloaded, and the link is dead', async () => {
    await page.getByPlaceholder('Note for the report (optional)').fill('Calm and quick')
    await hold(page, page.getByRole('button', { name: /^End this muster/ }))
    await expect(page.getByText('Calm and quick')).toBeVisible()
    for (const format of ['PDF', 'Excel']) {
      const download = page.waitForEvent('download')
      await page.getByRole('button', { name: `Report (${format})` }).click()
      expect((await download).suggestedFilename()).toMatch(format === 'PDF' ? /\.pdf$/ : /\.xlsx$/)
    }
    expect(await findAccessibilityFaults(page), 'a muster that has ended').toEqual([])
    await expect(phone.getByRole('heading', { name: 'The muster has ended' })).toBeVisible()
    const kept = await phone.evaluate(async () => ({
      keys: Object.keys(localStorage).filter((key) => key.startsWith('steward')),
      stores: await caches.keys(),
      hash: location.hash,
    }))
    expect(kept, 'nothing stays on the phone').toEqual({ keys: [], stores: [], hash: '' })
    const another = await context.newPage()
    await another.goto(`${product.url}/m/steward#${new URL(url).hash.slice(1)}`)
    await expect(another.getByRole('heading', { name: 'The muster has ended' })).toBeVisible()
  })
  await context.close()
})
