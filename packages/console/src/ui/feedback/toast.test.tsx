import { App, Button } from 'antd'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { changeLanguage, startI18n } from '../../i18n/i18n.ts'
import { useToast, useToastKey } from './toast.tsx'

beforeAll(async () => {
  await startI18n()
  await changeLanguage('en')
})
afterEach(cleanup)

function Page() {
  useToastKey()
  const toast = useToast()
  const undo = () => Promise.resolve()
  const refine = { label: 'Until…', run: () => undefined }
  return (
    <>
      <Button onClick={() => toast.done('Moved', { undo })}>Move</Button>
      <Button onClick={() => toast.done('Suspended', { undo, refine })}>Suspend</Button>
    </>
  )
}

it('F8 moves to the first choice of the newest toast', async () => {
  render(<Page />, { wrapper: App })
  fireEvent.keyDown(document, { key: 'F8' })
  expect(document.activeElement).toBe(document.body)
  fireEvent.click(screen.getByRole('button', { name: 'Move' }))
  const undo = await screen.findByRole('button', { name: 'Undo' })
  fireEvent.keyDown(document, { key: 'F8' })
  expect(document.activeElement).toBe(undo)
  fireEvent.click(screen.getByRole('button', { name: 'Suspend' }))
  const until = await screen.findByRole('button', { name: 'Until…' })
  fireEvent.keyDown(document, { key: 'F8' })
  expect(document.activeElement).toBe(until)
})
