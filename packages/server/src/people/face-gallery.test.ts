import { createStaff } from '@gatehouse/contract/features/staff.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createDatabaseProxy } from '../../test/database-proxy.ts'
import { insertNamedPortrait } from '../../test/enrol.ts'
import { type Caller, startTestGatehouse, type TestGatehouse } from '../../test/gatehouse.ts'
import { embeddingOf, namedFaceModel } from '@gatehouse/testkit/named-faces.ts'
import { openDatabase, openPool } from '../db/open-database.ts'
import { type FaceGallery, createFaceGallery } from './face-gallery.ts'

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
const whoIs = (gallery: FaceGallery, name: string) =>
  gallery.search(embeddingOf(name), namedFaceModel, 1).find(({ cosine }) => cosine > 0.9)?.personId

it('everybody is found as before while the gallery of faces is rebuilt, and a person who changes meanwhile as they are now', async () => {
  const [li, wang] = [await enrol('Li'), await enrol('Wang')]
  const gallery = createFaceGallery(test.gatehouse.services)
  await gallery.rebuild()
  const rebuilding = gallery.rebuild()
  expect([whoIs(gallery, 'Li'), whoIs(gallery, 'Wang')]).toEqual([li, wang])
  const zhao = await enrol('Zhao')
  await test.db.updateTable('person').set({ portrait_id: null }).where('id', '=', wang).execute()
  await Promise.all([gallery.refreshPerson(zhao), gallery.refreshPerson(wang), gallery.rebuild()])
  await rebuilding
  expect(['Li', 'Zhao', 'Wang'].map((name) => whoIs(gallery, name))).toEqual([li, zhao, undefined])
})

it('a rebuild of the gallery that fails leaves everybody to be found, and the next one works', async () => {
  const chen = await enrol('Chen')
  const between = await createDatabaseProxy(test.databaseUrl)
  const db = openDatabase(openPool(between.url, 1))
  const gallery = createFaceGallery({ db, keys: test.gatehouse.services.keys })
  await gallery.rebuild()
  between.become('cut')
  await expect(gallery.rebuild()).rejects.toThrow(/Connection terminated|ECONN|connection/)
  expect(whoIs(gallery, 'Chen')).toBe(chen)
  between.become('open')
  await gallery.rebuild()
  expect(whoIs(gallery, 'Chen')).toBe(chen)
  await db.destroy()
  await between.close()
})
