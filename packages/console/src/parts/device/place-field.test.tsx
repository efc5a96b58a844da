import type { LockdownScope } from '@gatehouse/contract/features/lockdown.ts'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { answerCalls } from '../../../test/answer-calls.ts'
import { renderRoutes } from '../../../test/render-routes.tsx'
import { changeLanguage, startI18n } from '../../i18n/i18n.ts'
import { PlaceField } from './place-field.tsx'

beforeAll(async () => {
  await startI18n()
  await changeLanguage('en')
})
afterEach(cleanup)

const id = (last: number) => `0199aaaa-0000-7000-8000-00000000000${last}`
const [tower, mill] = [id(1), id(2)]
const area = { kind: 'area', id: id(4) } as const
const siteOf = (siteId: string, name: string, areaId: string) => ({
  id: siteId,
  name,
  address: null,
  timeZone: null,
  areaCount: 2,
  doorCount: 0,
  deviceCount: 0,
  createdAt: '2026-11-24T08:00:00Z',
  areas: [
    { id: siteId, siteId, parentAreaId: null, name, doorCount: 0 },
    { id: areaId, siteId, parentAreaId: siteId, name: `Laboratory of ${name}`, doorCount: 0 },
  ],
  version: 1,
})

function draw(initial: LockdownScope, changed: Record<string, unknown> = {}) {
  const calls = answerCalls({
    'GET /api/v2/site-names': [
      { id: tower, name: 'Tower' },
      { id: mill, name: 'Mill' },
    ],
    [`GET /api/v2/sites/${tower}`]: siteOf(tower, 'Tower', id(3)),
    [`GET /api/v2/sites/${mill}`]: siteOf(mill, 'Mill', area.id),
    ...changed,
  })
  function Field() {
    const [value, setValue] = useState<LockdownScope | undefined>(initial)
    return (
      <>
        <PlaceField {...(value && { value })} onChange={setValue} />
        <button onClick={() => setValue(area)}>to the area</button>
      </>
    )
  }
  renderRoutes([{ path: '/', Component: Field }], '/')
  return calls
}

it('an area whose site is not known yet, or no more, is not shown as all sites', async () => {
  const calls = draw(area, { 'GET /api/v2/site-names': [] })
  await waitFor(() => expect(calls).toHaveLength(1))
  expect(await screen.findByRole('combobox')).toBeDefined()
  expect(screen.queryByText('All sites')).toBeNull()
})

it('an area that is kept is shown with its site', async () => {
  draw(area)
  expect(await screen.findByText('Mill')).toBeDefined()
  expect(await screen.findByText('Laboratory of Mill')).toBeDefined()
})

it('an area of the site that was chosen is known without asking about any other site', async () => {
  const calls = draw({ kind: 'everything' })
  fireEvent.mouseDown(await screen.findByRole('combobox'))
  fireEvent.click(await screen.findByTitle('Mill'))
  await waitFor(() => expect(calls.map(({ url }) => url.pathname)).toContain(`/api/v2/sites/${mill}`))
  fireEvent.click(screen.getByRole('button', { name: 'to the area' }))
  expect(await screen.findByText('Laboratory of Mill')).toBeDefined()
  expect(calls.map(({ url }) => url.pathname)).not.toContain(`/api/v2/sites/${tower}`)
})
