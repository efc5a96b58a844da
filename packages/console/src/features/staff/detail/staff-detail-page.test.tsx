import type { Staff } from '@gatehouse/contract/features/staff.ts'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { answerCalls } from '../../../../test/answer-calls.ts'
import { renderRoutes } from '../../../../test/render-routes.tsx'
import { sessionUserOf } from '../../../../test/session-users.ts'
import { changeLanguage, loadTexts, startI18n } from '../../../i18n/i18n.ts'
import { setUser } from '../../../lib/session.ts'
import { personPageTexts } from '../../../parts/person-page/person-page-texts.ts'
import { Component } from './staff-detail-page.tsx'
import { staffTexts } from '../staff-feature.ts'

const other = { id: '0199aaaa-0000-7000-8000-000000000002', name: 'Li Na' }
const person: Staff = {
  id: '0199aaaa-0000-7000-8000-000000000001',
  name: 'Wang Fang',
  jobId: null,
  phone: null,
  extension: null,
  email: null,
  position: null,
  workingPlace: null,
  icCard: '00A74711',
  staffType: null,
  entryOn: null,
  leavingOn: null,
  hasLeft: false,
  suspension: null,
  department: null,
  groups: [],
  portraitId: null,
  displayPortraitId: null,
  createdAt: '2026-11-20T08:00:00Z',
  areaCode: null,
  hasPin: false,
  isPinShort: false,
  cardSharedWith: other,
  idNumber: null,
  birthdayOn: null,
  countryCode: null,
  regionCode: null,
  prompt: null,
  remark: null,
  version: 1,
  devices: [],
  updatedAt: '2026-11-20T08:00:00Z',
}

beforeAll(async () => {
  await startI18n()
  await loadTexts(staffTexts)
  await loadTexts(personPageTexts)
  await changeLanguage('en')
})
afterEach(cleanup)

it('[MAN-01] a card that somebody else has too leads to the page of that person', async () => {
  setUser(sessionUserOf('superAdmin'))
  answerCalls({ [`GET /api/v2/staff/${person.id}`]: person })
  const address = (id: string) => `/manmgt/staff/detail?id=${id}`
  renderRoutes([{ path: '/manmgt/staff/detail', Component }], address(person.id))
  const link = await screen.findByRole('link', { name: 'Li Na' })
  expect(link.getAttribute('href')).toBe(address(other.id))
})

it('[MAN-01] fields that nobody has filled in are folded away, and shown when they are asked for', async () => {
  setUser(sessionUserOf('superAdmin'))
  answerCalls({ [`GET /api/v2/staff/${person.id}`]: { ...person, icCard: null, cardSharedWith: null } })
  renderRoutes([{ path: '/manmgt/staff/detail', Component }], `/manmgt/staff/detail?id=${person.id}`)
  const more = await screen.findByRole('button', { name: /^Show \d+ empty fields$/ })
  expect(screen.queryByText('IC card number')).toBeNull()
  fireEvent.click(more)
  const label = await screen.findByText('IC card number')
  expect(label.nextElementSibling?.textContent).toBe('–None')
})
