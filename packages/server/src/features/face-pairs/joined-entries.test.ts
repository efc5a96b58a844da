import { hello, pullPeople } from '@gatehouse/contract/device/link.ts'
import { createBlacklisted, moveOutOfBlacklist, moveToBlacklist } from '@gatehouse/contract/features/blacklist.ts'
import { getPersonDoors } from '@gatehouse/contract/features/people/door-hours.ts'
import { decideFacePair } from '@gatehouse/contract/features/people/face-pairs.ts'
import { addPersonPortrait } from '@gatehouse/contract/features/people/person-portraits.ts'
import { explainAccess } from '@gatehouse/contract/features/policies.ts'
import { duplicateFace } from '@gatehouse/contract/features/portraits.ts'
import { erasePerson } from '@gatehouse/contract/features/privacy.ts'
import { deleteStaff } from '@gatehouse/contract/features/staff.ts'
import { suspendPeople } from '@gatehouse/contract/features/suspensions.ts'
import { wireEmbedding } from '@gatehouse/testkit/named-faces.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { selectLinked } from '../privacy/privacy-store.ts'
import { type AlikeFaces, alikeFaces } from '../../../test/alike-faces.ts'
import { pairTestDevice, type PairedDevice, testVersions } from '../../../test/device-caller.ts'
import { insertNamedPortrait } from '../../../test/enrol.ts'
import { executeAlone } from '../../../test/execute-alone.ts'
import { type Caller, startTestGatehouse, type TestGatehouse } from '../../../test/gatehouse.ts'

let house: TestGatehouse
let admin: Caller
let gate: PairedDevice
let enter: AlikeFaces['enter']
let compare: AlikeFaces['compare']
let decide: AlikeFaces['decide']
let pairOf: AlikeFaces['pairOf']
beforeAll(async () => {
  house = await startTestGatehouse()
  admin = await house.asRole('superAdmin')
  gate = await pairTestDevice(house, admin, 'Gate')
  ;({ enter, compare, decide, pairOf } = alikeFaces(house, admin))
})
afterAll(() => house.close())

type Entry = { id: string }
const everything = () => gate.ask(pullPeople, { query: { limit: 500 } })
const atGate = async ({ id }: Entry) => (await everything()).upserts.find((person) => person.id === id)
/** The changes that the gate is told of after an action. */
async function toldOf(deed: () => Promise<unknown>) {
  const { cursor } = await everything()
  await deed()
  return gate.ask(pullPeople, { query: { cursor, limit: 500 } })
}
const blacklist = ({ id }: Entry) => admin.ask(moveToBlacklist, { body: { personIds: [id], reason: null } })
const unlist = ({ id }: Entry) => admin.ask(moveOutOfBlacklist, { body: { ids: [id] } })
const join = async (main: Entry, other: Entry) => {
  await compare()
  expect((await decide(main, other, 'one', main.id)).status).toBe(200)
}
const changesOf = async (event: string, item: string) => {
  const lines = await house.db
    .selectFrom('operation_log')
    .select('changes')
    .where('event', '=', event)
    .where('item', '=', item)
    .execute()
  return lines.map(({ changes }) => changes)
}

describe('[MAN-05] of two entries of a person', () => {
  it('one that comes onto the blacklist holds from the same moment on, and the chosen one when it has left', async () => {
    const [anna, visitor] = [await enter.staff('Anna'), await enter.visitor('Anna~0.8')]
    await join(anna, visitor)
    const told = await toldOf(() => blacklist(visitor))
    expect(told.upserts.map(({ id, kind }) => [id, kind])).toEqual([[visitor.id, 'blacklisted']])
    expect(told.removals).toContain(anna.id)
    expect(await changesOf('move-in', 'Anna~0.8')).toEqual([{ main: { from: 'Anna', to: 'Anna~0.8' } }])
    const after = await toldOf(() => unlist(visitor))
    expect(after.upserts.map(({ id, kind }) => [id, kind])).toEqual([[anna.id, 'staff']])
    expect(after.removals).toContain(visitor.id)
    expect(await changesOf('move-out', 'Anna~0.8')).toEqual([{ main: { from: 'Anna~0.8', to: 'Anna' } }])
  })

  it('the one that stays on the blacklist holds when the chosen one leaves it', async () => {
    const [berta, again] = [await enter.blacklisted('Berta'), await enter.staff('Berta~0.8')]
    await blacklist(again)
    await join(again, berta)
    await unlist(again)
    expect(await pairOf(berta, again, 'decided')).toMatchObject({ mainId: berta.id })
    expect([await atGate(again), (await atGate(berta))?.kind]).toEqual([undefined, 'blacklisted'])
  })
})

