import { normalise } from '@gatehouse/face/core/embed-face.ts'
import { embeddingOf, namedFaceModel } from '@gatehouse/testkit/named-faces.ts'
import { expect, it } from 'vitest'
import { createMemoryState } from '../state/memory-state.ts'
import type { StoredPerson } from '../state/terminal-state.ts'
import { createPeopleIndex } from './people-index.ts'

const shortOf = (name: string): Float32Array => normalise(embeddingOf(name).slice(0, 128))

const stored = (id: string, embedding: Float32Array): StoredPerson => ({
  id,
  kind: 'staff',
  name: id,
  prompt: null,
  groupIds: [],
  validFromMs: null,
  validToMs: null,
  suspensions: [],
  leftMs: null,
  embeddings: [embedding],
  passes: [],
  cardHash: null,
  pin: null,
})

it('A person with a template of another recogniser has no face, and is named in the log; everybody else is found', () => {
  const { people } = createMemoryState()
  const lines: string[] = []
  const index = createPeopleIndex(
    () => people,
    () => namedFaceModel,
    (line) => lines.push(line),
  )
  const store = (...given: StoredPerson[]) =>
    index.follow(
      people.apply({
        begins: people.count === 0,
        ends: true,
        upserts: given.map((person) => ({ person, failure: null })),
        removals: [],
        cursor: '1..0',
        hashing: null,
        capacity: 100,
      }),
    )
  const find = (name: string) => index.search(shortOf(name), 1)[0]
  // The odd one is the first that is read.
  store(
    stored('Odd', embeddingOf('Odd')),
    stored('Ann', shortOf('Ann')),
    stored('Bea', shortOf('Bea')),
    stored('Dan', shortOf('Dan')),
  )
  expect(find('Ann')).toMatchObject({ personId: 'Ann' })
  expect(find('Bea')).toMatchObject({ personId: 'Bea' })
  expect(lines).toEqual([expect.stringMatching(/^1 people .*: Odd$/)])
  // Another one comes while all are in memory.
  store(stored('Cam', shortOf('Cam')), stored('Bea', embeddingOf('Bea')))
  expect(find('Cam')).toMatchObject({ personId: 'Cam' })
  expect(find('Ann')).toMatchObject({ personId: 'Ann' })
  expect(find('Bea')?.personId).not.toBe('Bea')
  expect(index.entriesOf('Ann')).toEqual([])
  expect(lines.at(-1)).toMatch(/^2 people .*: Odd, Bea$/)
})
