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
const limits = { spansPerDay: 1, zones: 10, zonesPerPerson: 1, holidays: 0, holidayKinds: 1, holidaysForAll: false }
const day = [
  { startMinute: 0, endMinute: 60 },
  { startMinute: 120, endMinute: 180 },
]
const always = { validFromOn: null, validToOn: null }

it('a terminal that cannot hold all of a timetable is named before anything is saved', async () => {
  setUser(sessionUserOf('superAdmin'))
  answerCalls({
    'GET /api/v2/timetable-limits': [
      { device: { id, name: 'Back door' }, limits, others: [], isOpenToSome: false, ignoresHours: false },
    ],
  })
  const timetable = {
    ...always,
    week: Array.from({ length: 7 }, () => day),
    holiday: [],
    holidays: [{ on: '2026-10-01', isYearly: true, remark: '' }],
  }
  renderRoutes([{ path: '*', element: <TimetableFit deviceIds={[id]} timetable={timetable} /> }], '/')
  await screen.findByText('Back door: a day has 2 spans, and it knows 1. The shortest stay closed.')
  expect(
    screen.getByText(
      'Back door: there are 1 holidays, and it holds 0. The next ones are sent; on the others it goes by the weekday.',
    ),
  ).toBeDefined()
})

it('a holiday on which another timetable of the terminal has other hours is named with it', async () => {
  setUser(sessionUserOf('superAdmin'))
  const open = [{ startMinute: 0, endMinute: 60 }]
  const week = Array.from({ length: 7 }, () => open)
  const holidays = [{ on: '2026-10-01', isYearly: true, remark: 'National day' }]
  const guests = { name: 'Guests', ...always, week, holiday: [], holidays: [] }
  answerCalls({
    'GET /api/v2/timetable-limits': [
      {
        device: { id, name: 'Back door' },
        limits: { ...limits, holidays: 24, holidaysForAll: true },
        others: [guests],
        isOpenToSome: true,
        ignoresHours: false,
      },
    ],
  })
  const timetable = { ...always, week, holiday: [], holidays }
  renderRoutes([{ path: '*', element: <TimetableFit deviceIds={[id]} timetable={timetable} /> }], '/')
  const line = await screen.findByText(/^Back door/)
  expect(line.textContent).toMatch(
    /^Back door: this terminal has one set of hours for everybody on a holiday\. On \d{4}-10-01 National day they are others for Guests, groups without a timetable, so it goes by the weekday then\.$/,
  )
})
