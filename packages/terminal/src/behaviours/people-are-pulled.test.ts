import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { until } from '@gatehouse/testkit/until.ts'
import { namedFace } from '@gatehouse/testkit/named-faces.ts'
import { Refusal, onePage } from '../../test/scripted-server.ts'
import { buildPerson, createSite } from '../../test/site.ts'

const site = createSite()

const named = (count: number) => Array.from({ length: count }, (_, i) => buildPerson(`Person ${i}`))

it('[DEV-07] People arrive page by page, and an interrupted pull continues where it stopped', async () => {
  const people = named(5)
  const asked: (string | undefined)[] = []
  site.server.people = (cursor) => {
    asked.push(cursor)
    const at = cursor === undefined ? 0 : Number(cursor.split('.').at(-1))
    return {
      isFull: true,
      upserts: people.slice(at, at + 2),
      removals: [],
      cursor: `1..${at + 2}`,
      hasMore: at + 2 < 5,
    }
  }
  site.server.before = (path) => {
    if (path === '/v1/people' && asked.length === 1) {
      asked.push('refused')
      throw new Refusal('server.busy')
    }
  }
  const terminal = await site.start()
  expect(asked.slice(0, 4)).toEqual([undefined, 'refused', '1..2', '1..4'])
  expect(terminal.state.people.count).toBe(5)
  expect(site.server.peopleReports.at(-1)).toEqual({ cursor: '1..6', failures: [], isContinued: false, hasMore: false })
})

it('[DEV-07] Removed people are strangers at once, and changed people keep their face', async () => {
  const [a, b] = [buildPerson('A'), buildPerson('B')]
  let delta = false
  site.server.people = (cursor) => {
    if (cursor === undefined) return { isFull: true, upserts: [a, b], removals: [], cursor: '1..0', hasMore: false }
    if (!delta || cursor === '2..0') return { isFull: false, upserts: [], removals: [], cursor, hasMore: false }
    return { isFull: false, upserts: [{ ...b, name: 'Bea' }], removals: [a.id], cursor: '2..0', hasMore: false }
  }
  const terminal = await site.start({ pollSeconds: 0.05 })
  expect(await terminal.present(namedFace('A'))).toMatchObject({ opened: true })
  delta = true
  await until(() => terminal.state.people.cursor === '2..0', 'the change')
  expect(await terminal.present(namedFace('A'))).toMatchObject({ opened: false, person: null })
  expect(await terminal.present(namedFace('B'))).toMatchObject({ opened: true, person: { name: 'Bea' } })
})

it('[DEV-07] People who cannot be recognised are reported with the reason', async () => {
  const [noPortrait, otherModel, broken, unreadable, faceless] = [1, 2, 3, 4, 5].map((i) => buildPerson(`P${i}`))
  const portraits = { unreadable: randomUUID(), faceless: randomUUID(), good: randomUUID() }
  site.server.portraits.set(portraits.unreadable, namedFace('unreadable'))
  site.server.portraits.set(portraits.faceless, namedFace('nobody'))
  site.server.portraits.set(portraits.good, namedFace('Embedded Here'))
  const embeddedHere = buildPerson('Embedded Here', { embeddings: [], modelId: 'other', portraitId: portraits.good })
  site.server.people = onePage(
    { ...noPortrait!, embeddings: [], modelId: null },
    { ...otherModel!, modelId: 'other' },
    { ...broken!, embeddings: ['AAAA'], portraitId: randomUUID() },
    { ...unreadable!, modelId: 'other', portraitId: portraits.unreadable },
    { ...faceless!, modelId: 'other', portraitId: portraits.faceless },
    embeddedHere,
  )
  const terminal = await site.start()
  const reasons = new Map(site.server.peopleReports.at(-1)?.failures.map(({ personId, reason }) => [personId, reason]))
  expect([noPortrait, otherModel, broken, unreadable, faceless].map((person) => reasons.get(person!.id))).toEqual([
    'portrait-missing',
    'model-mismatch',
    'portrait-missing',
    'portrait-unreadable',
    'no-face',
  ])
  expect(reasons.size).toBe(5)
  expect(await terminal.present(namedFace('Embedded Here'))).toMatchObject({ opened: true })
})

it('[DEV-07] People beyond the capacity are refused, and arrive once there is room', async () => {
  const people = named(3)
  let isRemoved = false
  site.server.people = (cursor) => {
    const there = isRemoved ? people.slice(1) : people
    const next = isRemoved ? '2..0' : '1..0'
    if (cursor === undefined) return { isFull: true, upserts: there, removals: [], cursor: next, hasMore: false }
    return {
      isFull: false,
      upserts: [],
      removals: cursor === next ? [] : [people[0]!.id],
      cursor: next,
      hasMore: false,
    }
  }
  const terminal = await site.start({ versions: { personCapacity: 2 }, pollSeconds: 0.05 })
  expect(site.server.peopleReports.at(-1)?.failures).toEqual([{ personId: people[2]!.id, reason: 'capacity' }])
  isRemoved = true
  await until(() => site.server.peopleReports.at(-1)?.failures.length === 0, 'room')
  expect(await terminal.present(namedFace('Person 2'))).toMatchObject({ opened: true })
})
