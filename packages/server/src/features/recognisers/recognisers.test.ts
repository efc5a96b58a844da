import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { getRecogniserStatus } from '@gatehouse/contract/features/service-config/recognisers.ts'
import { hello, pullPeople } from '@gatehouse/contract/device/link.ts'
import { getRecogniser, getRecogniserFile, reportRecogniser } from '@gatehouse/contract/device/recogniser-link.ts'
import { listFacePairs } from '@gatehouse/contract/features/people/face-pairs.ts'
import { listOperations } from '@gatehouse/contract/features/operation-log.ts'
import { uploadPortrait } from '@gatehouse/contract/features/portraits.ts'
import { moveToBlacklist } from '@gatehouse/contract/features/blacklist.ts'
import { createStaff } from '@gatehouse/contract/features/staff.ts'
import { personKindCodes } from '@gatehouse/engine/passage/vocabulary.ts'
import { matchThresholds } from '@gatehouse/face/core/compare-embeddings.ts'
import { FaceError } from '@gatehouse/face/core/face-error.ts'
import { faceModelId } from '@gatehouse/face/core/face-models.ts'
import { thresholdsOf } from '@gatehouse/face/core/recogniser-spec.ts'
import { thresholdOnScaleOf } from '@gatehouse/face/core/threshold-policy.ts'
import { faces, photograph } from '@gatehouse/testkit/photographs.ts'
import { until } from '@gatehouse/testkit/until.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type PairedDevice, pairTestDevice, testVersions } from '../../../test/device-caller.ts'
import { damagePictures, picturesOf } from '../../../test/damage-pictures.ts'
import { type Caller, startTestGatehouse, type TestGatehouse } from '../../../test/gatehouse.ts'
import { operatorConfig, putIn, withRecogniser } from '../../../test/put-in-recogniser.ts'
import { createRecogniserSlot, manifestOf, recogniserFile, type RecogniserSlot } from '../../face/recogniser-slot.ts'
import { selectRecognisers } from '../../face/recogniser-store.ts'
import { sealEmbedding } from '../../face/open-embedding.ts'
import { createSystemCtx, inTransaction } from '../../ctx.ts'
import { makeTemplates, makeTemplatesJob } from './make-templates.ts'
import { leadNextTerminal } from './recogniser-actions.ts'
import { addRecogniser, listRecognisers, removeRecogniser, useRecogniser } from './recogniser-commands.ts'

let house: TestGatehouse
let admin: Caller
let slot: RecogniserSlot
let first: string
let second: string
beforeAll(async () => {
  house = await startTestGatehouse()
  admin = await house.asRole('superAdmin')
  slot = createRecogniserSlot(house.db, house.dataFolder)
})
afterAll(() => house.close())

const enter = async (file: string, name: string = file) => {
  const { id: portraitId } = await admin.ask(uploadPortrait, { body: { file: photograph(file) } })
  return admin.ask(createStaff, { body: { name, portraitId, force: true } })
}
const make = (runMs?: number) => makeTemplates(house.gatehouse.services, slot, undefined, runMs)
const use = (recogniser: string, anyway = false) => useRecogniser({ recogniser, anyway }, operatorConfig(house))
const status = () => admin.ask(getRecogniserStatus)
const inForce = async () =>
  (await house.db.selectFrom('face_template').select('model_id').execute()).map((row) => row.model_id)
const lead = () => inTransaction(createSystemCtx(house.gatehouse.services), (ctx) => leadNextTerminal(ctx, slot.knows))
/** The server has heard of the change: a new portrait gets its template by this model. */
const acceptsBy = (modelId: string) =>
  until(async () => {
    const { id } = await admin.ask(uploadPortrait, { body: { file: photograph(faces.franckAgain) } })
    const row = await house.db
      .selectFrom('face_template')
      .select('model_id')
      .where('image_id', '=', id)
      .executeTakeFirst()
    await house.db.deleteFrom('image').where('id', '=', id).execute()
    return row?.model_id === modelId
  }, 'a portrait by the new recogniser')

