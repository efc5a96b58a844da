import type { OpenAlarms } from '@gatehouse/contract/features/dashboard.ts'
import { type Alarm, getUnseenAlarms } from '@gatehouse/contract/features/alarms.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { App } from 'antd'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { Notices } from '../../features/dashboard/notices.tsx'
import { queryOf } from '../../api/query.ts'
import { changeLanguage, loadTexts, startI18n } from '../../i18n/i18n.ts'
import { changeCommonSettings } from '../../lib/common-settings.ts'
import { AlarmBell } from './alarm-bell.tsx'
import { dashboardTexts } from '../../features/dashboard/dashboard-feature.ts'

beforeAll(async () => {
  await startI18n()
  await changeLanguage('en')
  await loadTexts(dashboardTexts)
})
afterEach(cleanup)

const minutesAgo = (minutes: number) => Temporal.Now.instant().subtract({ minutes }).toString()

const alarmAt = (device: string): Alarm => ({
  id: device,
  type: 'tamper',
  code: 10_001,
  status: 'raised',
  times: 1,
  description: null,
  person: null,
  raisedAt: minutesAgo(10),
  lastAt: minutesAgo(10),
  receivedAt: minutesAgo(10),
  device: { id: device, name: device, location: null },
  handler: null,
  acknowledgedAt: null,
  releasedAt: null,
  releaseWay: 'remote',
  isReleasing: false,
  hasImage: false,
  hasDoubtfulTime: false,
  claimedAt: null,
})

const noneToday = { blacklisted: 0, 'outside-time': 0, strangers: 0, 'offline-too-long': 0 }

const noHours = Array.from({ length: 24 }, () => 0)
const raisedAt = '2026-11-23T08:00:00Z'
/** One line for each kind, with the newest of it. */
const openOf = (alarms: readonly Alarm[]): OpenAlarms[] =>
  [...Map.groupBy(alarms, ({ code }) => code).values()].flatMap((same) => {
    const [newest] = same
    if (!newest) return []
    const { id, type, code, device } = newest
    const count = same.length
    return [
      {
        type,
        code,
        count,
        isMore: false,
        raised: count,
        devices: count,
        newest: { id, at: raisedAt, deviceName: device.name },
      },
    ]
  })

/** The dashboard's notices under the bell of the top bar; gives what lets an alarm come. */
function showBoth() {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
  const tree = (alarms: readonly Alarm[]) => (
    <QueryClientProvider client={client}>
      <App>
        <MemoryRouter>
          <AlarmBell />
          <Notices
            figures={{
              notices: [],
              alarms: { doorAccess: noneToday, hours: noHours, open: openOf(alarms) },
              readAt: raisedAt,
            }}
          />
        </MemoryRouter>
      </App>
    </QueryClientProvider>
  )
  const answer = (alarms: readonly Alarm[]) =>
    client.setQueryData(queryOf(getUnseenAlarms).queryKey, { count: alarms.length, newest: [...alarms] })
  answer([])
  const { rerender } = render(tree([]))
  return (alarms: readonly Alarm[]) =>
    act(() => {
      answer(alarms)
      rerender(tree(alarms))
    })
}

it('[DASH-06] a new alarm is announced and shown on the dashboard, unless the common settings turn it off', () => {
  const come = showBoth()
  const [first, second] = [alarmAt('Side door'), alarmAt('Main entrance')]
  act(() => changeCommonSettings({ showAlarm: '0' }))
  come([first])
  expect(screen.getByRole('button', { name: '1 new alarm' })).toBeDefined()
  expect(screen.queryByText(/Side door/)).toBeNull()

  act(() => changeCommonSettings({ showAlarm: '1' }))
  come([second, first])
  expect(screen.getByText('Device tampered with at Main entrance')).toBeDefined()
  expect(screen.queryByText('Device tampered with at Side door')).toBeNull()
  const notices = screen.getByRole('region', { name: 'Notices' })
  expect(notices.textContent).toMatch(/2 open alarms at 2 doors/)
})

it('[DASH-06] a new alarm below a fire alarm is announced itself, and the fire is not announced again', () => {
  const come = showBoth()
  const fire: Alarm = { ...alarmAt('Kitchen'), type: 'fire', code: 20_003 }
  come([fire])
  expect(screen.getByText('Fire alarm at Kitchen')).toBeDefined()
  come([fire, { ...alarmAt('Back door'), raisedAt: minutesAgo(1) }])
  expect(screen.getByText('Device tampered with at Back door')).toBeDefined()
})

it('[DASH-06] an alarm that a device delivers days later is counted, and interrupts nobody', () => {
  const come = showBoth()
  const old = minutesAgo(2 * 24 * 60)
  come([{ ...alarmAt('Cellar'), raisedAt: old, lastAt: old }])
  expect(screen.getByRole('button', { name: '1 new alarm' })).toBeDefined()
  expect(screen.queryByText('Device tampered with at Cellar')).toBeNull()
})
