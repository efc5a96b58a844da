import type { CompanyInfo } from '@gatehouse/contract/features/company.ts'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { answerCalls } from '../../../test/answer-calls.ts'
import { renderRoutes } from '../../../test/render-routes.tsx'
import { sessionUserOf } from '../../../test/session-users.ts'
import { changeLanguage, loadTexts, startI18n } from '../../i18n/i18n.ts'
import { setUser } from '../../lib/session.ts'
import { Component } from './company-page.tsx'
import { companyTexts } from './company-feature.ts'

beforeAll(async () => {
  await startI18n()
  await loadTexts(companyTexts)
  await changeLanguage('en')
})
afterEach(cleanup)

const company: CompanyInfo = {
  name: 'Riverside',
  welcome: null,
  introduction: null,
  qualityLevel: 'high',
  logo: null,
  background: null,
  timeZone: 'UTC',
  isZoneChosen: true,
  zoneWaits: 0,
  authorization: null,
}

it.each([
  ['mainAdmin', true],
  ['subAdmin', false],
] as const)('[PERM-07] the role %s reads which pictures may be chosen: %s', async (role, isTold) => {
  setUser(sessionUserOf(role))
  answerCalls({ 'GET /api/v2/company': company, 'GET /api/v2/registration-code': null })
  renderRoutes([{ path: '/bumgt/company', Component }], '/bumgt/company')
  expect(await screen.findByText('Riverside')).toBeTruthy()
  expect(screen.queryAllByText(/at most 4 MB/).length > 0).toBe(isTold)
})
