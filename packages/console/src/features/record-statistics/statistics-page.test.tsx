import type { RecordStatistics } from '@gatehouse/contract/features/records.ts'
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { answerCalls } from '../../../test/answer-calls.ts'
import { renderRoutes } from '../../../test/render-routes.tsx'
import { sessionUserOf } from '../../../test/session-users.ts'
import { changeLanguage, loadTexts, startI18n } from '../../i18n/i18n.ts'
import { setUser } from '../../lib/session.ts'
import { recordStatisticsTexts } from './record-statistics-feature.ts'
import { Component } from './statistics-page.tsx'

beforeAll(async () => {
  await startI18n()
  await loadTexts(recordStatisticsTexts)
  await changeLanguage('en')
  setUser(sessionUserOf('deviceAdmin'))
})
afterEach(cleanup)

const deviceId = '0199aaaa-0000-7000-8000-000000000001'
const counts = { staff: 3, visitor: 0, stranger: 0, spoof: 0, blacklisted: 0, opened: 3, total: 3 }
const none = { ...counts, staff: 0, opened: 0, total: 0 }
const told: RecordStatistics = {
  timeZone: 'Asia/Shanghai',
  total: counts,
  steps: [{ ...counts, step: '2026-11-28' }],
  devices: [{ id: deviceId, name: 'Yard', opened: 3, total: 3, doorCount: 2 }],
  doors: [],
  departments: [],
}
const doors = [
  { port: 1, name: 'Gate', opened: 2, total: 2 },
  { port: 2, name: null, opened: 0, total: 0 },
  { port: null, name: null, opened: 1, total: 1 },
]

/** The page for this choice; gives the queries that it asked with. */
function openPage(search: string, answer: Partial<RecordStatistics>) {
  const seen = answerCalls({
    'GET /api/v2/records/statistics': { ...told, ...answer },
    'GET /api/v2/devices': { items: [], total: 0 },
    'GET /api/v2/departments': [],
    'GET /api/v2/records/confusions': [],
  })
  renderRoutes([{ path: '*', Component }], `/?from=2026-11-28&to=2026-11-28${search}`)
  return () => seen.flatMap(({ url }) => (url.pathname.endsWith('/statistics') ? [url.searchParams] : []))
}
const rowsOf = (name: string) =>
  within(screen.getByRole('table', { name }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map((cell) => cell.textContent))

it('[REC-03] a device with several doors is counted by door, and one of them can be chosen by its name', async () => {
  const asked = openPage(`&deviceId=${deviceId}`, { doors })
  await screen.findByRole('table', { name: 'Doors' })
  expect(rowsOf('Doors')).toEqual([
    ['Gate', '2', '2'],
    ['Door 2', '0', '0'],
    ['No door recorded', '1', '1'],
  ])
  expect(screen.queryByRole('table', { name: 'Devices' })).toBeNull()
  fireEvent.mouseDown(screen.getByRole('combobox', { name: 'Door' }))
  const options = await screen.findAllByText(/^(Gate|Door 2|No door recorded)$/, { selector: '.ant-select-item *' })
  expect(options.map(({ textContent }) => textContent)).toEqual(['Gate', 'Door 2'])
  fireEvent.click(options[1]!)
  await expect.poll(() => asked().at(-1)?.get('port')).toBe('2')
  expect(asked().at(-1)?.get('deviceId')).toBe(deviceId)
})

it('the list of devices says that a controller counts with all of its doors, and only where there is one', async () => {
  openPage('', { total: none })
  await screen.findByRole('table', { name: 'Devices' })
  expect(screen.getByText(/A controller counts here with all of its doors/)).toBeTruthy()
  expect(screen.queryByRole('combobox', { name: 'Door' })).toBeNull()
  cleanup()
  openPage('', { devices: [{ id: deviceId, name: 'Gate', opened: 3, total: 3, doorCount: 1 }] })
  await screen.findByRole('table', { name: 'Devices' })
  expect(screen.queryByText(/A controller counts/)).toBeNull()
})
