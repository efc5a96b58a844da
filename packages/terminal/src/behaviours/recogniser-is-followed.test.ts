import { hello, type DevicePerson } from '@gatehouse/contract/device/link.ts'
import type { NamedRecogniser } from '@gatehouse/contract/device/recogniser.ts'
import { normalise } from '@gatehouse/face/core/embed-face.ts'
import { numbersOf, packFace, unpackFace } from '@gatehouse/face/core/packed-face.ts'
import { embeddingOf, namedFace, namedFaceModel, namedFaceRecogniser } from '@gatehouse/testkit/named-faces.ts'
import { until } from '@gatehouse/testkit/until.ts'
import { expect, it } from 'vitest'
import type { Terminal } from '../core/terminal.ts'
import type { Recogniser } from '../recognition/recogniser.ts'
import { Refusal } from '../../test/scripted-server.ts'
import { buildPerson, createSite } from '../../test/site.ts'

const site = createSite()

const named: NamedRecogniser = {
  modelId: 'aaaabbbbcccc',
  sha256: 'a'.repeat(64),
  input: { side: 112, layout: 'nchw', channels: 'rgb', mean: [0, 0, 0], deviation: [1, 1, 1] },
  alignment: 'arcface',
  dimension: 128,
  thresholds: { verify: 0.3, openSet: 0.4, alike: 0.35, floor: 0.2 },
  byteSize: 1_000,
}
const shortOf = (name: string): Float32Array => normalise(embeddingOf(name).slice(0, named.dimension))

/** Another recogniser: a quarter of the numbers of the own one. */
const other: Recogniser = {
  modelId: named.modelId,
  async look(picture) {
    return { width: 120, embedding: shortOf(Buffer.from(picture).toString()), liveness: 1 }
  },
}
/** The own one, which can change over; it looks at the picture of somebody slow once it is let. */
const ownWith = (slow: Promise<void> = Promise.resolve()): Recogniser => ({
  ...namedFaceRecogniser,
  async look(picture, asked) {
    if (Buffer.from(picture).toString() === 'Slow') await slow
    return namedFaceRecogniser.look(picture, asked)
  },
  others: { maxBytes: 1_000_000, take: async () => other, reopen: async () => other },
})

const wire = (embedding: Float32Array) => Buffer.from(unpackFace(packFace(embedding)).buffer).toString('base64')
/** The person as the server sends them to a terminal of this model: with the templates of two portraits. */
const ofModel = (person: DevicePerson, model: string): DevicePerson => ({
  ...person,
  modelId: model,
  embeddings: [person.name, `${person.name}~0.8`].map((name) =>
    wire(model === named.modelId ? shortOf(name) : embeddingOf(name)),
  ),
})
const dimensionsOf = (terminal: Terminal, { id }: DevicePerson) =>
  terminal.state.people.find(id)?.embeddings.map((template) => numbersOf(template).length)
const nameTheOther = () => {
  site.server.recogniser = { follow: 'other', recogniser: named }
  site.server.configuration = {
    ...site.server.configuration,
    settings: { ...site.server.configuration.settings, revision: 2 },
  }
}
/** The terminal has changed over, and has the whole list again. */
const hasChangedOver = ({ state }: Terminal) =>
  until(() => state.recogniser?.modelId === named.modelId && state.people.cursor !== null, 'the list of the other one')

it('A terminal that has changed over gets templates of the new recogniser though the server has not heard of it, and keeps those of further portraits', async () => {
  const ann = buildPerson('Ann')
  let reported = namedFaceModel
  let isHeard = false
  site.server.people = (cursor, _, model = reported) => ({
    isFull: cursor === undefined,
    upserts: cursor === undefined ? [ofModel(ann, model)] : [],
    removals: [],
    cursor: '1..0',
    hasMore: false,
  })
  site.server.portraits.set(ann.id, namedFace('Ann'))
  ann.portraitId = ann.id
  site.server.before = (path, body) => {
    if (path !== '/v1/hello') return
    const { faceModelId } = hello.body.parse(body).versions
    if (faceModelId === named.modelId && !isHeard) throw new Refusal('server.busy')
    reported = faceModelId
  }
  const terminal = await site.start({ recogniser: ownWith(), pollSeconds: 0.05 })
  expect(dimensionsOf(terminal, ann)).toEqual([512, 512])
  nameTheOther()
  await hasChangedOver(terminal)
  expect(reported).toBe(namedFaceModel)
  expect(dimensionsOf(terminal, ann)).toEqual([128, 128])
  expect(await terminal.present(namedFace('Ann'))).toMatchObject({ opened: true })
  isHeard = true
})

it('A page that was under way while a terminal changed over is dropped, and the whole list comes by the new recogniser', async () => {
  const [ann, slow, late] = [buildPerson('Ann'), buildPerson('Slow'), buildPerson('Late')]
  site.server.portraits.set(slow.id, namedFace('Slow'))
  slow.portraitId = slow.id
  let here = [ann]
  let isAskedForOther = false
  site.server.people = (cursor, _, model = namedFaceModel) => {
    const end = `${here.length}..0`
    const people = here.map((person) =>
      // The server has no template of somebody slow by the own recogniser: it is made here.
      person === slow && model === namedFaceModel ? { ...slow, modelId: null, embeddings: [] } : ofModel(person, model),
    )
    // Somebody comes right after the templates for the change were pulled.
    if (model === named.modelId && !isAskedForOther) here = [...here, late]
    isAskedForOther ||= model === named.modelId
    return {
      isFull: cursor === undefined,
      upserts: cursor === undefined ? people : people.slice(Number(cursor.split('.')[0])),
      removals: [],
      cursor: end,
      hasMore: false,
    }
  }
  const looked = Promise.withResolvers<void>()
  const terminal = await site.start({ recogniser: ownWith(looked.promise), pollSeconds: 0.05 })
  here = [ann, slow]
  await until(() => site.server.calls.some((path) => path.endsWith(slow.id)), 'the page of somebody slow')
  nameTheOther()
  await until(() => terminal.state.recogniser?.modelId === named.modelId, 'the change')
  looked.resolve()
  await hasChangedOver(terminal)
  expect([ann, slow, late].map((person) => dimensionsOf(terminal, person))).toEqual([
    [128, 128],
    [128, 128],
    [128, 128],
  ])
  for (const name of ['Ann', 'Slow', 'Late'])
    expect(await terminal.present(namedFace(name)), name).toMatchObject({ opened: true })
})
