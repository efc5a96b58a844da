import type { Alarm } from '@gatehouse/contract/features/alarms.ts'
import { languages } from '@gatehouse/contract/envelope.ts'
import { expect, it } from 'vitest'
import { alarmMail } from './alarm-mail.ts'

const alarm: Alarm = {
  id: '0198a000-0000-7000-8000-000000000002',
  type: 'tamper',
  code: 10001,
  status: 'raised',
  times: 1,
  raisedAt: '2026-11-21T08:00:00Z',
  lastAt: '2026-11-21T08:00:00Z',
  receivedAt: '2026-11-21T08:00:00Z',
  claimedAt: null,
  device: { id: null, name: 'Main door', location: null },
  description: null,
  person: null,
  handler: null,
  acknowledgedAt: null,
  releasedAt: null,
  releaseWay: 'remote',
  isReleasing: false,
  hasImage: false,
  hasDoubtfulTime: false,
}
const berlin = '0198a000-0000-7000-8000-0000000000de'
const textOf = (language: (typeof languages)[number], ...more: Partial<Alarm>[]) =>
  alarmMail(
    more.map((one) => ({ ...alarm, ...one })),
    {
      language,
      rule: 'Fire',
      timeZone: 'Asia/Shanghai',
      deviceZones: new Map([[berlin, 'Europe/Berlin']]),
      publicUrl: 'https://g',
    },
  ).text

it.each(languages)('a mail in %s says that a time is doubtful, and what the device claimed', (language) => {
  const lines = (more: Partial<Alarm>) => textOf(language, more).split('\n')
  const sure = lines({})
  expect(sure).toContain('2026-11-21 16:00:00 (Asia/Shanghai)')
  expect(lines({ hasDoubtfulTime: true })).toHaveLength(sure.length + 1)
  const claimed = lines({ hasDoubtfulTime: true, claimedAt: '2194-05-06T07:08:09Z' })
  expect(claimed).toContain('2026-11-21 16:00:00 (Asia/Shanghai)')
  expect(claimed.filter((line) => line.includes('2194-05-06 15:08:09'))).toHaveLength(1)
})

it('a mail says each time on the clock beside its device, and whose clock it is', () => {
  const lines = textOf(
    'en',
    { device: { id: berlin, name: 'Gate', location: null }, claimedAt: '2194-05-06T07:08:09Z' },
    {},
  )
  expect(lines).toContain('2026-11-21 09:00:00 (Europe/Berlin)\nThe device reported 2194-05-06 09:08:09,')
  expect(lines).toContain('2026-11-21 16:00:00 (Asia/Shanghai)')
})
