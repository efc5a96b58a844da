import { expect, it } from 'vitest'
import { shownFaces } from './shown-faces.ts'

const further = { name: 'Ada', furtherPortraitIds: ['b', 'c'] }

it('further portraits are sent beside a main one only', () => {
  expect(shownFaces({ ...further, portraitId: 'a' })).toEqual({ ...further, portraitId: 'a' })
  expect(shownFaces({ ...further, portraitId: null })).toEqual({
    name: 'Ada',
    portraitId: null,
    furtherPortraitIds: [],
  })
  expect(shownFaces(further)).toEqual({ name: 'Ada', furtherPortraitIds: [] })
})

it('further portraits that were chosen before the former main one was taken back are not sent', () => {
  expect(shownFaces({ ...further, portraitId: 'a' }, 'a').furtherPortraitIds).toEqual([])
  expect(shownFaces({ ...further, portraitId: 'other' }, 'a').furtherPortraitIds).toEqual(['b', 'c'])
})
