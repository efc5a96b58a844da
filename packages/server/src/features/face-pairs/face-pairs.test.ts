import { randomUUID } from 'node:crypto'
import { pullPeople } from '@gatehouse/contract/device/link.ts'
import { moveToBlacklist } from '@gatehouse/contract/features/blacklist.ts'
import { decideFacePair, listFacePairs, previewFacePair } from '@gatehouse/contract/features/people/face-pairs.ts'
import { addPersonPortrait } from '@gatehouse/contract/features/people/person-portraits.ts'
import { getPersonDoors } from '@gatehouse/contract/features/people/door-hours.ts'
import { explainAccess } from '@gatehouse/contract/features/policies.ts'
import { duplicateFace } from '@gatehouse/contract/features/portraits.ts'
import { deleteStaff } from '@gatehouse/contract/features/staff.ts'
import { createVisitor } from '@gatehouse/contract/features/visitors.ts'
import { personKindCodes } from '@gatehouse/engine/passage/vocabulary.ts'
import { wireEmbedding } from '@gatehouse/testkit/named-faces.ts'
import { until } from '@gatehouse/testkit/until.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AlikeFaces, alikeFaces } from '../../../test/alike-faces.ts'
import { pairTestDevice, type PairedDevice } from '../../../test/device-caller.ts'
import { insertNamedPortrait } from '../../../test/enrol.ts'
import { type Caller, startTestGatehouse, type TestGatehouse } from '../../../test/gatehouse.ts'
import { inHours } from '../../../test/visits.ts'
import { encodeCursor } from '../../lib/cursor.ts'
import { facePairJobs } from './face-pair-jobs.ts'
import { selectOpenPairs } from './face-pair-reads.ts'
import { replaceOpenPairs } from './face-pair-store.ts'

let house: TestGatehouse
let admin: Caller
let gate: PairedDevice
let enter: AlikeFaces['enter']
let compare: AlikeFaces['compare']
let pairs: AlikeFaces['pairs']
let pairOf: AlikeFaces['pairOf']
let decide: AlikeFaces['decide']
beforeAll(async () => {
  house = await startTestGatehouse()
  admin = await house.asRole('superAdmin')
  gate = await pairTestDevice(house, admin, 'Gate')
  ;({ enter, compare, pairs, pairOf, decide } = alikeFaces(house, admin))
})
afterAll(() => house.close())

const atGate = async ({ id }: { id: string }) =>
  (await gate.ask(pullPeople, { query: { limit: 200 } })).upserts.find((person) => person.id === id)

