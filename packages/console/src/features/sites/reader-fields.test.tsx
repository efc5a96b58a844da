import type { DoorInput } from '@gatehouse/contract/features/sites.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { answerCalls } from '../../../test/answer-calls.ts'
import { queryClient } from '../../api/query-client.ts'
import { changeLanguage, loadTexts, startI18n } from '../../i18n/i18n.ts'
import { readersOfForm, ReaderFields } from './reader-fields.tsx'
import { sitesTexts } from './sites-feature.ts'

beforeAll(async () => {
  await startI18n()
  await loadTexts(sitesTexts)
  await changeLanguage('en')
})
afterEach(cleanup)

const gate = '0199aaaa-0000-7000-8000-000000000001'

function draw(value: DoorInput['readers']) {
  answerCalls({ 'GET /api/v2/devices': { items: [], total: 0, counts: { total: 0, online: 0, offline: 0 } } })
  const onChange = vi.fn<(readers: DoorInput['readers']) => void>()
  render(
    <QueryClientProvider client={queryClient}>
      <ReaderFields value={value} onChange={onChange} />
    </QueryClientProvider>,
  )
  return onChange
}

it('a row without a device is told to the form, which does not take it', () => {
  const onChange = draw([])
  expect(screen.getByText('Without a reader nobody is recognised at this door.')).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Add reader' }))
  expect(screen.getByRole('combobox', { name: 'Device of reader 1' })).toBeDefined()
  const rows = [{ deviceId: '', port: 1, direction: null }]
  expect(onChange).toHaveBeenLastCalledWith(rows)
  expect(readersOfForm.safeParse(rows).error?.issues.map(({ message }) => message)).toEqual(['reader-without-device'])
})

it('a removed row is no longer a reader', () => {
  const onChange = draw([{ deviceId: gate, port: 1, direction: 'entry' }])
  fireEvent.click(screen.getByRole('button', { name: 'Remove reader 1' }))
  expect(onChange).toHaveBeenLastCalledWith([])
  expect(screen.getByRole('status').textContent).toContain('Nobody will be recognised at this door any more')
})

it('ports are shown for a controller only, and one that is hidden is the first', () => {
  const onChange = draw([{ deviceId: gate, port: 3, direction: null }])
  expect(screen.getByRole<HTMLInputElement>('spinbutton', { name: 'Port of reader 1' }).value).toBe('3')
  fireEvent.click(screen.getByRole('checkbox', { name: 'A controller with several ports' }))
  expect(screen.queryByRole('spinbutton')).toBeNull()
  expect(onChange).toHaveBeenLastCalledWith([{ deviceId: gate, port: 1, direction: null }])
})
