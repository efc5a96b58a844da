import { embeddingOf } from '@gatehouse/testkit/named-faces.ts'
import { cosineOf } from '@gatehouse/face/core/compare-embeddings.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { insertNamedPortrait } from '../../../test/enrol.ts'
import { startTestGatehouse, type TestGatehouse } from '../../../test/gatehouse.ts'
import { openEmbedding } from '../../face/open-embedding.ts'
import { seal } from '../../lib/seal.ts'
import { packTemplates } from './pack-templates.ts'
import { findTemplate } from './portrait-store.ts'

let house: TestGatehouse
beforeAll(async () => void (house = await startTestGatehouse()))
afterAll(() => house.close())

it('face templates of earlier releases open as they are, and are packed in the background; one that does not open is left', async () => {
  const { db, keys } = house.gatehouse.services
  const names = ['Anna', 'Berta', 'Clara']
  const ids = await Promise.all(names.map((name) => insertNamedPortrait(house, name)))
  const [first = '', , foreign = ''] = ids
  const store = (id: string, embedding_sealed: Buffer) =>
    db.updateTable('face_template').set({ embedding_sealed }).where('image_id', '=', id).execute()
  const floats = new Uint8Array(embeddingOf('Anna').buffer)
  await store(first, seal(keys.embedding, floats, `face_template ${first}`))
  await store(foreign, seal(keys.embedding, floats, 'another place'))
  const sealedOf = async (id: string) => (await findTemplate(db, id))?.embedding_sealed ?? Buffer.alloc(0)
  const likeAnna = async () => cosineOf(openEmbedding(keys, first, await sealedOf(first)), embeddingOf('Anna'))
  expect(await likeAnna()).toBeCloseTo(1, 6)
  expect(await packTemplates(house.gatehouse.services)).toBe(1)
  expect(await likeAnna()).toBeCloseTo(1, 4)
  expect((await Promise.all(ids.map(sealedOf))).map((sealed) => sealed.length)).toEqual([798, 798, 2076])
  expect(await packTemplates(house.gatehouse.services)).toBe(0)
})