describe('the list of alike faces', () => {
  it('a pair of alike people is listed after each change of a portrait, and goes with what made it', async () => {
    const [anna, again] = [await enter.staff('Anna'), await enter.visitor('Anna~0.65')]
    await enter.staff('Somebody')
    await compare()
    expect(await pairOf(anna, again)).toMatchObject({ isOneFace: true, verdict: null })
    expect((await pairs()).flatMap(({ first, second }) => [first.name, second.name])).not.toContain('Somebody')
    await admin.ask(deleteStaff, { body: { ids: [anna.id] } })
    expect(await pairOf(anna, again)).toBeUndefined()
  })

  it('a further portrait makes a pair that the first one did not', async () => {
    const [berta, other] = [await enter.staff('Berta'), await enter.staff('Berta~0.4')]
    await compare()
    expect(await pairOf(berta, other)).toBeUndefined()
    const portraitId = await insertNamedPortrait(house, 'Berta~0.7')
    await admin.ask(addPersonPortrait, { params: { id: berta.id }, body: { portraitId, force: true } })
    await compare()
    expect(await pairOf(berta, other)).toBeDefined()
  })

  it('[MAN-05] a blacklisted person is listed, before all others, from a lower likeness on', async () => {
    const [banned, visitor] = [await enter.blacklisted('Banned'), await enter.visitor('Banned~0.45')]
    const [one, two] = [await enter.staff('Otto'), await enter.staff('Otto~0.45')]
    await compare()
    expect(await pairOf(banned, visitor)).toMatchObject({ isOneFace: false })
    expect(await pairOf(one, two)).toBeUndefined()
    const [first] = await pairs()
    expect([first?.first.kind, first?.second.kind]).toContain('blacklisted')
  })

  it('pages of open pairs go on where the last one ended, whatever was decided in between, and each pair comes once', async () => {
    const people = await Promise.all(['Paul', 'Paul~0.9', 'Paul~0.8', 'Paul~0.7'].map(enter.staff))
    await compare()
    const all = await pairs()
    expect(all.length).toBeGreaterThan(5)
    const seen: string[] = []
    let after: string | undefined
    do {
      const page = await admin.ask(listFacePairs, { query: { size: 1, ...(after && { after }) } })
      for (const { first, second } of page.items) {
        seen.push(`${first.id} ${second.id}`)
        await decide(first, second, 'two')
      }
      after = page.next ?? undefined
    } while (after)
    expect(seen).toEqual(all.map(({ first, second }) => `${first.id} ${second.id}`))
    const decided = async (size: number) => {
      const found: string[] = []
      let after: string | undefined
      do {
        const page = await admin.ask(listFacePairs, { query: { state: 'decided', size, ...(after && { after }) } })
        found.push(...page.items.map(({ first, second }) => `${first.id} ${second.id}`))
        after = page.next ?? undefined
      } while (after)
      return found
    }
    expect(await decided(2)).toEqual(await decided(200))
    const at = (cosine: string) => encodeCursor('false', cosine, people[0]!.id, people[1]!.id)
    for (const after of ['nonsense', ...['', ' ', 'NaN', 'Infinity', '1e39', '-1e39', '1.5'].map(at)])
      expect((await admin.call(listFacePairs, { query: { after } })).message, after).toBe('request.invalid')
    for (const after of ['0.5', '-1', '1', '0', '1e-60'].map(at))
      expect(await admin.call(listFacePairs, { query: { after } }), after).toMatchObject({ status: 200 })
    for (const instant of ['0000-01-01T00:00:00Z', '2026-11-28T10:00:00+23:59']) {
      const after = encodeCursor(instant, people[0]!.id, people[1]!.id)
      const answer = await admin.call(listFacePairs, { query: { state: 'decided', after } })
      expect(answer.message, instant).toBe('request.invalid')
    }
    for (const { first, second } of all) await decide(first, second, null)
  })

  it('a page of open pairs is read along an index, without sorting those before and after it', async () => {
    await sql`with people as materialized (
      insert into person (kind, name, name_search) select 1, 'Look-alike ' || n, 'look' || n from generate_series(1, 400) n returning id)
      insert into face_pair (first_id, second_id, cosine, found_at)
      select a.id, b.id, 0.5 + random() / 3, now() from people a join people b on a.id < b.id`.execute(house.db)
    await sql`analyze face_pair, person`.execute(house.db)
    const place = { hasBlacklisted: false, cosine: 0.6, firstId: randomUUID(), secondId: randomUUID() }
    const plan = await selectOpenPairs(house.db, ['staff', 'visitor'], { after: place, size: 21 }).explain()
    const text = JSON.stringify(plan)
    expect(text).toContain('face_pair__open')
    expect(text).not.toContain('Sort')
    await sql`delete from person where name like 'Look-alike %'`.execute(house.db)
  })

  it('a person who comes onto the blacklist takes their pairs to the front', async () => {
    const [rosa, twin] = [await enter.staff('Rosa'), await enter.visitor('Rosa~0.61')]
    const [alike, more] = [await enter.staff('Theo'), await enter.staff('Theo~0.9')]
    await compare()
    const placeOf = async (a: { id: string }, b: { id: string }) =>
      (await pairs()).findIndex(({ first, second }) => [a.id, b.id].every((id) => [first.id, second.id].includes(id)))
    expect(await placeOf(rosa, twin)).toBeGreaterThan(await placeOf(alike, more))
    await admin.ask(moveToBlacklist, { body: { personIds: [rosa.id], reason: 'theft' } })
    expect(await placeOf(rosa, twin)).toBeLessThan(await placeOf(alike, more))
  })

  it('a pair with somebody whom the caller may not read is not listed, previewed or decided', async () => {
    const [staff, visitor] = [await enter.staff('Clara'), await enter.visitor('Clara~0.7')]
    await compare()
    const guard = await house.asRole('visitorAdmin')
    expect((await pairs(guard)).flatMap(({ first, second }) => [first.id, second.id])).not.toContain(staff.id)
    const both = { firstId: staff.id, secondId: visitor.id }
    expect((await guard.call(previewFacePair, { query: both })).message).toBe('face-pair.not-found')
    const answer = await guard.call(decideFacePair, { body: { ...both, verdict: 'two' } })
    expect(answer.message).toBe('face-pair.not-found')
  })
})

