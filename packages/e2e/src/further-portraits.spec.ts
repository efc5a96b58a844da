import { readFile } from 'node:fs/promises'
import { listPersonPortraits } from '@gatehouse/contract/features/people/person-portraits.ts'
import { deleteVisitors, listVisitors } from '@gatehouse/contract/features/visitors.ts'
import { sideBySide } from '@gatehouse/face/test/alter-photograph.ts'
import { photographPath } from '@gatehouse/face/test/photographs.ts'
import { askServer } from '@gatehouse/testkit/ask-server.ts'
import { expect } from '@playwright/test'
import { findAccessibilityFaults } from './accessibility-faults.ts'
import { test } from './journey.ts'

const { step } = test
test.use({ role: 'visitorAdmin' })

test('[MAN-08] a further portrait of a visitor with two faces is cropped to the visitor, and one of somebody else is told', async ({
  page,
  product,
}) => {
  const token = (await page.context().cookies()).find(({ name }) => name === 'token')?.value ?? ''
  const ask = askServer(product.url, token)
  const file = async (name: string) => ({
    name,
    mimeType: 'image/jpeg',
    buffer: await readFile(photographPath(name)),
  })
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
