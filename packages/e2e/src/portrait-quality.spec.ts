import { extname } from 'node:path'
import { createPairingCode } from '@gatehouse/contract/features/devices.ts'
import { listRecords } from '@gatehouse/contract/features/records.ts'
import { updateCompany } from '@gatehouse/contract/features/company.ts'
import { listPersonPortraits } from '@gatehouse/contract/features/people/person-portraits.ts'
import { altered } from '@gatehouse/face/test/alter-photograph.ts'
import { heicOf } from '@gatehouse/face/test/heic/heic-of.ts'
import { photograph } from '@gatehouse/testkit/photographs.ts'
import { findDevice } from '@gatehouse/testkit/seeds/real-terminals.ts'
import { seedStaff } from '@gatehouse/testkit/seeds/seed-staff.ts'
import { expect } from '@playwright/test'
import { findAccessibilityFaults } from './accessibility-faults.ts'
import { completeFirstLogin } from './complete-first-login.ts'
import { startDoorTerminal } from './door-terminal.ts'
import { test } from './journey.ts'
import { recordEachTime } from './set-device.ts'

let stopDoor = async () => {}
test.afterEach(() => stopDoor())

test('[MAN-08] [MAN-06] a portrait falls short of new demands, its person is asked for another, and that one is approved', async ({
  page,
  browser,
  freshProduct: product,
}) => {
  const { step } = test
  const ask = await completeFirstLogin(page, product)
  await ask(updateCompany, { body: { qualityLevel: 'low' } })
  const laughing = await seedStaff(ask, { name: 'Franck', picture: photograph('franck_04117.jpg') })
  await seedStaff(ask, { name: 'Audrey', picture: photograph('audrey.jpg') })
  await ask(updateCompany, { body: { qualityLevel: 'high' } })

  const link = await step('the list names the person and the reason, and a link asks them', async () => {
    await page.goto(`${product.url}/manmgt/portraits`)
    const row = page.getByRole('row', { name: /Franck/ })
    await expect(row.getByText('Mouth open')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Audrey' })).toBeHidden()
    expect(await findAccessibilityFaults(page), 'the list').toEqual([])
    await row.getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Ask 1 person for a new photograph' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Make the links' }).click()
    const address = page.getByText('/m/portrait/')
    await expect(address).toBeVisible()
    expect(await findAccessibilityFaults(page), 'the links').toEqual([])
    const made = new URL((await address.innerText()).trim()).pathname
    await page.getByRole('button', { name: 'Done' }).click()
    await expect(row.getByText(/Asked on/)).toBeVisible()
    return made
  })

  const { code } = await ask(createPairingCode, { body: { name: 'Gate', direction: 'in', checksLiveness: false } })
  const door = await startDoorTerminal({ code, server: product.url })
  stopDoor = () => door.stop()
  const [, ldid = ''] = await door.says(/paired as (\S+)/, 0)
  await recordEachTime(ask, (await findDevice(ask, ldid)).id)
  const scoreAtDoor = async (passages: number) => {
    await door.show('franck_04000.jpg')
    await expect.poll(async () => (await ask(listRecords)).items.length).toBe(passages)
    return (await ask(listRecords)).items[0]?.score ?? 0
  }
  await door.says(/knows 2 people/, 0)
  const scoreBefore = await scoreAtDoor(1)

  await step(
    'the phone takes photographs by the link, once; one without a face and one of somebody else are refused',
    async () => {
      const context = await browser.newContext({
        baseURL: product.url,
        locale: 'en-GB',
        viewport: { width: 390, height: 844 },
      })
      const phone = await context.newPage()
      await phone.goto(link)
      await expect(phone.getByText(/asks Franck for a new photograph/)).toBeVisible()
      await phone.getByRole('button', { name: 'Send the photographs' }).click()
      await expect(phone.getByText('Add a photograph, so that')).toBeVisible()
      const files = ['franck_02221.jpg', 'franck_04035.jpg', 'cage.jpg'].map((name) => picture(name, photograph(name)))
      await phone.getByLabel('Choose a picture').setInputFiles([...files, picture('no face.png', await nobody())])
      const photos = phone.getByRole('listitem', { name: /^Photograph/ })
      await expect(photos).toHaveCount(4)
      await expect(photos.nth(2).getByText('does not look like the person in the others')).toBeVisible()
      await expect(photos.nth(3).getByText('Use a picture with exactly one person in it')).toBeVisible()
      await expect(photos.getByText('This photograph is fine.')).toHaveCount(2)
      expect(await findAccessibilityFaults(phone), 'the phone').toEqual([])
      expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
      const buffer = Buffer.from(await heicOf(photograph('franck_01829.jpg')))
      await phone.getByLabel('Choose more').setInputFiles(picture('IMG_3.HEIC', buffer))
      await expect(photos.getByText('This photograph is fine.')).toHaveCount(3)
      await expect(photos).toHaveCount(3)
      await phone.getByRole('button', { name: 'Send the photographs' }).click()
      await expect(phone.getByText('Photographs sent')).toBeVisible()
      await phone.goto(link)
      await expect(phone.getByText('This link does not work')).toBeVisible()
      await context.close()
    },
  )

  await step(
    'one is left out, the others are approved, and the door decides by the mean of all that are kept',
    async () => {
      await page.goto(`${product.url}/manmgt/registerRecord?state=pending`)
      await page.getByRole('link', { name: 'Franck' }).click()
      await expect(page.getByText('Who was asked')).toBeVisible()
      await expect(page.getByRole('heading', { name: '3 photographs were sent' })).toBeVisible()
      await page.getByRole('checkbox', { name: 'Accept photograph 3' }).uncheck()
      expect(await findAccessibilityFaults(page), 'the photographs to decide about').toEqual([])
      await page.getByRole('button', { name: 'Approve', exact: true }).click()
      await expect.poll(async () => (await ask(listPersonPortraits, { params: { id: laughing.id } })).length).toBe(3)
      await page.goto(`${product.url}/manmgt/portraits`)
      await expect(page.getByRole('row', { name: /Franck/ }).getByText('Further portrait')).toBeVisible()
      let passages = 1
      await expect.poll(() => scoreAtDoor(++passages)).toBeGreaterThan(scoreBefore)
    },
  )
})

/** A browser that does not read HEIC gives it no type. */
const types: Readonly<Record<string, string>> = { '.png': 'image/png', '.jpg': 'image/jpeg' }
const picture = (name: string, buffer: Buffer) => ({ name, mimeType: types[extname(name)] ?? '', buffer })
/** A corner of a photograph, out of focus. */
const nobody = () =>
  altered('cage.jpg', (image) => image.extract({ left: 0, top: 0, width: 60, height: 60 }).blur(10).resize(400))
