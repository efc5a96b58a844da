import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, it } from 'vitest'
import { useGivesFocusBack } from './use-gives-focus-back.ts'

afterEach(cleanup)

function Panel() {
  useGivesFocusBack()
  return <input aria-label="reason" />
}

type Props = { isOpen: boolean; hasOpener?: boolean; hasRow?: boolean }

const Page = ({ isOpen, hasOpener = true, hasRow = false }: Props) => (
  <MemoryRouter initialEntries={['/list/7']}>
    <main tabIndex={-1}>
      {hasOpener && <button type="button">open</button>}
      {hasRow && (
        <table>
          <tbody>
            <tr tabIndex={0} data-row="7">
              <td>seven</td>
            </tr>
          </tbody>
        </table>
      )}
      <input aria-label="search" />
    </main>
    {isOpen && <Panel />}
  </MemoryRouter>
)

function openAndClose(closed: Omit<Props, 'isOpen'>, leave = 'reason') {
  const { rerender } = render(<Page {...closed} hasOpener isOpen={false} />)
  const opener = closed.hasRow ? screen.getByRole('row') : screen.getByRole('button', { name: 'open' })
  opener.focus()
  rerender(<Page {...closed} hasOpener isOpen />)
  screen.getByRole('textbox', { name: leave }).focus()
  rerender(<Page {...closed} isOpen={false} />)
}

it('the focus goes back to the button that opened the panel', () => {
  openAndClose({})
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'open' }))
})

it('the focus goes to the row that the panel showed', () => {
  openAndClose({ hasRow: true })
  expect(document.activeElement).toBe(screen.getByRole('row'))
})

it('the focus goes to the page where the button is gone with what the panel did', () => {
  openAndClose({ hasOpener: false })
  expect(document.activeElement).toBe(screen.getByRole('main'))
})

it('somebody who has put the focus elsewhere keeps it there', () => {
  openAndClose({ hasRow: true }, 'search')
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'search' }))
})

it('the focus goes to the page when a panel was opened by keys while nothing had it', () => {
  const { rerender } = render(<Page isOpen={false} />)
  rerender(<Page isOpen />)
  screen.getByRole('textbox', { name: 'reason' }).focus()
  rerender(<Page isOpen={false} />)
  expect(document.activeElement).toBe(screen.getByRole('main'))
})
