import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { answerCalls } from '../../../../test/answer-calls.ts'
import { renderRoutes } from '../../../../test/render-routes.tsx'
import { sessionUserOf } from '../../../../test/session-users.ts'
import { staffOf } from '../../../../test/staff-of.ts'
import { changeLanguage, loadTexts, startI18n } from '../../../i18n/i18n.ts'
import { setUser } from '../../../lib/session.ts'
import { personPageTexts } from '../../../parts/person-page/person-page-texts.ts'
import { Component } from './staff-detail-page.tsx'
import { staffTexts } from '../staff-feature.ts'

const other = { id: '0199aaaa-0000-7000-8000-000000000002', name: 'Li Na' }
const person = staffOf({
  id: '0199aaaa-0000-7000-8000-000000000001',
  name: 'Wang Fang',
  icCard: '00A74711',
  cardSharedWith: other,
})

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
