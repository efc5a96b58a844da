import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { changeLanguage, startI18n } from '../../i18n/i18n.ts'
import type { ListColumn } from './list-column.ts'
import { ListTable } from './list-table.tsx'

beforeAll(async () => {
  await startI18n()
  await changeLanguage('en')
})
afterEach(cleanup)

type Person = { id: string; department: string; late: number }

const columnOf = (key: 'id' | 'department' | 'late', more: Partial<ListColumn<Person>> = {}): ListColumn<Person> => ({
  key,
  title: () => `The ${key}`,
  width: 100,
  cell: (person) => String(person[key]),
  ...more,
})

it('a figure that stands under the name has its title beside it, and words speak for themselves', () => {
  render(
    <ListTable
      label="People"
      rows={[{ id: 'Ada', department: 'Optics', late: 3 }]}
      columns={[columnOf('id', { isFixed: true })]}
      under={[columnOf('department'), columnOf('late', { isNumber: true })]}
      rowName={({ id }) => id}
      actions={[]}
      isStale={false}
      above={undefined}
    />,
  )
  const isForReadersAlone = (text: string) => screen.getByText(text).className === 'for-readers'
  expect(isForReadersAlone('The department')).toBe(true)
  expect(isForReadersAlone('The late')).toBe(false)
})
