import { randomUUID } from 'node:crypto'
import {
  createStewardLink,
  endMuster,
  listMusterEvents,
  listMusterPeople,
  listStewardLinks,
  loadStewardFaces,
  markAsSteward,
  markMusterPeople,
  openStewardList,
  revokeStewardLink,
  stewardHeader,
} from '@gatehouse/contract/features/muster.ts'
import { listOperations } from '@gatehouse/contract/features/operation-log.ts'
import { uploadPortrait } from '@gatehouse/contract/features/portraits.ts'
import { createStaff } from '@gatehouse/contract/features/staff.ts'
import { publicApiRoutes } from '@gatehouse/contract/public-api.ts'
import { apiRoutes } from '@gatehouse/contract/routes.ts'
import { faces, photograph } from '@gatehouse/testkit/photographs.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exampleOf } from '../../../test/example-of.ts'
import { type Caller, startTestGatehouse, type TestGatehouse } from '../../../test/gatehouse.ts'
import { musterBuilder } from '../../../test/musters.ts'
import { buildVisitor } from '../../../test/visits.ts'

let house: TestGatehouse
let admin: Caller
let builder: ReturnType<typeof musterBuilder>
beforeAll(async () => {
  house = await startTestGatehouse()
  admin = await house.asRole('superAdmin')
  builder = musterBuilder(house, admin)
})
afterAll(() => house.close())

/** Sessions end meanwhile. */
async function passHours(hours: number) {
  house.clock.advance({ hours })
  admin = await house.asRole('superAdmin')
  builder = musterBuilder(house, admin)
}

/** A muster of a site with this many people in its hall, and two points: one of the hall, one of the rest. */
async function buildMuster(people: number) {
  const { site, top, hall } = await builder.buildSite('Asia/Tokyo')
  const gate = await builder.buildDoor(site.id, hall.id)
  const lawn = await builder.pointAt(site.id, 'Lawn', [hall.id])
  const park = await builder.pointAt(site.id, 'Park')
  for (let n = 0; n < people; n++) await builder.comeIn(gate)
  const { id, startedAt } = await builder.start(site.id)
  return { id, startedAt, site, top, hall, gate, lawn, park }
}

const linkTo = (id: string, body: object = {}, caller = admin) =>
  caller.ask(createStewardLink, { params: { id }, body: { steward: 'Ingrid', ...body } })
const tokenOf = ({ url }: { url: string }) => url.split('#')[1]!
const withToken = (token: string) => ({ [stewardHeader]: token })
const open = async (token: string, query: object = {}) =>
  house.nobody.call(openStewardList, { query }, withToken(token))
const now = () => house.clock.now().round('millisecond')
const markOf = (personId: string, state: 'safe' | 'missing' | 'not-on-site' = 'safe', secondsAgo = 0) => ({
  id: randomUUID(),
  personId,
  state,
  at: now().subtract({ seconds: secondsAgo }).toString(),
})
const send = (token: string, marks: ReturnType<typeof markOf>[], sentAt = now().toString()) =>
  house.nobody.call(markAsSteward, { body: { sentAt, marks } }, withToken(token))
const outcomesOf = async (...sent: Parameters<typeof send>) =>
  (await send(...sent)).data.marks.map(({ outcome }) => outcome)
const peopleOf = async (id: string) =>
  (await admin.ask(listMusterPeople, { params: { id }, query: { size: 200 } })).items

