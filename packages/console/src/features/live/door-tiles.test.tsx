import type { FloorPlan } from '@gatehouse/contract/features/floor-plans.ts'
import type { LiveDoor } from '@gatehouse/contract/features/live/board.ts'
import { act, cleanup, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { answerCalls } from '../../../test/answer-calls.ts'
import { renderRoutes } from '../../../test/render-routes.tsx'
import { sessionUserOf } from '../../../test/session-users.ts'
import { changeLanguage, loadTexts, startI18n } from '../../i18n/i18n.ts'
import { setUser } from '../../lib/session.ts'
import { DoorBoard } from './door-board.tsx'
import { noFaces } from './faces-at-doors.ts'
import { houseTexts } from './live-feature.ts'
import { useLiveState } from './use-live-state.ts'

beforeAll(async () => {
  await startI18n()
  await changeLanguage('en')
  await loadTexts(houseTexts)
})
afterEach(cleanup)

const site = { id: '0199aaaa-0000-7000-8000-000000000001', name: 'Works' }
const drawn: string[] = []
/** A door that tells when its tile is drawn: nothing else reads who was there last. */
const door = (name: string): LiveDoor => ({
  id: name,
  name,
  kind: 'door',
  site,
  fromArea: null,
  toArea: null,
  places: [],
  mark: 'closed',
  since: null,
  needs: [],
  alarm: null,
  deviceIds: ['device'],
  get last() {
    drawn.push(name)
    return null
  },
})

it('a new board draws the tiles again of those doors alone that are another', async () => {
  setUser(sessionUserOf('superAdmin'))
  answerCalls({ [`GET /api/v2/sites/${site.id}/floor-plans`]: [] satisfies FloorPlan[] })
  const shown: { set?: (doors: readonly LiveDoor[]) => void } = {}
  const [dock, gate] = [door('Dock'), door('Gate')]
  function Board() {
    const [doors, setDoors] = useState<readonly LiveDoor[]>([dock, gate])
    shown.set = setDoors
    const [state, change] = useLiveState()
    const house = {
      readAt: '2026-11-24T09:00:00Z',
      doors,
      marks: new Map(),
      events: [],
      inside: { staff: 0, visitors: 0 },
      waitingVisits: undefined,
    }
    return <DoorBoard {...{ house, doors, site, state, change }} faces={noFaces} />
  }
  renderRoutes([{ path: '/', Component: Board }], '/?view=tiles')
  await screen.findByRole('button', { name: /^Dock/ })
  drawn.length = 0
  act(() => shown.set?.([dock, door('Gate')]))
  expect([...new Set(drawn)]).toEqual(['Gate'])
})