describe('the devices hear', () => {
  it.each([
    ['deleted', ({ id }: Entry) => admin.ask(deleteStaff, { body: { ids: [id] } })],
    ['erased', ({ id }: Entry) => admin.ask(erasePerson, { params: { id } })],
  ])('of a joined entry that is %s that its portraits are no longer those of the other one', async (deed, go) => {
    const face = `Clara ${deed}`
    const [clara, again] = [await enter.staff(face), await enter.staff(`${face}~0.7`)]
    await join(clara, again)
    expect((await atGate(clara))?.embeddings).toHaveLength(2)
    const told = await toldOf(() => go(again))
    expect(told.upserts.map(({ id, embeddings }) => [id, embeddings])).toEqual([[clara.id, [wireEmbedding(face)]]])
  })

  it('of a deleted entry that held that the joined one is back', async () => {
    const [dora, again] = [await enter.staff('Dora'), await enter.visitor('Dora~0.7')]
    await join(dora, again)
    const told = await toldOf(() => admin.ask(deleteStaff, { body: { ids: [dora.id] } }))
    expect(told.upserts.map(({ id }) => id)).toEqual([again.id])
  })

  it('of a deleted twin that the face of the other one is told by itself again', async () => {
    const [emma, twin] = [await enter.staff('Emma'), await enter.staff('Emma~0.8')]
    await compare()
    await decide(emma, twin, 'two')
    expect(await atGate(emma)).toMatchObject({ twinIds: [twin.id] })
    const told = await toldOf(() => admin.ask(deleteStaff, { body: { ids: [twin.id] } }))
    expect(told.upserts.map(({ id, twinIds }) => [id, twinIds ?? []])).toEqual([[emma.id, []]])
  })
})

describe('an entry for which another one holds', () => {
  it('has the doors and the answer of the one that holds, and its page says so', async () => {
    const [gerda, visitor] = [await enter.staff('Gerda'), await enter.visitor('Gerda~0.8')]
    await join(gerda, visitor)
    await house.db.deleteFrom('group_member').where('person_id', '=', visitor.id).execute()
    const why = await admin.ask(explainAccess, { query: { personId: visitor.id, deviceId: gate.id } })
    expect(why).toMatchObject({
      opens: true,
      recordedAs: 'staff',
      person: { id: visitor.id },
      holder: { id: gerda.id },
    })
    const doors = await admin.ask(getPersonDoors, { params: { id: visitor.id } })
    expect(doors).toMatchObject({
      openNow: 1,
      holder: { person: { id: gerda.id, name: 'Gerda', kind: 'staff' } },
    })
    const guard = await house.asRole('visitorAdmin')
    expect(await guard.ask(getPersonDoors, { params: { id: visitor.id } })).toMatchObject({ holder: { person: null } })
    expect(await admin.ask(getPersonDoors, { params: { id: gerda.id } })).toMatchObject({ holder: null })
  })

  it('keeps the person out while it is suspended', async () => {
    const [hanna, visitor] = [await enter.staff('Hanna'), await enter.visitor('Hanna~0.8')]
    await join(hanna, visitor)
    const versions = { ...testVersions(gate.serialNumber), abilities: ['suspensions'] }
    await gate.ask(hello, { body: { versions, clockAt: house.clock.now().toString(), nextSequence: 1 } })
    const told = await toldOf(() =>
      admin.ask(suspendPeople, { body: { personIds: [visitor.id], toAt: null, reason: null } }),
    )
    expect(told.upserts.map(({ id, suspensions }) => [id, suspensions?.length])).toEqual([[hanna.id, 1]])
    const why = await admin.ask(explainAccess, { query: { personId: hanna.id, deviceId: gate.id } })
    expect(why).toMatchObject({ opens: false, abnormal: 'suspended' })
  })

  it('makes the one that holds the twin of a person who is said to be another', async () => {
    const [ida, again, other] = [await enter.staff('Ida'), await enter.staff('Ida~0.8'), await enter.staff('Ida~0.75')]
    await join(ida, again)
    expect((await decide(again, other, 'two')).status).toBe(200)
    expect((await atGate(ida))?.twinIds).toEqual([other.id])
    expect((await atGate(other))?.twinIds).toContain(ida.id)
  })
})