describe('the link of a steward', () => {
  it('the token stands behind the hash sign of the address, and the database knows only its hash', async () => {
    const { id } = await buildMuster(0)
    const { url, link } = await linkTo(id)
    expect(url).toMatch(/\/m\/steward#[\w-]{43}$/)
    expect(link).toMatchObject({ steward: 'Ingrid', point: null, state: 'usable', lastSeenAt: null, marks: 0 })
    const row = await house.db
      .selectFrom('steward_link')
      .selectAll()
      .where('id', '=', link.id)
      .executeTakeFirstOrThrow()
    expect(JSON.stringify(row)).not.toContain(tokenOf({ url }))
    expect(JSON.stringify(await admin.ask(listStewardLinks, { params: { id } }))).not.toContain(tokenOf({ url }))
  })

  it('a steward sees names, places and how sure they are, on the clock of the site, and nothing else of anybody', async () => {
    const { id, gate, site, lawn, park } = await buildMuster(1)
    const host = await builder.comeIn(gate)
    const visitor = await buildVisitor(house, admin, { hostId: host.id, phone: '13800000000' })
    await builder.pass(gate, visitor.id, { kind: 'visitor' })
    const { data } = await open(tokenOf(await linkTo(id)))
    expect(data).toMatchObject({
      site: site.name,
      timeZone: 'Asia/Tokyo',
      steward: 'Ingrid',
      pointId: null,
      points: [lawn, park].map((point) => ({ id: point.id, name: point.name })),
      counts: { people: 3, missing: 3, safe: 0, notOnSite: 0 },
    })
    const found = data.people.find(({ name }) => name === visitor.name)
    expect(found).toEqual({
      id: expect.any(String),
      name: visitor.name,
      hasFace: false,
      host: host.name,
      area: 'Hall',
      door: gate.door.name,
      since: expect.any(String),
      doubts: [],
      pointId: lawn.id,
      isLatecomer: false,
      state: 'missing',
      markedAt: null,
    })
    expect(JSON.stringify(data)).not.toContain('13800000000')
  })

  it('a link for one point has the people of that point only, and marks nobody else', async () => {
    const { id, park, lawn, top, site } = await buildMuster(2)
    await builder.comeIn(await builder.buildDoor(site.id, top))
    const token = tokenOf(await linkTo(id, { pointId: park.id }))
    const { data } = await open(token)
    expect(data).toMatchObject({ pointId: park.id, counts: { people: 1 } })
    const [there] = data.people
    const elsewhere = (await peopleOf(id)).find(({ point }) => point?.id === lawn.id)!
    expect(await outcomesOf(token, [markOf(elsewhere.id), markOf(there!.id)])).toEqual(['unknown-person', 'taken'])
    expect(await peopleOf(id)).toContainEqual(
      expect.objectContaining({
        state: 'safe',
        mark: expect.objectContaining({ how: 'steward', by: 'Ingrid', point: { id: park.id, name: 'Park' } }),
      }),
    )
  })

  it('a phone asks only for what has changed', async () => {
    const { id } = await buildMuster(3)
    const token = tokenOf(await linkTo(id))
    const { revision, people } = (await open(token)).data
    expect((await open(token, { after: revision })).data.people).toEqual([])
    await admin.ask(markMusterPeople, { params: { id }, body: { personIds: [people[1]!.id], state: 'safe' } })
    const { data } = await open(token, { after: revision })
    expect(data.people).toMatchObject([{ id: people[1]!.id, state: 'safe' }])
    expect(data.counts).toEqual({ people: 3, missing: 2, safe: 1, notOnSite: 0 })
  })

  it('faces are small, of people on the list only, and come with the token only', async () => {
    const { id, gate } = await buildMuster(1)
    const portrait = await admin.ask(uploadPortrait, { body: { file: photograph(faces.franck) } })
    const body = { name: 'Franck', departmentId: null, jobId: null, phone: null, portraitId: portrait.id, force: true }
    const franck = await admin.ask(createStaff, { body })
    await builder.pass(gate, franck.id)
    const token = tokenOf(await linkTo(id))
    const { people } = (await open(token)).data
    const ids = people.map((person) => person.id).join(',')
    const { data } = await house.nobody.call(loadStewardFaces, { query: { ids } }, withToken(token))
    expect(data.map((face) => face.id)).toEqual(people.filter(({ hasFace }) => hasFace).map((person) => person.id))
    expect(Buffer.from(data[0]!.jpeg, 'base64').subarray(0, 2).toString('hex')).toBe('ffd8')
    expect(data[0]!.jpeg.length).toBeLessThan(20_000)
    expect((await house.nobody.call(loadStewardFaces, { query: { ids } })).message).toBe('muster.link-unknown')
  })

  it('no other route takes the token, whatever header carries it', async () => {
    const { id } = await buildMuster(0)
    const token = tokenOf(await linkTo(id))
    const stewards = new Set(['openStewardList', 'loadStewardFaces', 'markAsSteward'])
    for (const [name, route] of apiRoutes) {
      if (
        stewards.has(name) ||
        name === 'live' ||
        /report|paper-list/.test(route.path) ||
        route.permission === 'public'
      )
        continue
      const input = { params: exampleOf(route.params) as object, query: exampleOf(route.query, false) as object }
      const headers = { ...withToken(token), 'auth-token': token, authorization: `Bearer ${token}` }
      expect([name, (await house.nobody.call(route, input, headers)).message]).toEqual([name, 'auth.session-expired'])
    }
    expect([...publicApiRoutes.values()].map(({ path }) => path)).not.toContainEqual(expect.stringContaining('steward'))
  })
})

describe('marks of a phone', () => {
  it('two stewards mark at once, each mark once, however often it is sent', async () => {
    const { id } = await buildMuster(4)
    const [ingrid, oscar] = [tokenOf(await linkTo(id)), tokenOf(await linkTo(id, { steward: 'Oscar' }))]
    const people = await peopleOf(id)
    const theirs = people.slice(0, 2).map((person) => markOf(person.id))
    const his = people.slice(1).map((person) => markOf(person.id))
    const answers = await Promise.all([send(ingrid, theirs), send(oscar, his), send(ingrid, theirs), send(oscar, his)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect((await peopleOf(id)).map(({ state }) => state)).toEqual(['safe', 'safe', 'safe', 'safe'])
    const links = await admin.ask(listStewardLinks, { params: { id } })
    expect(links.map(({ steward, marks }) => [steward, marks])).toEqual([
      ['Oscar', 3],
      ['Ingrid', 2],
    ])
    const lines = await admin.ask(listOperations, { query: { module: 'muster', event: 'mark', size: 1 } })
    expect(lines.items).toMatchObject([{ side: 'phone', item: expect.stringMatching(/ · (Ingrid|Oscar)$/) }])
  })

  it('a phone that was offline brings its marks with their own times; a later one counts, also the one that takes back', async () => {
    const { id } = await buildMuster(1)
    const token = tokenOf(await linkTo(id))
    house.clock.advance({ minutes: 5 })
    const [person] = await peopleOf(id)
    const [safe, undone] = [markOf(person!.id, 'safe', 120), markOf(person!.id, 'missing', 60)]
    expect(await outcomesOf(token, [undone])).toEqual(['taken'])
    expect(await outcomesOf(token, [safe, undone])).toEqual(['older', 'taken'])
    expect(await peopleOf(id)).toMatchObject([{ state: 'missing' }])
    expect(await outcomesOf(token, [markOf(person!.id, 'safe', 30)])).toEqual(['taken'])
    expect(await peopleOf(id)).toMatchObject([{ state: 'safe' }])
  })

  it('a wrong clock of a phone changes no order: what counts is how long ago it says that the mark was', async () => {
    const { id, startedAt } = await buildMuster(1)
    const token = tokenOf(await linkTo(id))
    house.clock.advance({ minutes: 10 })
    const [person] = await peopleOf(id)
    // The phone is a day ahead.
    const phone = now().add({ hours: 24 })
    const mark = { ...markOf(person!.id), at: phone.subtract({ seconds: 90 }).toString() }
    expect(await outcomesOf(token, [mark], phone.toString())).toEqual(['taken'])
    const at = Temporal.Instant.from((await peopleOf(id))[0]!.mark!.at)
    expect(Math.abs(at.until(house.clock.now()).total('seconds') - 90)).toBeLessThan(5)
    // Neither before the start nor in the future.
    expect(await outcomesOf(token, [{ ...markOf(person!.id), at: '1999-01-01T00:00:00Z' }])).toEqual(['older'])
    expect(await outcomesOf(token, [{ ...markOf(person!.id, 'missing'), at: '2999-01-01T00:00:00Z' }])).toEqual([
      'taken',
    ])
    const { mark: last } = (await peopleOf(id))[0]!
    expect(Temporal.Instant.compare(Temporal.Instant.from(last!.at), house.clock.now())).toBeLessThan(1)
    expect(Temporal.Instant.compare(Temporal.Instant.from(last!.at), Temporal.Instant.from(startedAt))).toBe(1)
  })

  it('marks that come after the end change nobody, and stand in the history as late', async () => {
    const { id } = await buildMuster(1)
    const token = tokenOf(await linkTo(id))
    const [person] = await peopleOf(id)
    const mark = markOf(person!.id)
    await admin.ask(endMuster, { params: { id } })
    expect(await outcomesOf(token, [mark])).toEqual(['late'])
    expect(await outcomesOf(token, [mark])).toEqual(['late'])
    expect(await peopleOf(id)).toMatchObject([{ state: 'missing', mark: null }])
    const { items } = await admin.ask(listMusterEvents, { params: { id } })
    expect(items.filter(({ kind }) => kind === 'marked')).toMatchObject([{ isLate: true, by: 'Ingrid' }])
    await passHours(25)
    expect((await send(token, [mark])).message).toBe('muster.link-ended')
  })
})

describe('the marks of a leaked link', () => {
  const manyOf = (personId: string, count: number) => Array.from({ length: count }, () => markOf(personId))

  it('a muster that has ended takes no more late lines by one link than a phone could have kept, and says so', async () => {
    const { id } = await buildMuster(1)
    const token = tokenOf(await linkTo(id))
    const [person] = await peopleOf(id)
    await admin.ask(endMuster, { params: { id } })
    const kept = manyOf(person!.id, 52)
    expect(new Set(await outcomesOf(token, kept))).toEqual(new Set(['late']))
    const refused = await send(token, [markOf(person!.id)])
    expect(refused).toMatchObject({ status: 429, message: 'muster.too-many-marks' })
    expect(refused.desc).toContain('52')
    expect(await outcomesOf(token, kept.slice(0, 1)), 'what is known is answered as before').toEqual(['late'])
    const lines = await admin.ask(listMusterEvents, { params: { id }, query: { size: 200 } })
    expect(lines.items.filter(({ kind }) => kind === 'marked')).toHaveLength(52)
  })

  it('a running muster takes a bounded number of marks by one link, and another link works on', async () => {
    const { id } = await buildMuster(1)
    const [leaked, other] = [tokenOf(await linkTo(id)), tokenOf(await linkTo(id, { steward: 'Oscar' }))]
    const [person] = await peopleOf(id)
    for (const count of [250, 250]) expect((await send(leaked, manyOf(person!.id, count))).status).toBe(200)
    expect((await send(leaked, manyOf(person!.id, 21))).message).toBe('muster.too-many-marks')
    expect((await send(leaked, manyOf(person!.id, 20))).status).toBe(200)
    expect((await send(leaked, manyOf(person!.id, 1))).message).toBe('muster.too-many-marks')
    expect(await outcomesOf(other, [markOf(person!.id)])).toEqual(['taken'])
  })

  it('marks that are sent again leave no further line in the operation log', async () => {
    const { id } = await buildMuster(1)
    const token = tokenOf(await linkTo(id, { steward: 'Repeater' }))
    const mark = markOf((await peopleOf(id))[0]!.id)
    for (let n = 0; n < 3; n++) expect(await outcomesOf(token, [mark])).toEqual(['taken'])
    const { items } = await admin.ask(listOperations, { query: { module: 'muster', event: 'mark', size: 20 } })
    expect(items.filter(({ item }) => item?.endsWith(' · Repeater'))).toHaveLength(1)
  })

  it('the end of a muster gives no new life to a link whose time was over', async () => {
    const { id } = await buildMuster(1)
    const token = tokenOf(await linkTo(id, { hours: 1 }))
    const [person] = await peopleOf(id)
    await passHours(2)
    await admin.ask(endMuster, { params: { id } })
    expect((await send(token, [markOf(person!.id)])).message).toBe('muster.link-ended')
  })
})

describe('a link that is over', () => {
  it('an ended, a revoked, an expired and an unknown link are refused, each in its own words', async () => {
    const { id } = await buildMuster(1)
    const [one, two, three] = [await linkTo(id), await linkTo(id, { hours: 1 }), await linkTo(id, { hours: 72 })]
    const linkId = one.link.id
    expect(await admin.ask(revokeStewardLink, { params: { id, linkId } })).toMatchObject({ state: 'revoked' })
    await passHours(2)
    const refusalOf = async (token: string) => {
      const { status, message, desc } = await open(token)
      expect(desc.length).toBeGreaterThan(20)
      return [status, message]
    }
    expect(await refusalOf(tokenOf(one))).toEqual([410, 'muster.link-revoked'])
    expect(await refusalOf(tokenOf(two))).toEqual([410, 'muster.link-expired'])
    expect((await open(tokenOf(three))).status).toBe(200)
    await admin.ask(endMuster, { params: { id } })
    expect(await refusalOf(tokenOf(three))).toEqual([410, 'muster.link-ended'])
    expect(await refusalOf(tokenOf(one))).toEqual([410, 'muster.link-revoked'])
    expect(await refusalOf('x'.repeat(43))).toEqual([404, 'muster.link-unknown'])
    expect(await refusalOf('')).toEqual([404, 'muster.link-unknown'])
    const [person] = await peopleOf(id)
    expect((await send(tokenOf(one), [markOf(person!.id)])).message).toBe('muster.link-revoked')
    const states = (await admin.ask(listStewardLinks, { params: { id } })).map(({ state }) => state)
    expect(states).toEqual(['ended', 'ended', 'revoked'])
  })

  it('a link is made for a muster that is running only, and taken back from its own muster only', async () => {
    const [one, other] = [await buildMuster(0), await buildMuster(0)]
    const { link } = await linkTo(one.id)
    const elsewhere = { id: other.id, linkId: link.id }
    expect((await admin.call(revokeStewardLink, { params: elsewhere })).message).toBe('muster.link-not-found')
    await admin.ask(endMuster, { params: { id: one.id } })
    const body = { steward: 'Late' }
    expect((await admin.call(createStewardLink, { params: { id: one.id }, body })).message).toBe('muster.ended')
    const pointId = one.lawn.id
    const foreign = await admin.call(createStewardLink, { params: { id: other.id }, body: { ...body, pointId } })
    expect(foreign.message).toBe('muster-point.not-found')
  })

  it('calls of one address are limited', async () => {
    const call = () => house.gatehouse.fastify.inject({ url: '/public/v1/steward/list', remoteAddress: '10.9.9.9' })
    const answers: number[] = []
    for (let n = 0; n < 260; n++) answers.push((await call()).statusCode)
    expect(new Set(answers)).toEqual(new Set([404, 429]))
  })
})
