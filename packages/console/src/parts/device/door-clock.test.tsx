import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { answerCalls } from '../../../test/answer-calls.ts'
import { queryClient } from '../../api/query-client.ts'
import { changeLanguage, startI18n } from '../../i18n/i18n.ts'
import { companyTime, formatInstant } from '../../lib/format-date.ts'
import { DoorTime } from './door-clock.tsx'

beforeAll(async () => {
  await startI18n()
  await changeLanguage('en')
})
beforeEach(() => queryClient.clear())
afterEach(cleanup)

const gate = '0199aaaa-0000-7000-8000-000000000001'
const at = '2026-03-01T23:30:00Z'

function draw(timeZone: string, deviceId: string | null = gate) {
  answerCalls({ 'GET /api/v2/device-clocks': [{ deviceId: gate, timeZone }] })
  render(
    <QueryClientProvider client={queryClient}>
      <DoorTime at={at} deviceId={deviceId} detail="minute" />
    </QueryClientProvider>,
  )
}

it('the time at a door of another zone stands beside the time of the enterprise', async () => {
  const [day, time] = formatInstant(at, 'minute', 'Pacific/Kiritimati').split(' ')
  draw('Pacific/Kiritimati')
  const there = await screen.findByText(/at the door \(Pacific\/Kiritimati\)/u)
  expect(there.textContent).toContain(time)
  expect(there.textContent).toContain(day)
  expect(there.parentElement?.textContent).toContain(companyTime(at, 'minute'))
})

it('the date at the door is left out on the same day', async () => {
  const zone = ['Asia/Kathmandu', 'America/Lima'].find(
    (one) =>
      formatInstant(at, 'day', one) === companyTime(at, 'day') &&
      formatInstant(at, 'minute', one) !== companyTime(at, 'minute'),
  )
  if (zone === undefined) throw new Error('neither zone has the same day at another time')
  draw(zone)
  const there = await screen.findByText(/at the door/u)
  expect(there.textContent).toMatch(/^\d\d:\d\d at the door/u)
})

it('a record whose device is gone has the time of the enterprise alone', async () => {
  draw('Pacific/Kiritimati', null)
  await expect.poll(() => queryClient.isFetching()).toBe(0)
  expect(document.querySelector('time')?.textContent).toBe(companyTime(at, 'minute'))
})
