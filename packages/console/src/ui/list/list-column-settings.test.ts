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
  it('the columns are the page’s own until somebody chooses', () => {
    expect(keys(null)).toEqual(['name', 'phone', 'department'])
  })

  it('the columns are shown and hidden one by one', () => {
    const settings = withHidden(columns, withHidden(columns, null, 'createdAt', false), 'phone', true)
    expect(keys(settings)).toEqual(['name', 'department', 'createdAt'])
    expect(keys(withHidden(columns, settings, 'phone', false))).toEqual(['name', 'phone', 'department', 'createdAt'])
  })

  it('a column moves one place at a time, and never before the name column', () => {
    const moved = withMoved(columns, null, 'department', -1)
    expect(keys(moved)).toEqual(['name', 'department', 'phone'])
    expect(keys(withMoved(columns, moved, 'department', -1))).toEqual(['name', 'department', 'phone'])
  })

  it('a column at the end of the list stays there', () => {
    expect(keys(withMoved(columns, null, 'createdAt', 1))).toEqual(keys(null))
  })

  it('the name column stays although settings from elsewhere hide it', () => {
    expect(keys({ order: ['phone', 'name'], hidden: ['name', 'phone'] })).toEqual(['name', 'department'])
  })

  it('the columns of a later release are added where the page puts them, and removed columns are dropped', () => {
    const kept = { order: ['name', 'department', 'fax', 'phone'], hidden: ['fax'] }
    const later = [...columns, { key: 'email' }]
    expect(orderOf(later, kept).map(({ key }) => key)).toEqual(['name', 'department', 'createdAt', 'email', 'phone'])
    expect(arrangeColumns(later, kept).map(({ key }) => key)).toEqual(['name', 'department', 'email', 'phone'])
  })
})
