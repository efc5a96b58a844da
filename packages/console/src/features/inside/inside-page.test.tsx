import type { PlacesInside } from '@gatehouse/contract/features/inside.ts'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { answerCalls, refusal } from '../../../test/answer-calls.ts'
import { renderRoutes } from '../../../test/render-routes.tsx'
import { sessionUserOf } from '../../../test/session-users.ts'
import { changeLanguage, loadTexts, startI18n } from '../../i18n/i18n.ts'
import { setUser } from '../../lib/session.ts'
import { insideTexts } from './inside-feature.ts'
import { Component } from './inside-page.tsx'

beforeAll(async () => {
  await startI18n()
  await loadTexts(insideTexts)
  await changeLanguage('en')
})
afterEach(cleanup)

const failed = () => refusal(500, 'server.error')
const places: PlacesInside = { sites: [], areas: [], siteId: null }
const people = { items: [], next: null, total: 0 }

type Answers = { places: () => unknown; people: () => unknown }

/** The page with these answers, for somebody who may read who is inside. */
function openPage(answers: Answers) {
  setUser(sessionUserOf('superAdmin'))
  answerCalls({
    'GET /api/v2/inside/places': () => answers.places(),
    'GET /api/v2/inside': () => answers.people(),
    'GET /api/v2/saved-views': [],
  })
  renderRoutes([{ path: '/inside', Component }], '/inside')
}

it('a server that fails is said once, and one press asks for the places and the people again', async () => {
  const answers: Answers = { places: failed, people: failed }
  openPage(answers)
  await screen.findByRole('alert')
  await expect.poll(() => document.querySelector('.inside-columns')).toBeNull()
  expect(screen.getAllByRole('alert')).toHaveLength(1)
  answers.places = () => places
  answers.people = () => people
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('link', { name: 'Set where doors lead' })).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

it('people who cannot be read leave the places where they are', async () => {
  openPage({ places: () => places, people: failed })
  await screen.findByRole('alert')
  expect(document.querySelector('.inside-figures')).not.toBeNull()
})
