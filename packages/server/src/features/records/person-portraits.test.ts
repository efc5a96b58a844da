import { pullPeople, pushRecords } from '@gatehouse/contract/device/link.ts'
import { createBlacklisted } from '@gatehouse/contract/features/blacklist.ts'
import { getImage } from '@gatehouse/contract/features/images.ts'
import {
  addPersonPortrait,
  choosePersonPortrait,
  learnPersonPortrait,
  listPersonPortraits,
  maxLearnedPortraits,
  removePersonPortraits,
} from '@gatehouse/contract/features/people/person-portraits.ts'
import { maxPortraits } from '@gatehouse/contract/features/people/several-portraits.ts'
import { updatePrivacySettings } from '@gatehouse/contract/features/people/notice.ts'
import { uploadPortrait } from '@gatehouse/contract/features/portraits.ts'
import { erasePerson } from '@gatehouse/contract/features/privacy.ts'
import { createStaff, deleteStaff, getStaff, updateStaff } from '@gatehouse/contract/features/staff.ts'
import { embeddingOf, namedFaceModel, wireEmbedding } from '@gatehouse/testkit/named-faces.ts'
import { faces, photograph } from '@gatehouse/testkit/photographs.ts'
import { until } from '@gatehouse/testkit/until.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildRecord, pairTestDevice, type PairedDevice } from '../../../test/device-caller.ts'
import { insertNamedPortrait } from '../../../test/enrol.ts'
import { type Caller, startTestGatehouse, type TestGatehouse } from '../../../test/gatehouse.ts'

let house: TestGatehouse
let admin: Caller
let gate: PairedDevice
let sequence = 0
beforeAll(async () => {
  house = await startTestGatehouse()
  admin = await house.asRole('superAdmin')
  gate = await pairTestDevice(house, admin, 'Gate')
})
afterAll(() => house.close())

const enter = async (face: string) =>
  admin.ask(createStaff, { body: { name: face, portraitId: await insertNamedPortrait(house, face) } })
const add = async (id: string, face: string, force = false) =>
  admin.ask(addPersonPortrait, { params: { id }, body: { portraitId: await insertNamedPortrait(house, face), force } })
const list = (id: string) => admin.ask(listPersonPortraits, { params: { id } })
const facesAtGate = async (id: string) => {
  const { upserts } = await gate.ask(pullPeople, { query: { limit: 200 } })
  return upserts.find((person) => person.id === id)
}
const imagesLeft = (ids: readonly string[]) =>
  house.db.selectFrom('image').select('id').where('id', 'in', ids).execute()

