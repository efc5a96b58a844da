import { readFile } from 'node:fs/promises'
import { asPhonesTake, photograph, sideBySide } from '@gatehouse/face/test/alter-photograph.ts'
import { heicOf } from '@gatehouse/face/test/heic/heic-of.ts'
import { photographPath } from '@gatehouse/face/test/photographs.ts'
import { expect, type Page } from '@playwright/test'
import { findAccessibilityFaults } from './accessibility-faults.ts'
import { test } from './journey.ts'

test.use({ role: 'superAdmin' })
const { step } = test

type Sent = { type: string; size: number; width: number; height: number; content: string }

/** Keeps every picture that the page gives to the network. */
async function watchPictures(page: Page) {
  await page.addInitScript(() => {
    const sent: Promise<unknown>[] = []
    Object.assign(window, { sent })
    const send = window.fetch.bind(window)
    window.fetch = (input, init) => {
      const file = init?.body instanceof FormData ? init.body.get('file') : null
      if (file instanceof Blob) {
        const tell = async () => {
          const bytes = new Uint8Array(await file.arrayBuffer())
          const bitmap = await createImageBitmap(file).catch(() => ({ width: 0, height: 0 }))
          const content = bytes.reduce((text, byte) => text + String.fromCharCode(byte), '')
          return { type: file.type, size: file.size, width: bitmap.width, height: bitmap.height, content }
        }
        sent.push(tell())
      }
      return send(input, init)
    }
  })
  return async (): Promise<Sent> =>
    page.evaluate(async () => {
      const { sent } = window as unknown as { sent: Promise<Sent>[] }
      return (await sent.at(-1)) ?? { type: 'none', size: 0, width: 0, height: 0, content: '' }
    })
}
const jpeg = (buffer: Buffer) => ({ name: 'IMG_1.jpg', mimeType: 'image/jpeg', buffer })

test('[MAN-08] a photograph travels small, upright and without the place where it was taken; HEIC as it is', async ({
  page,
}) => {
  const lastSent = await watchPictures(page)
  await page.goto('/manmgt/staff/0/new')
  const panel = page.getByRole('dialog', { name: 'Add a person' })
  const field = panel.getByLabel('Choose a file').first()
  const good = panel.getByText('This portrait is fine')

  await step('of 12 megapixels a tenth travels, and no word of place and device', async () => {
    const taken = await asPhonesTake('cage.jpg')
    expect(taken.includes('Pocket')).toBe(true)
    const request = page.waitForRequest((one) => one.method() === 'POST' && one.url().includes('/portraits'))
    await field.setInputFiles(jpeg(taken))
    await expect(good).toBeVisible()
    const sent = await lastSent()
    expect(sent).toMatchObject({ type: 'image/jpeg', height: 1600 })
    expect(sent.width).toBeLessThan(sent.height)
    expect(sent.size).toBeLessThan(taken.length / 2)
    for (const word of ['Pocket', 'Exif', 'GPS']) expect(sent.content.includes(word), word).toBe(false)
    const travelled = Number((await (await request).allHeaders())['content-length'])
    expect(travelled).toBeGreaterThan(sent.size)
    expect(travelled).toBeLessThan(sent.size + 1_000)
  })

  await step('a small photograph is not made anew: it keeps its pixels, and becomes no larger', async () => {
    const small = await readFile(photographPath('cage.jpg'))
    await field.setInputFiles(jpeg(small))
    await expect(panel.getByText('Checking the face')).toHaveCount(0)
    await expect(good).toBeVisible()
    const sent = await lastSent()
    expect(sent).toMatchObject({ type: 'image/jpeg', width: 500, height: 614 })
    expect(sent.size).toBeLessThanOrEqual(small.length)
  })

  await step('a HEIC, which this browser cannot decode, is sent as it is, and its face is found', async () => {
    const buffer = Buffer.from(await heicOf(await photograph('audrey.jpg')))
    await field.setInputFiles({ name: 'IMG_2.HEIC', mimeType: '', buffer })
    await expect.poll(async () => (await lastSent()).type).toBe('image/heic')
    expect((await lastSent()).size).toBe(buffer.length)
    await expect(good).toBeVisible()
    await expect(panel.getByRole('img', { name: 'The uploaded picture with the face marked' })).toBeVisible()
    await expect(panel.getByRole('button', { name: 'Crop or turn' })).toHaveCount(0)
  })
})

