import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { listRecords } from '@gatehouse/contract/features/records.ts'
import { listSites } from '@gatehouse/contract/features/sites.ts'
import { askServer } from '@gatehouse/testkit/ask-server.ts'
import { logIn } from '@gatehouse/testkit/seeds/log-in.ts'
import sharp from 'sharp'
import { launchChromium } from '../../../scripts/chromium.ts'
import { demoAccount } from './run-demo.ts'

const root = resolve(import.meta.dirname, '../../..')
const folder = join(root, 'docs/pictures')
const wide = { width: 1280, height: 800 }
const phone = { width: 390, height: 844 }

/** File name, address, and what must be visible before the picture is taken. */
type View = readonly [name: string, address: string, wanted: string]

/** The README's pictures, from the demo company as it is at this moment. */
export async function takePictures(url: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  const views = await findViews(url)
  const browser = await launchChromium()
  try {
    const page = await signIn(browser, url, wide)
    for (const view of views) await take(page, url, view)
    const small = await signIn(browser, url, phone)
    await take(small, url, ['phone', '/sign/signRecord', 'main img'])
  } finally {
    await browser.close()
  }
}

/** The newest refusal of somebody known, the person who passed last, and the site with most doors. */
async function findViews(url: string): Promise<View[]> {
  const { token } = await logIn(url, demoAccount.account, demoAccount.password)
  const ask = askServer(url, token)
  const { items } = await ask(listRecords, { query: { kind: 'staff', size: 200 } })
  const refused = items.find(({ opened }) => !opened) ?? items[0]
  const person = items.find(({ opened, person }) => opened && person?.id)?.person
  const site = (await ask(listSites)).items.find(({ name }) => name === 'Riverside')
  if (!refused || !person || !site) throw new Error('the demo has no record and no site to take a picture of')
  return [
    ['live', '/live', '[data-row] img, .live-events img, main img'],
    ['record', `/sign/signRecord/${refused.id}`, 'main img'],
    ['plan', `/device/sites/plans?id=${site.id}`, 'main img'],
    ['person', `/manmgt/staff/detail?id=${person.id}`, 'main img'],
    ['dashboard', '/dashboard', '.board-today .figure-link'],
    ['policies', '/sign/policies/list', 'main table, main [role=grid]'],
    ['attendance', '/attendance/attendanceStatistics', '[data-row]'],
    ['statistics', '/sign/signCount', '.bar-chart svg'],
  ]
}

async function signIn(browser: Browser, url: string, viewport: typeof wide): Promise<Page> {
  const page = await browser.newPage({ viewport, locale: 'en-GB' })
  await page.goto(`${url}/login`)
  await page.getByLabel('Account').fill(demoAccount.account)
  await page.getByLabel('Password', { exact: true }).fill(demoAccount.password)
  await page.getByRole('slider').press('End')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('**/dashboard')
  return page
}

async function take(page: Page, url: string, [name, address, wanted]: View): Promise<void> {
  await page.goto(url + address)
  await page.locator(wanted).first().waitFor()
  await waitUntilStill(page)
  await keep(page, name)
}

/** Everything that was asked for is there, and every picture in view is drawn. */
async function waitUntilStill(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    // A list ends above the foot of its page, and asks for no picture below that.
    const isInView = (part: Element) => {
      const { top, height } = part.getBoundingClientRect()
      return height > 0 && top < window.innerHeight - 100
    }
    const waiting = [...document.images].filter(({ complete }) => !complete)
    return ![...document.querySelectorAll('[aria-busy=true], [class*=skeleton], .board-bone'), ...waiting].some(
      isInView,
    )
  })
}

/** A few dozen kilobytes each: a palette of 128 colours is enough for what is mostly plain. */
async function keep(page: Page, name: string): Promise<void> {
  const picture = await page.screenshot({ animations: 'disabled' })
  await sharp(picture)
    .png({ palette: true, colours: 128, effort: 10 })
    .toFile(join(folder, `${name}.png`))
  process.stdout.write(`docs/pictures/${name}.png\n`)
}
