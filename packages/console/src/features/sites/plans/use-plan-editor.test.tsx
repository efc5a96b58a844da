import type { FloorPlan } from '@gatehouse/contract/features/floor-plans.ts'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { renderRoutes } from '../../../../test/render-routes.tsx'
import { changeLanguage, loadTexts, startI18n } from '../../../i18n/i18n.ts'
import { sitesTexts } from '../sites-feature.ts'
import { usePlanEditor } from './use-plan-editor.ts'

beforeAll(async () => {
  await startI18n()
  await loadTexts(sitesTexts)
  await changeLanguage('en')
})
afterEach(cleanup)

const id = (last: number) => `0199aaaa-0000-7000-8000-00000000000${last}`
const door = { kind: 'door' as const, id: id(2), name: 'Side door' }
const plan: FloorPlan = {
  id: id(1),
  siteId: id(1),
  name: 'Ground floor',
  level: 0,
  width: 100,
  height: 100,
  isDark: false,
  pictureTag: 'a',
  places: [],
  version: 1,
}
/** The plan as somebody else saves it meanwhile. */
const newer: FloorPlan = { ...plan, places: [{ ...door, x: 0.9, y: 0.9, corners: null }], version: 2 }

function Editor() {
  const [shown, setShown] = useState(plan)
  const editor = usePlanEditor(shown, [door])
  return (
    <>
      <p>{editor.edits.places.map(({ x }) => x).join()}</p>
      <button onClick={() => editor.put('door-' + door.id, { x: 0.1, y: 0.1 })}>put</button>
      <button onClick={() => setShown(newer)}>change meanwhile</button>
      {editor.isBehind && <button onClick={editor.loadNewer}>load</button>}
    </>
  )
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

it('a plan that somebody else changes keeps what is not saved here until the newer version is asked for', () => {
  renderRoutes([{ path: '/', Component: Editor }], '/')
  press('put')
  expect(screen.queryByRole('button', { name: 'load' })).toBeNull()
  press('change meanwhile')
  expect(screen.getByText('0.1')).toBeDefined()
  press('load')
  expect(screen.getByText('0.9')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'load' })).toBeNull()
})

it('a plan without changes follows the newer version at once', () => {
  renderRoutes([{ path: '/', Component: Editor }], '/')
  press('change meanwhile')
  expect(screen.getByText('0.9')).toBeDefined()
})
