import { readFile } from 'node:fs/promises'
import { listPersonPortraits } from '@gatehouse/contract/features/people/person-portraits.ts'
import { createStaff, deleteStaff, listStaff } from '@gatehouse/contract/features/staff.ts'
import { deleteVisitors, listVisitors } from '@gatehouse/contract/features/visitors.ts'
import { altered, sideBySide } from '@gatehouse/face/test/alter-photograph.ts'
import { photographPath } from '@gatehouse/face/test/photographs.ts'
import { askServer } from '@gatehouse/testkit/ask-server.ts'
import { expect } from '@playwright/test'
import { findAccessibilityFaults } from './accessibility-faults.ts'
import { test } from './journey.ts'

const { step } = test
const file = async (name: string) => ({
  name,
  mimeType: 'image/jpeg',
  buffer: await readFile(photographPath(name)),
})

test.describe('a visitor', () => {
  test.use({ role: 'visitorAdmin' })

  test('[MAN-08] a further portrait of a visitor with two faces is cropped to the visitor, and one of somebody else is told', async ({
    page,
    product,
  }) => {
    const token = (await page.context().cookies()).find(({ name }) => name === 'token')?.value ?? ''
    const ask = askServer(product.url, token)
    await page.goto('/manmgt/visitor/new')
    const panel = page.getByRole('dialog', { name: 'Add a visitor' })
    await panel.getByLabel('Name', { exact: true }).fill('Kim Further')
    await panel
      .getByLabel('Choose a file')
      .first()
      .setInputFiles(await file('kim1_crop.jpg'))
    await expect(panel.getByText('This portrait is fine')).toBeVisible()
    const field = panel.getByLabel('Add more').and(page.locator('input'))
    const first = panel.getByRole('listitem', { name: 'Photograph 1' })
    const second = panel.getByRole('listitem', { name: 'Photograph 2' })

    await step('a picture with two faces is refused, and a part of it is taken by keys', async () => {
      const two = await sideBySide('kim1_crop.jpg', 'walter2_crop.jpg')
      await field.setInputFiles({ name: 'two.png', mimeType: 'image/png', buffer: two })
      await expect(first.getByText('This portrait cannot be used')).toBeVisible()
      await first.getByRole('button', { name: 'Crop or turn: Photograph 1' }).click()
      const part = first.getByRole('application')
      await expect(part).toBeFocused()
      expect(await findAccessibilityFaults(page), 'a further portrait that is cropped').toEqual([])
      // The view goes from either face to the left edge of the picture, and from there to the left face, which is the visitor's.
      await first.getByRole('slider', { name: 'Zoom' }).fill('2')
      for (let press = 0; press < 60; press++) await part.press('ArrowRight')
      for (let press = 0; press < 15; press++) await part.press('ArrowLeft')
      await first.getByRole('button', { name: 'Use this part' }).click()
      await expect(first.getByText('This portrait is fine')).toBeVisible()
      await expect(first.getByRole('button', { name: 'Crop or turn: Photograph 1' })).toBeFocused()
    })

    await step('somebody else is refused with the names of those that the photograph is unlike', async () => {
      await field.setInputFiles(await file('queen20_crop.jpg'))
      await expect(second.getByText('Not like the portrait above.')).toBeVisible()
      await expect(second.getByText('Not like photograph 1.')).toBeVisible()
      const usual = page.viewportSize()
      await page.setViewportSize({ width: 390, height: 844 })
      const crop = second.getByRole('button', { name: 'Crop or turn: Photograph 2' })
      const rightEdge = async () => {
        const box = await crop.boundingBox()
        return box ? box.x + box.width : Infinity
      }
      await expect.poll(rightEdge, 'a phone shows the whole button').toBeLessThanOrEqual(390)
      if (usual) await page.setViewportSize(usual)
      await second.getByRole('button', { name: 'Remove: Photograph 2' }).click()
      await expect(second).toHaveCount(0)
    })

    await step('the visitor is saved with both portraits', async () => {
      await panel.getByRole('button', { name: 'Add visitor' }).click()
      await expect(panel).toHaveCount(0)
      const [visitor] = (await ask(listVisitors, { query: { keyword: 'Kim Further' } })).items
      expect(await ask(listPersonPortraits, { params: { id: visitor?.id ?? '' } })).toHaveLength(2)
      await ask(deleteVisitors, { body: { ids: [visitor?.id ?? ''] } })
    })
  })
})

test.describe('a member of staff', () => {
  test.use({ role: 'superAdmin' })

  test('[MAN-08] [D3] a member of staff gets several portraits at once, when added and when the first ones come later', async ({
    page,
    product,
  }) => {
    const token = (await page.context().cookies()).find(({ name }) => name === 'token')?.value ?? ''
    const ask = askServer(product.url, token)
    const lighter = await altered('kim1_crop.jpg', (image) => image.modulate({ brightness: 1.1 }))
    const again = { name: 'lighter.png', mimeType: 'image/png', buffer: lighter }
    const find = async () => (await ask(listStaff, { query: { keyword: 'Kim Several' } })).items[0]
    const portraits = async () => ask(listPersonPortraits, { params: { id: (await find())?.id ?? '' } })

    await step('a new one: somebody else among the portraits is told before anything is saved', async () => {
      await page.goto('/manmgt/staff/0/new')
      const panel = page.getByRole('dialog', { name: 'Add a person' })
      await panel.getByLabel('Name', { exact: true }).fill('Kim Several')
      await expect(panel.getByText('Further portraits', { exact: true })).toBeHidden()
      await panel.getByLabel('Choose a file').setInputFiles(await file('kim1_crop.jpg'))
      await expect(panel.getByText('This portrait is fine')).toBeVisible()
      await panel
        .getByLabel('Add more')
        .and(page.locator('input'))
        .setInputFiles([again, await file('queen20_crop.jpg')])
      await expect(panel.getByText('Not like the portrait above.')).toBeVisible()
      expect(await findAccessibilityFaults(page), 'a form with further portraits').toEqual([])
      await panel.getByRole('button', { name: 'Remove: Photograph 2' }).click()
      await panel.getByRole('button', { name: 'Add Kim Several', exact: true }).click()
      await expect(panel).toHaveCount(0)
      expect(await portraits()).toHaveLength(2)
      await ask(deleteStaff, { body: { ids: [(await find())?.id ?? ''] } })
    })

    await step('one without a portrait: the form offers further ones once the first is chosen', async () => {
      const { id } = await ask(createStaff, { body: { name: 'Kim Several' } })
      await page.goto(`/manmgt/staff/0/${id}/edit`)
      const panel = page.getByRole('dialog', { name: 'Edit Kim Several' })
      await panel.getByLabel('Choose a file').setInputFiles(await file('kim1_crop.jpg'))
      await expect(panel.getByText('This portrait is fine')).toBeVisible()
      await panel.getByLabel('Add more').and(page.locator('input')).setInputFiles(again)
      await expect(panel.getByText('This portrait is fine')).toHaveCount(2)
      await panel.getByRole('button', { name: 'Save' }).click()
      await expect(panel).toHaveCount(0)
      expect(await portraits()).toHaveLength(2)
    })

    await step('one who has a portrait gets further ones on their page, not in the form', async () => {
      const { id } = (await find())!
      await page.goto(`/manmgt/staff/0/${id}/edit`)
      const panel = page.getByRole('dialog', { name: 'Edit Kim Several' })
      await expect(panel.getByText('Current portrait')).toBeVisible()
      await expect(panel.getByText('Further portraits', { exact: true })).toBeHidden()
      await ask(deleteStaff, { body: { ids: [id] } })
    })
  })
})
