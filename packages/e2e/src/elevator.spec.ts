import { createArea, createDoor, deleteArea, deleteDoor, getSite } from '@gatehouse/contract/features/sites.ts'
import { setElevatorFloors } from '@gatehouse/contract/features/door-rules/elevator-floors.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { askServer } from '@gatehouse/testkit/ask-server.ts'
import { expect } from '@playwright/test'
import { findAccessibilityFaults } from './accessibility-faults.ts'
import { test } from './journey.ts'

test.describe('an elevator', () => {
  test.use({ role: 'superAdmin' })

  test('its floors are set by keyboard and changed by mouse, a change of somebody else is kept, and a person is forgiven', async ({
    page,
    product,
    seeded,
  }) => {
    const cookies = await page.context().cookies()
    const ask = askServer(product.url, cookies.find(({ name }) => name === 'token')?.value ?? '')
    const { step } = test
    const site = await ask(getSite, { params: { id: seeded.siteId } })
    const [top] = site.areas
    const newArea = (name: string) => ask(createArea, { body: { parentAreaId: top?.id ?? '', name } })
    const [ground, attic] = [await newArea('Ground'), await newArea('Attic')]
    const door = await ask(createDoor, {
      body: { name: 'Lift', kind: 'elevator', siteId: site.id, fromAreaId: null, toAreaId: ground.id, readers: [] },
    })
    const floors = page.getByRole('region', { name: 'Floors' })

    try {
      await step('the first floor is added by keyboard', async () => {
        await page.goto(pathTo('doorDetail', { query: { id: door.id, tab: 'rules' } }))
        await expect(floors).toContainText('everybody who may use the elevator reaches every floor')
        await floors.getByRole('button', { name: 'Add floor' }).press('Enter')
        const form = page.getByRole('dialog', { name: 'Add floor' })
        await form.getByRole('combobox', { name: 'Area' }).click()
        await page.keyboard.type('Attic')
        // the whole site stands above it
        await page.keyboard.press('ArrowDown')
        await page.keyboard.press('ArrowDown')
        await page.keyboard.press('Enter')
        await form.getByRole('combobox', { name: 'Groups' }).focus()
        await page.keyboard.type('Night')
        await page.keyboard.press('Enter')
        await expect(form.getByRole('spinbutton', { name: 'Output' })).toHaveValue('1')
        expect(await findAccessibilityFaults(page), 'the form of a floor').toEqual([])
        await form.getByRole('button', { name: 'Add floor' }).press('Enter')
        await expect(floors.getByRole('heading', { name: 'Attic' })).toBeVisible()
        await expect(floors).toContainText('Only Night shift.')
      })
      await step('a form that was opened before somebody else saved is refused', async () => {
        await floors.getByRole('button', { name: 'Change: Attic' }).click()
        const form = page.getByRole('dialog', { name: 'Floor Attic' })
        await form.getByRole('spinbutton', { name: 'Output' }).fill('7')
        const both = [attic, ground].map(({ id }, at) => ({
          areaId: id,
          output: at + 1,
          groupIds: [],
          timetableId: null,
        }))
        await ask(setElevatorFloors, { params: { id: door.id }, body: { floors: both } })
        await form.getByRole('button', { name: 'Save' }).click()
        await expect(form.getByRole('alert')).toContainText('Somebody else has just changed this door')
        await expect(floors.getByRole('heading', { name: 'Ground' })).toBeAttached()
        await form.getByRole('button', { name: 'Cancel' }).click()
        await page.getByRole('button', { name: 'Leave without saving' }).click()
      })
      await step('a floor is removed, and comes back', async () => {
        await floors.getByRole('button', { name: 'Change: Ground' }).click()
        await page.getByRole('button', { name: 'Remove floor' }).click()
        await expect(floors.getByRole('heading', { name: 'Ground' })).toBeHidden()
        await page.getByRole('button', { name: 'Undo' }).click()
        await expect(floors.getByRole('heading', { name: 'Ground' })).toBeVisible()
      })
      await step('one person is forgiven on their page', async () => {
        await page.goto(pathTo('staffDetail', { query: { id: seeded.personId } }))
        await page.getByRole('button', { name: 'More actions' }).click()
        await page.getByRole('menuitem', { name: 'Reset anti-passback' }).click()
        await page.getByRole('dialog').getByRole('button', { name: 'Reset anti-passback' }).click()
        await expect(
          page.getByText('Reset. The next time Franck Dernoncourt comes in, anti-passback lets them.'),
        ).toBeVisible()
      })
    } finally {
      await ask(setElevatorFloors, { params: { id: door.id }, body: { floors: [] } })
      await ask(deleteDoor, { params: { id: door.id } })
      for (const { id } of [attic, ground]) await ask(deleteArea, { params: { id } })
    }
  })
})
