import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it, onTestFinished } from 'vitest'
import { buildRecord } from '../../test/build-record.ts'
import { embeddingOf } from '../../test/drawn-face.ts'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { createMemoryState } from './memory-state.ts'
import { openStateFolder } from './open-state-folder.ts'
import type { PeopleStep, QueueLimits, StoredPass, StoredPerson, TerminalState } from './terminal-state.ts'

const kinds: [string, (limits?: QueueLimits) => TerminalState][] = [
  ['in memory', createMemoryState],
  ['in a folder', (limits) => openStateFolder(temporaryFolder(), limits)],
]

describe.each(kinds)('state %s', (_kind, make) => {
  function open(limits?: QueueLimits): TerminalState {
    const state = make(limits)
    onTestFinished(() => state.close())
    return state
  }
  const passOf = (id: string): StoredPass => ({
    ...{ id: `pass of ${id}`, codeHash: `hash of ${id}`, validFromMs: 1, validToMs: 2 },
    ...{ maxUses: 3, usedCount: 0, isRevoked: false },
  })
  const person = (id: string): StoredPerson => ({
    ...{
      id,
      kind: 'staff',
      name: `Name of ${id}`,
      prompt: id === 'a' ? '早上好' : null,
      groupIds: ['g1', 'g2'],
      validFromMs: null,
      validToMs: 1_800_000_000_000,
    },
    embeddings: [embeddingOf(id), embeddingOf(`${id}, second`)],
    passes: [passOf(id)],
    ...{ cardHash: `card of ${id}`, pin: id === 'a' ? 'salt.hash' : null },
  })
  const step = (cursor: string, ids: string[], rest: Partial<PeopleStep> = {}): PeopleStep => ({
    ...{ begins: false, ends: true, removals: [], cursor, capacity: 100, hashing: null },
    upserts: ids.map((id) => ({ person: person(id), failure: null })),
    ...rest,
  })
  const ids = (state: TerminalState): string[] => [...state.people.all()].map(({ id }) => id).toSorted()

  it('finds people by the code of their pass and counts its uses past what the server knows, until they go', () => {
    const state = open()
    const step = { begins: true, ends: true, removals: [], cursor: '1', capacity: 9, hashing: null }
    state.people.apply({ ...step, upserts: [{ person: person('a'), failure: null }] })
    expect(state.people.findByCode('hash of a')).toEqual({ person: person('a'), pass: passOf('a') })
    expect(state.people.findByCode('hash of b')).toBeUndefined()
    state.people.noteUse(passOf('a'))
    expect(state.people.usesOf(passOf('a'))).toBe(1)
    expect(state.people.usesOf({ ...passOf('a'), usedCount: 5 })).toBe(5)
    state.people.noteUse({ ...passOf('a'), usedCount: 5 })
    expect(state.people.usesOf(passOf('a'))).toBe(6)
    const other = { ...person('a'), passes: [{ ...passOf('a'), codeHash: 'another' }] }
    state.people.apply({ ...step, begins: false, upserts: [{ person: other, failure: null }] })
    expect(state.people.findByCode('hash of a')).toBeUndefined()
    expect(state.people.findByCode('another')?.person.id).toBe('a')
    state.people.apply({ ...step, begins: false, upserts: [], removals: ['a'] })
    expect(state.people.findByCode('another')).toBeUndefined()
    expect(state.people.usesOf(passOf('a'))).toBe(0)
  })

  it('finds people by their card until it is another', () => {
    const state = open()
    state.people.apply(step('1', ['a', 'b'], { begins: true }))
    expect(state.people.findByCard('card of b')).toEqual(person('b'))
    const other = { ...person('b'), cardHash: null }
    state.people.apply({ ...step('2', []), upserts: [{ person: other, failure: null }] })
    expect(state.people.findByCard('card of b')).toBeUndefined()
    expect(state.people.findByCard('card of a')?.id).toBe('a')
  })

  it('gives a person back as they were stored', () => {
    const state = open()
    state.people.apply(step('1', ['a'], { begins: true }))
    expect(state.people.find('a')).toEqual(person('a'))
    expect(state.people.find('b')).toBeUndefined()
  })

  it('drops who was not named when a full list ends, and not before', () => {
    const state = open()
    state.people.apply(step('1', ['a', 'b', 'c'], { begins: true }))
    expect(state.people.apply(step('2', ['b'], { begins: true, ends: false })).gone).toEqual([])
    expect(ids(state)).toEqual(['a', 'b', 'c'])
    expect(state.people.isFullPull).toBe(true)
    expect(state.people.apply(step('3', ['d'])).gone.toSorted()).toEqual(['a', 'c'])
    expect(ids(state)).toEqual(['b', 'd'])
    expect(state.people.isFullPull).toBe(false)
  })

  it('drops nobody when a list of changes ends', () => {
    const state = open()
    state.people.apply(step('1', ['a', 'b'], { begins: true }))
    state.people.apply(step('2', ['c'], { removals: ['a', 'never there'] }))
    expect(ids(state)).toEqual(['b', 'c'])
    expect(state.people.cursor).toBe('2')
  })

  it('reports what the server is to be told until it is told', () => {
    const state = open()
    expect(state.people.dueReport).toBeNull()
    state.people.apply(step('1', [], { begins: true, upserts: [{ person: person('a'), failure: 'no-face' }] }))
    expect(state.people.dueReport).toEqual({ cursor: '1', failures: [{ personId: 'a', reason: 'no-face' }] })
    state.people.markReported('0')
    expect(state.people.dueReport).not.toBeNull()
    state.people.markReported('1')
    expect(state.people.dueReport).toBeNull()
    state.people.apply(step('1', []))
    expect(state.people.dueReport).toBeNull()
    state.people.apply(step('2', ['a']))
    expect(state.people.dueReport).toEqual({ cursor: '2', failures: [] })
  })

  it('takes no more new people than it has room for, and those of a full list before those of the last', () => {
    const state = open()
    state.people.apply(step('1', ['a', 'b'], { begins: true, capacity: 2, hashing: null }))
    state.people.apply(step('2', ['a', 'c'], { capacity: 2, hashing: null }))
    expect(ids(state)).toEqual(['a', 'b'])
    expect(state.people.hasFailure('capacity')).toBe(true)
    state.people.apply(step('3', ['c', 'd', 'a'], { begins: true, capacity: 2, hashing: null }))
    expect(ids(state)).toEqual(['c', 'd'])
    expect(state.people.dueReport?.failures).toEqual([{ personId: 'a', reason: 'capacity' }])
  })

  it('numbers records without gaps, and gives them back oldest first', async () => {
    const state = open()
    const records = [buildRecord(), buildRecord(), buildRecord()]
    expect(records.map((record) => state.records.append(record, Buffer.from('picture')))).toEqual([1, 2, 3])
    const [first, second] = await state.records.next(2, 1_000_000)
    expect(first).toMatchObject({ sequence: 1, record: records[0] })
    expect(Buffer.from(first?.capture ?? []).toString()).toBe('picture')
    state.records.remove([1, 2])
    expect(second?.sequence).toBe(2)
    expect(state.records.waiting).toBe(1)
    expect(state.records.nextSequence).toBe(4)
  })

  it('ends a batch before its pictures become too many bytes, but gives one at least', async () => {
    const state = open()
    for (let i = 0; i < 3; i++) state.records.append(buildRecord(), Buffer.alloc(600))
    expect(await state.records.next(20, 1_200)).toHaveLength(2)
    expect(await state.records.next(20, 10)).toHaveLength(1)
  })

  it('drops the oldest pictures first when it is full, and records only when there is no other way', async () => {
    const state = open({ captures: 2, records: 4 })
    for (let i = 0; i < 4; i++) state.records.append(buildRecord(), Buffer.from('x'))
    const captured = async () =>
      (await state.records.next(9, 999)).map(({ sequence, capture }) => [sequence, capture !== null])
    expect(await captured()).toEqual([[1, false], [2, false], [3, true], [4, true]]) // prettier-ignore
    state.records.append(buildRecord(), null)
    expect((await captured()).map(([sequence]) => sequence)).toEqual([2, 3, 4, 5])
    expect(state.records.waiting).toBe(4)
  })

  it('keeps what was set aside out of the way until it is returned', async () => {
    const state = open()
    for (let i = 0; i < 3; i++) state.records.append(buildRecord(), null)
    state.records.setAside(1, 'faulty')
    expect((await state.records.next(9, 9)).map(({ sequence }) => sequence)).toEqual([2, 3])
    expect([state.records.waiting, state.records.setAsideCount]).toEqual([2, 1])
    state.records.returnSetAside()
    expect([state.records.waiting, state.records.setAsideCount]).toEqual([3, 0])
  })

  it('numbers what waits anew where the server has seen higher numbers (an old copy of the state)', async () => {
    const state = open()
    const records = [buildRecord(), buildRecord(), buildRecord()]
    for (const record of records) state.records.append(record, null)
    state.records.remove([1])
    state.records.continueAfter(3)
    expect(state.records.nextSequence).toBe(4)
    state.records.continueAfter(50)
    expect(await state.records.next(9, 9)).toMatchObject([{ sequence: 51, record: records[1] }, { sequence: 52 }])
    expect(state.records.append(buildRecord(), null)).toBe(53)
    state.records.remove([51, 52, 53])
    state.records.continueAfter(99)
    expect(state.records.append(buildRecord(), null)).toBe(100)
  })

  it('begins a command once', () => {
    const { commands } = open()
    expect(commands.begin('x')).toBe('fresh')
    expect(commands.begin('x')).toBe('begun')
    commands.finish('x', { state: 'failed', result: 'why' })
    expect(commands.begin('x')).toEqual({ state: 'failed', result: 'why' })
    commands.forget('x')
    expect(commands.begin('x')).toBe('fresh')
  })

  it('forgets everything but its serial number when it is wiped', () => {
    const state = open()
    const { serialNumber } = state
    state.identity = { ldid: 'GATE-1', secret: 's', serverUrl: 'http://a', certificateAuthority: null }
    state.people.apply(step('1', ['a'], { begins: true }))
    state.records.append(buildRecord(), null)
    state.commands.begin('x')
    state.isLeaving = true
    state.wipe()
    expect(state.isLeaving).toBe(false)
    expect([state.identity, state.configuration, state.people.cursor, state.people.count]).toEqual([
      null,
      null,
      null,
      0,
    ])
    expect([state.records.waiting, state.records.nextSequence, state.commands.begin('x')]).toEqual([0, 1, 'fresh'])
    expect(state.serialNumber).toBe(serialNumber)
  })
})

