import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { packFace } from '@gatehouse/face/core/packed-face.ts'
import { describe, expect, it, onTestFinished } from 'vitest'
import { buildRecord } from '../../test/build-record.ts'
import { embeddingOf } from '@gatehouse/testkit/named-faces.ts'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { createMemoryState } from './memory-state.ts'
import { openStateFolder } from '../node/state/open-state-folder.ts'
import {
  defaultQueueLimits,
  type PeopleStep,
  type QueueLimits,
  type StoredPass,
  type StoredPerson,
  type TerminalState,
} from './terminal-state.ts'

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
    id: `pass of ${id}`,
    codeHash: `hash of ${id}`,
    validFromMs: 1,
    validToMs: 2,
    maxUses: 3,
    usedCount: 0,
    isRevoked: false,
  })
  const person = (id: string): StoredPerson => ({
    id,
    kind: 'staff',
    name: `Name of ${id}`,
    prompt: id === 'a' ? '早上好' : null,
    groupIds: ['g1', 'g2'],
    validFromMs: null,
    validToMs: 1_800_000_000_000,
    suspensions:
      id === 'a'
        ? [
            { fromMs: 1, toMs: null },
            { fromMs: 3, toMs: 4 },
          ]
        : [],
    leftMs: id === 'a' ? 5 : null,
    ...(id === 'a' && { twinIds: ['b'] }),
    embeddings: [embeddingOf(id), embeddingOf(`${id}, second`)].map(packFace),
    passes: [passOf(id)],
    cardHash: `card of ${id}`,
    pin: id === 'a' ? 'salt.hash' : null,
  })
  const step = (cursor: string, ids: string[], rest: Partial<PeopleStep> = {}): PeopleStep => ({
    begins: false,
    ends: true,
    removals: [],
    cursor,
    capacity: 100,
    hashing: null,
    upserts: ids.map((id) => ({ person: person(id), failure: null })),
    ...rest,
  })
  const ids = (state: TerminalState): string[] => [...state.people.all()].map(({ id }) => id).toSorted()

  it('A terminal’s state finds people by the code of their pass and counts its uses beyond the server’s count, until the people are removed', () => {
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

  it('A terminal’s state finds people by their card until they have another', () => {
    const state = open()
    state.people.apply(step('1', ['a', 'b'], { begins: true }))
    expect(state.people.findByCard('card of b')).toEqual(person('b'))
    const other = { ...person('b'), cardHash: null }
    state.people.apply({ ...step('2', []), upserts: [{ person: other, failure: null }] })
    expect(state.people.findByCard('card of b')).toBeUndefined()
    expect(state.people.findByCard('card of a')?.id).toBe('a')
  })

  it('A terminal’s state gives a person back as they were stored', () => {
    const state = open()
    state.people.apply(step('1', ['a'], { begins: true }))
    expect(state.people.find('a')).toEqual(person('a'))
    expect(state.people.find('b')).toBeUndefined()
  })

  it('A terminal’s state drops people who were not named when a full list ends, and not before', () => {
    const state = open()
    state.people.apply(step('1', ['a', 'b', 'c'], { begins: true }))
    expect(state.people.apply(step('2', ['b'], { begins: true, ends: false })).gone).toEqual([])
    expect(ids(state)).toEqual(['a', 'b', 'c'])
    expect(state.people.isFullPull).toBe(true)
    expect(state.people.apply(step('3', ['d'])).gone.toSorted()).toEqual(['a', 'c'])
    expect(ids(state)).toEqual(['b', 'd'])
    expect(state.people.isFullPull).toBe(false)
  })

  it('A terminal’s state drops nobody when a list of changes ends', () => {
    const state = open()
    state.people.apply(step('1', ['a', 'b'], { begins: true }))
    state.people.apply(step('2', ['c'], { removals: ['a', 'never there'] }))
    expect(ids(state)).toEqual(['b', 'c'])
    expect(state.people.cursor).toBe('2')
  })

  it('A terminal’s state keeps reports for the server until they are delivered', () => {
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

  it('A terminal’s state accepts no more new people than it has room for, and those of a full list before those of the last', () => {
    const state = open()
    state.people.apply(step('1', ['a', 'b'], { begins: true, capacity: 2, hashing: null }))
    state.people.apply(step('2', ['a', 'c'], { capacity: 2, hashing: null }))
    expect(ids(state)).toEqual(['a', 'b'])
    expect(state.people.hasFailure('capacity')).toBe(true)
    state.people.apply(step('3', ['c', 'd', 'a'], { begins: true, capacity: 2, hashing: null }))
    expect(ids(state)).toEqual(['c', 'd'])
    expect(state.people.dueReport?.failures).toEqual([{ personId: 'a', reason: 'capacity' }])
  })

  it('A terminal’s state numbers records without gaps, and gives them back oldest first', async () => {
    const state = open()
    const records = [buildRecord(), buildRecord(), buildRecord()]
    expect(records.map((record) => state.records.append(record, Buffer.from('picture')))).toEqual([1, 2, 3])
    const [first, second] = await state.records.next(2, 1_000_000)
    expect(first).toMatchObject({ sequence: 1, record: records[0] })
    expect(Buffer.from(first?.capture ?? []).toString()).toBe('picture')
    state.records.acknowledge([1, 2], 0)
    expect(second?.sequence).toBe(2)
    expect(state.records.waiting).toBe(1)
    expect(state.records.nextSequence).toBe(4)
  })

  it('A terminal’s state ends a batch before its pictures become too many bytes, but gives one at least', async () => {
    const state = open()
    for (let i = 0; i < 3; i++) state.records.append(buildRecord(), Buffer.alloc(600))
    expect(await state.records.next(20, 1_200)).toHaveLength(2)
    expect(await state.records.next(20, 10)).toHaveLength(1)
  })

  it('A terminal’s state drops the oldest pictures first when it is full, and records only when there is no other way', async () => {
    const state = open({ ...defaultQueueLimits, captures: 2, records: 4 })
    for (let i = 0; i < 4; i++) state.records.append(buildRecord(), Buffer.from('x'))
    const captured = async () =>
      (await state.records.next(9, 999)).map(({ sequence, capture }) => [sequence, capture !== null])
    expect(await captured()).toEqual([[1, false], [2, false], [3, true], [4, true]]) // prettier-ignore
    state.records.append(buildRecord(), null)
    expect((await captured()).map(([sequence]) => sequence)).toEqual([2, 3, 4, 5])
    expect(state.records.waiting).toBe(4)
  })

  it('A terminal’s state keeps entries that were set aside out of the way until they are returned', async () => {
    const state = open()
    for (let i = 0; i < 3; i++) state.records.append(buildRecord(), null)
    state.records.setAside(1, 'faulty')
    expect((await state.records.next(9, 9)).map(({ sequence }) => sequence)).toEqual([2, 3])
    expect([state.records.waiting, state.records.setAsideCount]).toEqual([2, 1])
    state.records.returnSetAside()
    expect([state.records.waiting, state.records.setAsideCount]).toEqual([3, 0])
  })

  it('A terminal’s state numbers waiting records again if the server has seen higher numbers (an old copy of the state)', async () => {
    const state = open()
    const records = [buildRecord(), buildRecord(), buildRecord()]
    for (const record of records) state.records.append(record, null)
    state.records.acknowledge([1], 0)
    state.records.continueAfter(3)
    expect(state.records.nextSequence).toBe(4)
    state.records.continueAfter(50)
    expect(await state.records.next(9, 9)).toMatchObject([{ sequence: 51, record: records[1] }, { sequence: 52 }])
    expect(state.records.append(buildRecord(), null)).toBe(53)
    state.records.acknowledge([51, 52, 53], 0)
    state.records.continueAfter(99)
    expect(state.records.append(buildRecord(), null)).toBe(100)
  })

  it('A terminal’s state does not continue after a number out of range, and returns to the server’s from one that has run away', async () => {
    const state = open()
    const records = [buildRecord(), buildRecord(), buildRecord(), buildRecord()]
    for (const record of records) state.records.append(record, null)
    state.records.acknowledge([1, 3], 0)
    for (const odd of [2 ** 48, 2 ** 53 - 1]) state.records.continueAfter(odd)
    expect(state.records.nextSequence).toBe(5)
    state.records.setAside(2, 'faulty')
    // Its own counter, or a number from an earlier server.
    state.records.continueAfter(2 ** 40)
    expect(state.records.nextSequence).toBe(2 ** 40 + 3)
    expect((await state.records.next(9, 9)).map(({ sequence }) => sequence)).toEqual([2 ** 40 + 2])
    state.records.continueAfter(2 ** 40 - 999_999)
    expect(state.records.nextSequence).toBe(2 ** 40 + 3)
    // Not to the number of a kept record.
    state.records.continueAfter(2)
    state.records.returnSetAside()
    const found = await state.records.next(9, 9)
    expect(found.map(({ sequence, record }) => [sequence, record.id])).toEqual([
      [4, records[1]?.id],
      [5, records[3]?.id],
    ])
    expect([state.records.nextSequence, state.records.kept]).toEqual([6, 2])
    expect(state.records.append(buildRecord(), null)).toBe(6)
  })

  it('A terminal’s state keeps acknowledged records, and sends again only those that a restored server lacks, with their numbers, ids and pictures', async () => {
    const state = open()
    const records = [buildRecord(), buildRecord(), buildRecord(), buildRecord()]
    for (const record of records) state.records.append(record, Buffer.from('picture'))
    state.records.acknowledge([1, 2, 3], 1_000)
    expect([state.records.waiting, state.records.kept]).toEqual([1, 3])
    expect(state.records.sendAgainAfter(3)).toBe(0)
    expect(state.records.sendAgainAfter(1)).toBe(2)
    expect([state.records.waiting, state.records.kept]).toEqual([3, 1])
    const again = await state.records.next(9, 1_000)
    expect(again.map(({ sequence, record, capture }) => [sequence, record.id, capture !== null])).toEqual(
      [2, 3, 4].map((sequence) => [sequence, records[sequence - 1]?.id, true]),
    )
    state.records.acknowledge([2, 3, 4], 1_000)
    expect(state.records.append(buildRecord(), null)).toBe(5)
    expect(state.records.sendAgainAfter(0)).toBe(4)
  })

  it('A terminal’s state deletes acknowledged records when their time is over, and records about people who were erased', async () => {
    const state = open()
    const [gone, stays] = [buildRecord(), buildRecord()]
    const personId = crypto.randomUUID()
    const append = (record: typeof gone) => state.records.append(record, null)
    for (const record of [gone, { ...stays, personId }, { ...stays, id: crypto.randomUUID() }]) append(record)
    state.records.acknowledge([1], 1_000)
    state.records.acknowledge([2, 3], 2_000)
    state.records.purgeKept(2_000)
    expect(state.records.kept).toBe(2)
    append({ ...buildRecord(), personId })
    state.records.eraseKept([personId])
    // Waiting records are delivered: the server stores them without a person.
    expect([state.records.kept, state.records.waiting]).toEqual([1, 1])
    expect(state.records.sendAgainAfter(0)).toBe(1)
    expect((await state.records.next(9, 9)).map(({ sequence }) => sequence)).toEqual([3, 4])
  })

  it('A terminal’s state keeps only as many acknowledged records as it has room for: pictures are dropped before records, the oldest first', async () => {
    const state = open({ ...defaultQueueLimits, kept: 3, keptCaptures: 1 })
    for (let i = 0; i < 5; i++) state.records.append(buildRecord(), Buffer.from('x'))
    state.records.acknowledge([1, 2], 1)
    state.records.acknowledge([3, 4], 2)
    expect([state.records.kept, state.records.waiting]).toEqual([3, 1])
    expect(state.records.sendAgainAfter(0)).toBe(3)
    const kept = (await state.records.next(9, 999)).map(({ sequence, capture }) => [sequence, capture !== null])
    expect(kept).toEqual([[2, false], [3, false], [4, true], [5, true]]) // prettier-ignore
  })

  it('A terminal’s state numbers only waiting records again, and leaves kept ones unchanged', async () => {
    const state = open()
    for (let i = 0; i < 3; i++) state.records.append(buildRecord(), null)
    state.records.acknowledge([1, 2], 1)
    state.records.continueAfter(50)
    expect((await state.records.next(9, 9)).map(({ sequence }) => sequence)).toEqual([51])
    expect(state.records.sendAgainAfter(1)).toBe(1)
    expect((await state.records.next(9, 9)).map(({ sequence }) => sequence)).toEqual([2, 51])
  })

  it('A terminal’s state begins a command once', () => {
    const { commands } = open()
    expect(commands.begin('x')).toBe('fresh')
    expect(commands.begin('x')).toBe('begun')
    commands.finish('x', { state: 'failed', result: 'why' })
    expect(commands.begin('x')).toEqual({ state: 'failed', result: 'why' })
    commands.delete('x')
    expect(commands.begin('x')).toBe('fresh')
  })

  it('A terminal’s state keeps only its serial number when it is wiped', () => {
    const state = open()
    const { serialNumber } = state
    state.identity = { ldid: 'GATE-1', secret: 's', serverUrl: 'http://a', certificateAuthority: null }
    state.people.apply(step('1', ['a'], { begins: true }))
    state.records.append(buildRecord(), null)
    state.commands.begin('x')
    state.isLeaving = true
    state.restoreHeard = 'r'
    state.wipe()
    expect([state.isLeaving, state.restoreHeard]).toEqual([false, null])
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
  id: 'a',
  kind: 'staff',
  name: 'A',
  prompt: null,
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

it('a wiped folder contains no name and no face', () => {
  const folder = temporaryFolder()
  const state = openStateFolder(folder)
  const embedding = embeddingOf('Li Wei')
  const person: StoredPerson = { ...nobodyInParticular, name: 'Li Wei of the third floor', embeddings: [embedding] }
  state.people.apply({
    begins: true,
    ends: true,
    removals: [],
    cursor: '1',
    capacity: 9,
    hashing: null,
    upserts: [{ person, failure: null }],
  })
  const contents = () => ['terminal.db', 'terminal.db-wal'].map((file) => readFileSync(join(folder, file)))
  const face = packFace(embedding)
  const holds = (bytes: Uint8Array | string) => contents().some((content) => content.includes(bytes))
  expect([holds(person.name), holds(face)]).toEqual([true, true])
  state.wipe()
  expect([holds(person.name), holds(face)]).toEqual([false, false])
  state.close()
})

it('a folder of a release without cards and PINs asks for the whole list again, and keeps everybody until it has arrived', () => {
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

it('a folder of a release that kept nothing opens: waiting records wait, and records acknowledged from then on are kept', async () => {
  const folder = temporaryFolder()
  const state = openStateFolder(folder)
  const record = buildRecord()
  state.records.append(record, Buffer.from('picture'))
  state.close()
  const db = new DatabaseSync(join(folder, 'terminal.db'))
  for (const table of ['record', 'alarm']) {
    for (const index of ['waiting', 'waiting_capture', 'kept', 'kept_capture']) db.exec(`DROP INDEX ${table}_${index}`)
    db.exec(`ALTER TABLE ${table} DROP COLUMN acknowledged_ms`)
    db.exec(`CREATE INDEX ${table}_with_capture ON ${table} (sequence) WHERE capture IS NOT NULL`)
  }
  db.close()
  const newer = openStateFolder(folder)
  onTestFinished(() => newer.close())
  expect(await newer.records.next(9, 999)).toMatchObject([{ sequence: 1, record: { id: record.id } }])
  newer.records.acknowledge([1], 1)
  expect([newer.records.waiting, newer.records.kept]).toEqual([0, 1])
})

it.each([
  ['with a counter that is right', 4, [1, 4, 5]],
  ['with a counter that cannot be read', 2 ** 53, [1, 2, 3]],
])('a folder with numbers that JavaScript cannot read opens, %s, and gives all of it', async (_, counter, numbers) => {
  const folder = temporaryFolder()
  const state = openStateFolder(folder)
  const records = [buildRecord(), buildRecord(), buildRecord()]
  for (const record of records) state.records.append(record, Buffer.from('picture'))
  state.close()
  const db = new DatabaseSync(join(folder, 'terminal.db'))
  db.exec('UPDATE record SET sequence = 9007199254740992 + sequence - 2 WHERE sequence > 1')
  db.exec(`UPDATE note SET value = '${counter}' WHERE name = 'next-sequence'`)
  db.close()
  const newer = openStateFolder(folder)
  onTestFinished(() => newer.close())
  const waiting = await newer.records.next(9, 999)
  expect(waiting.map(({ sequence, record }) => [sequence, record.id])).toEqual(
    numbers.map((number, i) => [number, records[i]?.id]),
  )
  expect(newer.records.append(buildRecord(), null)).toBe((numbers.at(-1) ?? 0) + 1)
})

it('the file of kept records contains nothing about an erased person', () => {
  const folder = temporaryFolder()
  const state = openStateFolder(folder)
  onTestFinished(() => state.close())
  const personId = crypto.randomUUID()
  const picture = Buffer.from('the picture of somebody who was erased')
  state.records.append({ ...buildRecord(), personId }, picture)
  state.records.acknowledge([1], 1)
  const holds = (bytes: Uint8Array | string) =>
    ['terminal.db', 'terminal.db-wal'].some((file) => readFileSync(join(folder, file)).includes(bytes))
  expect([holds(personId), holds(picture)]).toEqual([true, true])
  state.records.eraseKept([personId])
  expect([holds(personId), holds(picture)]).toEqual([false, false])
})
