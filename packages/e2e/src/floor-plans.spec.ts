import { createDoor, getSite } from '@gatehouse/contract/features/sites.ts'
import { askServer } from '@gatehouse/testkit/ask-server.ts'
import { expect } from '@playwright/test'
import { findAccessibilityFaults } from './accessibility-faults.ts'
import { test } from './journey.ts'

const { step } = test
test.use({ role: 'mainAdmin' })

const svg = (inside = '') =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 500" fill="none" stroke="#000" stroke-width="6">
    <path d="M40 40h720v420H40zM300 40v420M300 250h460"/>${inside}</svg>`)
const fileOf = (buffer: Buffer) => ({ name: 'ground.svg', mimeType: 'image/svg+xml', buffer })

test('a floor plan is added, its doors are placed by mouse and by keyboard, and stand there afterwards', async ({
  page,
  product,
  seeded,
  sessionOf,
}) => {
  const { siteId } = seeded
  const { cookies } = await sessionOf('mainAdmin')
  const ask = askServer(product.url, cookies.find(({ name }) => name === 'token')?.value ?? '')
  const { areas } = await ask(getSite, { params: { id: siteId } })
  const way = { siteId, fromAreaId: null, toAreaId: areas[0]?.id ?? null, readers: [] }
  for (const name of ['Garden door', 'Delivery door']) await ask(createDoor, { body: { name, ...way } })

  await step('the site leads from the place of its plans to the form, and a script in an SVG is refused', async () => {
    await page.goto(`/device/sites/detail?id=${siteId}`)
    await page.getByText('Floor plan', { exact: true }).click()
    await page.getByRole('button', { name: 'Add floor plan' }).click()
    const form = page.getByRole('dialog', { name: 'Add floor plan' })
    await form.getByLabel('Choose a file').setInputFiles(fileOf(svg('<script>alert(1)</script>')))
    await expect(form.getByRole('alert')).toContainText('This SVG contains <script>')
    await form.getByLabel('Choose a file').setInputFiles(fileOf(svg()))
    await expect(form.getByRole('img', { name: 'The plan as it will look' })).toBeVisible()
    await form.getByLabel('Name').fill('Ground floor')
    await form.getByRole('button', { name: 'Add floor plan' }).click()
    // The page beside the form is narrower than without it.
    await expect(form).toBeHidden()
    await expect(page.getByRole('img', { name: 'Plan of Ground floor with 0 doors' })).toBeVisible()
  })

  const row = (name: string) => page.getByRole('button', { name: new RegExp(`^${name} (not placed|on the plan)`) })
  const mark = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}, \\d+ % from the left`) })
  await step('one door is dragged onto the plan, another is put there and moved by keys', async () => {
    const plan = page.getByRole('img', { name: /^Plan of Ground floor/ })
    const box = await plan.boundingBox()
    if (!box) throw new Error('the plan is not drawn')
    await row('Garden door').dragTo(plan, { targetPosition: { x: box.width * 0.25, y: box.height * 0.75 } })
    await expect(mark('Garden door')).toHaveAccessibleName('Garden door, 25 % from the left, 75 % from the top')
    await row('Delivery door').press('Enter')
    await expect(mark('Delivery door')).toBeFocused()
    await page.keyboard.press('Shift+ArrowRight')
    await page.keyboard.press('ArrowUp')
    await expect(mark('Delivery door')).toHaveAccessibleName('Delivery door, 55 % from the left, 49 % from the top')
    await page.keyboard.press('Delete')
    await expect(row('Delivery door')).toBeFocused()
    await page.keyboard.press('ControlOrMeta+z')
    await expect(mark('Delivery door')).toBeVisible()
    expect(await findAccessibilityFaults(page), 'the page of floor plans').toEqual([])
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('Saved Ground floor.')).toBeVisible()
  })

  await step('they stand there after a reload, and the site shows how each door stands', async () => {
    await page.reload()
    await expect(mark('Garden door')).toHaveAccessibleName('Garden door, 25 % from the left, 75 % from the top')
    await expect(mark('Delivery door')).toHaveAccessibleName('Delivery door, 55 % from the left, 49 % from the top')
    await page.getByRole('link', { name: 'Back to the site' }).click()
    await page.getByRole('button', { name: 'Garden door, no reader' }).press('ArrowRight')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('region', { name: 'Delivery door' })).toContainText('no reader')
    expect(await findAccessibilityFaults(page), 'the plan on the page of a site').toEqual([])
  })

  await step(
    'a record that is pressed in Live below the plan comes into view on a phone, and stays there',
    async () => {
      await page.setViewportSize({ width: 390, height: 844 })
      await page.goto(`/live?site=${siteId}`)
      await page.getByRole('button', { name: 'Garden door, no reader' }).click()
      await expect(page.getByRole('region', { name: 'Garden door' })).toBeVisible()
      const list = page.getByRole('listbox', { name: 'Events, newest first' })
      const rows = list.getByRole('option')
      await list.focus()
      await page.keyboard.press('End')
      const oldest = (await rows.last().locator('b').textContent()) ?? ''
      await rows.last().click()
      const record = page.getByRole('region', { name: oldest, exact: true })
      // It grows once its record has arrived.
      await expect(record.getByRole('link', { name: /^Whole (record|alarm)$/ })).toBeAttached()
      await expect(record.getByRole('heading').first()).toBeInViewport()
    },
  )
})
