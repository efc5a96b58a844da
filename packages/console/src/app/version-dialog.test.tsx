import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { answerCalls } from '../../test/answer-calls.ts'
import { changeLanguage, startI18n } from '../i18n/i18n.ts'
import { copyrightYears } from '../lib/copyright-years.ts'
import { VersionDialog } from './version-dialog.tsx'

beforeAll(async () => {
  await startI18n()
  await changeLanguage('en')
})
afterEach(cleanup)

it.each([
  [2, 'Gatehouse Enterprise Edition', 'Enterprise edition'],
  [1, 'Gatehouse Cloud Edition', 'Cloud edition'],
])(
  '[LAY-09] version type %i has the title %s over edition, release date and copyright',
  async (type, title, edition) => {
    answerCalls({
      'GET /api/v2/server/version': { edition: 'Enterprise', date: '2026-11-20', version: '1.4.0' },
      'GET /api/v2/user/type': { type },
    })
    render(
      <QueryClientProvider client={new QueryClient()}>
        <MemoryRouter>
          <VersionDialog onClose={() => {}} />
        </MemoryRouter>
      </QueryClientProvider>,
    )
    expect(await screen.findByText(title)).toBeDefined()
    expect(await screen.findByText(edition)).toBeDefined()
    expect(screen.getByText('2026-11-20')).toBeDefined()
    expect(screen.getByText(new RegExp(`© ${copyrightYears()}`))).toBeDefined()
  },
)
