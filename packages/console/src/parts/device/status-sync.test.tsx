import { cleanup, render } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { changeLanguage, startI18n } from '../../i18n/i18n.ts'
import { SyncMark } from './status-sync.tsx'

beforeAll(async () => {
  await startI18n()
  await changeLanguage('en')
})
afterEach(cleanup)

it.each([
  ['comes to a device', null, 'The device fetches it as soon as it is online.'],
  ['is to be taken off it', 'suspended', 'Taken off the device as soon as it is online.'],
])('somebody who %s waits for that', (_, reason, why) => {
  const { container } = render(<SyncMark state="waiting" reason={reason} />)
  expect(container.querySelector('small')?.textContent).toBe(why)
})
