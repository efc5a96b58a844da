import type { SystemNotice } from '@gatehouse/contract/features/dashboard.ts'
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { changeLanguage, loadTexts, startI18n } from '../../i18n/i18n.ts'
import { Notices } from './notices.tsx'
import { dashboardTexts } from './dashboard-feature.ts'

beforeAll(async () => {
  await startI18n()
  await changeLanguage('en')
  await loadTexts(dashboardTexts)
})
afterEach(cleanup)

const show = (beginsAt: string | null) => {
  const notice: SystemNotice = {
    kind: 'disk-overwriting',
    freeBytes: 1.5 * 1024 ** 3,
    overwriteGb: 1.6,
    beginsAt,
    capturesUntilAt: null,
    isNothingLeft: false,
  }
  render(
    <MemoryRouter>
      <Notices figures={{ notices: [notice], alarms: null, readAt: '2026-11-23T08:00:00Z' }} />
    </MemoryRouter>,
  )
}

it('[DASH-01] [DASH-07] the notice of a disk says when overwriting will begin, and then that it has', () => {
  show('2026-11-24T08:00:00Z')
  expect(screen.getByText('Disk space is under 1.6 GB: history will be overwritten')).toBeDefined()
  expect(screen.getByText(/^1\.5 GB are free\. Nothing is deleted before/).textContent).toMatch(
    /before 2026-11-24 \d\d:\d\d while/,
  )
  cleanup()
  show(null)
  expect(screen.getByText('Disk space is under 1.6 GB: new data overwrites history')).toBeDefined()
})
