import { expect, it } from 'vitest'
import { shownFaces } from './shown-faces.ts'

it('further portraits are sent beside a main one only', () => {
  const further = { name: 'Ada', furtherPortraitIds: ['b', 'c'] }
  expect(shownFaces({ ...further, portraitId: 'a' })).toEqual({ ...further, portraitId: 'a' })
  expect(shownFaces({ ...further, portraitId: null })).toEqual({
    name: 'Ada',
    portraitId: null,
    furtherPortraitIds: [],
  })
  expect(shownFaces(further)).toEqual({ name: 'Ada', furtherPortraitIds: [] })
})
