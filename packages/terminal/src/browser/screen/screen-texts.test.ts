import { expect, it } from 'vitest'
import { doorText, sightingTexts, spokenText, whyNot } from './screen-texts.ts'
import { speechOf } from './texts.ts'

const { words } = speechOf('en')

it('The screen does not show a refused person a door that is open for the one before, but shows a held door to everybody', () => {
  const door = { doorMode: 'normal', isOpen: true, isRefusing: false } as const
  expect(doorText(door, words)).toBe('Door open')
  expect(doorText({ ...door, isRefusing: true }, words)).toBe('')
  expect(doorText({ ...door, isOpen: false }, words)).toBe('')
  expect(doorText({ ...door, doorMode: 'held-open', isRefusing: true }, words)).toBe('The door is held open')
  expect(doorText({ ...door, doorMode: 'held-closed' }, words)).toBe('The door is held closed')
  expect(doorText({ ...door, doorMode: 'released', isRefusing: true }, words)).toBe('Emergency: the door is open')
  expect(doorText({ ...door, doorMode: 'locked-down' }, words)).toBe('The door is locked down')
})

it('A greeting names somebody once, with and without a text of the settings', () => {
  const seen = { opened: true, who: 'Li Wei', why: '', prompt: '' }
  expect(sightingTexts({ ...seen, prompt: 'Li Wei' }, words)).toEqual({ heading: 'Please come in · Li Wei', line: '' })
  expect(sightingTexts({ ...seen, prompt: 'Good morning Li Wei' }, words)).toEqual({
    heading: 'Good morning Li Wei',
    line: '',
  })
  expect(sightingTexts({ ...seen, who: '' }, words)).toEqual({ heading: 'Please come in', line: '' })
})

it('A refusal gives the text of the settings and the reason', () => {
  const seen = { opened: false, who: 'Li Wei', why: 'Wrong PIN', prompt: 'Please ask at the desk' }
  expect(sightingTexts(seen, words)).toEqual({
    heading: 'No entry · Li Wei',
    line: 'Please ask at the desk · Wrong PIN',
  })
  expect(sightingTexts({ ...seen, who: '', prompt: '' }, words)).toEqual({ heading: 'No entry', line: 'Wrong PIN' })
})

it('A person who was asked for an action is told that it was not seen', () => {
  const speech = speechOf('en')
  const missed = {
    ...({ opens: false, recordedAs: 'spoof', abnormal: 'spoof' } as const),
    reasons: [{ code: 'turn-missed' } as const],
  }
  expect(whyNot(missed, speech)).toBe('No turn of the head was seen. Stay, and try again')
  expect(whyNot({ ...missed, reasons: [{ code: 'face-not-live' }] }, speech)).toBe('Not a live face')
  expect(spokenText('No entry · Li Wei', 'Wrong PIN')).toBe('No entry, Li Wei, Wrong PIN')
})
