import { readFile } from 'node:fs/promises'
import { getAttendanceRule, listAttendanceRules } from '@gatehouse/contract/features/attendance/rules.ts'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { startTestGatehouse } from '../../../test/gatehouse.ts'

it('a rule of an earlier release with a holiday of another millennium can be read, and its yearly holidays stay', async () => {
  const house = await startTestGatehouse()
  const holidays = [
    { on: '0000-12-25', isYearly: true, remark: 'Christmas' },
    { on: '0001-01-01', isYearly: false, remark: 'Long ago' },
    { on: '2026-10-01', isYearly: false, remark: 'National day' },
    { on: '9999-02-28', isYearly: true, remark: 'Far off' },
  ]
  const odd = JSON.stringify({ holidays, specialWorkingDays: [{ on: '9999-12-31', remark: '' }] })
  await sql`update attendance_rule_version set settings = settings || ${odd}::jsonb`.execute(house.db)
  const migration = new URL('migrations/0075_dates_of_these_centuries.sql', import.meta.url)
  await house.db.connection().execute(async (db) => sql.raw(await readFile(migration, 'utf8')).execute(db))
  const admin = await house.asRole('superAdmin')
  const [rule] = await admin.ask(listAttendanceRules)
  const { settings } = await admin.ask(getAttendanceRule, { params: { id: rule?.id ?? '' } })
  expect(settings.holidays.map(({ on }) => on)).toEqual(['2000-12-25', '2026-10-01', '2000-02-28'])
  expect(settings.specialWorkingDays).toEqual([])
  await house.close()
})