describe('putting a recogniser in', () => {
  it('an operator puts one in, and nothing changes for any door', async () => {
    first = await putIn(house, { dimension: 128 })
    second = await putIn(house, { dimension: 1024, seed: 2 })
    expect(await status()).toMatchObject({
      inUse: { modelId: faceModelId, since: null },
      putIn: [
        { modelId: first, name: 'Drawn 128', dimension: 128 },
        { modelId: second, name: 'Drawn 1024', dimension: 1024 },
      ],
      change: null,
    })
    expect(await make()).toBe(0)
    const lines = await admin.ask(listOperations, { query: { module: 'service-config' } })
    expect(lines.items[0]).toMatchObject({ event: 'add-recogniser', item: expect.stringContaining(second) })
  })

  it.each<[string, Parameters<typeof withRecogniser>[1], RegExp]>([
    ['the hash of another file', { sha256: 'f'.repeat(64) }, /The SHA-256 of the file is/],
    ['another dimension', { dimension: 512 }, /the manifest says 1 x 512/],
    ['no thresholds', { thresholds: { verify: 0.4 } }, /thresholds\.openSet is wrong/],
    ['a file of another folder', { file: '../other.onnx' }, /file is wrong/],
  ])('a manifest with %s is refused, and nothing is put in', async (_, change, message) => {
    await withRecogniser({ dimension: 128, seed: 9 }, change, (folder) =>
      expect(addRecogniser({ folder }, operatorConfig(house))).rejects.toThrow(message),
    )
    expect((await status()).putIn).toHaveLength(2)
  })

  it('a caller who may not manage the service is not told of it', async () => {
    const guard = await house.asRole('visitorAdmin')
    expect((await guard.call(getRecogniserStatus)).message).toBe('auth.permission-denied')
  })
})

