import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { sessionUserOf } from '../../../test/session-users.ts'
import { CallError } from '../../api/call-error.ts'
import { changeLanguage, startI18n } from '../../i18n/i18n.ts'
import { setUser } from '../../lib/session.ts'
import { DuplicateFace } from './face-alike.tsx'

beforeAll(async () => {
  await startI18n()
  await changeLanguage('en')
  setUser(sessionUserOf('superAdmin'))
})
afterEach(cleanup)

const known = {
  kind: 'staff',
  reason: null,
  score: 0.6,
  isOneFace: true,
  person: { id: '0199aaaa-0000-7000-8000-000000000001', name: 'Rosa Grant', portraitId: null },
}
const error = new CallError({
  status: 409,
  code: '409',
  message: 'portrait.duplicate-face',
  desc: '',
  requestId: 'r-9',
  data: { alike: [known] },
})

it.each([
  ['add', 'Add anyway'],
  ['save', 'Save anyway'],
] as const)('the form to %s a person with a known face continues by "%s"', (action, button) => {
  const onGoOn = vi.fn<() => void>()
  render(
    <MemoryRouter>
      <DuplicateFace error={error} action={action} onGoOn={onGoOn} />
    </MemoryRouter>,
  )
  fireEvent.click(screen.getByRole('button', { name: button }))
  expect(onGoOn).toHaveBeenCalledTimes(1)
})
