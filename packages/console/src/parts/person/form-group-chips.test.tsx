import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { answerCalls } from '../../../test/answer-calls.ts'
import { changeLanguage, startI18n } from '../../i18n/i18n.ts'
import { GroupChips } from './form-group-chips.tsx'

beforeAll(async () => {
  await startI18n()
  await changeLanguage('en')
})
afterEach(cleanup)

const groupOf = (number: number) => ({
  id: `0199aaaa-0000-7000-8000-00000000000${number}`,
  name: `Group ${number}`,
  kind: 'staff',
  isDefault: false,
  memberCount: 0,
  deviceCount: 0,
})

function draw(count: number, start: number[]) {
  const groups = Array.from({ length: count }, (_, index) => groupOf(index + 1))
  answerCalls({ 'GET /api/v2/groups': groups })
  function Field() {
    const [value, setValue] = useState(start.map((number) => groupOf(number).id))
    return (
      <>
        <GroupChips kind="staff" label="Groups" value={value} onChange={setValue} />
        <output>{value.map((id) => id.at(-1)).join(' ')}</output>
      </>
    )
  }
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Field />
    </QueryClientProvider>,
  )
}
const names = () => screen.getAllByRole('button').map(({ textContent }) => textContent)
const chosen = () => screen.getByRole('status').textContent

it('the groups of the person stand first, and a press takes one in or out without moving any', async () => {
  draw(3, [2])
  await screen.findByRole('button', { name: 'Group 2', pressed: true })
  expect(names()).toEqual(['Group 2', 'Group 1', 'Group 3'])
  fireEvent.click(screen.getByRole('button', { name: 'Group 3' }))
  fireEvent.click(screen.getByRole('button', { name: 'Group 2' }))
  expect(chosen()).toBe('3')
  expect(names()).toEqual(['Group 2', 'Group 1', 'Group 3'])
})

it('many are searched, and none of those chosen is hidden', async () => {
  draw(9, [1, 2, 3, 4, 5, 6, 7])
  fireEvent.click(await screen.findByRole('button', { name: '2 more' }))
  expect(screen.getByRole('combobox')).toBeTruthy()
  expect(chosen()).toBe('1 2 3 4 5 6 7')
})
