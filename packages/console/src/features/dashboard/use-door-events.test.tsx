import { getLiveBoard, type LiveBoard, type LivePassage } from '@gatehouse/contract/features/live/board.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, it, onTestFinished } from 'vitest'
import { answerCalls } from '../../../test/answer-calls.ts'
import { hintDuringFirstQuestion } from '../../../test/hint-during-first-question.tsx'
import { useDoorEvents } from './use-door-events.ts'

afterEach(cleanup)

const passage = (n: number): LivePassage => ({
  type: 'passage',
  id: `0199aaaa-0000-7000-8000-00000000000${n}`,
  at: `2026-11-24T09:00:0${n}.000Z`,
  doorId: null,
  doorName: 'Front',
  kind: 'stranger',
  person: null,
  opened: true,
  direction: 'in',
  abnormal: 'none',
  face: null,
  host: null,
  hasRecord: true,
})
const board = (more: Partial<LiveBoard>): LiveBoard => ({
  cursor: 'first',
  isWhole: true,
  readAt: '2026-11-24T09:00:00.000Z',
  doors: [],
  events: [],
  inside: { staff: 0, visitors: 0 },
  ...more,
})

/** How often the schema of the board is asked. */
function countChecks() {
  const { response } = getLiveBoard
  const real = { parse: response.parse, safeParse: response.safeParse }
  let count = 0
  response.parse = (...input) => {
    count++
    return real.parse(...input)
  }
  response.safeParse = (...input) => {
    count++
    return real.safeParse(...input)
  }
  onTestFinished(() => void Object.assign(response, real))
  return () => count
}

it('the newest events are asked for by what is known, and each answer is checked once', async () => {
  const answers = [
    board({ events: [passage(2), passage(1)] }),
    board({ cursor: 'second', isWhole: false, events: [passage(3)] }),
  ]
  const seen = answerCalls({ 'GET /api/v2/live/board': () => answers.shift() })
  const checks = countChecks()
  const client = new QueryClient()
  const { result } = renderHook(() => useDoorEvents(), {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  })
  const shown = () => result.current.data?.events.map(({ id }) => Number(id.at(-1)))
  await expect.poll(shown).toEqual([2, 1])
  await client.refetchQueries()
  await expect.poll(shown).toEqual([3, 2, 1])
  expect(seen.map(({ url }) => url.searchParams.get('after'))).toEqual([null, 'first'])
  expect(checks()).toBe(2)
})

it('the newest events lose no hint that comes during their first question', async () => {
  const questions = await hintDuringFirstQuestion({
    useIt: useDoorEvents,
    path: '/api/v2/live/board',
    topic: 'records',
    answer: board({}),
  })
  await expect.poll(questions).toBe(2)
})
