import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { answerCalls } from '../../../test/answer-calls.ts'
import { renderRoutes } from '../../../test/render-routes.tsx'
import { sessionUserOf } from '../../../test/session-users.ts'
import { changeLanguage, loadTexts, startI18n } from '../../i18n/i18n.ts'
import { setUser } from '../../lib/session.ts'
import { MakesCard } from './makes-card.tsx'
import { serviceConfigTexts } from './service-config-feature.ts'

beforeAll(async () => {
  await startI18n()
  await loadTexts(serviceConfigTexts)
  await changeLanguage('en')
})
afterEach(cleanup)

it.each([true, false])('a make that is on (%s) leads to where its terminals are added', async (isOn) => {
  setUser(sessionUserOf('superAdmin'))
  answerCalls({
    'GET /api/v2/service-config/makes': [{ make: 'zkteco', isOn, isByOperator: false, port: null, devices: 0 }],
    'GET /api/v2/service-config/pin-giving': { isOn: false, people: 0, kept: 0 },
  })
  renderRoutes([{ path: '*', element: <MakesCard /> }], '/')
  await screen.findByRole('button', { name: isOn ? 'Switch ZKTeco off' : 'Switch ZKTeco on' })
  expect(screen.queryByRole('link', { name: 'Add a terminal' })?.getAttribute('href')).toBe(
    isOn ? '/device/list/new' : undefined,
  )
})
