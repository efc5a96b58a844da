import { expect, type Page } from '@playwright/test'
import { test } from '../journey.ts'
import { addressIn, goTo, type Ids, type PageToSee, settled } from '../pages-to-see.ts'
import { heights, mayOpen, pagesOfPictures, pathOf } from './looks.ts'
import { idsOfAll } from './seed-further.ts'

test.use({ role: 'superAdmin' })

/** Suspends somebody, or ends that, on their page: what says so can be taken back, and so stands longest. */
async function sayDone(page: Page, ids: Ids) {
  await goTo(page, `/manmgt/staff/detail?id=${ids.personId}`)
  await page.getByRole('switch', { name: 'Suspend' }).press('Space')
  await expect(page.locator('.ant-message-notice')).not.toHaveCount(0)
}

/** Keeps it there: it does not go while the pointer is on it. */
async function isHeld(page: Page) {
  const toasts = page.locator('.ant-message-notice')
  const box = (await toasts.count()) > 0 && (await toasts.last().boundingBox())
  if (!box) return false
  await page.mouse.move(box.x + 8, box.y + box.height / 2)
  return page.locator('.ant-message-notice:hover').isVisible()
}

/** Names the titles and controls that lie under a toast, in a place from which no scrolling takes them. */
const coveredOn = (page: Page) =>
  page.evaluate(() => {
    const toasts = [...document.querySelectorAll('.ant-message-notice')].map((toast) => toast.getBoundingClientRect())
    /** The pixels by which what is in this element can still be scrolled up. */
    const roomBelow = (element: Element): number => {
      const { position, overflowY } = getComputedStyle(element)
      const isScroller = element === document.documentElement || /auto|scroll/.test(overflowY)
      const room = isScroller ? element.scrollHeight - element.clientHeight - element.scrollTop : 0
      return room + (element.parentElement && !/fixed|sticky/.test(position) ? roomBelow(element.parentElement) : 0)
    }
    return [...document.querySelectorAll('h1, button, a, input, select, [role=tab], [role=switch]')]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest('.ant-message'))
      .filter((element) => {
        const it = element.getBoundingClientRect()
        return toasts.some((toast) => {
          const x = (Math.max(it.left, toast.left) + Math.min(it.right, toast.right)) / 2
          const y = (Math.max(it.top, toast.top) + Math.min(it.bottom, toast.bottom)) / 2
          const isUnder =
            it.left < toast.right && it.right > toast.left && it.top < toast.bottom && it.bottom > toast.top
          const isShown = document.elementsFromPoint(x, y).some((at) => element.contains(at))
          return isUnder && isShown && roomBelow(element) < it.bottom - toast.top
        })
      })
      .map((element) => element.getAttribute('aria-label') ?? element.textContent.trim().slice(0, 40))
  })

async function faultsOf(page: Page, one: PageToSee, ids: Ids) {
  const faults: string[] = []
  for (const width of ['1440', '1024', '390'] as const) {
    await page.setViewportSize({ width: Number(width), height: heights[width] })
    await expect(async () => {
      if (!(await isHeld(page))) {
        await sayDone(page, ids)
        await goTo(page, addressIn(one, ids))
        await settled(page)
      }
      expect(await isHeld(page)).toBe(true)
    }).toPass()
    for (const name of await coveredOn(page)) faults.push(`${one.name}, ${width} px: "${name}" is under a toast`)
  }
  return faults
}

for (const one of pagesOfPictures.filter((each) => mayOpen('superAdmin', pathOf(each))))
  test(`what was done is said on ${one.name} where it covers nothing that is used`, async ({
    page,
    product,
    sessionOf,
    seeded,
  }) => {
    const ids = await idsOfAll({ product, session: await sessionOf('superAdmin'), seeded })
    await page.goto('/about')
    expect(await faultsOf(page, one, ids)).toEqual([])
  })
