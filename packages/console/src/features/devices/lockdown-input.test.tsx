import type { Capabilities } from '@gatehouse/contract/device/capabilities.ts'
import type { LockdownInput } from '@gatehouse/contract/features/lockdown.ts'
import type { Role } from '@gatehouse/contract/permissions.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { App } from 'antd'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { answerCalls, sentJson } from '../../../test/answer-calls.ts'
import { sessionUserOf } from '../../../test/session-users.ts'
import { changeLanguage, loadTexts, startI18n } from '../../i18n/i18n.ts'
import { setUser } from '../../lib/session.ts'
import { DeviceLockdownInput } from './device-lockdown-input.tsx'
import { devicesTexts } from './devices-feature.ts'
import { LockdownInputPanel } from './lockdown-input-panel.tsx'

beforeAll(async () => {
  await startI18n()
  await loadTexts(devicesTexts)
  await changeLanguage('en')
})
afterEach(cleanup)

const deviceId = '0199aaaa-0000-7000-8000-000000000001'
const siteId = '0199aaaa-0000-7000-8000-000000000002'
const areaId = '0199aaaa-0000-7000-8000-000000000003'
const groupId = '0199aaaa-0000-7000-8000-000000000004'
const path = `/api/v2/devices/${deviceId}/lockdown-input`
const untouched: LockdownInput = { isOn: true, level: null, scope: null, exemptGroupIds: [] }

function draw(role: Role, input: LockdownInput, capabilities: Pick<Capabilities, 'inputs'> = { inputs: null }) {
  setUser(sessionUserOf(role))
  const calls = answerCalls({
    [`GET ${path}`]: input,
    [`PUT ${path}`]: input,
    'GET /api/v2/site-names': [{ id: siteId, name: 'Tower' }],
    [`GET /api/v2/sites/${siteId}`]: {
      id: siteId,
      name: 'Tower',
      address: null,
      timeZone: null,
      areaCount: 1,
      doorCount: 1,
      deviceCount: 1,
      createdAt: '2026-11-24T08:00:00Z',
      areas: [{ id: areaId, siteId, parentAreaId: null, name: 'Laboratory', doorCount: 1 }],
      version: 1,
    },
    'GET /api/v2/groups': [
      { id: groupId, name: 'Guards', kind: 'staff', isDefault: false, memberCount: 3, deviceCount: 1 },
    ],
  })
  const shown = (
    <>
      <DeviceLockdownInput device={{ id: deviceId, capabilities }} />
      <LockdownInputPanel />
    </>
  )
  const routes = [
    { path: ':deviceId', element: shown },
    { path: '*', element: null },
  ]
  const router = createMemoryRouter(routes, { initialEntries: [`/${deviceId}`] })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <App>
        <RouterProvider router={router} />
      </App>
    </QueryClientProvider>,
  )
  return calls
}

it('an input that was never set locks down the sites of its doors, and a level is saved with no place', async () => {
  const calls = draw('superAdmin', untouched)
  expect(await screen.findByText(/^Pressed, it locks down: The sites of its doors/)).toBeDefined()
  expect(await screen.findByText(/^A lost wire begins nothing/)).toBeDefined()
  fireEvent.change(await screen.findByRole('textbox', { name: 'Level' }), { target: { value: 'Red' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  const put = await waitFor(() => {
    const found = calls.find(({ method }) => method === 'PUT')
    expect(found).toBeDefined()
    return found
  })
  expect(sentJson(put)).toEqual({ ...untouched, level: 'Red' })
})

it('an area is named by its own name, and its place and groups are kept when only the level changes', async () => {
  const input = { ...untouched, scope: { kind: 'area', id: areaId }, exemptGroupIds: [groupId] } as const
  const calls = draw('superAdmin', { ...input, exemptGroupIds: [...input.exemptGroupIds] })
  expect(await screen.findByText(/^Pressed, it locks down: Laboratory\./)).toBeDefined()
  expect(await screen.findByText('Guards')).toBeDefined()
  fireEvent.change(await screen.findByRole('textbox', { name: 'Level' }), { target: { value: 'Red' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  const put = await waitFor(() => {
    const found = calls.find(({ method }) => method === 'PUT')
    expect(found).toBeDefined()
    return found
  })
  expect(sentJson(put)).toEqual({ ...input, level: 'Red' })
})

it('a role that only sees what the input begins has no way to change it', async () => {
  draw('subAdmin', { ...untouched, isOn: false })
  expect(await screen.findByText('Pressed, it begins nothing.')).toBeDefined()
  expect(screen.queryByRole('link', { name: 'Change the lockdown input' })).toBeNull()
})

it('a device of a make that tells nothing of its wires says so, and has no way to change it', async () => {
  draw('superAdmin', untouched, { inputs: 'no-word' })
  expect(await screen.findByText('Terminals of this make tell nothing of their wires.')).toBeDefined()
  expect(screen.queryByRole('link', { name: 'Change the lockdown input' })).toBeNull()
})
