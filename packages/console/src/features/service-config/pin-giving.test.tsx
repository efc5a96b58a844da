import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { answerCalls } from '../../../test/answer-calls.ts'
import { renderRoutes } from '../../../test/render-routes.tsx'
import { sessionUserOf } from '../../../test/session-users.ts'
import { changeLanguage, loadTexts, startI18n } from '../../i18n/i18n.ts'
import { setUser } from '../../lib/session.ts'
import { serviceConfigTexts } from './service-config-feature.ts'
import { PinGiving } from './pin-giving.tsx'

beforeAll(async () => {
  await startI18n()
  await loadTexts(serviceConfigTexts)
  await changeLanguage('en')
})
afterEach(cleanup)

const show = (role: 'superAdmin' | 'mainAdmin', isOn = false) => {
  setUser(sessionUserOf(role))
  answerCalls({ 'GET /api/v2/service-config/pin-giving': { isOn, people: 3, kept: 1 } })
  renderRoutes([{ path: '*', element: <PinGiving /> }], '/')
}

it('a super admin reads what is given away before PINs are given', async () => {
  show('superAdmin')
  fireEvent.click(await screen.findByRole('button', { name: 'Give PINs to terminals of other makes' }))
  const dialog = await screen.findByRole('dialog')
  for (const risk of [/read them back/, /unencrypted/, /its menu/, /a PIN alone opens/, /set again/])
    expect(dialog.textContent).toMatch(risk)
})

it('a main admin sees of how many people the digits are kept, and switches nothing', async () => {
  show('mainAdmin', true)
  expect((await screen.findByText('1 of 3')).textContent).toBe('1 of 3')
  expect(screen.getByText('A super admin switches this.')).toBeDefined()
  expect(screen.queryByRole('button')).toBe(null)
})