describe('several portraits of a person', () => {
  it('[MAN-08] every portrait goes to the terminals, the main one first, and a face is compared with their mean', async () => {
    const { id } = await enter('Anna')
    await add(id, 'Anna~0.7')
    expect(await facesAtGate(id)).toMatchObject({
      modelId: namedFaceModel,
      embeddings: [wireEmbedding('Anna'), wireEmbedding('Anna~0.7')],
    })
    const { gallery } = house.gatehouse.services.people
    // Between the two: 0.97 like their mean, 0.92 like either of them.
    const between = embeddingOf('Anna~0.92')
    await until(async () => {
      const [best] = await gallery.search(between, namedFaceModel, 1)
      return best?.personId === id && best.cosine > 0.97 ? true : undefined
    })
  })

  it('[MAN-08] another portrait is chosen as the main one, and the two change places', async () => {
    const { id, portraitId } = await enter('Berta')
    const [, second] = await add(id, 'Berta~0.8')
    expect(second).toMatchObject({ isMain: false, score: expect.any(Number) })
    const after = await admin.ask(choosePersonPortrait, { params: { id }, body: { portraitId: second!.id } })
    expect(after.map((one) => [one.id, one.isMain])).toEqual([
      [second!.id, true],
      [portraitId, false],
    ])
    expect(await admin.ask(getStaff, { params: { id } })).toMatchObject({ portraitId: second!.id })
  })

  it('[MAN-08] a portrait is removed with its picture, but the main one only by the form, and then all go', async () => {
    const { id, portraitId } = await enter('Clara')
    const [, second] = await add(id, 'Clara~0.8')
    const [, , third] = await add(id, 'Clara~0.9')
    const body = { portraitIds: [second!.id] }
    expect(await admin.ask(removePersonPortraits, { params: { id }, body })).toHaveLength(2)
    expect(await imagesLeft([second!.id])).toEqual([])
    const refused = await admin.call(removePersonPortraits, { params: { id }, body: { portraitIds: [portraitId!] } })
    expect(refused).toMatchObject({ status: 404, message: 'portrait.not-found' })
    await admin.ask(updateStaff, { params: { id }, body: { portraitId: null } })
    expect(await list(id)).toEqual([])
    expect(await imagesLeft([portraitId!, third!.id])).toEqual([])
  })

  it('a person has five portraits at most, and one that shows somebody else is refused', async () => {
    const { id } = await enter('Dora')
    await enter('Somebody')
    const other = await insertNamedPortrait(house, 'Nobody yet')
    const unlike = await admin.call(addPersonPortrait, { params: { id }, body: { portraitId: other } })
    expect(unlike).toMatchObject({ status: 409, message: 'portrait.not-alike' })
    const known = await insertNamedPortrait(house, 'Somebody')
    await until(async () => {
      const answer = await admin.call(addPersonPortrait, { params: { id }, body: { portraitId: known } })
      return answer.message === 'portrait.not-alike' || undefined
    })
    for (let count = 1; count < maxPortraits; count++) await add(id, `Dora~0.9${count}`)
    const sixth = await insertNamedPortrait(house, 'Dora~0.8')
    const refused = await admin.call(addPersonPortrait, { params: { id }, body: { portraitId: sixth } })
    expect(refused).toMatchObject({ status: 409, message: 'portrait.limit-reached' })
  })

  it('all portraits go with the person, and a picture of staff stays hidden from those who may not read staff', async () => {
    const { id, portraitId } = await enter('Emma')
    const [, second] = await add(id, 'Emma~0.8')
    const guard = await house.asRole('visitorAdmin')
    const picture = { params: { kind: 'portrait', id: second!.id } } as const
    expect(await guard.call(getImage, picture)).toMatchObject({ status: 404 })
    await admin.ask(deleteStaff, { body: { ids: [id] } })
    expect(await imagesLeft([portraitId!, second!.id])).toEqual([])
    const erased = await enter('Emma once more')
    const [, further] = await add(erased.id, 'Emma once more~0.8')
    await admin.ask(erasePerson, { params: { id: erased.id } })
    expect(await imagesLeft([further!.id])).toEqual([])
  })

  it('a new main portrait of another face takes the further ones with it, one of the same face keeps them', async () => {
    const { id } = await enter('Gitta')
    const [, second] = await add(id, 'Gitta~0.9')
    const give = async (face: string) =>
      admin.ask(updateStaff, {
        params: { id },
        body: { portraitId: await insertNamedPortrait(house, face), force: true },
      })
    await give('Gitta~0.8')
    expect((await list(id)).map((one) => one.id)).toContain(second!.id)
    await give('the right one')
    expect(await list(id)).toHaveLength(1)
    expect(await imagesLeft([second!.id])).toEqual([])
    expect((await facesAtGate(id))?.embeddings).toEqual([wireEmbedding('the right one')])
  })

  it('each doubt about a portrait is dismissed by itself: who else it is like is said after it was unlike the person', async () => {
    const { id } = await enter('Heidi')
    await enter('Ilse')
    const portraitId = await insertNamedPortrait(house, 'Ilse')
    const send = (doubts: { force?: boolean; forceUnlike?: boolean }) =>
      admin.call(addPersonPortrait, { params: { id }, body: { portraitId, ...doubts } })
    expect(await send({ force: true })).toMatchObject({ message: 'portrait.not-alike' })
    await until(async () => (await send({ forceUnlike: true })).message === 'portrait.duplicate-face' || undefined)
    expect(await send({ force: true, forceUnlike: true })).toMatchObject({ status: 200 })
  })

  it('a role that may not write people of this kind changes no portraits', async () => {
    const { id } = await enter('Frieda')
    const [, second] = await add(id, 'Frieda~0.8')
    const guard = await house.asRole('visitorAdmin')
    const answer = await guard.call(removePersonPortraits, { params: { id }, body: { portraitIds: [second!.id] } })
    expect(answer).toMatchObject({ status: 404, message: 'person.not-found' })
  })
})

