import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { answerCalls } from '../../../test/answer-calls.ts'
import { queryClient } from '../../api/query-client.ts'
import { changeLanguage, loadTexts, startI18n } from '../../i18n/i18n.ts'
import { VisitsButton } from './visits-button.tsx'
import { visitorsTexts } from './visitors-feature.ts'

beforeAll(async () => {
  await startI18n()
  await changeLanguage('en')
  await loadTexts(visitorsTexts)
})
afterEach(() => {
  cleanup()
  queryClient.clear()
})

const id = '0198a000-0000-7000-8000-000000000002'
const visit = {
  id,
  kind: 'walk-in',
  state: 'pending',
  name: 'Ada',
  company: null,
  purpose: null,
  phone: null,
  email: null,
  host: null,
  portraitId: null,
  validFromAt: '2026-11-21T09:00:00Z',
  validToAt: '2026-11-21T10:00:00Z',
  linkEndsAt: '2026-11-21T10:00:00Z',
  personId: null,
  reason: null,
  createdBy: 'nobody',
  createdAt: '2026-11-21T08:00:00Z',
  decidedBy: null,
  decidedAt: null,
}

/** As the server does: as many as there are, but no more than were asked for, 20 where nobody says. */
const waiting = (count: number) =>
  answerCalls({
    'GET /api/v2/visits': ({ url }: { url: URL }) => ({
      items: Array.from({ length: Math.min(count, Number(url.searchParams.get('size') ?? 20)) }, () => visit),
      next: null,
    }),
  })

it.each([
  [35, '35'],
  [99, '99'],
  [250, '99+'],
])('for %i waiting visits the button shows %s', async (count, shown) => {
  waiting(count)
  render(
    <QueryClientProvider client={queryClient}>
      <VisitsButton onOpen={() => {}} />
    </QueryClientProvider>,
  )
  expect(await screen.findByText(shown)).toBeTruthy()
})
