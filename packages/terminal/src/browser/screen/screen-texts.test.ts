import type { Language } from '@gatehouse/contract/envelope.ts'
import { expect, it } from 'vitest'
import { doorText, floorsText, occupancyText, sightingTexts, spokenText, whyNot } from './screen-texts.ts'
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

it('The screen tells a person what they can do about a rule of areas and doors, in each language', () => {
  const refused = { opens: false, recordedAs: 'staff', abnormal: 'anti-passback' } as const
  const alreadyInside = { ...refused, reasons: [{ code: 'already-inside', areaId: 'a', enteredAtMs: null } as const] }
  const lately = { ...refused, reasons: [{ code: 'came-in-lately', areaId: 'a', enteredAtMs: 0, minutes: 5 } as const] }
  expect(whyNot(alreadyInside, speechOf('en'))).toBe('You are already inside')
  expect(whyNot(alreadyInside, speechOf('zh'))).toBe('您已在区域内')
  expect(whyNot(lately, speechOf('en'))).toBe('You came in a short while ago. Try again later')
  expect(whyNot({ ...refused, abnormal: 'interlock', reasons: [] }, speechOf('zh-tw'))).toBe('另一扇門未關，請等它關閉')
})

it('The screen says how many are inside and when they were counted, by the clock of the door, and that the area is full', () => {
  const atMs = Temporal.Instant.from('2026-11-24T06:32:10Z').epochMilliseconds
  const view = { timeZone: 'Asia/Shanghai', occupancy: { count: 12, max: 20, atMs } }
  expect(occupancyText(view, words)).toBe('12 of 20 inside at 14:32')
  expect(occupancyText({ ...view, occupancy: { ...view.occupancy, count: 20 } }, words)).toBe(
    'Full: 20 of 20 inside at 14:32',
  )
  expect(occupancyText({ ...view, occupancy: null }, words)).toBe('')
})

it('The screen names the floors that a person may reach, and counts them where they are many', () => {
  const some = { names: ['Hall', 'Laboratory'], areAll: false }
  const said = (language: Language, floors: Parameters<typeof floorsText>[0]) =>
    floorsText(floors, speechOf(language).words)
  expect(said('en', null)).toBe('')
  expect(said('en', some)).toBe('Floors: Hall, Laboratory')
  expect(said('zh', some)).toBe('可到楼层：Hall、Laboratory')
  expect(said('zh-tw', { ...some, areAll: true })).toBe('可到所有樓層')
  const many = { names: Array.from({ length: 12 }, (_, floor) => `Floor ${floor}`), areAll: false }
  expect(said('en', many)).toBe('12 floors')
  const seen = { opened: true, who: 'Li Wei', why: '', prompt: '', floors: said('en', some) }
  expect(sightingTexts(seen, words)).toEqual({ heading: 'Please come in · Li Wei', line: 'Floors: Hall, Laboratory' })
})