describe('learning from passages', () => {
  const photographed = async (name: string, file: string) => {
    const { id: portraitId } = await admin.ask(uploadPortrait, { body: { file: photograph(file) } })
    return admin.ask(createStaff, { body: { name, portraitId, force: true } })
  }
  const pass = async (person: { id: string } | null, file: string) => {
    const known = { kind: 'staff', personId: person?.id ?? null, opened: true, abnormal: 'none' } as const
    const record = buildRecord(++sequence, {
      ...(person ? { ...known, reasons: [] } : {}),
      capture: photograph(file).toString('base64'),
    })
    await gate.ask(pushRecords, { body: { records: [record] } })
    return record.id
  }
  const learn = (id: string, recordId: string) =>
    admin.call(learnPersonPortrait, { params: { id }, body: { recordId } })

  it('a passage that an administrator confirms becomes a portrait, the oldest makes room, and all are forgotten at once', async () => {
    const franck = await photographed('Franck', faces.franck)
    const files = ['franck_04035.jpg', 'franck_02159.jpg', 'franck_02045.jpg', 'franck_03909.jpg', 'franck_01829.jpg']
    const learned: string[] = []
    for (const file of files) {
      const recordId = await pass(franck, file)
      const answer = await learn(franck.id, recordId)
      if (answer.status === 200) learned.push(recordId)
      else expect([file, answer.message]).toEqual([file, 'never refused'])
    }
    expect(learned).toHaveLength(files.length)
    const kept = await list(franck.id)
    expect(kept.map(({ isMain, source, recordId }) => [isMain, source, recordId])).toEqual([
      [true, 'form', null],
      ...learned.slice(-maxLearnedPortraits).map((recordId) => [false, 'learned', recordId]),
    ])
    const forgotten = await admin.ask(removePersonPortraits, { params: { id: franck.id }, body: { learned: true } })
    expect(forgotten).toHaveLength(1)
    expect(await imagesLeft(kept.filter((one) => !one.isMain).map(({ id }) => id))).toEqual([])
  })

  it('a passage that two administrators confirm is learned once', async () => {
    const twice = await photographed('Twice', 'bieber_small.jpg')
    const recordId = await pass(twice, 'Justin-Bieber2_crop.jpg')
    const answers = await Promise.all([learn(twice.id, recordId), learn(twice.id, recordId)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect((await learn(twice.id, recordId)).data).toHaveLength(2)
    expect(await list(twice.id)).toHaveLength(2)
    await admin.ask(deleteStaff, { body: { ids: [twice.id] } })
  })

  it('a face that is not the person’s, and a record that names somebody else, teach nothing', async () => {
    const cage = await photographed('Cage', faces.cage)
    expect(await learn(cage.id, await pass(cage, faces.audrey))).toMatchObject({ message: 'portrait.not-alike' })
    expect(await learn(cage.id, await pass(null, faces.cage))).toMatchObject({ message: 'portrait.not-of-record' })
    expect(await list(cage.id)).toHaveLength(1)
    const learned = house.db.selectFrom('face_template').select('image_id').where('source', '=', 'learned')
    expect(await learned.execute()).toEqual([])
  })

  it('a blacklisted person is learned as well', async () => {
    const { id: portraitId } = await admin.ask(uploadPortrait, { body: { file: photograph('bieber_small.jpg') } })
    const banned = await admin.ask(createBlacklisted, { body: { name: 'Banned', portraitId, force: true } })
    const record = buildRecord(++sequence, {
      kind: 'blacklisted',
      personId: banned.id,
      abnormal: 'blacklisted',
      reasons: [],
      capture: photograph('Justin-Bieber2_crop.jpg').toString('base64'),
    })
    await gate.ask(pushRecords, { body: { records: [record] } })
    expect(await learn(banned.id, record.id)).toMatchObject({ status: 200 })
    expect(await list(banned.id)).toMatchObject([{ isMain: true }, { source: 'learned', recordId: record.id }])
  })

  it('[PRIV-01] a person who was to be asked and never agreed is not learned', async () => {
    const audrey = await photographed('Audrey', faces.audrey)
    const recordId = await pass(audrey, faces.audrey)
    const settings = { asksConsent: true, contact: null, additionEn: null, additionZh: null, additionZhTw: null }
    await admin.ask(updatePrivacySettings, { body: settings })
    expect(await learn(audrey.id, recordId)).toMatchObject({ message: 'consent.missing' })
    await admin.ask(updatePrivacySettings, { body: { ...settings, asksConsent: false } })
  })
})