describe('changing over', () => {
  it('templates are made one by one, a run that ends goes on with the next, and doors compare as before until all are made', async () => {
    await enter(faces.franck)
    await enter(faces.cage)
    await enter(faces.audrey)
    expect(await use(first)).toMatch(/templates of 3 of 3 people/)
    // The server begins at once, and not with the next minute.
    const { rows: queued } =
      await sql`select from graphile_worker.jobs where task_identifier = ${makeTemplatesJob}`.execute(house.db)
    expect(queued).toHaveLength(1)
    // The time of this run is over after one picture, as when the process is killed.
    expect(await make(1)).toBe(1)
    expect(await status()).toMatchObject({
      change: { modelId: first, people: 3, done: 1 },
      inUse: { modelId: faceModelId },
    })
    expect(new Set(await inForce())).toEqual(new Set([faceModelId]))
    expect(await make()).toBe(2)
    expect(await status()).toMatchObject({ change: null, inUse: { modelId: first }, lacking: 0 })
    expect(new Set(await inForce())).toEqual(new Set([first]))
    await acceptsBy(first)
    expect(await listRecognisers(operatorConfig(house))).toContain('templates of 3 of 3 people')
  })

  it('the same face is found among the new templates, by its own dimension', async () => {
    const { gallery } = house.gatehouse.services.people
    const found = await house.gatehouse.services.face.analyse(photograph(faces.cage))
    expect(found.modelId).toBe(first)
    expect(found.main?.embedding).toHaveLength(128)
    await until(async () => (await gallery.countPeople(first)) === 3, 'the gallery of the new recogniser')
    const embedding = found.main?.embedding ?? new Float32Array(128)
    const [best] = await gallery.search(embedding, first, 1)
    const person = await house.db
      .selectFrom('person')
      .select('name')
      .where('id', '=', best?.personId ?? '')
      .executeTakeFirst()
    expect(person).toEqual({ name: faces.cage })
  })

  it('the list of alike faces says by the scale of the new recogniser whether two have one face', async () => {
    const [one, other] = await house.db.selectFrom('person').select('id').orderBy('id').limit(2).execute()
    const { oneFace } = thresholdsOf(first)
    const kinds = 1 << personKindCodes.staff
    const isOneFaceAt = async (cosine: number) => {
      const decided = { verdict: 'two', decided_by: 'admin', decided_at: house.clock.now().toString() } as const
      const pair = { first_id: one!.id, second_id: other!.id, found_at: decided.decided_at, kinds, cosine, ...decided }
      await house.db
        .insertInto('face_pair')
        .values(pair)
        .onConflict((at) => at.columns(['first_id', 'second_id']).doUpdateSet({ cosine, ...decided }))
        .execute()
      const { items } = await admin.ask(listFacePairs, { query: { state: 'decided' } })
      return items.map(({ isOneFace }) => isOneFace)
    }
    expect(oneFace).not.toBeCloseTo(matchThresholds.oneFace, 1)
    const between = (oneFace + matchThresholds.oneFace) / 2
    expect(await isOneFaceAt(between)).toEqual([between >= oneFace])
    expect(await isOneFaceAt(oneFace + 0.01)).toEqual([true])
    expect(await isOneFaceAt(oneFace - 0.01)).toEqual([false])
    await house.db.deleteFrom('face_pair').execute()
  })

  it('a portrait with a template of the former recogniser is compared by the one in use, and its person again once that template is made', async () => {
    const { face, keys } = house.gatehouse.services
    const { id: portraitId } = await admin.ask(uploadPortrait, { body: { file: photograph(faces.cage) } })
    // The portrait is as one that came while another server was changing over.
    const { embedding } = await face.embed(photograph(faces.cage), undefined)
    if (!embedding) throw new Error('the built-in recogniser finds no face')
    await house.db
      .updateTable('face_template')
      .set({ model_id: faceModelId, embedding_sealed: sealEmbedding(keys, portraitId, embedding) })
      .where('image_id', '=', portraitId)
      .execute()
    const body = { name: 'Again', portraitId }
    expect((await admin.call(createStaff, { body })).message).toBe('portrait.duplicate-face')
    const { id } = await admin.ask(createStaff, { body: { ...body, force: true } })
    const due = () => house.db.selectFrom('face_pair_due').select('person_id').where('person_id', '=', id).execute()
    await house.db.deleteFrom('face_pair_due').execute()
    expect(await make()).toBe(1)
    expect(new Set(await inForce())).toEqual(new Set([first]))
    expect(await due()).toHaveLength(1)
    await house.db.deleteFrom('person').where('id', '=', id).execute()
    await house.db.deleteFrom('image').where('id', '=', portraitId).execute()
  })

  it('a server without the file notes it and goes on with the recogniser in use', async () => {
    await use(second)
    await rm(recogniserFile(house.dataFolder, second))
    await make()
    expect(await status()).toMatchObject({ change: { problem: 'file-missing', done: 0 }, inUse: { modelId: first } })
    expect(await listRecognisers(operatorConfig(house))).toContain('The file is not on the server')
    await putIn(house, { dimension: 1024, seed: 2 })
    await house.db.updateTable('recogniser_state').set({ is_changing: false, wanted: first }).execute()
  })

  it('a file that was changed on the disk stops the change, and the one in use keeps working', async () => {
    const { writeFile, readFile } = await import('node:fs/promises')
    const path = recogniserFile(house.dataFolder, second)
    const whole = await readFile(path)
    await writeFile(path, whole.subarray(0, whole.length - 8))
    await use(second)
    await expect(make()).rejects.toThrow(/is not the one that was put in/)
    expect(await status()).toMatchObject({ change: { problem: 'engine-failed' }, inUse: { modelId: first } })
    expect((await house.gatehouse.services.face.analyse(photograph(faces.cage))).modelId).toBe(first)
    await writeFile(path, whole)
    await make()
    expect(await status()).toMatchObject({ change: null, inUse: { modelId: second } })
    await acceptsBy(second)
  })

  it('a person whose portrait gives no template holds the change up until the operator wants it anyway', async () => {
    const person = await enter(faces.franckAgain)
    const blob = await house.gatehouse.services.blobs.put(Buffer.from('no picture'))
    await house.db
      .updateTable('image')
      .set({ blob_hash: blob })
      .where('id', '=', person.portraitId ?? '')
      .execute()
    await use(first)
    await make()
    expect(await status()).toMatchObject({
      change: { people: 4, done: 3, failed: 1, failedPeople: [{ name: faces.franckAgain }] },
      inUse: { modelId: second },
    })
    expect(await use(first, true)).toMatch(/Of 4 people 1 lack one now/)
    await make()
    expect(await status()).toMatchObject({ change: null, inUse: { modelId: first }, lacking: 1 })
    await acceptsBy(first)
  })

  it('portraits whose pictures do not open or end each worker hold up no other, are named, those on the blacklist first, and are tried again some hours later', async () => {
    const people = [
      await enter(faces.franck, 'Ends'),
      await enter(faces.cage, 'Damaged'),
      await enter(faces.audrey, 'Blacklisted'),
    ]
    const [ends, ...pictures] = await picturesOf(house.db, people)
    const mend = await damagePictures(house.dataFolder, pictures)
    await admin.ask(moveToBlacklist, { body: { personIds: [people[2]!.id], reason: null } })
    const { services } = house.gatehouse
    const isTheOne = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest().equals(ends!)
    const withWorkers = {
      ...services,
      face: {
        ...services.face,
        embed: (...[bytes, source]: Parameters<typeof services.face.embed>) =>
          isTheOne(bytes)
            ? Promise.reject(new FaceError('face.worker-failed', 'the face worker ended'))
            : services.face.embed(bytes, source),
      },
    }
    await use('built-in', false)
    await makeTemplates(withWorkers, slot)
    const { change } = await status()
    expect(change).toMatchObject({ problem: null, failed: 4 })
    expect(change?.failedPeople.map(({ name, isBlacklisted }) => [name, isBlacklisted])).toEqual([
      ['Blacklisted', true],
      ['Damaged', false],
      ['Ends', false],
      [faces.franckAgain, false],
    ])
    expect(await listRecognisers(operatorConfig(house))).toMatch(
      /Blacklisted \(blacklist\), .*\n.*opens nothing and is not found on the blacklist/,
    )
    expect(await use('built-in', true)).toMatch(/Blacklisted \(blacklist\).*\nWho has no template then/)
    await use('built-in', false)
    await makeTemplates(withWorkers, slot)
    await mend()
    expect(await make()).toBe(0)
    const later = { now: () => house.clock.now().add({ hours: 7 }) }
    expect(await makeTemplates({ ...services, clock: later }, slot)).toBeGreaterThan(3)
    expect((await status()).change).toMatchObject({ failed: 1, failedPeople: [{ name: faces.franckAgain }] })
    await use(first)
    for (const { id, portraitId } of people) {
      await house.db.deleteFrom('person').where('id', '=', id).execute()
      await house.db
        .deleteFrom('image')
        .where('id', '=', portraitId ?? '')
        .execute()
    }
  })

  it('one that a terminal compares with is not taken out, and a threshold set by hand on its scale goes over to the one in use', async () => {
    const thresholds = { verify: 0.3, openSet: 0.4, alike: 0.38, floor: 0.35 }
    const third = await putIn(house, { dimension: 256, seed: 3 }, { thresholds })
    const inUse = manifestOf((await selectRecognisers(house.db)).find((row) => row.model_id === first)!)
    const { id } = await pairTestDevice(house, admin, 'Old gate')
    const settings = JSON.stringify({ faceThresholdBy: 'by-hand', faceThreshold: 0.5, doorOpenSeconds: 7 })
    const change = (face_model_id: string | null) =>
      house.db
        .updateTable('device')
        .set({ settings, face_model_id, threshold_model_id: third })
        .where('id', '=', id)
        .execute()
    const remove = () => removeRecogniser({ recogniser: third }, operatorConfig(house))
    await change(third)
    await expect(remove()).rejects.toThrow(/^Old gate still compare with /)
    await change(faceModelId)
    const template = await house.db
      .insertInto('settings_template')
      .values({ name: 'Of it', values: settings, created_by: 'admin', threshold_model_id: third })
      .returning('id')
      .executeTakeFirstOrThrow()
    await remove()
    const device = await house.db
      .selectFrom('device')
      .select(['settings', 'threshold_model_id'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const faceThreshold = thresholdOnScaleOf(0.5, thresholds, undefined)
    expect(faceThreshold).not.toBe(0.5)
    expect(device).toEqual({
      settings: { faceThresholdBy: 'by-hand', faceThreshold, doorOpenSeconds: 7 },
      threshold_model_id: faceModelId,
    })
    const kept = await house.db.selectFrom('settings_template').selectAll().where('id', '=', template.id).execute()
    const translated = thresholdOnScaleOf(0.5, thresholds, inUse.thresholds)
    expect(translated).not.toBe(0.5)
    expect(kept).toMatchObject([
      { values: { faceThreshold: translated, doorOpenSeconds: 7 }, threshold_model_id: first },
    ])
    await house.db.deleteFrom('device').where('id', '=', id).execute()
  })

  it('the way back takes the templates of the built-in one, which were kept', async () => {
    expect(await use('built-in', true)).toMatch(/Of 4 people 1 lack one now/)
    expect(await make()).toBe(1)
    expect(await status()).toMatchObject({ change: null, inUse: { modelId: faceModelId }, lacking: 1 })
    expect((await inForce()).filter((modelId) => modelId === faceModelId)).toHaveLength(3)
    await acceptsBy(faceModelId)
    expect(await removeRecogniser({ recogniser: second }, operatorConfig(house))).toContain(second)
    await expect(removeRecogniser({ recogniser: second }, operatorConfig(house))).rejects.toThrow(
      /There is no recogniser/,
    )
  })
})

describe('terminals follow', () => {
  let gate: PairedDevice
  let other: PairedDevice
  const say = (device: PairedDevice, faceModel: string) =>
    device.ask(hello, {
      body: {
        versions: {
          ...testVersions(),
          serialNumber: device.serialNumber,
          faceModelId: faceModel,
          abilities: ['recogniser'],
        },
        clockAt: house.clock.now().toString(),
        nextSequence: 1,
      },
    })
  beforeAll(async () => {
    gate = await pairTestDevice(house, admin, 'A gate')
    other = await pairTestDevice(house, admin, 'B gate')
    await say(gate, faceModelId)
    await say(other, faceModelId)
    await house.db.updateTable('device').set({ is_online: true }).execute()
    await use(first, true)
    await make()
    await slot.refresh()
  })

  it('the recogniser is named to one terminal at a time, with the manifest and the file', async () => {
    expect(await gate.ask(getRecogniser)).toEqual({ follow: 'stay', recogniser: null })
    await lead()
    await lead()
    const told = await gate.ask(getRecogniser)
    expect(told).toMatchObject({ follow: 'other', recogniser: { modelId: first, dimension: 128 } })
    expect((await other.ask(getRecogniser)).follow).toBe('stay')
    expect(await status()).toMatchObject({
      terminals: {
        follow: 0,
        others: [
          { name: 'A gate', state: 'following' },
          { name: 'B gate', state: 'waits' },
        ],
      },
    })
    const file = await gate.call(getRecogniserFile, { params: { modelId: first } })
    expect(file.status).toBe(200)
  })

  it('until it has changed over it gets the templates that it compares with, and those of the other one when it asks', async () => {
    const modelOfFranck = async (device: PairedDevice, model?: string) =>
      (await device.ask(pullPeople, { query: { limit: 200, ...(model && { model }) } })).upserts.find(
        (one) => one.name === faces.franck,
      )?.modelId
    expect(await modelOfFranck(gate)).toBe(faceModelId)
    expect(await modelOfFranck(gate, first)).toBe(first)
    await say(gate, first)
    expect(await modelOfFranck(gate)).toBe(first)
    expect(await modelOfFranck(other)).toBe(faceModelId)
  })

  it('the next terminal has its turn, and one that cannot run it keeps the former one and is shown', async () => {
    await lead()
    expect((await other.ask(getRecogniser)).follow).toBe('other')
    await other.ask(reportRecogniser, { body: { modelId: first, state: 'refused', reason: 'too-large' } })
    await lead()
    expect(await status()).toMatchObject({
      terminals: { follow: 1, others: [{ name: 'B gate', state: 'refused', reason: 'too-large' }] },
    })
  })
})
