import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { changeLanguage, loadTexts, startI18n } from '../../../i18n/i18n.ts'
import { policiesTexts } from '../policies-feature.ts'
import { type Draft, paintCells, type Paint, stepBack } from './matrix-draft.ts'
import { MatrixGrid } from './matrix-grid.tsx'

beforeAll(async () => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  )
  await startI18n()
  await loadTexts(policiesTexts)
  await changeLanguage('en')
})
afterEach(cleanup)
afterAll(() => vi.unstubAllGlobals())

const week = Array.from({ length: 7 }, () => [{ startMinute: 480, endMinute: 1080 }])
const timetables = [{ id: 'day', name: 'Day', week, neverOpens: false }]
const groupsOf = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: `g${index}`,
    name: `Group ${index}`,
    kind: 'staff' as const,
    isDefault: false,
    people: 2,
  }))
const doorsOf = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    deviceId: `d${index}`,
    name: `Door ${index}`,
    door: null,
    doors: [],
    area: null,
  }))

function Painted({ groups, doors }: { groups: number; doors: number }) {
  const [brush, setBrush] = useState<Paint>('day')
  const [drafts, setDrafts] = useState<readonly Draft[]>([])
  const draft = drafts.at(-1) ?? new Map()
  return (
    <MatrixGrid
      groups={groupsOf(groups)}
      doors={doorsOf(doors)}
      timetables={timetables}
      cells={new Map()}
      draft={draft}
      brush={brush}
      mayPaint
      onBrush={setBrush}
      onPaint={(pairs, paint) => setDrafts([...drafts, paintCells(draft, new Map(), pairs, paint)])}
      onUndo={() => setDrafts(stepBack(drafts))}
      onLook={() => {}}
    />
  )
}

const press = (...keys: (string | { key: string; shiftKey?: boolean; ctrlKey?: boolean })[]) => {
  for (const key of keys) fireEvent.keyDown(screen.getByRole('grid'), typeof key === 'string' ? { key } : key)
}
const names = () => screen.getAllByRole('gridcell').map((cell) => cell.getAttribute('aria-label'))
const changed = () => names().filter((name) => name?.endsWith('not saved'))

it('[PASS-02] Shift with arrows extends the cells that Space paints, Delete empties them, and Ctrl Z goes back', () => {
  render(<Painted groups={3} doors={3} />)
  press({ key: 'ArrowRight', shiftKey: true }, { key: 'ArrowDown', shiftKey: true }, ' ')
  expect(changed()).toEqual(
    ['Group 0, Door 0', 'Group 0, Door 1', 'Group 1, Door 0', 'Group 1, Door 1'].map(
      (cell) => `${cell}, Day, not saved`,
    ),
  )
  press({ key: 'z', ctrlKey: true })
  expect(changed()).toEqual([])
  press('Escape', 'ArrowDown', '1', ' ')
  expect(changed()).toEqual(['Group 2, Door 1, Always, not saved'])
  press('Delete')
  expect(changed()).toEqual([])
  press('Home', '2', ' ')
  expect(changed()).toEqual(['Group 2, Door 0, Day, not saved'])
})

it('[PASS-02] of a large matrix only the part in view is drawn, with the true numbers of rows and columns', () => {
  render(<Painted groups={200} doors={300} />)
  const grid = screen.getByRole('grid')
  expect([grid.getAttribute('aria-rowcount'), grid.getAttribute('aria-colcount')]).toEqual(['201', '301'])
  const cells = screen.getAllByRole('gridcell').length
  expect(cells).toBeGreaterThan(0)
  expect(cells).toBeLessThan(300)
})
