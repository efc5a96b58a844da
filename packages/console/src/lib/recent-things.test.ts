import { afterEach, expect, it } from 'vitest'
import { forgetRecentThings, recentThings, rememberThing } from './recent-things.ts'

afterEach(() => localStorage.clear())
const texts = (account: string) => recentThings(account).map(({ text }) => text)

it('the newest comes first and once, and eight are kept for each account', () => {
  for (const number of [1, 2, 3, 4, 5, 6, 7, 8, 9, 3]) rememberThing('a', { text: `Page ${number}`, to: `/${number}` })
  rememberThing('b', { text: 'Suspend Quinn', sentence: 'suspend quinn' })
  expect(texts('a')).toEqual([3, 9, 8, 7, 6, 5, 4, 2].map((number) => `Page ${number}`))
  expect(texts('b')).toEqual(['Suspend Quinn'])
})

it('nothing of any account is left, and what belongs to others stays', () => {
  localStorage.setItem('language', 'zh')
  rememberThing('a', { text: 'Page', to: '/' })
  rememberThing('b', { text: 'Page', to: '/' })
  forgetRecentThings()
  expect([texts('a'), texts('b'), localStorage.length]).toEqual([[], [], 1])
})

it.each(['no JSON', '{}', '[1,{"text":2,"at":"x"},{"text":"A","at":"x"}]'])(
  'what another release has left is left out: %s',
  (stored) => {
    localStorage.setItem('recentThings.a', stored)
    expect(texts('a')).toEqual([])
  },
)
