import { pathTo } from '@gatehouse/contract/paths.ts'
import { expect, type Page } from '@playwright/test'
import { test } from './journey.ts'

test.use({ role: 'superAdmin' })

/** Forms of every kind: with a face, with an introduction, with switches, with a period. */
const forms = [
  pathTo('staff', { deptId: 0, below: 'new' }),
  pathTo('visitor', { below: 'new' }),
  pathTo('visitor', { below: 'invite' }),
  pathTo('blacklist', { below: 'new' }),
  pathTo('deviceAlarm', { below: 'settings' }),
  pathTo('deviceAlarm', { below: 'rules/new' }),
  pathTo('attendanceRules', { below: 'new' }),
  pathTo('serviceConfig', { below: 'mail' }),
  pathTo('account', { below: 'new' }),
]

/** The distances of the parts of the open panel from its edges. */
const geometryOf = (page: Page) =>
  page.evaluate(() => {
    const panel = document.querySelector('.ant-drawer-section') ?? document.querySelector('.ant-drawer-content')
    const box = panel?.getBoundingClientRect()
    if (!box) throw new Error('no panel is open')
    const partOf = (selector: string) => {
      const found = panel?.querySelector(selector)?.getBoundingClientRect()
      return (
        found && { start: Math.round(found.left - box.left), end: Math.round(box.right - found.right), top: found.top }
      )
    }
    const body = panel?.querySelector('.ant-drawer-body')?.getBoundingClientRect()
    const first = [...(panel?.querySelectorAll('form > :not(button)') ?? [])].find(
      (one) => one.getClientRects().length > 0,
    )
    const switches = [...(panel?.querySelectorAll('.ant-form-item') ?? [])].filter(
      (item) => item.querySelector('.ant-switch') && !item.querySelector('.ant-form-item-extra'),
    )
    return {
      title: partOf('.detail-panel-title')?.start,
      form: partOf('form')?.start,
      formEnd: partOf('form')?.end,
      buttons: partOf('.form-bar')?.start,
      buttonsEnd: partOf('.form-bar')?.end,
      firstBelow: body && first && Math.round(first.getBoundingClientRect().top - body.top),
      tallestSwitch: Math.max(0, ...switches.map((item) => item.getBoundingClientRect().height)),
    }
  })

for (const [width, edge] of [
  [1440, 24],
  [390, 16],
] as const) {
  test(`panels have one geometry at ${width} px: title, fields and buttons begin and end at the same edges`, async ({
    page,
    seeded,
  }) => {
    void seeded
    await page.setViewportSize({ width, height: 900 })
    for (const address of forms) {
      await page.goto(address)
      await expect(page.locator('.form-bar')).toBeVisible()
      // the panel comes in first
      await expect
        .poll(() => geometryOf(page), { message: address })
        .toMatchObject({ title: edge, form: edge, formEnd: edge, buttons: edge, buttonsEnd: edge, firstBelow: edge })
      expect((await geometryOf(page)).tallestSwitch, `a switch of ${address}`).toBeLessThanOrEqual(64)
    }
  })
}

test('a panel covers no page in part: it stands beside it, or in its place', async ({ page, seeded }) => {
  const pages = [
    pathTo('serviceConfig', { below: 'mail' }),
    pathTo('company', { below: 'edit' }),
    pathTo('siteDetail', { below: `door/${seeded.doorId}`, query: { id: seeded.siteId } }),
    pathTo('doorDetail', { below: 'rule/escort', query: { id: seeded.doorId } }),
    pathTo('staffDetail', { below: 'edit', query: { id: seeded.personId } }),
    pathTo('policies', { below: 'new' }),
  ]
  for (const width of [1024, 1280, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    for (const address of pages) {
      await page.goto(address)
      await expect(page.locator('.form-bar')).toBeVisible()
      const covered = () =>
        page.evaluate(() => {
          const main = document.querySelector('.layout main')
          const panel = document.querySelector('.ant-drawer-content-wrapper')?.getBoundingClientRect()
          if (!main || !panel) throw new Error('no panel is open')
          if (getComputedStyle(main).visibility === 'hidden') return []
          return [...main.children]
            .filter((part) => part.getBoundingClientRect().right > panel.left + 1)
            .map(({ className }) => className)
        })
      await expect.poll(covered, { message: `${address} at ${width} px` }).toEqual([])
    }
  }
})

test('a panel that closes gives the focus back: to the row shown last, or to the button that opened it', async ({
  page,
  seeded,
}) => {
  void seeded
  await page.goto(pathTo('operationLog'))
  await page.locator('tbody tr').first().focus()
  await page.keyboard.press('Enter')
  await expect(page.locator('.panel-neighbours')).toBeVisible()
  const first = page.url()
  await page.keyboard.press('j')
  await expect(page).not.toHaveURL(first)
  const shown = new URL(page.url()).pathname.split('/').at(-1)
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(pathTo('operationLog'))
  await expect(page.locator(`tr[data-row="${shown}"]`)).toBeFocused()

  await page.goto(pathTo('live'))
  const lock = page.getByRole('banner').getByRole('button', { name: /^Lock down/ })
  await lock.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 2, name: /Lock down/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(lock).toBeFocused()
})