test('[MAN-08] a picture that is refused for two faces is cropped and turned by keys', async ({ page }) => {
  await page.goto('/manmgt/staff/0/new')
  const panel = page.getByRole('dialog', { name: 'Add a person' })
  await panel
    .getByLabel('Choose a file')
    .first()
    .setInputFiles(jpeg(await sideBySide('cage.jpg', 'audrey.jpg')))
  await expect(panel.getByText('This portrait cannot be used')).toBeVisible()
  await panel.getByRole('button', { name: 'Crop or turn' }).click()
  const part = panel.getByRole('application')
  await expect(part).toBeFocused()
  expect(await findAccessibilityFaults(page), 'a picture that is cropped').toEqual([])
  // It begins at a face, so it is larger than the whole picture.
  await expect(panel.getByLabel('Zoom')).not.toHaveValue('1')
  const seen = () => part.locator('canvas').evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL())
  const atFirst = await seen()
  await part.press('ArrowRight')
  await expect.poll(seen).not.toBe(atFirst)
  const moved = await seen()
  await part.press('ArrowLeft')
  await part.press('+')
  await expect.poll(async () => [atFirst, moved].includes(await seen())).toBe(false)
  const zoomed = await seen()
  await part.press('-')
  await panel.getByRole('button', { name: 'Turn left' }).click()
  await expect.poll(async () => [atFirst, moved, zoomed].includes(await seen())).toBe(false)
  await panel.getByRole('button', { name: 'Turn right' }).click()
  await panel.getByLabel('Straighten').press('ArrowRight')
  await panel.getByRole('button', { name: 'Use this part' }).click()
  await expect(panel.getByText('This portrait is fine')).toBeVisible()
  await expect(panel.getByRole('button', { name: 'Crop or turn' })).toBeVisible()
})

test('[MAN-06] somebody who registers on a phone takes one face of a picture with two', async ({ page, browser }) => {
  await page.goto('/manmgt/registerRecord/code')
  const create = page.getByRole('button', { name: 'Create the QR code' })
  const address = page.getByText('/m/register/')
  await expect(create.or(address).first()).toBeVisible()
  if (await create.isVisible()) await create.click()
  const context = await browser.newContext({
    baseURL: new URL(page.url()).origin,
    locale: 'en-GB',
    viewport: { width: 390, height: 844 },
    colorScheme: 'dark',
  })
  const phone = await context.newPage()
  await phone.goto(new URL((await address.innerText()).trim()).pathname)
  await phone.getByLabel('Choose a picture').setInputFiles(jpeg(await sideBySide('cage.jpg', 'audrey.jpg')))
  await expect(phone.getByText('This photograph cannot be used:')).toBeVisible()
  await phone.getByRole('button', { name: 'Crop or turn' }).click()
  const part = phone.getByRole('application')
  await part.scrollIntoViewIfNeeded()
  const box = await part.boundingBox()
  if (!box) throw new Error('no frame')
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  await expect(phone.getByLabel('Zoom')).not.toHaveValue('1')
  const seen = () => part.locator('canvas').evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL())
  const atFirst = await seen()
  await phone.mouse.move(middle.x, middle.y)
  await phone.mouse.down()
  await phone.mouse.move(middle.x + 12, middle.y - 8, { steps: 5 })
  await phone.mouse.up()
  await expect.poll(seen).not.toBe(atFirst)
  expect(await findAccessibilityFaults(phone), 'a picture that is cropped on a phone').toEqual([])
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await phone.getByRole('button', { name: 'Use this part' }).click()
  await expect(phone.getByText('This photograph is fine.')).toBeVisible()
  await context.close()
})
