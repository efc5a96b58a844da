import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { App } from 'antd'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { changeLanguage, startI18n } from '../i18n/i18n.ts'
import { HoldButton, holdMs } from './hold-button.tsx'

beforeAll(async () => {
  await startI18n()
  await changeLanguage('en')
})
beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const draw = (run: () => Promise<unknown>, isDisabled = false) => (
  <App>
    <HoldButton
      action="Open Main entrance"
      label="Hold to open"
      done="Open for 5 s"
      run={run}
      isDisabled={isDisabled}
    />
  </App>
)
function show() {
  const run = vi.fn<() => Promise<unknown>>(async () => undefined)
  const { rerender } = render(draw(run))
  const button = screen.getByRole('button', { name: 'Open Main entrance, Hold to open' })
  return { run, button, disable: (isDisabled: boolean) => rerender(draw(run, isDisabled)) }
}
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const shown = () => document.querySelector('.hold-words[data-shown]')?.textContent
const said = () => screen.getAllByRole('status').map(({ textContent }) => textContent)
const pointer = { button: 0, isPrimary: true, pointerId: 1 }

it('a button that is held by the pointer does its work once, and says its result for a while', async () => {
  const { run, button } = show()
  fireEvent.pointerDown(button, pointer)
  expect(said()).toContain('Open Main entrance: keep holding')
  await pass(holdMs - 1)
  expect(run).not.toHaveBeenCalled()
  await pass(1)
  expect(run).toHaveBeenCalledTimes(1)
  expect(shown()).toBe('Open for 5 s')
  expect(said()).toContain('Open for 5 s')
  fireEvent.pointerUp(button, pointer)
  fireEvent.click(button, { detail: 1 })
  await pass(5_000)
  expect(shown()).toBe('Hold to open')
  expect(run).toHaveBeenCalledTimes(1)
})

it.each([' ', 'Enter'])('the key "%s" holds as the pointer does, and its repetitions are no presses', async (key) => {
  const { run, button } = show()
  fireEvent.keyDown(button, { key, repeat: true })
  await pass(holdMs)
  expect(run).not.toHaveBeenCalled()
  expect(fireEvent.keyDown(button, { key })).toBe(false)
  await pass(holdMs / 2)
  fireEvent.keyDown(button, { key, repeat: true })
  await pass(holdMs / 2)
  expect(run).toHaveBeenCalledTimes(1)
  expect(fireEvent.keyUp(button, { key })).toBe(false)
})

it.each([
  ['letting go', (button: HTMLElement) => fireEvent.pointerUp(button, pointer)],
  ['leaving', (button: HTMLElement) => fireEvent.pointerOut(button, pointer)],
  ['a page that scrolls', (button: HTMLElement) => fireEvent.pointerCancel(button, pointer)],
  ['losing the focus', (button: HTMLElement) => fireEvent.blur(button)],
  ['Escape', (button: HTMLElement) => fireEvent.keyDown(button, { key: 'Escape' })],
])('%s cancels the hold', async (_, cancel) => {
  const { run, button } = show()
  fireEvent.pointerDown(button, pointer)
  await pass(holdMs - 1)
  cancel(button)
  expect(said()).toContain('Let go too early: nothing was done')
  await pass(holdMs)
  expect(run).not.toHaveBeenCalled()
})

it('another button of the mouse does not hold', async () => {
  const { run, button } = show()
  fireEvent.pointerDown(button, { ...pointer, button: 2 })
  await pass(holdMs)
  expect(run).not.toHaveBeenCalled()
})

it('a click without pointer or key asks for a second one, which does the work', async () => {
  const { run, button } = show()
  fireEvent.click(button, { detail: 0 })
  expect(said()).toContain('Open Main entrance? Press again')
  expect(shown()).toBe('Press again')
  await pass(0)
  expect(run).not.toHaveBeenCalled()
  fireEvent.click(button, { detail: 0 })
  await pass(0)
  expect(run).toHaveBeenCalledTimes(1)
})

it('a second click that comes too late asks again', async () => {
  const { run, button } = show()
  fireEvent.click(button, { detail: 0 })
  await pass(5_000)
  fireEvent.click(button, { detail: 0 })
  await pass(0)
  expect(run).not.toHaveBeenCalled()
  expect(shown()).toBe('Press again')
})

it('a button that is switched off while it is held does nothing, then and later', async () => {
  const { run, button, disable } = show()
  fireEvent.pointerDown(button, pointer)
  disable(true)
  await pass(holdMs)
  disable(false)
  await pass(holdMs)
  expect(run).not.toHaveBeenCalled()
})

it('a button that is switched off asks nobody to keep holding', async () => {
  const { run, button, disable } = show()
  disable(true)
  fireEvent.pointerDown(button, pointer)
  expect(said()).not.toContain('Open Main entrance: keep holding')
  await pass(holdMs)
  expect(run).not.toHaveBeenCalled()
})

it('a failure is said as a message, and the button can be held again', async () => {
  const { run, button } = show()
  run.mockRejectedValueOnce(new Error('refused'))
  fireEvent.pointerDown(button, pointer)
  await pass(holdMs)
  expect(shown()).toBe('Hold to open')
  fireEvent.pointerUp(button, pointer)
  fireEvent.pointerDown(button, pointer)
  await pass(holdMs)
  expect(shown()).toBe('Open for 5 s')
})

it('a result is not said where nothing was done', async () => {
  const { run, button } = show()
  run.mockResolvedValueOnce(false)
  fireEvent.pointerDown(button, pointer)
  await pass(holdMs)
  expect(shown()).toBe('Hold to open')
})

it('the button is described as one to hold', () => {
  const { button } = show()
  const description = document.getElementById(button.getAttribute('aria-describedby') ?? '')
  expect(description?.textContent).toMatch(/^Hold to confirm/)
})
