import { describe, expect, it } from 'vitest'
import { arrangeColumns, orderOf, withHidden, withMoved, type ColumnSettings } from './list-column-settings.ts'

const columns = [
  { key: 'name', isFixed: true },
  { key: 'phone' },
  { key: 'department' },
  { key: 'createdAt', isHidden: true },
]
const keys = (settings: ColumnSettings | null) => arrangeColumns(columns, settings).map(({ key }) => key)

describe('the columns of a list', () => {
  it('are the page’s own until somebody chooses', () => {
    expect(keys(null)).toEqual(['name', 'phone', 'department'])
  })

  it('are shown and hidden one by one', () => {
    const settings = withHidden(columns, withHidden(columns, null, 'createdAt', false), 'phone', true)
    expect(keys(settings)).toEqual(['name', 'department', 'createdAt'])
    expect(keys(withHidden(columns, settings, 'phone', false))).toEqual(['name', 'phone', 'department', 'createdAt'])
  })

  it('move one place at a time, and never before the name of the thing', () => {
    const moved = withMoved(columns, null, 'department', -1)
    expect(keys(moved)).toEqual(['name', 'department', 'phone'])
    expect(keys(withMoved(columns, moved, 'department', -1))).toEqual(['name', 'department', 'phone'])
  })

  it('stay where they are at the end of the list', () => {
    expect(keys(withMoved(columns, null, 'createdAt', 1))).toEqual(keys(null))
  })

  it('keep the name although settings from elsewhere hide it', () => {
    expect(keys({ order: ['phone', 'name'], hidden: ['name', 'phone'] })).toEqual(['name', 'department'])
  })

  it('take in what a later release adds, where the page puts it, and forget what is gone', () => {
    const kept = { order: ['name', 'department', 'fax', 'phone'], hidden: ['fax'] }
    const later = [...columns, { key: 'email' }]
    expect(orderOf(later, kept).map(({ key }) => key)).toEqual(['name', 'department', 'createdAt', 'email', 'phone'])
    expect(arrangeColumns(later, kept).map(({ key }) => key)).toEqual(['name', 'department', 'email', 'phone'])
  })
})