const nobodyInParticular: StoredPerson = {
  ...{ id: 'a', kind: 'staff', name: 'A', prompt: null, groupIds: [], validFromMs: null, validToMs: null },
  ...{ embeddings: [], passes: [], cardHash: null, pin: null },
}

it('no name and no face is left in the file after a wipe', () => {
  const folder = temporaryFolder()
  const state = openStateFolder(folder)
  const embedding = embeddingOf('Li Wei')
  const person: StoredPerson = { ...nobodyInParticular, name: 'Li Wei of the third floor', embeddings: [embedding] }
  state.people.apply({
    ...{ begins: true, ends: true, removals: [], cursor: '1', capacity: 9, hashing: null },
    upserts: [{ person, failure: null }],
  })
  const contents = () => ['terminal.db', 'terminal.db-wal'].map((file) => readFileSync(join(folder, file)))
  const face = Buffer.from(embedding.buffer)
  const holds = (bytes: Uint8Array | string) => contents().some((content) => content.includes(bytes))
  expect([holds(person.name), holds(face)]).toEqual([true, true])
  state.wipe()
  expect([holds(person.name), holds(face)]).toEqual([false, false])
  state.close()
})

it('a folder of a release without cards and PINs asks for the whole list anew, and keeps everybody until it has come', () => {
  const folder = temporaryFolder()
  const state = openStateFolder(folder)
  const upserts = [{ person: nobodyInParticular, failure: null }]
  state.people.apply({ begins: true, ends: true, removals: [], cursor: '7', capacity: 9, hashing: null, upserts })
  state.close()
  const db = new DatabaseSync(join(folder, 'terminal.db'))
  db.exec('DROP INDEX person_by_card; ALTER TABLE person DROP COLUMN card_hash; ALTER TABLE person DROP COLUMN pin')
  db.close()
  const newer = openStateFolder(folder)
  onTestFinished(() => newer.close())
  expect([newer.people.cursor, newer.people.count]).toEqual([null, 1])
  newer.people.apply({ begins: true, ends: true, removals: [], cursor: '8', capacity: 9, hashing: null, upserts: [] })
  expect(newer.people.count).toBe(0)
})
