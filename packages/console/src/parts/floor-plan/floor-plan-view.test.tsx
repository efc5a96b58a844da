import type { FloorPlan, PlanPlace } from '@gatehouse/contract/features/floor-plans.ts'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { changeLanguage, startI18n } from '../../i18n/i18n.ts'
import { FloorPlanView } from './floor-plan-view.tsx'

beforeAll(async () => {
  await startI18n()
  await changeLanguage('en')
})
afterEach(cleanup)

const door = (id: string, x: number, y: number): PlanPlace => ({
  kind: 'door',
  id,
  name: `Door ${id}`,
  x,
  y,
  corners: null,
})
const plan: FloorPlan = {
  id: 'plan',
  siteId: 'site',
  name: 'Ground floor',
  level: 0,
  width: 1000,
  height: 500,
  isDark: false,
  pictureTag: 'tag',
  places: [door('a', 0.1, 0.5), door('b', 0.5, 0.5), door('c', 0.5, 0.1)],
  version: 1,
}

function draw(chosenId?: string) {
  const onChoose = vi.fn<(id: string | undefined) => void>()
  const marks = new Map([
    ['a', 'held-open'],
    ['b', 'locked-down'],
  ] as const)
  render(<FloorPlanView plan={plan} marks={marks} chosenId={chosenId} onChoose={onChoose} />)
  return onChoose
}
const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key })
const focused = () => document.activeElement?.getAttribute('aria-label')

it('the picture says which floor it is, and each door how it stands', () => {
  draw()
  expect(screen.getByRole('img', { name: 'Plan of Ground floor with 3 doors' })).toBeTruthy()
  const names = screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'))
  expect(names).toEqual(['Door a, held open', 'Door b, locked down', 'Door c, not known'])
})

it('the doors are one stop of Tab, and arrow keys go to the nearest door in their direction', () => {
  draw()
  expect(screen.getAllByRole('button').map(({ tabIndex }) => tabIndex)).toEqual([0, -1, -1])
  screen.getByRole('button', { name: /Door a/ }).focus()
  press('ArrowRight')
  expect(focused()).toBe('Door b, locked down')
  press('ArrowUp')
  expect(focused()).toBe('Door c, not known')
  press('ArrowRight')
  expect(focused()).toBe('Door c, not known')
  expect(screen.getAllByRole('button').map(({ tabIndex }) => tabIndex)).toEqual([-1, -1, 0])
})

it('a press chooses a door, Escape lets go of it', () => {
  const onChoose = draw('b')
  fireEvent.click(screen.getByRole('button', { name: /Door a/ }))
  expect(onChoose).toHaveBeenLastCalledWith('a')
  screen.getByRole('button', { name: /Door b/ }).focus()
  press('Escape')
  expect(onChoose).toHaveBeenLastCalledWith(undefined)
})
