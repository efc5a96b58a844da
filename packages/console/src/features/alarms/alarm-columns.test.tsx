import { alsoCallsFrom } from '@gatehouse/contract/device/outcome-words.ts'
import type { Alarm } from '@gatehouse/contract/features/alarms.ts'
import { cleanup, render } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { sessionUserOf } from '../../../test/session-users.ts'
import { changeLanguage, currentText, loadTexts, startI18n, useText } from '../../i18n/i18n.ts'
import { setUser } from '../../lib/session.ts'
import { alarmColumns, describeAlarm } from './alarm-columns.tsx'
import { alarmsTexts } from './alarms-feature.ts'

beforeAll(async () => {
  await startI18n()
  await loadTexts(alarmsTexts)
})
beforeEach(() => setUser(sessionUserOf('superAdmin')))
afterEach(() => {
  cleanup()
  setUser(null)
})

const alarm: Alarm = {
  id: '0199aaaa-0000-7000-8000-000000000001',
  type: 'fire',
  code: 20_003,
  status: 'raised',
  times: 1,
  raisedAt: '2026-11-22T08:00:00Z',
  lastAt: '2026-11-22T08:00:00Z',
  receivedAt: '2026-11-22T08:00:00Z',
  device: { id: null, name: 'Gate', location: null },
  handler: null,
  acknowledgedAt: null,
  releasedAt: null,
  releaseWay: 'by-itself',
  isReleasing: false,
  hasImage: false,
  hasDoubtfulTime: false,
  claimedAt: null,
  description: null,
  person: null,
}

const TypeCell = ({ alarm }: { alarm: Alarm }) => alarmColumns.find(({ key }) => key === 'type')?.cell(alarm, useText())

/** The placeholder of the picture. */
function pictureOf(change: Partial<Alarm>) {
  const { container } = render(
    <MemoryRouter>
      <TypeCell alarm={{ ...alarm, ...change }} />
    </MemoryRouter>,
  )
  const picture = container.querySelector('.face-thumbnail')
  const isSign = picture?.classList.contains('alarm-sign')
  const kind = picture instanceof HTMLImageElement ? 'picture' : isSign ? 'sign' : 'silhouette'
  return { kind, isFire: picture?.hasAttribute('data-fire') }
}

it('[ALM-01] an alarm without a face has no silhouette, and a fire alarm is marked while it is open', () => {
  expect(pictureOf({})).toEqual({ kind: 'sign', isFire: true })
  expect(pictureOf({ status: 'released' })).toEqual({ kind: 'sign', isFire: false })
  expect(pictureOf({ type: 'tamper', code: 10_001 })).toEqual({ kind: 'sign', isFire: false })
  expect(pictureOf({ type: 'blacklisted', code: 90_001 })).toEqual({ kind: 'silhouette', isFire: false })
  expect(pictureOf({ type: 'blacklisted', code: 90_001, hasImage: true })).toEqual({ kind: 'picture', isFire: false })
})

it('[ALM-01] no place is kept for faces where the role is not shown them', () => {
  setUser(sessionUserOf('deviceAdmin'))
  expect(pictureOf({ type: 'outside-time', code: 90_002 })).toEqual({ kind: 'sign', isFire: false })
})

it('a door of a controller that has no name is told by its number in the language of the reader', async () => {
  await changeLanguage('zh')
  const described = ['Door 2', 'Door of the shed'].map((description) =>
    describeAlarm({ ...alarm, type: 'tamper', description }, currentText()),
  )
  await changeLanguage('en')
  expect(described).toEqual(['2 号门', 'Door of the shed'])
})

it('the signs of a copied identity are told in the language of the reader, a number of its own as it is', async () => {
  await changeLanguage('zh')
  const shown = ['not its network', 'no token', 'another token', 'no key', 'another key', alsoCallsFrom('10.2.0.0/24')]
  const told = [...shown, '00:17:61:aa:bb:cc'].map((sign) =>
    describeAlarm({ ...alarm, type: 'cloned', description: `${sign} · 10.2.2.2` }, currentText()),
  )
  await changeLanguage('en')
  expect(told).toEqual([
    '来自限定网络之外 · 10.2.2.2',
    '未出示令牌 · 10.2.2.2',
    '出示了其他令牌 · 10.2.2.2',
    '未出示密钥 · 10.2.2.2',
    '出示了其他密钥 · 10.2.2.2',
    '同时还从 10.2.0.0/24 连接 · 10.2.2.2',
    '00:17:61:aa:bb:cc · 10.2.2.2',
  ])
})

it('the default columns fit beside the menu at 1440 px', () => {
  const menu = 216
  const margins = 2 * 24 + 2
  const tools = 44 + 52
  const shown = alarmColumns.filter(({ isHidden }) => !isHidden)
  expect(shown.reduce((sum, { width }) => sum + width, 0)).toBeLessThanOrEqual(1440 - menu - margins - tools)
})
