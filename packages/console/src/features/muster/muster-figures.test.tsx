import type { Muster } from '@gatehouse/contract/features/muster.ts'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { sessionUserOf } from '../../../test/session-users.ts'
import { changeLanguage, loadTexts, startI18n } from '../../i18n/i18n.ts'
import { setUser } from '../../lib/session.ts'
import { musterPages } from './muster-feature.ts'
import { MusterFigures } from './muster-figures.tsx'

beforeAll(async () => {
  await startI18n()
  await changeLanguage('en')
  await loadTexts(musterPages.muster.texts)
})
afterEach(() => {
  cleanup()
  act(() => setUser(null))
})

const muster: Muster = {
  id: '0199aaaa-0000-7000-8000-000000000001',
  site: { id: null, name: 'Riverside', timeZone: 'UTC' },
  isDrill: true,
  note: null,
  startedAt: '2026-11-24T20:24:00Z',
  startedBy: 'admin',
  startedHow: 'console',
  endedAt: null,
  endedBy: null,
  endNote: null,
  clearedAt: null,
  counts: { people: 0, missing: 0, safe: 0, notOnSite: 0 },
  points: [],
  withoutPoint: { people: 0, missing: 0 },
  lastClearSeconds: null,
}
const ended: Muster = { ...muster, endedAt: '2026-11-24T20:31:00Z', endedBy: 'admin' }

it('people who come in later are on the list, so its figure names the list and not the people inside at the start', () => {
  setUser(sessionUserOf('superAdmin'))
  render(<MusterFigures muster={{ ...muster, counts: { people: 16, missing: 8, safe: 8, notOnSite: 0 } }} />)
  expect(screen.getByText('On the list since 20:24')).toBeDefined()
  expect(screen.getByText('50 % safe')).toBeDefined()
})

it('figures for a role that sees no staff say that they are of visitors, and no share of nobody is given', () => {
  setUser(sessionUserOf('visitorAdmin'))
  render(<MusterFigures muster={ended} />)
  expect(screen.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
    'Visitors missing at the end',
    'Visitors safe',
    'Visitors on the list',
  ])
  expect(screen.queryByText(/100 %/)).toBeNull()
})
