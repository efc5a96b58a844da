import { type Locator, expect, type Page } from '@playwright/test'
import { listActiveLockdowns, releaseLockdown } from '@gatehouse/contract/features/lockdown.ts'
import { askServer } from '@gatehouse/testkit/ask-server.ts'
import { test } from './journey.ts'

const { step } = test
test.use({ role: 'superAdmin' })

/** More stops than a page has. */
const stopsOfAnyPage = 120

type Stop = { name: string; isBody: boolean; isFirst: boolean; isDrawn: boolean; isSeen: boolean }

/**
 * Tells of the element with the focus: whether it looks otherwise with it than without, whether the middle of it is in sight and under nothing, and whether
 * it is the first of the page.
 */
const stopOf = (page: Page): Promise<Stop> =>
  page.evaluate(async () => {
    const at = document.activeElement
    if (!(at instanceof HTMLElement) || at === document.body)
      return { name: 'the page itself', isBody: true, isFirst: false, isDrawn: false, isSeen: false }
    // the middle of a link around several things may lie between these
    const over = [at, ...at.children].map((part) => {
      const { left, right, top, bottom } = part.getBoundingClientRect()
      const [x, y] = [(left + right) / 2, (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2]
      return document.elementFromPoint(x, y)
    })
    // a field is drawn by its frame, a grid by the cell that the keys are at, a figure by its whole tile
    const near = [at, ...at.querySelectorAll('[data-active]')]
    for (let around = at.parentElement; around && near.length < 6; around = around.parentElement) near.push(around)
    const looks = () =>
      near
        .flatMap((element) => [getComputedStyle(element), getComputedStyle(element, '::after')])
        .map((one) => [
          one.outlineStyle,
          one.outlineWidth,
          one.outlineColor,
          one.boxShadow,
          one.borderColor,
          one.backgroundColor,
        ])
        .join(' ')
    const withFocus = looks()
    at.blur()
    // some are drawn by their part of the page, a moment later
    for (let frames = 0; frames < 3 && looks() === withFocus; frames++) await new Promise(requestAnimationFrame)
    const without = looks()
    at.focus({ preventScroll: true })
    const labels = at instanceof HTMLInputElement ? [...(at.labels ?? [])] : []
    const frame = at.closest('.ant-select') ?? at
    const all = [...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, [tabindex]')]
    return {
      name: at.getAttribute('aria-label') ?? at.textContent.slice(0, 40),
      isBody: false,
      isFirst: all.find((one) => one.tabIndex >= 0 && one.checkVisibility({ visibilityProperty: true })) === at,
      isDrawn: withFocus !== without,
      isSeen: over.some((there) => there && [frame, ...labels].some((one) => one.contains(there))),
    }
  })

/** Goes there by Tab, as somebody without a mouse must, and sees each stop on the way. */
async function tabTo(page: Page, target: Locator) {
  await expect(target).toBeVisible()
  const lost: Stop[] = []
  let wasOnBody = false
  for (let stops = 0; stops < stopsOfAnyPage; stops++) {
    if (await target.evaluate((element) => element === document.activeElement)) {
      expect(lost, 'each stop is drawn and in sight').toEqual([])
      return
    }
    await page.keyboard.press('Tab')
    const stop = await stopOf(page)
    // behind the last stop the browser has its own, and comes back to the first
    if (wasOnBody && !stop.isFirst) lost.push({ ...stop, name: `nothing has the focus before ${stop.name}` })
    if (!stop.isBody && !(stop.isDrawn && stop.isSeen)) lost.push(stop)
    wasOnBody = stop.isBody
  }
  throw new Error(`Tab does not lead to ${target.toString()}`)
}

/** Keeps a key down on a button that is held, until `done` has seen the result. */
async function holdKey(page: Page, key: 'Space' | 'Enter', done: () => Promise<void>) {
  await page.keyboard.down(key)
  await done()
  await page.keyboard.up(key)
}

test('a shift without a mouse: a door is opened, everything locked down and released, a person suspended, a record read, a muster led', async ({
  page,
  seeded,
  product,
}) => {
  const token = (await page.context().cookies()).find(({ name }) => name === 'token')?.value ?? ''
  const ask = askServer(product.url, token)
  const main = page.locator('main')

  await step('Live: a door is chosen by arrows, opened by a held key, and says why', async () => {
    await page.goto('/live')
    const doors = page.locator('.live-tile-main')
    await tabTo(page, doors.first())
    await page.keyboard.press('End')
    await page.keyboard.press('Home')
    const isThere = () => page.evaluate(() => document.activeElement?.textContent.startsWith('Main entrance'))
    for (let left = await doors.count(); !(await isThere()); left--) {
      expect(left, 'the arrows lead to Main entrance').toBeGreaterThan(0)
      await page.keyboard.press('ArrowRight')
    }
    await page.keyboard.press('Enter')
    const panel = page.getByRole('region', { name: 'Main entrance' })
    const open = panel.getByRole('button', { name: 'Open Main entrance' })
    await tabTo(page, open)
    const opened = seeded.terminal.says(/remote command/)
    await holdKey(page, 'Space', () => expect(open).toHaveAccessibleName(/Told to open/))
    await opened
    await tabTo(page, panel.getByRole('button', { name: 'Why?' }))
    await page.keyboard.press('Enter')
    await expect(panel.getByRole('heading', { name: /^Why / })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(panel).toBeHidden()
    await expect(doors.and(page.locator(':focus'))).toHaveText(/^Main entrance/)
  })

  await step('Live: a record is opened beside the events, and left', async () => {
    const list = page.getByRole('listbox', { name: 'Events, newest first' })
    await tabTo(page, list)
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await expect(page.locator('.live-record')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.locator('.live-record')).toBeHidden()
    await expect(list).toBeFocused()
  })

  try {
    await step('all doors are locked down and released, and the focus is lost nowhere', async () => {
      await page.goto('/live')
      await expect(page.locator('.live-tile').first()).toBeVisible()
      await page.keyboard.press('Control+Shift+L')
      const panel = page.getByRole('dialog', { name: 'Lock down or open doors' })
      await expect(panel.getByText(/It holds at/)).toBeVisible()
      await tabTo(page, panel.getByLabel('Reason'))
      await page.keyboard.type('By keys alone')
      await tabTo(page, panel.getByRole('button', { name: 'Lock down All sites' }))
      await holdKey(page, 'Enter', () => expect(panel).toBeHidden())
      await expect(main, 'nothing had the focus before').toBeFocused()
      const notice = page.getByRole('region', { name: 'Lockdown' })
      await tabTo(page, notice.getByRole('button', { name: 'Release' }))
      await page.keyboard.press('Enter')
      const release = page.getByRole('dialog', { name: /^Release/ })
      await tabTo(page, release.getByLabel('Reason of the release'))
      await page.keyboard.type('All clear')
      await tabTo(page, release.getByRole('button', { name: /^Release Lockdown/ }))
      await holdKey(page, 'Enter', () => expect(notice).toBeHidden())
      await expect(main).toBeFocused()
    })
  } finally {
    for (const { id } of await ask(listActiveLockdowns))
      await ask(releaseLockdown, { params: { id }, body: { reason: 'the journey is over' } })
  }

  await step('a person is suspended by the switch and let in again by the toast', async () => {
    await page.goto(`/manmgt/staff/detail?id=${seeded.personId}`)
    const suspend = page.getByRole('switch', { name: 'Suspend' })
    await tabTo(page, suspend)
    await page.keyboard.press('Space')
    await expect(suspend).toBeChecked()
    await page.keyboard.press('F8')
    await tabTo(page, page.getByRole('button', { name: 'Undo', exact: true }))
    await page.keyboard.press('Enter')
    await expect(suspend).not.toBeChecked()
  })

  await step('a device is chosen and its batch settings are opened and left', async () => {
    await page.goto('/device/list')
    const row = page.getByRole('row', { name: /Main entrance/ })
    await tabTo(page, row)
    await page.keyboard.press('Space')
    const set = page.getByRole('button', { name: 'Set 1 device' })
    await tabTo(page, set)
    await page.keyboard.press('Enter')
    const panel = page.getByRole('dialog')
    await expect(panel.getByRole('heading').first()).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(panel).toBeHidden()
    await expect(set).toBeFocused()
  })

  await step('a drill is begun by a held key, somebody is marked, a steward gets a link, and it is ended', async () => {
    await page.goto(`/sign/muster?siteId=${seeded.siteId}`)
    const start = page.getByRole('button', { name: /^Start a drill at/ })
    await tabTo(page, start)
    const end = page.getByRole('button', { name: /^End this muster/ })
    await holdKey(page, 'Space', () => expect(end).toBeVisible())
    const steward = page.getByPlaceholder('Name of the steward')
    await tabTo(page, steward)
    await page.keyboard.type('Ingrid')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('img', { name: 'Link of Ingrid' })).toBeVisible()
    await expect(page.locator('.muster-new-link'), 'the focus is where the form was').toBeFocused()
    await tabTo(page, end)
    await holdKey(page, 'Enter', () => expect(end).toBeHidden())
    await expect(page.locator('body'), 'the focus is not lost').not.toBeFocused()
  })

  await step('guard mode opens a door by a held key, and is left', async () => {
    await page.goto('/live/guard')
    const open = page.getByRole('button', { name: 'Open Main entrance' })
    await tabTo(page, open)
    const opened = seeded.terminal.says(/remote command/)
    await holdKey(page, 'Space', () => expect(page.getByRole('button', { name: /Told to open/ })).toBeVisible())
    await opened
    await tabTo(page, page.getByRole('link', { name: 'Leave guard mode' }))
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/live$/)
  })
})