it('a pair that was found while its person became of another kind is not listed for a caller who may not read that kind', async () => {
  const [back, visitor] = [await enter.blacklisted('Back to work'), await enter.visitor('Visits')]
  const guard = await house.asRole('visitorAdmin')
  const names = async (state: 'open' | 'decided') =>
    (await pairs(guard, state)).flatMap(({ first, second }) => [first.name, second.name])
  await house.db.transaction().execute(async (moving) => {
    await moving.updateTable('person').set({ kind: personKindCodes.staff }).where('id', '=', back.id).execute()
    // Another process sees them on the blacklist still.
    const now = house.clock.now().toString()
    await replaceOpenPairs(house.db, visitor.id, [{ personId: back.id, cosine: 0.7 }], now)
  })
  expect(await pairOf(back, visitor)).toMatchObject({ verdict: null })
  expect(await names('open')).not.toContain('Back to work')
  await decide(back, visitor, 'two')
  expect(await pairOf(back, visitor, 'decided')).toMatchObject({ verdict: 'two' })
  expect(await names('decided')).not.toContain('Back to work')
})

it('[MAN-05] a pair that was found while its person came onto the blacklist is put right by a job, and then listed before others', async () => {
  const [banned, visitor] = [await enter.staff('Banned meanwhile'), await enter.visitor('Comes again')]
  await enter.staff('More alike')
  await enter.visitor('More alike~0.9')
  await compare()
  await house.db.transaction().execute(async (moving) => {
    await moving.updateTable('person').set({ kind: personKindCodes.blacklisted }).where('id', '=', banned.id).execute()
    // Another process sees them among the staff still.
    const now = house.clock.now().toString()
    await replaceOpenPairs(house.db, visitor.id, [{ personId: banned.id, cosine: 0.7 }], now)
  })
  const placeOfPair = async () =>
    (await pairs())
      .filter(
        ({ first, second }) =>
          [first, second].every(({ kind }) => kind !== 'blacklisted') ||
          second.id === banned.id ||
          first.id === banned.id,
      )
      .findIndex(({ first, second }) => [first.id, second.id].includes(banned.id))
  expect(await placeOfPair()).toBeGreaterThan(0)
  const job = facePairJobs(house.gatehouse.services).find(({ name }) => name === 'put-kinds-of-pairs-right')
  await job?.run(new AbortController().signal)
  expect(await placeOfPair()).toBe(0)
})

