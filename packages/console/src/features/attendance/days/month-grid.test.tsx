import type { MonthOfPerson } from '@gatehouse/contract/features/attendance/days.ts'
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { answerCalls } from '../../../../test/answer-calls.ts'
import { renderRoutes } from '../../../../test/render-routes.tsx'
import { sessionUserOf } from '../../../../test/session-users.ts'
import { changeLanguage, loadTexts, startI18n } from '../../../i18n/i18n.ts'
import { setUser } from '../../../lib/session.ts'
import { attendanceTexts } from '../attendance-feature.ts'
import { todayOn } from '../attendance-time.ts'
import { MonthGrid } from './month-grid.tsx'

beforeAll(async () => {
  await startI18n()
  await loadTexts(attendanceTexts)
  await changeLanguage('en')
})
afterEach(cleanup)

const person = (n: number): MonthOfPerson => ({
  person: {
    id: `0199aaaa-0000-7000-8000-0000000000${String(n).padStart(2, '0')}`,
    name: `Person ${n}`,
    jobId: null,
    department: null,
    portraitId: null,
  },
  sum: {
    normal: 0,
    late: 0,
    earlyLeave: 0,
    missedPunch: 0,
    absence: 0,
    workdayOvertime: 0,
    holidayOvertime: 0,
    workedMinutes: 0,
    lateMinutes: 0,
    earlyLeaveMinutes: 0,
    overtimeMinutes: 0,
  },
  days: [],
})
const rows = () =>
  [...document.querySelectorAll('tr[data-row]')].map((row) => Number(row.getAttribute('aria-rowindex')))

it('of many people the rows in view are drawn, keys reach the last one, and paper has all', async () => {
  setUser(sessionUserOf('superAdmin'))
  answerCalls({
    'GET /api/v2/attendance/months/2026-10': {
      items: Array.from({ length: 50 }, (_, n) => person(n)),
      total: 50,
      isLocked: false,
    },
    'GET /api/v2/departments': [],
    'GET /api/v2/attendance/rules': [],
  })
  renderRoutes([{ path: '/', Component: MonthGrid }], '/?month=2026-10&size=50')
  await screen.findByText('Person 0')
  const first = document.querySelector<HTMLElement>('tr[data-row="0"] td[data-on="2026-10-01"]')!
  expect(rows().length).toBeLessThan(25)
  first.focus()
  fireEvent.keyDown(first, { key: 'PageDown' })
  expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^Person 49, 2026-10-01/)
  expect(rows().at(-1)).toBe(51)
  expect(rows().length).toBeLessThan(25)
  act(() => void dispatchEvent(new Event('beforeprint')))
  expect(rows()).toHaveLength(50)
  act(() => void dispatchEvent(new Event('afterprint')))
  expect(rows().length).toBeLessThan(25)
})

it('the month goes back to the present one by a press, and shows the people of one rule', async () => {
  setUser(sessionUserOf('superAdmin'))
  const month = { items: [person(1)], total: 1, isLocked: false }
  const ruleId = '0199aaaa-0000-7000-8000-000000000099'
  const seen = answerCalls({
    'GET /api/v2/attendance/months/2020-10': month,
    [`GET /api/v2/attendance/months/${todayOn().slice(0, 7)}`]: month,
    'GET /api/v2/departments': [],
    'GET /api/v2/attendance/rules': [],
  })
  const router = renderRoutes([{ path: '/', Component: MonthGrid }], `/?month=2020-10&ruleId=${ruleId}`)
  await screen.findByText('Person 1')
  expect(seen.find(({ url }) => url.pathname.endsWith('2020-10'))?.url.searchParams.get('ruleId')).toBe(ruleId)
  fireEvent.click(screen.getByRole('button', { name: 'Today' }))
  expect(router.state.location.search).toBe(`?ruleId=${ruleId}`)
  await screen.findByText(todayOn().slice(0, 7))
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Today' }).disabled).toBe(true)
})
