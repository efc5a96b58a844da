import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { App, ConfigProvider } from 'antd'
import { useState } from 'react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { changeLanguage, startI18n } from '../../i18n/i18n.ts'
import { useConfirm } from './confirm.tsx'

beforeAll(async () => {
  await startI18n()
  await changeLanguage('en')
})
afterEach(cleanup)

/** The page may change only after the answer to an action: a list asks the server again. */
function Things({ isLate }: { isLate: boolean }) {
  const confirm = useConfirm()
  const [names, setNames] = useState(['first', 'second', 'third'])
  const [ended, setEnded] = useState<string>()
  const end = (name: string) => setNames(names.filter((one) => one !== name))
  const ask = (name: string) =>
    void confirm({
      title: `End ${name}?`,
      action: 'End it',
      run: async () => (isLate ? setEnded(name) : end(name)),
    })
  return (
    <>
      <ul>
        {names.map((name) => (
          <li key={name}>
            <button type="button" onClick={() => ask(name)}>
              {name}
            </button>
          </li>
        ))}
      </ul>
      {ended !== undefined && (
        <button type="button" onClick={() => end(ended)}>
          answered
        </button>
      )}
    </>
  )
}

const show = (isLate: boolean) =>
  render(
    <ConfigProvider theme={{ token: { motion: false } }}>
      <App>
        <Things isLate={isLate} />
      </App>
    </ConfigProvider>,
  )

it.each([
  ['at once', false],
  ['with the next answer of the server', true],
])('the control below has the focus where the one that asked is gone %s', async (_, isLate) => {
  show(isLate)
  const asker = screen.getByRole('button', { name: 'second' })
  asker.focus()
  fireEvent.click(asker)
  fireEvent.click(await screen.findByRole('button', { name: 'End it' }))
  if (isLate) {
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    fireEvent.click(screen.getByText('answered'))
  }
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'third' })))
})

it('a question that is taken back gives the focus to the control that asked', async () => {
  show(false)
  const asker = screen.getByRole('button', { name: 'second' })
  asker.focus()
  fireEvent.click(asker)
  fireEvent.click(await screen.findByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(document.activeElement).toBe(asker))
})
