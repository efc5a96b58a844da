import { pullPeople } from '@gatehouse/contract/device/link.ts'
import { listPersonPortraits } from '@gatehouse/contract/features/people/person-portraits.ts'
import { maxPortraits } from '@gatehouse/contract/features/people/several-portraits.ts'
import * as asked from '@gatehouse/contract/features/portraits/portrait-quality.ts'
import { maxUploadsOfLink, otherPerson } from '@gatehouse/contract/features/portraits/sent-portraits.ts'
import { erasePerson } from '@gatehouse/contract/features/privacy.ts'
import * as contract from '@gatehouse/contract/features/registrations.ts'
import { createStaff, deleteStaff, listStaff } from '@gatehouse/contract/features/staff.ts'
import { createVisitor, deleteVisitors, getVisitor, updateVisitor } from '@gatehouse/contract/features/visitors.ts'
import { normalise } from '@gatehouse/face/core/embed-face.ts'
import { embeddingOf, wireEmbedding } from '@gatehouse/testkit/named-faces.ts'
import { faces, photograph } from '@gatehouse/testkit/photographs.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { pairTestDevice, type PairedDevice } from '../../../test/device-caller.ts'
import { insertNamedPortrait } from '../../../test/enrol.ts'
import { type Caller, startTestGatehouse, type TestGatehouse } from '../../../test/gatehouse.ts'
import { inHours } from '../../../test/visits.ts'
import { deleteUnusedPortraits } from '../../people/portraits/portrait-store.ts'

let house: TestGatehouse
let admin: Caller
let gate: PairedDevice
let token: string
beforeAll(async () => {
  house = await startTestGatehouse()
  admin = await house.asRole('superAdmin')
  gate = await pairTestDevice(house, admin, 'Gate')
})
beforeEach(async () => {
  const { items } = await admin.ask(listStaff, { query: { size: 200 } })
  if (items.length > 0) await admin.ask(deleteStaff, { body: { ids: items.map(({ id }) => id) } })
  await house.db.deleteFrom('registration').execute()
  const { address } = await admin.ask(contract.renewRegistrationCode)
  token = address.split('/').at(-1) ?? ''
})
afterAll(() => house.close())

const portraits = (...names: string[]) => Promise.all(names.map((name) => insertNamedPortrait(house, name)))
const register = (portraitIds: readonly string[], phone = '13800000001') => {
  const [portraitId = '', ...furtherPortraitIds] = portraitIds
  const body = { name: 'Anna', phone, departmentId: null, portraitId, furtherPortraitIds }
  return house.nobody.call(contract.register, { params: { token }, body })
}
const firstId = async () =>
  (await admin.ask(contract.listRegistrations, { query: { state: 'pending' } })).items[0]?.id ?? ''
const approve = (id: string, body: { leaveOut?: string[]; force?: boolean } = {}) =>
  admin.ask(contract.approveRegistrations, { body: { ids: [id], ...body } })
const onlyPerson = async () => (await admin.ask(listStaff)).items[0]!
/** The main one, and the others in the order of their ids: they came in one moment. */
const portraitsOf = async (id: string) => {
  const [main, ...further] = (await admin.ask(listPersonPortraits, { params: { id } })).map((one) => one.id)
  return [main, ...inOrder(further)]
}
const asKept = ([main, ...further]: readonly (string | null | undefined)[]) => [main, ...inOrder(further)]
const inOrder = <T>(ids: readonly T[]): T[] => ids.toSorted((a, b) => (String(a) < String(b) ? -1 : 1))
const imagesLeft = async (ids: readonly string[]) =>
  (await house.db.selectFrom('image').select('id').where('id', 'in', ids).execute()).map(({ id }) => id)

