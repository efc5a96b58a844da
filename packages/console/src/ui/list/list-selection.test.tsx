import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { useLocation } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { renderRoutes } from '../../../test/render-routes.tsx'
import { sessionUserOf } from '../../../test/session-users.ts'
import { changeLanguage, startI18n } from '../../i18n/i18n.ts'
import { clearSession, setUser } from '../../lib/session.ts'
import { ListPage } from './list-page.tsx'

beforeAll(async () => {
  await startI18n()
  await changeLanguage('en')
})
beforeEach(() => setUser(sessionUserOf('superAdmin')))
afterEach(() => {
  cleanup()
  clearSession()
})

const rowsOf: Record<string, string[]> = { '?': ['Ada', 'Ben'], '?page=2': ['Cara'], '?deptId=3': ['Ben'] }
const removeThem = vi.fn<(ids: string[]) => void>()

function People() {
  const { search } = useLocation()
  const items = (rowsOf[search || '?'] ?? []).map((id) => ({ id }))
  return (
    <ListPage
      name="people"
      label="People"
      query={{ data: { items }, error: null, isPlaceholderData: false, isFetching: false, refetch: () => {} }}
      columns={[{ key: 'name', title: () => 'Name', width: 200, cell: ({ id }) => id, isFixed: true }]}
      rowName={({ id }) => id}
      bulk={[{ key: 'delete', label: (count) => `Delete ${count}`, run: (ids) => removeThem(ids) }]}
      filtered={{ isSet: false, onClear: () => {} }}
      paging={{ kind: 'pages', page: 1, size: 20, total: 3, onChange: () => {} }}
      count="3 people"
      empty={{ drawing: 'people', title: 'Nobody', text: '' }}
    />
  )
}

it('a selection lasts over pages, says what they do not show, and ends where another filter is set', async () => {
  const router = renderRoutes([{ path: '/', element: <People /> }], '/')
  const select = async (name: string) =>
    fireEvent.click(await screen.findByRole('checkbox', { name: `Select ${name}` }))
  const go = (address: string) => act(() => router.navigate(address))
  await select('Ada')
  await select('Ben')
  await go('/?page=2')
  await select('Cara')
  expect(screen.getByText('2 of them are not on this page')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Delete 3' }))
  expect(removeThem).toHaveBeenLastCalledWith(['Ada', 'Ben', 'Cara'])
  await go('/?deptId=3')
  expect(screen.queryByRole('button', { name: /Delete/ })).toBeNull()
  await select('Ben')
  fireEvent.click(screen.getByRole('button', { name: 'Delete 1' }))
  expect(removeThem).toHaveBeenLastCalledWith(['Ben'])
})

it('X chooses the row that has the focus, and the foot of the list says so', async () => {
  renderRoutes([{ path: '/', element: <People /> }], '/')
  const row = (await screen.findByText('Ben')).closest<HTMLElement>('[data-row]')!
  row.focus()
  fireEvent.keyDown(row, { key: 'x' })
  expect(screen.getByRole('button', { name: 'Delete 1' })).toBeTruthy()
  fireEvent.keyDown(row, { key: 'x' })
  expect(screen.queryByRole('button', { name: /Delete/ })).toBeNull()
  expect(document.querySelector('.list-keys')?.textContent).toBe('J K move X choose')
})
