import { randomBytes } from 'node:crypto'
import { unreadable } from '@gatehouse/contract/fields.ts'
import { listRegistrations } from '@gatehouse/contract/features/registrations.ts'
import { createStaff, getStaff, listStaff, updateStaff } from '@gatehouse/contract/features/staff.ts'
import { listVisits } from '@gatehouse/contract/features/visits.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { insertNamedPortrait } from '../../../test/enrol.ts'
import { type Caller, startTestGatehouse, type TestGatehouse } from '../../../test/gatehouse.ts'
import { embeddingOf, namedFaceModel } from '@gatehouse/testkit/named-faces.ts'
import { createFacesInMemory } from '../../people/gallery/faces-in-memory.ts'
import { seal, unopenedChannel } from '../../lib/seal.ts'

let test: TestGatehouse
let admin: Caller
beforeAll(async () => {
  test = await startTestGatehouse()
  admin = await test.asRole('superAdmin')
})
afterAll(() => test.close())

const foreign = (text: string, context: string) => seal(randomBytes(32), Buffer.from(text), context)

it('a person whose numbers do not open leaves the list readable: the numbers are shown as unreadable, the log says so, and new ones can be entered', async () => {
  const noted: unknown[] = []
  const note = (message: unknown) => void noted.push(message)
  unopenedChannel.subscribe(note)
  await admin.ask(createStaff, { body: { name: 'Whole', phone: '13800000001', email: 'w@example.com' } })
  const { id } = await admin.ask(createStaff, {
    body: { name: 'Poisoned', phone: '13800000002', email: 'p@example.com', idNumber: '44030019900101' },
  })
  await test.db
    .updateTable('person')
    .set({
      phone_sealed: foreign('13800000002', 'person.phone'),
      email_sealed: foreign('p@example.com', 'person.email'),
      id_number_sealed: foreign('44030019900101', 'person.id_number'),
    })
    .where('id', '=', id)
    .execute()
  const { items } = await admin.ask(listStaff)
  expect(Object.fromEntries(items.map(({ name, phone, email }) => [name, [phone, email]]))).toEqual({
    Poisoned: [unreadable, unreadable],
    Whole: ['13800000001', 'w@example.com'],
  })
  expect(await admin.ask(getStaff, { params: { id } })).toMatchObject({ idNumber: unreadable })
  unopenedChannel.unsubscribe(note)
  expect(noted).toContainEqual({ place: 'person.phone' })

  await admin.ask(updateStaff, { params: { id }, body: { remark: 'seen' } })
  const kept = await admin.call(updateStaff, { params: { id }, body: { phone: unreadable } })
  expect([kept.status, kept.message]).toEqual([400, 'request.invalid'])
  const mended = await admin.ask(updateStaff, {
    params: { id },
    body: { phone: '13800000003', email: 'q@example.com', idNumber: '44030019900102' },
  })
  expect(mended).toMatchObject({ phone: '13800000003', email: 'q@example.com', idNumber: '44030019900102' })
})

it('a face that does not open leaves the faces of others searchable', async () => {
  const { services } = test.gatehouse
  const [one, other] = [await insertNamedPortrait(test, 'One'), await insertNamedPortrait(test, 'Other')]
  for (const [name, portraitId] of Object.entries({ One: one, Other: other })) {
    const { id } = await admin.ask(createStaff, { body: { name } })
    await test.db.updateTable('person').set({ portrait_id: portraitId }).where('id', '=', id).execute()
  }
  await test.db
    .updateTable('face_template')
    .set({ embedding_sealed: foreign('x'.repeat(2048), `face_template ${one}`) })
    .where('image_id', '=', one)
    .execute()
  const gallery = createFacesInMemory(services)
  await gallery.rebuild()
  const [best] = gallery.search(embeddingOf('Other'), namedFaceModel, 1)
  expect(best?.cosine).toBeGreaterThan(0.99)
})

it('a visit and a registration that do not open leave the lists readable', async () => {
  const visitPhone = foreign('13900000001', 'visit_request.phone')
  const personPhone = foreign('13900000001', 'person.phone')
  await sql`insert into visit_request (kind, state, token_hash, link_ends_at, language, name, phone_sealed, valid_from, valid_to, created_by)
    values ('invitation', 'invited', '\\x01', now(), 'en', 'Guest', ${visitPhone}, now(), now(), 'admin')`.execute(
    test.db,
  )
  await sql`insert into registration (name, phone_sealed, lookup_hash) values ('Applicant', ${personPhone}, '\\x01')`.execute(
    test.db,
  )
  expect((await admin.ask(listVisits)).items).toMatchObject([{ name: 'Guest', phone: unreadable }])
  expect((await admin.ask(listRegistrations)).items).toMatchObject([{ name: 'Applicant', phone: unreadable }])
})