describe('several photographs of one registration', () => {
  it('[D3] [MAN-06] [MAN-08] all wait together, all are accepted by one approval, and terminals get each of them', async () => {
    const ids = await portraits('Anna', 'Anna~0.8', 'Anna~0.7')
    expect((await register(ids)).status).toBe(200)
    const id = await firstId()
    expect(await admin.ask(contract.getRegistration, { params: { id } })).toMatchObject({ portraitIds: ids })
    expect(await approve(id)).toEqual([{ id, code: null }])
    const person = await onlyPerson()
    expect(await portraitsOf(person.id)).toEqual(asKept(ids))
    const { upserts } = await gate.ask(pullPeople, { query: { limit: 200 } })
    const sent = ['Anna', 'Anna~0.8', 'Anna~0.7'].map(wireEmbedding)
    expect(upserts.find((one) => one.id === person.id)?.embeddings).toEqual(expect.arrayContaining(sent))
  })

  it('[MAN-06] one is refused and the others are accepted; the first of these becomes the main one, and the refused one is deleted', async () => {
    const ids = await portraits('Bea', 'Bea~0.8', 'Bea~0.7')
    await register(ids)
    const id = await firstId()
    expect(await approve(id, { leaveOut: ids })).toEqual([{ id, code: 'portrait.not-found' }])
    expect(await approve(id, { leaveOut: [ids[0]!] })).toEqual([{ id, code: null }])
    const person = await onlyPerson()
    expect(person.portraitId).toBe(ids[1])
    expect(await portraitsOf(person.id)).toEqual([ids[1], ids[2]])
    expect(await imagesLeft(ids)).not.toContain(ids[0])
  })

  it('[MAN-08] a photograph of somebody else is refused and named, whether it came first or last, and nothing waits', async () => {
    const [one, other, again] = await portraits('Clara', 'Stranger', 'Clara~0.8')
    const expected = { status: 409, message: 'portrait.other-person', data: { portraitIds: [other] } }
    expect(await register([one!, other!, again!])).toMatchObject(expected)
    expect((await register([one!, other!, again!])).data).toMatchObject({ unlike: { [other!]: [one, again] } })
    expect(await register([other!, one!, again!])).toMatchObject(expected)
    expect(await register([one!, other!])).toMatchObject(expected)
    expect(await firstId()).toBe('')
    expect((await register([one!, again!])).status).toBe(200)
  })

  /** Portraits so many degrees on the way from one person to another, who are strangers: 90 apart. */
  async function mixed(...all: number[]) {
    const [one, stranger] = [embeddingOf('Cleo'), embeddingOf('Stranger of Cleo')]
    const ids: string[] = []
    for (const degrees of all) {
      const turn = (degrees * Math.PI) / 180
      const face = normalise(one.map((value, i) => Math.cos(turn) * value + Math.sin(turn) * (stranger[i] ?? 0)))
      ids.push(await insertNamedPortrait(house, `at ${degrees}`, face))
    }
    return ids
  }

  it('[MAN-08] each refused photograph is named with those that it is unlike itself, not with those of another', async () => {
    const [left, right, farRight, farLeft] = await mixed(30, -30, -60, 60)
    const { data } = await register([left!, right!, farRight!, farLeft!])
    expect(data).toMatchObject({ unlike: { [farRight!]: [left], [farLeft!]: [right] } })
  })

  it('[MAN-08] photographs that are mixed of two people do not join the two: every two are compared', async () => {
    const ids = await mixed(0, 30, 60, 90)
    expect(await register(ids)).toMatchObject({ message: 'portrait.other-person', data: { portraitIds: [ids[3]] } })
    expect(await firstId()).toBe('')
  })

  it('[MAN-08] a photograph counts once, is nobody else’s, and there are as many as a person may have', async () => {
    const [one, again] = await portraits('Dora', 'Dora~0.8')
    expect(await register([one!, one!])).toMatchObject({ message: 'portrait.not-found' })
    const many = await portraits(...Array.from({ length: maxPortraits + 1 }, (_, i) => `Many~0.${9 - i}`))
    expect(await register(many)).toMatchObject({ message: 'request.invalid' })
    expect((await register([one!, again!])).status).toBe(200)
    expect(await register([again!], '13800000002')).toMatchObject({ message: 'portrait.not-found' })
    expect(await register([one!], '13800000002')).toMatchObject({ message: 'portrait.not-found' })
  })

  it('each photograph is compared with everybody: a face that is known stops the approval, whichever it is', async () => {
    const known = await admin.ask(createStaff, {
      body: { name: 'Known', portraitId: await insertNamedPortrait(house, 'Emma~0.6') },
    })
    const ids = await portraits('Emma~0.9', 'Emma~0.5')
    await register(ids)
    const id = await firstId()
    await expect
      .poll(async () => (await admin.ask(contract.getRegistration, { params: { id } })).alike[0]?.person?.id)
      .toBe(known.id)
    const { alike } = await admin.ask(contract.getRegistration, { params: { id } })
    expect(alike.map(({ portraitIds }) => portraitIds)).toEqual([ids])
    expect(await approve(id)).toEqual([{ id, code: 'portrait.duplicate-face' }])
    // Nothing was taken from the submission by the vain attempt.
    expect((await admin.ask(contract.getRegistration, { params: { id } })).portraitIds).toHaveLength(2)
  })

  it('a phone number that somebody has gets no face by the second photograph either', async () => {
    await admin.ask(createStaff, {
      body: { name: 'Anna', phone: '13800000009', portraitId: await insertNamedPortrait(house, 'Fay') },
    })
    // The first is like both the owner and the second, which is like the first alone.
    await register(await portraits('Fay~0.7', 'Gina'), '13800000009').then((answer) => expect(answer.status).toBe(409))
    const [like, unlike] = await portraits('Fay~0.5', 'Fay~0.3')
    expect((await register([like!, unlike!], '13800000009')).status).toBe(200)
    const id = await firstId()
    expect(await admin.ask(contract.getRegistration, { params: { id } })).toMatchObject({
      samePhone: { doubt: 'other-face', doubtful: [unlike], portraits: 1 },
    })
    expect(await approve(id)).toEqual([{ id, code: 'portrait.other-face' }])
    expect(await approve(id, { leaveOut: [unlike!] })).toEqual([{ id, code: null }])
  })

  it('a photograph is in one of two submissions that come at once, whichever is first', async () => {
    for (const name of ['Gus', 'Gil', 'Gea']) {
      const ids = await portraits(name, `${name}~0.8`)
      const answers = await Promise.all([register(ids), register(ids.toReversed(), '13800000012')])
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404])
      const [one = ''] = await portraits(`${name}~0.7`)
      const alone = await Promise.all([register([one]), register([one], '13800000012')])
      expect(alone.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404])
    }
  })

  it('further photographs of a rejected registration go with the rejection, and are not found when they are sent again', async () => {
    const ids = await portraits('Hal', 'Hal~0.8')
    await register(ids)
    await admin.ask(contract.rejectRegistrations, { body: { ids: [await firstId()], reason: 'No' } })
    expect(await imagesLeft(ids)).toEqual([ids[0]])
    expect(await register(ids)).toMatchObject({ status: 404, message: 'portrait.not-found' })
  })

  it('the photographs of a rejected registration go within a day, those of a pending one stay', async () => {
    const ids = await portraits('Hanna', 'Hanna~0.8')
    await register(ids)
    const id = await firstId()
    const later = house.clock.now().add({ hours: 1 }).toString()
    await deleteUnusedPortraits(house.db, later)
    expect(await imagesLeft(ids)).toHaveLength(2)
    await admin.ask(contract.rejectRegistrations, { body: { ids: [id], reason: 'No' } })
    await deleteUnusedPortraits(house.db, later)
    expect(await imagesLeft(ids)).toEqual([])
  })

  it('erasing a person takes all photographs that wait under their number', async () => {
    const { id } = await admin.ask(createStaff, { body: { name: 'Ina', phone: '13800000007' } })
    const ids = await portraits('Ina', 'Ina~0.8', 'Ina~0.7')
    expect((await register(ids, '13800000007')).status).toBe(200)
    await admin.ask(erasePerson, { params: { id } })
    expect(await imagesLeft(ids)).toEqual([])
  })
})

