// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { buildConfiguration } from '../../../test/scripted-server.ts'
import type { Sighting } from '../../recognition/sighting.ts'
import { createScreen, type Screen } from './screen.tsx'
import { speechOf } from './texts.ts'

const configuration = buildConfiguration()
let root: HTMLElement
let screen: Screen

beforeEach(() => {
  vi.useFakeTimers()
  root = document.createElement('main')
  document.body.append(root)
  screen = createScreen(root, speechOf('en'), async () => [])
})
afterEach(() => {
  root.remove()
  vi.useRealTimers()
})

const press = (...keys: string[]): void => {
  for (const key of keys) document.dispatchEvent(new KeyboardEvent('keydown', { key }))
}
const textOf = (selector: string): string | undefined => root.querySelector(selector)?.textContent
const headings = (): string[] => [...root.querySelectorAll('.sighting h2')].map(({ textContent }) => textContent)

function show(name: string, opened = true): void {
  const person = { id: name, name, kind: 'staff', prompt: null } as const
  const abnormal = opened ? 'none' : 'blacklisted'
  const nothingElse = {
    groupIds: [],
    validFromMs: null,
    validToMs: null,
    suspensions: [],
    leftMs: null,
    embeddings: [],
    passes: [],
    cardHash: null,
    pin: null,
  }
  const sighting: Sighting = {
    opened,
    sequence: 1,
    person: { ...person, ...nothingElse },
    verdict: { opens: opened, recordedAs: 'staff', abnormal, reasons: [], alarms: [], assumed: [] },
    others: [],
    shownIds: [],
    cosine: 1,
    liveness: null,
  }
  screen.showSighting(sighting, configuration, null)
}

it('The screen shows the request, and a welcome if there is none', () => {
  screen.showTerminal()
  expect(textOf('.hint')).toBe('Fetching people and settings …')
  screen.show({ isPrepared: true, welcome: 'Welcome to Acme' })
  expect(textOf('.hint')).toBe('Welcome to Acme')
  screen.show({ challenge: 'blink' })
  expect(textOf('.hint.asks')).toBe('Please blink')
  screen.show({ isBlind: true })
  expect(textOf('.hint.attention')).toContain('The camera cannot be used')
})

it('A PIN that is typed or touched is shown as dots and taken whole', () => {
  const taken: string[] = []
  screen.onPin((pin) => taken.push(pin))
  screen.showTerminal()
  press('1', '2', '3', '4', 'Enter')
  expect(taken, 'nobody asked').toEqual([])

  screen.show({ request: { factor: 'pin', who: 'Li' } })
  const pad = root.querySelector('[role=dialog]')
  expect(pad?.getAttribute('aria-label')).toBe('Type your PIN · Li')
  press('3', '1', '5', 'Backspace', '4', 'Enter')
  expect([taken, textOf('.dots')], 'three digits are no PIN').toEqual([[], ''])
  press('3', '1', '4')
  for (const button of pad?.querySelectorAll('button') ?? []) if (button.textContent === '1') button.click()
  expect([textOf('.dots'), pad?.querySelector('.dots')?.getAttribute('aria-label')]).toEqual(['●●●●', '4'])
  press('Enter')
  expect(taken).toEqual(['3141'])

  press('9')
  screen.show({ request: { factor: 'pin', who: 'Wang' } })
  expect(textOf('.dots'), 'the next one begins with nothing typed').toBe('')
  screen.show({ request: null })
  expect(root.querySelector('[role=dialog]')).toBeNull()
})

it('A decision stands for four seconds, one for each person, of at most four people', () => {
  screen.showTerminal()
  for (const name of ['A', 'B', 'C', 'D', 'E']) show(name)
  expect(headings()).toEqual(['B', 'C', 'D', 'E'].map((name) => `Please come in · ${name}`))
  vi.advanceTimersByTime(3_000)
  show('C', false)
  expect(headings()[1], 'in the place of the one before').toBe('No entry · C')
  vi.advanceTimersByTime(1_000)
  expect(headings()).toEqual(['No entry · C'])
  vi.advanceTimersByTime(3_000)
  expect(headings()).toEqual([])
})

it('The screen does not say that the door is open while somebody is refused', () => {
  screen.showTerminal()
  screen.show({ isDoorOpen: true })
  expect(textOf('.door')).toBe('Door open')
  show('A', false)
  expect(root.querySelector('.door')).toBeNull()
})

it('A terminal that the server does not know offers to be paired again, in its language', () => {
  screen.showTerminal()
  screen.show({ areCredentialsRejected: true, waiting: 3 })
  screen.speakAs(speechOf('zh'))
  expect(textOf('.attention')).toContain('3')
  expect(textOf('.bar button')).toBe(speechOf('zh').words.pairAgain)
  expect(root.querySelector('.link')).toBeNull()
  expect(document.documentElement.lang).toBe(speechOf('zh').tag)
})

it('Decisions before the terminal is shown wait for it', () => {
  screen.showWork('Loading')
  screen.show({ name: 'Main door' })
  expect(textOf('[role=status]')).toBe('Loading')
  screen.showTerminal()
  expect(textOf('.bar strong')).toBe('Main door')
})

it('A pairing code is returned as it was typed, in capitals, and the next question starts empty', async () => {
  const code = screen.askForCode({ error: null, given: '' })
  const field = root.querySelector('input')
  expect(document.activeElement).toBe(field)
  if (field) field.value = 'abc234'
  root.querySelector('form')?.requestSubmit()
  await expect(code).resolves.toBe('ABC234')
  expect(root.querySelector<HTMLButtonElement>('[type=submit]')?.disabled).toBe(true)

  void screen.askForCode({ error: 'This code is wrong.', given: '' })
  expect([textOf('[role=alert]'), root.querySelector('input')?.value]).toEqual(['This code is wrong.', ''])
})

it('A pairing code in the address is used without a question', async () => {
  await expect(screen.askForCode({ error: null, given: 'ABC234' })).resolves.toBe('ABC234')
})

it('The screen shows how many are inside, and a full area by a sign', () => {
  screen.showTerminal()
  expect(document.querySelector('.count')).toBeNull()
  screen.show({ occupancy: { count: 12, max: 20, atMs: 0 }, timeZone: 'UTC' })
  expect(textOf('.count')).toBe('12 of 20 inside at 00:00')
  screen.show({ occupancy: { count: 20, max: 20, atMs: 0 } })
  expect(textOf('.count.full')).toBe('Full: 20 of 20 inside at 00:00')
})
