import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { answerCalls } from '../../../test/answer-calls.ts'
import { sessionUserOf } from '../../../test/session-users.ts'
import { changeLanguage, startI18n } from '../../i18n/i18n.ts'
import { setUser } from '../../lib/session.ts'
import type { DoorCommand } from './command-lacks.ts'
import { DoorButtons } from './door-buttons.tsx'

beforeAll(async () => {
  await startI18n()
  await changeLanguage('en')
})
afterEach(cleanup)

const deviceId = '0199aaaa-0000-7000-8000-000000000001'
type Rule = { needsReason: boolean; reasons: string[]; doorIds: string[]; deviceIds: string[] }

async function draw(rule: Partial<Rule>) {
  setUser(sessionUserOf('superAdmin'))
  answerCalls({
    'GET /api/v2/opening-rule': { needsReason: false, reasons: ['Delivery'], doorIds: [], deviceIds: [], ...rule },
  })
  const send = vi.fn<(kind: DoorCommand, reason: string | undefined) => Promise<void>>(async () => undefined)
  render(
    <QueryClientProvider client={new QueryClient()}>
      <DoorButtons door="Archive" deviceIds={[deviceId]} reach="online" isHeld={false} send={send} />
    </QueryClientProvider>,
  )
  await screen.findByRole('button', { name: 'Delivery' })
  return send
}
const button = (name: RegExp) => screen.getByRole<HTMLButtonElement>('button', { name })
/** A click without pointer or key asks for a second one, and that confirms. */
const confirm = (name: RegExp) => {
  fireEvent.click(button(name))
  fireEvent.click(button(name))
}

it('a door that needs a reason is opened after one is given, and the next opening needs another', async () => {
  const send = await draw({ deviceIds: [deviceId] })
  const field = screen.getByRole('textbox', { name: 'Reason, needed to open', hidden: false })
  expect(field.getAttribute('aria-required')).toBe('true')
  expect(screen.getByText('This door is opened with a reason. Give one, then hold the button.')).toBeTruthy()
  expect([button(/^Open Archive/).disabled, button(/^Hold open/).disabled]).toEqual([true, true])
  expect(button(/^Hold closed/).disabled).toBe(false)
  fireEvent.click(button(/^Delivery$/))
  confirm(/^Open Archive/)
  await waitFor(() => expect(send).toHaveBeenCalledWith('open-once', 'Delivery'))
  await waitFor(() => expect(button(/^Open Archive/).disabled).toBe(true))
})

it('elsewhere a reason is given by who likes', async () => {
  const send = await draw({ deviceIds: ['0199aaaa-0000-7000-8000-000000000002'] })
  expect(screen.getByRole('textbox', { name: 'Reason, for the operation log' })).toBeTruthy()
  confirm(/^Open Archive/)
  await waitFor(() => expect(send).toHaveBeenCalledWith('open-once', undefined))
})

it('every door needs a reason where the enterprise asks for one', async () => {
  await draw({ needsReason: true })
  expect(button(/^Open Archive/).disabled).toBe(true)
})