describe('a photograph beside those that came before', () => {
  const send = (name: string, beside?: string) =>
    house.nobody.call(contract.uploadOwnPortrait, {
      params: { token },
      query: beside === undefined ? {} : { beside },
      image: photograph(name),
    })

  it('[MAN-08] one of somebody else is refused at once and not kept, one of the same person is taken', async () => {
    const first = await send(faces.franck)
    const before = await house.db.selectFrom('image').select('id').execute()
    const refused = await send(faces.cage, first.data.id)
    expect(refused).toMatchObject({ status: 409, message: 'portrait.other-person' })
    const { portraitIds, unlike } = otherPerson.parse(refused.data)
    expect(portraitIds.map((id) => unlike[id])).toEqual([[first.data.id]])
    expect(await house.db.selectFrom('image').select('id').execute()).toHaveLength(before.length)
    expect((await send(faces.franckAgain, first.data.id)).status).toBe(200)
  })

  it('nobody learns by it whether a face is known: portraits of people are not compared', async () => {
    const first = await send(faces.franck)
    await admin.ask(createStaff, { body: { name: 'Franck', portraitId: first.data.id } })
    for (const face of [faces.franckAgain, faces.cage])
      expect(await send(face, first.data.id)).toMatchObject({ status: 404, message: 'portrait.not-found', data: {} })
  })
})

