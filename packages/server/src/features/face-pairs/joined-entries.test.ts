import { pullPeople } from '@gatehouse/contract/device/link.ts'
import { moveOutOfBlacklist, moveToBlacklist } from '@gatehouse/contract/features/blacklist.ts'
import { erasePerson } from '@gatehouse/contract/features/privacy.ts'
import { deleteStaff } from '@gatehouse/contract/features/staff.ts'
import { wireEmbedding } from '@gatehouse/testkit/named-faces.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AlikeFaces, alikeFaces } from '../../../test/alike-faces.ts'
import { pairTestDevice, type PairedDevice } from '../../../test/device-caller.ts'
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
/** What the gate is told of what is done meanwhile. */
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

it('a face whose comparison broke off is compared again, after those of others', async () => {
  const [frieda, again] = [await enter.staff('Frieda'), await enter.visitor('Frieda~0.8')]
  await sql`create function break_off() returns trigger language plpgsql as $$ begin raise exception 'broken off'; end $$`.execute(
    house.db,
  )
  await sql`create trigger broken before insert on face_pair for each row execute function break_off()`.execute(
    house.db,
  )
  await expect(compare()).rejects.toThrow('broken off')
  await sql`drop trigger broken on face_pair`.execute(house.db)
  await compare()
  expect(await pairOf(frieda, again)).toBeDefined()
  expect(await house.db.selectFrom('face_pair_due').selectAll().execute()).toEqual([])
})
