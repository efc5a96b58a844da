import { faceModelId } from '@gatehouse/face/core/face-models.ts'
import { createStaff } from '@gatehouse/contract/features/staff.ts'
import { embeddingOf, namedFaceModel } from '@gatehouse/testkit/named-faces.ts'
import { sql } from 'kysely'
import pino from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createDatabaseProxy } from '../../../test/database-proxy.ts'
import { insertNamedPortrait } from '../../../test/enrol.ts'
import { type Caller, startTestGatehouse, type TestGatehouse } from '../../../test/gatehouse.ts'
import { openDatabase, openPool } from '../../db/open-database.ts'
import { createFaceGallery, type FaceGallery } from './face-gallery.ts'
import { pageOfTemplates } from './face-template-reads.ts'

let test: TestGatehouse
let admin: Caller
beforeAll(async () => {
  test = await startTestGatehouse()
  admin = await test.asRole('superAdmin')
})
afterAll(() => test.close())

const enrol = async (name: string) => {
  const { id } = await admin.ask(createStaff, { body: { name } })
  const portraitId = await insertNamedPortrait(test, name)
  await test.db.updateTable('person').set({ portrait_id: portraitId }).where('id', '=', id).execute()
  return id
}
const leave = (id: string) => test.db.updateTable('person').set({ portrait_id: null }).where('id', '=', id).execute()
const whoIs = async (gallery: FaceGallery, name: string) =>
  (await gallery.search(embeddingOf(name), namedFaceModel, 1)).find(({ cosine }) => cosine > 0.9)?.personId

const log = pino({ level: 'silent' })
let modelInUse = faceModelId
/** Of so many people at most is a gallery kept in the thread of the server. */
const places = { 'in the thread of the server': 20_000, 'in a thread of its own': 1 }
const open = (
  most: number,
  databaseUrl = test.databaseUrl,
  db = test.db,
  told: Parameters<typeof createFaceGallery>[0]['log'] = log,
) =>
  createFaceGallery(
    { db, databaseUrl, keys: test.gatehouse.services.keys, modelInUse: () => modelInUse, log: told },
    most,
  )

it.each(Object.entries(places))(
  'everybody is found as before while the gallery of faces is rebuilt, and a person who changes meanwhile as they are now: %s',
  async (_where, most) => {
    const [li, wang] = [await enrol('Li'), await enrol('Wang')]
    const gallery = open(most)
    await gallery.rebuild()
    expect([await whoIs(gallery, 'Li'), await whoIs(gallery, 'Wang')]).toEqual([li, wang])
    const rebuilding = gallery.rebuild()
    expect([await whoIs(gallery, 'Li'), await whoIs(gallery, 'Wang')]).toEqual([li, wang])
    const zhao = await enrol('Zhao')
    await leave(wang)
    await Promise.all([gallery.refreshPerson(zhao), gallery.refreshPerson(wang), gallery.rebuild()])
    await rebuilding
    const found = await Promise.all(['Li', 'Zhao', 'Wang'].map((name) => whoIs(gallery, name)))
    expect(found).toEqual([li, zhao, undefined])
    expect(await gallery.entriesOf(li, [])).toEqual([])
    await gallery.close()
    for (const id of [li, zhao]) await leave(id)
  },
)

it.each(Object.entries(places))(
  'a rebuild of the gallery that fails leaves everybody to be found, and the next one works: %s',
  async (_where, most) => {
    const chen = await enrol('Chen')
    const between = await createDatabaseProxy(test.databaseUrl)
    const db = openDatabase(openPool(between.url, 1))
    const gallery = open(most, between.url, db)
    await gallery.rebuild()
    expect(await whoIs(gallery, 'Chen')).toBe(chen)
    between.become('cut')
    await expect(gallery.rebuild()).rejects.toThrow(/Connection terminated|ECONN|connection/)
    expect(await whoIs(gallery, 'Chen')).toBe(chen)
    between.become('open')
    await gallery.rebuild()
    expect(await whoIs(gallery, 'Chen')).toBe(chen)
    await gallery.close()
    await db.destroy()
    await between.close()
    await leave(chen)
  },
)

it('nobody is called unknown before all faces were read: a question says that the server is busy, and is answered once it could read them', async () => {
  const sun = await enrol('Sun')
  const between = await createDatabaseProxy(test.databaseUrl)
  between.become('cut')
  // The server itself reaches the database, to count people; the thread of the gallery does not.
  const gallery = open(1, between.url)
  await gallery.rebuild()
  await expect(whoIs(gallery, 'Sun')).rejects.toMatchObject({ code: 'server.busy' })
  between.become('open')
  expect(await whoIs(gallery, 'Sun')).toBe(sun)
  await gallery.close()
  await between.close()
  await leave(sun)
})