describe('a link that asks for new photographs', () => {
  const linkOf = async (portraitId: string | null) => {
    const { links } = await admin.ask(asked.askForPortraits, {
      body: { portraitIds: [portraitId ?? ''], language: 'en' },
    })
    return links[0]?.url.split('/').at(-1) ?? ''
  }
  const answer = (token: string, [portraitId = '', ...furtherPortraitIds]: readonly string[]) =>
    house.nobody.call(asked.sendAskedPortrait, { params: { token }, body: { portraitId, furtherPortraitIds } })

  it('[MAN-06] several answer it at once, one of them is refused, and the former portrait stays beside the others', async () => {
    const former = await insertNamedPortrait(house, 'Jana')
    const person = await admin.ask(createStaff, { body: { name: 'Jana', portraitId: former } })
    const ids = await portraits('Jana~0.9', 'Jana~0.8', 'Jana~0.7')
    const link = await linkOf(former)
    expect((await answer(link, ids)).status).toBe(200)
    expect(await answer(link, ids)).toMatchObject({ message: 'portrait.link-over' })
    const id = await firstId()
    expect(await approve(id, { leaveOut: [ids[1]!] })).toEqual([{ id, code: null }])
    expect(await portraitsOf(person.id)).toEqual(asKept([ids[0], former, ids[2]]))
  })

  it('new photographs of a person who has as many as there may be take the place of the oldest', async () => {
    const [main, ...more] = await portraits(...Array.from({ length: maxPortraits }, (_, i) => `Kim~0.${9 - i}`))
    await register([main!, ...more], '13800000011')
    await approve(await firstId())
    const person = await onlyPerson()
    const ids = await portraits('Kim~0.85', 'Kim~0.95')
    await answer(await linkOf(main!), ids)
    const id = await firstId()
    expect(await approve(id)).toEqual([{ id, code: null }])
    const after = await portraitsOf(person.id)
    expect(after).toHaveLength(maxPortraits)
    expect(after).toEqual(expect.arrayContaining(ids))
    expect(after[0]).toBe(ids[0])
  })

  it('[MAN-06] a visitor is asked like staff, and what they send becomes theirs', async () => {
    const former = await insertNamedPortrait(house, 'Lena')
    const guest = await admin.ask(createVisitor, {
      body: { name: 'Lena', portraitId: former, validFromAt: inHours(house, -1), validToAt: inHours(house, 8) },
    })
    const { links } = await admin.ask(asked.askForPortraits, { body: { portraitIds: [former], language: 'en' } })
    const link = links[0]?.url.split('/').at(-1) ?? ''
    expect(await house.nobody.ask(asked.openPortraitRequest, { params: { token: link } })).toMatchObject({
      name: 'Lena',
      kind: 'visitor',
    })
    const ids = await portraits('Lena~0.9', 'Lena~0.8')
    expect((await answer(link, ids)).status).toBe(200)
    const id = await firstId()
    expect(await admin.ask(contract.getRegistration, { params: { id } })).toMatchObject({
      samePhone: { id: guest.id, kind: 'visitor' },
    })
    expect(await approve(id)).toEqual([{ id, code: null }])
    expect(await portraitsOf(guest.id)).toEqual(asKept([ids[0], former, ids[1]]))
    expect((await admin.ask(getVisitor, { params: { id: guest.id } })).portraitId).toBe(ids[0])
  })

  it('the link of a visitor ends with the visit as it stands now, and goes on where it was made longer', async () => {
    const former = await insertNamedPortrait(house, 'Lou')
    const guest = await admin.ask(createVisitor, {
      body: { name: 'Lou', portraitId: former, validFromAt: inHours(house, -1), validToAt: inHours(house, 2) },
    })
    const link = await linkOf(former)
    const open = async () => (await house.nobody.call(asked.openPortraitRequest, { params: { token: link } })).message
    const until = (validToAt: string) => admin.ask(updateVisitor, { params: { id: guest.id }, body: { validToAt } })
    await until(inHours(house, -0.5))
    expect(await open()).toBe('portrait.link-over')
    expect(await answer(link, await portraits('Lou~0.9'))).toMatchObject({ message: 'portrait.link-over' })
    await until(inHours(house, 8))
    expect(await open()).toBe('success')
    house.clock.advance({ hours: 3 })
    const isOpen = await open()
    house.clock.advance({ hours: -3 })
    expect(isOpen).toBe('success')
  })

  it('photographs that a person sent by a link go with them, rows and pictures, whether they are staff or visit', async () => {
    const [portraitId = '', visitorPortraitId = ''] = await portraits('Mia', 'Max')
    const visit = { validFromAt: inHours(house, -1), validToAt: inHours(house, 8) }
    const mia = await admin.ask(createStaff, { body: { name: 'Mia', portraitId } })
    const max = await admin.ask(createVisitor, { body: { name: 'Max', portraitId: visitorPortraitId, ...visit } })
    const ids = await portraits('Mia~0.9', 'Mia~0.8', 'Max~0.9', 'Max~0.8')
    await answer(await linkOf(portraitId), ids.slice(0, 2))
    await answer(await linkOf(visitorPortraitId), ids.slice(2))
    expect(await imagesLeft(ids)).toHaveLength(4)
    await admin.ask(deleteStaff, { body: { ids: [mia.id] } })
    await admin.ask(deleteVisitors, { body: { ids: [max.id] } })
    expect(await firstId()).toBe('')
    expect(await imagesLeft(ids)).toEqual([])
  })

  it('a visitor whose visit is over is not asked', async () => {
    const former = await insertNamedPortrait(house, 'Mona')
    const visit = { validFromAt: inHours(house, -9), validToAt: inHours(house, -1) }
    await admin.ask(createVisitor, { body: { name: 'Mona', portraitId: former, ...visit } })
    const { links, left } = await admin.ask(asked.askForPortraits, { body: { portraitIds: [former], language: 'en' } })
    expect([links, left]).toEqual([[], 1])
  })

  it('a link takes only so many photographs, refused ones among them', async () => {
    const former = await insertNamedPortrait(house, 'Nina')
    await admin.ask(createStaff, { body: { name: 'Nina', portraitId: former } })
    const link = await linkOf(former)
    await house.db
      .updateTable('portrait_request')
      .set({ uploads: maxUploadsOfLink - 1 })
      .execute()
    const send = () =>
      house.nobody.call(asked.uploadAskedPortrait, {
        params: { token: link },
        image: photograph(faces.cage),
      })
    expect((await send()).status).toBe(200)
    expect(await send()).toMatchObject({ status: 429, message: 'portrait.too-many-sent' })
  })
})

