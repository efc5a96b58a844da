import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { answerCalls } from '../../../test/answer-calls.ts'
import { renderRoutes } from '../../../test/render-routes.tsx'
import { sessionUserOf } from '../../../test/session-users.ts'
import { changeLanguage, startI18n } from '../../i18n/i18n.ts'
import { setUser } from '../../lib/session.ts'
import { TimetableFit } from './timetable-fit.tsx'

beforeAll(async () => {
  await startI18n()
  await changeLanguage('en')
})
afterEach(cleanup)

const id = '0199aaaa-0000-7000-8000-000000000001'
const limits = { spansPerDay: 1, zones: 10, zonesPerPerson: 1, holidays: 0, holidayKinds: 1 }
const day = [
  { startMinute: 0, endMinute: 60 },
  { startMinute: 120, endMinute: 180 },
]
it('a terminal that cannot hold all of a timetable is named before anything is saved', async () => {
  setUser(sessionUserOf('superAdmin'))
  answerCalls({ 'GET /api/v2/timetable-limits': [{ device: { id, name: 'Back door' }, limits }] })
  const timetable = {
    week: Array.from({ length: 7 }, () => day),
    holiday: [],
    holidays: [{ on: '2026-10-01', isYearly: true, remark: '' }],
  }
  renderRoutes([{ path: '*', element: <TimetableFit deviceIds={[id]} timetable={timetable} /> }], '/')
  await screen.findByText('Back door: a day has 2 spans, and it knows 1. The shortest stay closed.')
  expect(
    screen.getByText('Back door: it knows no holidays. On the 1 of this timetable it goes by the weekday.'),
  ).toBeDefined()
})