it('a gallery that has grown moves to a thread of its own, and answers from where it was until then', async () => {
  const first = await enrol('Zhou')
  const gallery = open(2)
  await gallery.rebuild()
  const second = await enrol('Wu')
  const moving = gallery.rebuild()
  expect(await whoIs(gallery, 'Zhou')).toBe(first)
  await moving
  expect([await whoIs(gallery, 'Zhou'), await whoIs(gallery, 'Wu')]).toEqual([first, second])
  await gallery.close()
  for (const id of [first, second]) await leave(id)
})

it.each(Object.entries(places))(
  'nobody is called unknown from a change of the recogniser until everybody was read by the new one, though one person was read sooner: %s',
  async (_where, most) => {
    const other = 'aaaabbbbcccc'
    const [feng, early] = [await enrol('Feng'), await enrol('Early')]
    const between = await createDatabaseProxy(test.databaseUrl)
    const db = openDatabase(openPool(between.url, 1))
    const gallery = open(most, between.url, db)
    await gallery.rebuild()
    expect(await whoIs(gallery, 'Feng')).toBe(feng)
    const askForFeng = () => gallery.search(embeddingOf('Feng'), other, 1)
    await test.db
      .insertInto('recogniser')
      .values({ model_id: other, spec: JSON.stringify({}), byte_size: 1, added_at: test.clock.now().toString() })
      .execute()
    await test.db.updateTable('recogniser_state').set({ in_use: other }).execute()
    await test.db.updateTable('face_template').set({ model_id: other }).execute()
    modelInUse = other
    // A person who changes is known by the new recogniser at once, and alone.
    await gallery.refreshPerson(early)
    between.become('cut')
    for (const ask of [
      askForFeng,
      () => gallery.compare([feng], { embedding: embeddingOf('Feng'), modelId: other, threshold: 0.5 }),
      () => gallery.alikeOf(early, 0.5, 5),
      () => gallery.countPeople(other),
    ])
      await expect(ask()).rejects.toMatchObject({ code: 'server.busy' })
    between.become('open')
    expect((await askForFeng())[0]).toMatchObject({ personId: feng })
    await gallery.close()
    await db.destroy()
    await between.close()
    modelInUse = faceModelId
    await test.db.updateTable('recogniser_state').set({ in_use: null }).execute()
    await test.db.updateTable('face_template').set({ model_id: namedFaceModel }).execute()
    await test.db.deleteFrom('recogniser').where('model_id', '=', other).execute()
    for (const id of [feng, early]) await leave(id)
  },
)

it('rebuilds that are asked for at once start one thread, which the gallery closes', async () => {
  const zheng = await enrol('Zheng')
  let filled = 0
  const counting = {
    error: () => {},
    info: (_: object, text: string) => void (text === 'all faces are in memory' && filled++),
  }
  const gallery = open(1, test.databaseUrl, test.db, counting)
  await Promise.all([gallery.rebuild(), gallery.rebuild(), gallery.rebuild()])
  await gallery.rebuild()
  expect(await whoIs(gallery, 'Zheng')).toBe(zheng)
  expect(filled).toBe(1)
  await gallery.close()
  await leave(zheng)
})

it('a page of faces is read along the indexes, whatever number of people come before and after it', async () => {
  await sql`with made as (
      insert into image (kind, blob_hash, content_type, width, height, byte_size)
      select 'portrait', '\\x00', 'image/jpeg', 1, 1, 1 from generate_series(1, 20000) returning id),
    described as (
      insert into face_template (image_id, model_id, embedding_sealed, checks, face)
      select id, 'none', '\\x000000', '[]', '{}' from made)
    insert into person (kind, name, name_search, portrait_id) select 1, 'Paged', 'paged', id from made`.execute(test.db)
  await sql`analyze person, image, face_template`.execute(test.db)
  const { id } = await test.db.selectFrom('person').select('id').orderBy('id').offset(9_000).executeTakeFirstOrThrow()
  const plan = JSON.stringify(await pageOfTemplates(test.db, id, 100).explain())
  expect(plan).toContain('person_pkey')
  expect(plan).not.toMatch(/Seq Scan on (person|face_template)\b|Hash Join|Merge Join/)
  await sql`delete from person where name = 'Paged'`.execute(test.db)
})