it('[MAN-05] the blacklist counts for an entry that is like it and like a person of whom it was said to be another', async () => {
  const [jana, between, banned] = [
    await enter.staff('Jana'),
    await enter.staff('Jana~0.9'),
    await enter.blacklisted('Jana~0.7'),
  ]
  await compare()
  await decide(jana, banned, 'two')
  const why = ({ id }: Entry) => admin.ask(explainAccess, { query: { personId: id, deviceId: gate.id } })
  expect(await why(jana)).toMatchObject({ opens: true })
  expect(await why(between)).toMatchObject({ opens: false, recordedAs: 'blacklisted' })
})

it('[PERM-08] a role that manages visitors alone has no say about former staff on the blacklist', async () => {
  const [karla, visitor] = [await enter.staff('Karla'), await enter.visitor('Karla~0.8')]
  await blacklist(karla)
  await compare()
  const guard = await house.asRole('visitorAdmin')
  const verdict = { firstId: karla.id, secondId: visitor.id, verdict: 'two' as const }
  expect((await guard.call(decideFacePair, { body: verdict })).message).toBe('auth.permission-denied')
  const portraitId = await insertNamedPortrait(house, 'Karla~0.9')
  const added = await guard.call(addPersonPortrait, { params: { id: karla.id }, body: { portraitId, force: true } })
  expect(added.message).toBe('auth.permission-denied')
})

it('[MAN-12] the data of a person that is handed out names nobody who looks like them', async () => {
  const [mona, other] = [await enter.staff('Mona'), await enter.staff('Mona~0.8')]
  await compare()
  await decide(mona, other, 'two')
  const linked = await selectLinked(house.db, mona.id)
  expect(linked.face_pair).toMatchObject([{ verdict: 'two' }])
  expect(JSON.stringify(linked)).not.toContain(other.id)
  expect(JSON.stringify(linked)).not.toMatch(/_by"/)
})

it('a face whose comparison broke off is compared again, after those of others', async () => {
  const [frieda, again] = [await enter.staff('Frieda'), await enter.visitor('Frieda~0.8')]
  await sql`create function break_off() returns trigger language plpgsql as $$ begin raise exception 'broken off'; end $$`.execute(
    house.db,
  )
  const isBroken = sql`create trigger broken before insert on face_pair for each row execute function break_off()`
  await executeAlone(house.db, isBroken)
  await expect(compare()).rejects.toThrow('broken off')
  await executeAlone(house.db, sql`drop trigger broken on face_pair`)
  await compare()
  expect(await pairOf(frieda, again)).toBeDefined()
  expect(await house.db.selectFrom('face_pair_due').selectAll().execute()).toEqual([])
})

it('[MAN-05] somebody on the blacklist is found behind any number of others who are more alike', async () => {
  const banned = await enter.blacklisted('Lena~0.45')
  for (let count = 0; count < 51; count++) await enter.staff('Lena~0.47')
  const lena = await enter.visitor('Lena')
  await compare()
  expect(await pairOf(banned, lena)).toBeDefined()
  const portraitId = await insertNamedPortrait(house, 'Lena')
  const answer = await admin.call(createBlacklisted, { body: { name: 'Again', portraitId } })
  const { alike } = duplicateFace.parse(answer.data)
  expect(alike.map(({ person }) => person?.id)).toContain(banned.id)
})