describe('several portraits in the form of a visitor', () => {
  const create = ([portraitId = '', ...furtherPortraitIds]: readonly string[]) =>
    admin.call(createVisitor, {
      body: {
        name: 'Olga',
        portraitId,
        furtherPortraitIds,
        validFromAt: inHours(house, -1),
        validToAt: inHours(house, 8),
      },
    })

  it('[MAN-08] a new visitor has all of them, and one of somebody else is refused and named', async () => {
    const ids = await portraits('Olga', 'Olga~0.8')
    const other = await insertNamedPortrait(house, 'Somebody')
    expect(await create([...ids, other])).toMatchObject({
      message: 'portrait.other-person',
      data: { portraitIds: [other] },
    })
    const { data } = await create(ids)
    expect(await portraitsOf(data.id)).toEqual(asKept(ids))
  })
  it('[MAN-08] further portraits without a main one are refused: no list would show them', async () => {
    const furtherPortraitIds = await portraits('Olga')
    const period = { validFromAt: inHours(house, -1), validToAt: inHours(house, 8) }
    const alone = await admin.call(createVisitor, { body: { name: 'Olga', furtherPortraitIds, ...period } })
    expect(alone).toMatchObject({
      message: 'request.invalid',
      desc: expect.stringContaining('Further portraits'),
    })
  })
})
