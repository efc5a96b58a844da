import type { LiveDoor } from '@gatehouse/contract/features/live/board.ts'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { changeLanguage, currentText, loadTexts, startI18n } from '../../i18n/i18n.ts'
import { stateOf } from './event-words.ts'
import { houseTexts } from './live-feature.ts'

beforeAll(async () => {
  await startI18n()
  await changeLanguage('en')
  await loadTexts(houseTexts)
})
afterEach(() => vi.useRealTimers())

const door: LiveDoor = {
  id: 'gate',
  name: 'Gate',
  kind: 'door',
  site: { id: 'site', name: 'Works' },
  fromArea: null,
  toArea: null,
  places: [],
  mark: 'held-open',
  since: '2026-11-19T21:53:00Z',
  held: null,
  needs: [],
  alarm: null,
  deviceIds: ['device'],
}

it('a door that stands so since another day says which', () => {
  vi.setSystemTime('2026-11-19T22:00:00Z')
  expect(stateOf(door, currentText())).toBe('Held open, since 21:53')
  vi.setSystemTime('2026-11-28T09:00:00Z')
  expect(stateOf(door, currentText())).toBe('Held open, since 11-19 21:53')
})
