import { act, cleanup, renderHook, screen, waitFor } from '@testing-library/react'
import { App } from 'antd'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { answerCalls, type SeenCall } from '../../../test/answer-calls.ts'
import { changeLanguage, startI18n } from '../../i18n/i18n.ts'
import { useSuspend } from './use-suspend.tsx'

beforeAll(async () => {
  await startI18n()
  await changeLanguage('en')
})
afterEach(cleanup)

const [ada, ben, cara] = ['a', 'b', 'c'].map((end) => `0199aaaa-0000-7000-8000-00000000000${end}`)
const before = [
  { personIds: [ada], fromAt: '2026-01-01T00:00:00Z', toAt: null, reason: 'lost card' },
  // over before somebody presses "undo"
  { personIds: [ben], fromAt: '2026-01-01T00:00:00Z', toAt: '2026-01-02T00:00:00Z', reason: null },
]
const Frame = ({ children }: { children: ReactNode }) => (
  <App>
    <MemoryRouter>{children}</MemoryRouter>
  </App>
)

it('undoing a suspension keeps those suspended who were before, without a moment of freedom', async () => {
  const sent: SeenCall[] = answerCalls({
    'POST /api/v2/people/suspend': { people: 3, before },
    'POST /api/v2/people/resume': { people: 2, before: [] },
  })
  const { result } = renderHook(useSuspend, { wrapper: Frame })
  await act(() => result.current.suspend({ ids: [ada!, ben!, cara!] }))
  const undo = await screen.findByRole('button', { name: /Undo/ })
  act(() => undo.click())
  await waitFor(() => expect(sent).toHaveLength(3))
  expect(
    sent
      .slice(1)
      .map(({ url, body }) => [url.pathname, (JSON.parse(String(body)) as { personIds: string[] }).personIds]),
  ).toEqual([
    ['/api/v2/people/suspend', [ada]],
    ['/api/v2/people/resume', [ben, cara]],
  ])
})
