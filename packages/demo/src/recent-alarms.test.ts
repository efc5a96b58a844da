import { expect, it } from 'vitest'
import { generateCompany } from './generate-company.ts'
import { leftMinutes } from './handle-alarms.ts'
import { generateRecentAlarms } from './recent-alarms.ts'

it('alarms that somebody has dealt with are over for long enough at each minute of a day', () => {
  const company = generateCompany(300)
  const midnight = Temporal.ZonedDateTime.from('2026-11-29T00:00:00[Asia/Shanghai]')
  for (let minute = 0; minute < 24 * 60; minute++) {
    const now = midnight.add({ minutes: minute })
    for (const event of generateRecentAlarms(company, now).handled) {
      const isAlarm = event.what === 'tamper' || event.what === 'left-open'
      const overMs = event.atMs + (isAlarm ? event.seconds * 1000 : 0)
      // A guard who closes the door behind them raises nothing.
      if (event.what === 'person' && event.door === 'Warehouse exit') continue
      const ago = (now.epochMilliseconds - overMs) / 60_000
      expect(ago, `${event.what} at ${event.door}, ${now.toString()}`).toBeGreaterThan(leftMinutes)
    }
  }
})