describe('the word of somebody about a pair', () => {
  it('of one person the chosen entry goes to devices with the portraits of both, and the other one to none; both can be undone', async () => {
    const [dora, again] = [await enter.staff('Dora'), await enter.visitor('Dora~0.7')]
    await compare()
    const preview = await admin.ask(previewFacePair, { query: { firstId: dora.id, secondId: again.id } })
    expect(preview).toMatchObject({
      first: { groups: [{ name: 'Default staff group' }], portraits: 1 },
      second: { groups: [{ name: 'Default visitor group' }] },
      mustHoldId: null,
    })
    expect((await decide(dora, again, 'one')).message).toBe('face-pair.main-missing')
    expect(await decide(dora, again, 'one', dora.id)).toMatchObject({ status: 200 })
    expect((await atGate(dora))?.embeddings).toEqual(
      expect.arrayContaining([wireEmbedding('Dora'), wireEmbedding('Dora~0.7')]),
    )
    expect(await atGate(again)).toBeUndefined()
    const explained = await admin.ask(explainAccess, { query: { personId: dora.id, deviceId: gate.id } })
    expect(explained.hasTwin).toBe(false)
    expect(explained.reasons.map(({ code }) => code)).not.toContain('entries-of-one-face')
    await decide(dora, again, null)
    expect((await atGate(dora))?.embeddings).toEqual([wireEmbedding('Dora')])
    expect((await atGate(again))?.embeddings).toEqual([wireEmbedding('Dora~0.7')])
  })

  it('of two people each is told to devices as the twin of the other, and neither is decided about with the other', async () => {
    const [emma, banned] = [await enter.staff('Emma'), await enter.blacklisted('Emma~0.8')]
    await compare()
    const why = () => admin.ask(explainAccess, { query: { personId: emma.id, deviceId: gate.id } })
    await until(async () => ((await why()).opens ? undefined : true))
    await decide(emma, banned, 'two')
    expect(await atGate(emma)).toMatchObject({ twinIds: [banned.id] })
    expect(await atGate(banned)).toMatchObject({ twinIds: [emma.id] })
    expect(await why()).toMatchObject({ opens: true, recordedAs: 'staff', hasTwin: true })
    expect(await admin.ask(getPersonDoors, { params: { id: emma.id } })).toMatchObject({ hasTwin: true })
    expect(await pairOf(emma, banned, 'decided')).toMatchObject({ verdict: 'two', decidedBy: expect.any(String) })
  })

  it('[MAN-05] a blacklisted entry always holds, also when it comes onto the blacklist later', async () => {
    const [frieda, banned] = [await enter.staff('Frieda'), await enter.blacklisted('Frieda~0.8')]
    await compare()
    expect((await decide(frieda, banned, 'one', frieda.id)).message).toBe('face-pair.main-missing')
    const [gerda, visitor] = [await enter.staff('Gerda'), await enter.visitor('Gerda~0.8')]
    await compare()
    await decide(gerda, visitor, 'one', gerda.id)
    await admin.ask(moveToBlacklist, { body: { personIds: [visitor.id], reason: null } })
    await compare()
    expect(await pairOf(gerda, visitor, 'decided')).toMatchObject({ mainId: visitor.id })
    expect(await atGate(gerda)).toBeUndefined()
  })

  it('an entry is joined to one other at most, and comes back to the devices when that one is deleted', async () => {
    const [hanna, second, third] = [
      await enter.staff('Hanna'),
      await enter.visitor('Hanna~0.9'),
      await enter.visitor('Hanna~0.8'),
    ]
    await compare()
    await decide(hanna, second, 'one', hanna.id)
    expect((await decide(second, third, 'one', third.id)).message).toBe('face-pair.joined-already')
    await admin.ask(deleteStaff, { body: { ids: [hanna.id] } })
    expect(await atGate(second)).toBeDefined()
  })
})

it('[MAN-05] a blacklisted person who comes with another photograph is named as one who it may be, and saved only on demand', async () => {
  await enter.blacklisted('Ingo')
  const portraitId = await insertNamedPortrait(house, 'Ingo~0.44')
  const answer = await until(async () => {
    const refused = await admin.call(createVisitor, {
      body: { name: 'Somebody', portraitId, validFromAt: inHours(house, -1), validToAt: inHours(house, 8) },
    })
    return refused.message === 'portrait.duplicate-face' ? refused : undefined
  })
  expect(duplicateFace.parse(answer.data).alike).toMatchObject([
    { kind: 'blacklisted', isMaybe: true, person: { name: 'Ingo' } },
  ])
})
