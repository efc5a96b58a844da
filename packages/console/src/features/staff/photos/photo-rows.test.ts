import { afterEach, expect, it } from 'vitest'
import { forgetUnsavedWork, keepUnsavedWork } from '../../../lib/unsaved-work.ts'
import { isSavable, keepRows, keptRows, type PhotoRow, type PhotoState } from './photo-rows.ts'

afterEach(() => sessionStorage.clear())

const row = (key: string, state: PhotoState, part: Partial<PhotoRow> = {}): PhotoRow => ({
  key,
  file: null,
  fileName: `${key}.jpg`,
  name: 'Li Wei',
  number: '',
  existing: null,
  state,
  ...part,
})

it('after a reload rows are as far as the server knows of them, and photographs that were not sent are named', () => {
  const person = { id: 'p', name: 'Li Wei' }
  keepRows('me', [
    row('a', { is: 'saved', portraitId: 'i', person, isUpdate: false }),
    row('b', { is: 'ready', portraitId: 'j' }),
    row('c', { is: 'saving', portraitId: 'k' }),
    row('d', { is: 'checking' }),
    row('e', { is: 'broken', why: 'nothing came back' }),
    row('f', { is: 'refused', why: 'blurred', checks: [] }),
  ])
  expect(keptRows('me').map(({ key, state }) => `${key} ${state.is}`)).toEqual([
    'a saved',
    'b ready',
    'c ready',
    'd lost',
    'e lost',
    'f refused',
  ])
  expect(keptRows('somebody else')).toEqual([])
})

it('nothing is left of finished rows, and what another release wrote is not read', () => {
  keepRows('me', [])
  expect(sessionStorage.length).toBe(0)
  keepUnsavedWork('staffPhotographs', 'me', '[{"key":1}]')
  expect(keptRows('me')).toEqual([])
  keepUnsavedWork('staffPhotographs', 'me', '{')
  expect(keptRows('me')).toEqual([])
})

it('a face that will do is saved once it has a name, or belongs to somebody who is there', () => {
  const ready = { is: 'ready', portraitId: 'j' } as const
  expect(isSavable(row('a', ready))).toBe(true)
  expect(isSavable(row('a', ready, { name: ' ' }))).toBe(false)
  expect(isSavable(row('a', ready, { name: '', existing: { id: 'p', name: 'Li Wei' } }))).toBe(true)
  expect(isSavable(row('a', { is: 'checking' }))).toBe(false)
})

it('nothing is left once somebody signs out, of whichever account', () => {
  keepRows('me', [row('a', { is: 'ready', portraitId: 'j' })])
  keepRows('somebody else', [row('b', { is: 'ready', portraitId: 'k' })])
  forgetUnsavedWork()
  expect(sessionStorage.length).toBe(0)
})
