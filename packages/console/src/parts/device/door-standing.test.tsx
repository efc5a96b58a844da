import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { answerCalls } from '../../../test/answer-calls.ts'
import { changeLanguage, startI18n } from '../../i18n/i18n.ts'
import { DoorStanding } from './door-standing.tsx'

beforeAll(async () => {
  await startI18n()
  await changeLanguage('en')
})
afterEach(cleanup)

const id = '0199aaaa-0000-7000-8000-000000000001'
const siteId = '0199aaaa-0000-7000-8000-000000000002'

function draw(mark: string, since: string | null) {
  answerCalls({
    [`GET /api/v2/sites/${siteId}/door-marks`]: [
      { doorId: id, mark, since, held: null, isEmergency: false, needs: [] },
    ],
  })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <DoorStanding door={{ id, site: { id: siteId, name: 'Tower' } }} />
    </QueryClientProvider>,
  )
  return screen.findByRole('status')
}

it('the head of a door says how it stands and since when', async () => {
  const status = await draw('locked-down', '2026-11-24T08:05:00Z')
  expect(status.textContent).toMatch(/^Locked down since 2026-11-24 \d\d:05$/)
})

it('a door without a contact is not called closed', async () => {
  expect((await draw('unknown', null)).textContent).toBe('Not known: no contact tells whether it is closed')
  cleanup()
  expect((await draw('no-reader', null)).textContent).toBe('No reader')
})
