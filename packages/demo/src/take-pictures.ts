import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { launchChromium } from '../../../scripts/chromium.ts'
import { demoAccount } from './run-demo.ts'

const root = resolve(import.meta.dirname, '../../..')
const folder = join(root, 'docs/pictures')
const size = { width: 1280, height: 800 }

/** File name, address, and the text that must be visible before the picture is taken. */
const views = [
  ['dashboard', '/dashboard', '.board-today .figure-link'],
  ['statistics', '/sign/signCount', '.bar-chart svg'],
  ['staff', '/manmgt/staff/0', '[data-row] img'],
  ['devices', '/device/list', '[data-row]'],
  ['policies', '/sign/policies/list', '[data-row]'],
  ['attendance', '/attendance/attendanceStatistics', '[data-row]'],
] as const

/** The README's pictures, from the demo company as it is at this moment. */
export async function takePictures(url: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  const browser = await launchChromium()
  try {
    const page = await browser.newPage({ viewport: size, locale: 'en-GB' })
    await page.goto(`${url}/login`)
    await page.getByLabel('Account').fill(demoAccount.account)
    await page.getByLabel('Password', { exact: true }).fill(demoAccount.password)
    await page.getByRole('slider').press('End')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL('**/dashboard')
    for (const [name, address, wanted] of views) {
      await page.goto(url + address)
      await page.locator(wanted).first().waitFor()
      await waitUntilStill(page)
      await keep(page, name)
    }
    await page.goto(`${url}/sign/signRecord`)
    await page.locator('[data-row]').first().click()
    await page.getByRole('dialog').getByRole('img').first().waitFor()
    await waitUntilStill(page)
    await keep(page, 'record')
  } finally {
    await browser.close()
  }
}

/** Everything that was asked for is there, and every picture is drawn. */
async function waitUntilStill(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      document.querySelector('.skeleton, .ant-skeleton') === null &&
      [...document.images].every(({ complete }) => complete),
  )
}

/** A few dozen kilobytes each: a palette of 128 colours is enough for what is mostly plain. */
async function keep(page: Page, name: string): Promise<void> {
  const picture = await page.screenshot({ animations: 'disabled' })
  await sharp(picture)
    .png({ palette: true, colours: 128, effort: 10 })
    .toFile(join(folder, `${name}.png`))
  process.stdout.write(`docs/pictures/${name}.png\n`)
}
