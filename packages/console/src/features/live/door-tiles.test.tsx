import type { FloorPlan } from '@gatehouse/contract/features/floor-plans.ts'
import type { LiveDoor } from '@gatehouse/contract/features/live/board.ts'
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { answerCalls } from '../../../test/answer-calls.ts'
import { renderRoutes } from '../../../test/render-routes.tsx'
import { sessionUserOf } from '../../../test/session-users.ts'
import { changeLanguage, loadTexts, startI18n } from '../../i18n/i18n.ts'
import { setUser } from '../../lib/session.ts'
import { DoorBoard } from './door-board.tsx'
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
  held: null,
  needs: [],
  alarm: null,
  deviceIds: ['device'],
  get last() {
    drawn.push(name)
    return null
  },
})

const answers = {
  [`GET /api/v2/sites/${site.id}/floor-plans`]: [] satisfies FloorPlan[],
  'GET /api/v2/opening-rule': { needsReason: false, reasons: [], doorIds: [], deviceIds: [] },
  'GET /api/v2/live-view/passages': [],
}

/** A board of these doors, which can be given others. */
async function drawBoard(doors: readonly LiveDoor[]) {
  setUser(sessionUserOf('superAdmin'))
  answerCalls(answers)
  const shown: { set?: (doors: readonly LiveDoor[]) => void } = {}
  function Board() {
    const [present, setDoors] = useState(doors)
    shown.set = setDoors
    const [state, change] = useLiveState()
    const house = {
      readAt: '2026-11-24T09:00:00Z',
      doors: present,
      marks: new Map(),
      events: [],
      inside: { staff: 0, visitors: 0 },
      waitingVisits: undefined,
    }
    return <DoorBoard {...{ house, doors: present, site, state, change }} arrived={[]} arrivedMs={0} />
  }
  renderRoutes([{ path: '/', Component: Board }], '/?view=tiles')
  await screen.findByText(/This site has no floor plan yet/)
  drawn.length = 0
  return (next: readonly LiveDoor[]) => act(() => shown.set?.(next))
}

it('a new board draws the tiles again of those doors alone that are another', async () => {
  const [dock, gate] = [door('Dock'), door('Gate')]
  const give = await drawBoard([dock, gate])
  give([dock, door('Gate')])
  expect([...new Set(drawn)]).toEqual(['Gate'])
})

it('choosing a door draws its tile again and that of the first stop, and no other', async () => {
  await drawBoard([door('Dock'), door('Gate'), door('Hall'), door('Yard')])
  fireEvent.click(screen.getByRole('button', { name: /^Hall/, pressed: false }))
  await screen.findByRole('button', { name: /^Hall/, pressed: true })
  expect([...new Set(drawn)].toSorted()).toEqual(['Dock', 'Hall'])
})

it('the name of a door and of who was there last, which may have no room, stand whole in a tooltip', async () => {
  const last = {
    recordId: site.id,
    at: '2026-11-24T09:00:00Z',
    kind: 'staff',
    name: 'Mina',
    opened: true,
    face: null,
  } as const
  await drawBoard([{ ...door('Dock'), last }])
  expect(screen.getByTitle('Dock').textContent).toBe('Dock')
  // that was another day
  expect(screen.getByTitle('Mina').textContent).toMatch(/^Mina.*11-24 \d\d:\d\d$/)
})
