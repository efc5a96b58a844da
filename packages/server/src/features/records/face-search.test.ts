import { pushRecords, type WireRecord } from '@gatehouse/contract/device/link.ts'
import { createBlacklisted } from '@gatehouse/contract/features/blacklist.ts'
import { AppError } from '@gatehouse/contract/errors.ts'
import {
  deleteRecords,
  getRecord,
  linkStranger,
  searchFace,
  searchRecordFace,
  updateRecordSettings,
} from '@gatehouse/contract/features/records.ts'
import { listOperations } from '@gatehouse/contract/features/operation-log.ts'
import { uploadPortrait } from '@gatehouse/contract/features/portraits.ts'
import { erasePerson } from '@gatehouse/contract/features/privacy.ts'
import { createStaff } from '@gatehouse/contract/features/staff.ts'
import { createVisitor } from '@gatehouse/contract/features/visitors.ts'
import { faceModelId } from '@gatehouse/face/core/face-models.ts'
import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { executeAlone } from '../../../test/execute-alone.ts'
import { buildRecord, buildStaff, pairTestDevice, type PairedDevice } from '../../../test/device-caller.ts'
import { type Caller, startTestGatehouse, type TestGatehouse } from '../../../test/gatehouse.ts'
import { jpegWith } from '../../../test/jpeg-with.ts'
import { inHours } from '../../../test/visits.ts'
import { faces, photograph } from '@gatehouse/testkit/photographs.ts'
import { until } from '@gatehouse/testkit/until.ts'
import { sealCaptureEmbedding } from '../../face/open-embedding.ts'
import { readCaptures } from './capture-jobs.ts'
import { deleteRecordsQueued, dropOldRecords } from './record-jobs.ts'

let house: TestGatehouse
let owner: Caller
let gate: PairedDevice
let lab: PairedDevice
let sequence = 0
beforeAll(async () => {
  house = await startTestGatehouse()
  owner = await house.asRole('superAdmin')
  gate = await pairTestDevice(house, owner, 'Gate')
  lab = await pairTestDevice(house, owner, 'Lab')
})
afterAll(() => house.close())
beforeEach(async () => {
  await executeAlone(house.db, sql`truncate recognition_record, capture_due`)
  await sql`delete from capture_template`.execute(house.db)
  await sql`update record_setting set keeps_captures = true, stranger_days = 365`.execute(house.db)
})

const now = () => Temporal.Now.instant()
const ago = (days: number) =>
  now()
    .subtract({ hours: days * 24 })
    .round('millisecond')
    .toString()
const seen = (picture: string | Buffer, more: Partial<WireRecord> = {}) =>
  buildRecord(++sequence, {
    capture: (typeof picture === 'string' ? photograph(picture) : picture).toString('base64'),
    ...more,
  })
const push = (device: PairedDevice, ...records: WireRecord[]) => device.ask(pushRecords, { body: { records } })
const read = () => readCaptures(house.gatehouse.services)
const search = async (picture: string, days?: number, caller = owner) =>
  caller.ask(searchFace, { body: { file: photograph(picture) }, query: days === undefined ? {} : { days } })
const idsOf = ({ items }: { items: readonly { record: { id: string } }[] }) => items.map(({ record }) => record.id)
const templates = () => house.db.selectFrom('capture_template').selectAll().execute()
const due = async () => (await house.db.selectFrom('capture_due').selectAll().execute()).length
/** A readable JPEG without anybody on it. */
const landscape = () =>
  sharp({ create: { width: 320, height: 240, channels: 3, background: '#3a7d44' } })
    .jpeg()
    .toBuffer()
const noise = jpegWith(Buffer.from('no picture at all'))

describe('[REC-01] strangers searched for by a photograph', () => {
  it('a photograph finds the strangers with this face and no others, the most alike first, with door and time', async () => {
    const [first, second, other] = [seen(faces.franck), seen(faces.franckAgain), seen(faces.cage)]
    await push(gate, first, other)
    await push(lab, second)
    expect(await read()).toBe(3)
    const found = await search(faces.franck)
    expect(idsOf(found)).toEqual([first.id, second.id])
    expect(found).toMatchObject({ compared: 3, waiting: 0, isCut: false, faces: 1 })
    expect(found.items[0]).toMatchObject({ score: 1, record: { device: { name: 'Gate' }, hasCapture: true } })
    expect(found.items[1]?.record.device.name).toBe('Lab')
    expect(found.items[1]?.score).toBeGreaterThan(0.41)
    expect(found.items[1]?.score).toBeLessThan(1)
    expect(idsOf(await search(faces.audrey))).toEqual([])
  })

  it('[PERM-08] a photograph finds registered people of the kinds that the caller reads, with the score, and leaves one line', async () => {
    const portrait = await owner.ask(uploadPortrait, { body: { file: photograph(faces.franck) } })
    const body = { name: 'Franck', departmentId: null, jobId: null, phone: null, portraitId: portrait.id }
    const { id } = await owner.ask(createStaff, { body })
    const found = await until(async () => {
      const { people } = await search(faces.franckAgain)
      return people.length > 0 && people
    })
    expect(found).toMatchObject([{ kind: 'staff', person: { id, name: 'Franck' } }])
    expect((await search(faces.cage)).people).toEqual([])
    const visitors = await house.asRole('visitorAdmin')
    expect((await search(faces.franckAgain, 7, visitors)).people).toEqual([])
    const [line] = (await owner.ask(listOperations, { query: { module: 'record' } })).items
    expect(line?.event).toBe('search-face')
    await owner.ask(erasePerson, { params: { id } })
  })

  it('[PERM-08] people whom the caller may not see take nobody’s place among those who are found', async () => {
    const audrey = async (name: string) => {
      const { id: portraitId } = await owner.ask(uploadPortrait, { body: { file: photograph(faces.audrey) } })
      return { name, portraitId, force: true }
    }
    const staff = []
    for (let count = 0; count < 5; count++)
      staff.push(await owner.ask(createStaff, { body: await audrey(`Audrey ${count}`) }))
    const period = { validFromAt: inHours(house, -1), validToAt: inHours(house, 8) }
    const visitor = await owner.ask(createVisitor, { body: { ...(await audrey('Audrey')), ...period } })
    const visitors = await house.asRole('visitorAdmin')
    const found = await until(async () => {
      const { people } = await search(faces.audrey, 7, visitors)
      return people.length > 0 && people
    })
    expect(found.map(({ person }) => person?.id)).toEqual([visitor.id])
    for (const { id } of [...staff, visitor]) await owner.ask(erasePerson, { params: { id } })
  })

  it('[MAN-05] the record of a stranger names the blacklisted person whom it may be, once its capture is read', async () => {
    const { id: portraitId } = await owner.ask(uploadPortrait, { body: { file: photograph('SeanConnery.jpg') } })
    const banned = await owner.ask(createBlacklisted, { body: { name: 'Sean', portraitId, force: true } })
    const { gallery } = house.gatehouse.services.people
    await gallery.refreshPerson(banned.id)
    const [older, other] = [seen('sean_guru2_crop.jpg'), seen(faces.cage)]
    await push(gate, older, other)
    await read()
    expect((await owner.ask(getRecord, { params: { id: older.id } })).candidates).toMatchObject([
      { id: banned.id, name: 'Sean', kind: 'blacklisted', score: expect.any(Number) },
    ])
    expect((await owner.ask(getRecord, { params: { id: other.id } })).candidates).toEqual([])
    await owner.ask(erasePerson, { params: { id: banned.id } })
  })

  it('a refused stranger is counted by how alike they were to the most alike person, without a face, and for 90 days', async () => {
    const { id: portraitId } = await owner.ask(uploadPortrait, { body: { file: photograph(faces.franck) } })
    const franck = await owner.ask(createStaff, { body: { name: 'Franck', portraitId } })
    await house.gatehouse.services.people.gallery.refreshPerson(franck.id)
    await sql`delete from stranger_score`.execute(house.db)
    await push(gate, seen(faces.franckAgain), seen(faces.cage), seen(faces.cage), seen(await landscape()))
    await read()
    const scores = () => house.db.selectFrom('stranger_score').selectAll().orderBy('hundredth').execute()
    const today = now().toZonedDateTimeISO('UTC').toPlainDate().toString()
    expect(await scores()).toMatchObject([
      { seen_on: today, strangers: 2, people: 2 },
      { seen_on: today, strangers: 1, people: 1 },
    ])
    const [cage, himself] = await scores()
    expect(cage?.hundredth).toBeLessThan(36)
    expect(himself?.hundredth).toBeGreaterThan(60)
    await sql`update stranger_score set seen_on = seen_on - 91 where hundredth = ${cage?.hundredth}`.execute(house.db)
    await dropOldRecords(house.gatehouse.services)
    expect(await scores()).toMatchObject([{ hundredth: himself?.hundredth }])
    await owner.ask(erasePerson, { params: { id: franck.id } })
  })

  it('a photograph finds strangers of the last seven days, or of the requested number of days, at most ninety', async () => {
    const [today, old, older] = [
      seen(faces.franck),
      seen(faces.franck, { recognisedAt: ago(8) }),
      seen(faces.franck, { recognisedAt: ago(80) }),
    ]
    await push(gate, today, old, older)
    await read()
    expect(idsOf(await search(faces.franckAgain))).toEqual([today.id])
    expect(new Set(idsOf(await search(faces.franckAgain, 30)))).toEqual(new Set([today.id, old.id]))
    expect(new Set(idsOf(await search(faces.franckAgain, 90)))).toEqual(new Set([today.id, old.id, older.id]))
    for (const days of [0, 91, 1.5]) {
      const answer = await owner.call(searchFace, { image: photograph(faces.franck), query: { days } })
      expect(answer.message).toBe('request.invalid')
    }
  })

  it('strangers found by a photograph have the name that somebody gave them, and a record shows the other records of its face', async () => {
    const li = await buildStaff(owner, 'Li')
    const [first, second, other] = [seen(faces.franck), seen(faces.franckAgain), seen(faces.cage)]
    await push(gate, first, second, other)
    await read()
    await owner.ask(linkStranger, { params: { id: second.id }, body: { personId: li.id } })
    const found = await owner.ask(searchRecordFace, { params: { id: first.id } })
    expect(found.items.map(({ record, linkedName }) => [record.id, linkedName])).toEqual([[second.id, 'Li']])
    expect(found.compared).toBe(2)
    expect((await owner.call(searchRecordFace, { params: { id: randomUUID() } })).message).toBe('record.not-found')
  })

  it('a search by photograph gives up to fifty strangers and compares all faces, however many there are', async () => {
    const [template = new Float32Array(512)] = await withFace()
    await house.db.deleteFrom('capture_template').execute()
    const { keys } = house.gatehouse.services
    // 450 records of this one face: more than are opened in one step.
    const records = Array.from({ length: 450 }, (_, index) =>
      buildRecord(++sequence, { recognisedAt: now().subtract({ seconds: index }).round('millisecond').toString() }),
    )
    await push(gate, ...records.slice(0, 200))
    await push(gate, ...records.slice(200, 400))
    await push(gate, ...records.slice(400))
    await house.db
      .insertInto('capture_template')
      .values(
        records.map(({ id, recognisedAt }) => ({
          record_id: id,
          recognised_at: recognisedAt,
          model_id: faceModelId,
          embedding_sealed: sealCaptureEmbedding(keys, id, template),
        })),
      )
      .execute()
    const found = await search(faces.franck)
    expect(found.compared).toBe(450)
    expect(new Set(idsOf(found)).size).toBe(50)
  })

  it('a search by photograph reads faces along the index of time', async () => {
    const { rows } = await house.db.transaction().execute(async (db) => {
      await sql`
        insert into capture_template (record_id, recognised_at, model_id, embedding_sealed)
        select gen_random_uuid(), now() - n * interval '1 minute', ${faceModelId}, '\\x00' from generate_series(1, 20000) n`.execute(
        db,
      )
      await sql`analyze capture_template`.execute(db)
      return sql<{ 'QUERY PLAN': string }>`
        explain select record_id from capture_template where embedding_sealed is not null
          and recognised_at >= now() - interval '7 days' and model_id = ${faceModelId}
          and (recognised_at, record_id) < (now() - interval '1 hour', ${randomUUID()}::uuid)
        order by recognised_at desc, record_id desc limit 200`.execute(db)
    })
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).toContain('capture_template__time')
    expect(plan).not.toContain('Sort')
  })
})

/** The embedding of one real face, as the server read it. */
async function withFace(): Promise<Float32Array[]> {
  const { main } = await house.gatehouse.services.face.analyse(photograph(faces.franck))
  return main ? [main.embedding] : []
}

describe('[REC-01] the photograph that is searched with', () => {
  it('the photograph that is searched with must be a picture with a face; neither its quality nor a second face is held against it', async () => {
    const ask = (image: Buffer) => owner.call(searchFace, { image })
    expect((await ask(noise)).message).toBe('portrait.unreadable')
    expect((await ask(Buffer.alloc(0))).message).toBe('portrait.unreadable')
    expect((await ask(await landscape())).message).toBe('record.no-face')
    expect((await ask(Buffer.concat([photograph(faces.cage), Buffer.alloc(21_000_000)]))).status).toBe(413)
    // Too small for a portrait.
    expect((await ask(photograph('audrey_crop.jpg'))).status).toBe(200)
  })

  it('the photograph that is searched with is not stored, and leaves one line in the operation log with the operator and the period', async () => {
    await push(gate, seen(faces.franck))
    await read()
    const kept = async () => ({
      blobs: (await readdir(house.dataFolder, { recursive: true })).length,
      images: (await house.db.selectFrom('image').select('id').execute()).length,
      templates: (await templates()).length,
    })
    const before = await kept()
    const visitors = await house.asRole('visitorAdmin')
    const answer = await visitors.call(searchFace, { image: photograph(faces.audrey), query: { days: 30 } })
    expect(answer.status).toBe(200)
    expect(await kept()).toEqual(before)
    const lines = await house.db
      .selectFrom('operation_log')
      .select(['module', 'event', 'actor_name', 'result', 'facts'])
      .where('request_id', '=', String(answer.headers['x-request-id']))
      .execute()
    expect(lines).toEqual([
      {
        module: 'record',
        event: 'search-face',
        result: 'success',
        facts: { days: 30, found: 0, compared: 1, people: 0 },
        actor_name: expect.stringMatching(/^visitorAdmin/),
      },
    ])
  })

  it('a search by photograph is open to readers of records: a manager of visitors sees strangers, a manager of devices does not', async () => {
    const face = seen(faces.franck)
    await push(gate, face)
    await read()
    for (const role of ['mainAdmin', 'subAdmin', 'visitorAdmin'] as const)
      expect(idsOf(await search(faces.franckAgain, 7, await house.asRole(role)))).toEqual([face.id])
    const devices = await house.asRole('deviceAdmin')
    expect((await devices.call(searchFace, { image: photograph(faces.franck) })).message).toBe('auth.permission-denied')
    expect((await devices.call(searchRecordFace, { params: { id: face.id } })).message).toBe('auth.permission-denied')
  })
})

describe('[REC-01] faces of strangers', () => {
  it('faces of strangers are read for strangers only, sealed, and of each capture once', async () => {
    const li = await buildStaff(owner, 'Li')
    const face = seen(faces.franck)
    await push(
      gate,
      face,
      buildRecord(++sequence),
      seen(faces.cage, { kind: 'staff', personId: li.id, abnormal: 'none', opened: true }),
      seen(faces.cage, { kind: 'blacklisted' }),
      seen(faces.cage, { kind: 'spoof' }),
    )
    expect(await due()).toBe(1)
    // Sent again, it makes no second one.
    await push(gate, face)
    expect(await due()).toBe(1)
    expect(await read()).toBe(1)
    const [template, ...others] = await templates()
    expect(others).toEqual([])
    expect(template).toMatchObject({ record_id: face.id, model_id: faceModelId })
    const [embedding] = await withFace()
    const plain = Buffer.from(embedding?.buffer ?? new ArrayBuffer(0)).subarray(0, 16)
    expect(template?.embedding_sealed?.includes(plain)).toBe(false)
    expect(template?.embedding_sealed).toHaveLength(770 + 28)
    expect(await read()).toBe(0)
  })

  it('a picture without a face is marked and not searched again', async () => {
    const [none, broken] = [seen(await landscape()), seen(noise)]
    await push(gate, none, broken)
    expect(await read()).toBe(2)
    expect((await templates()).map((row) => [row.record_id, row.embedding_sealed])).toEqual(
      expect.arrayContaining([
        [none.id, null],
        [broken.id, null],
      ]),
    )
    expect(await due()).toBe(0)
    expect((await owner.call(searchRecordFace, { params: { id: none.id } })).message).toBe('record.face-unread')
    expect((await search(faces.franck)).compared).toBe(0)
  })

  it('faces of strangers are read by several processes together, each once, and counted as waiting until then', async () => {
    const records = Array.from({ length: 6 }, (_, index) => seen(index % 2 ? faces.franck : faces.cage))
    await push(gate, ...records)
    expect((await search(faces.franck)).waiting).toBe(6)
    const counts = await Promise.all([read(), read()])
    expect(counts[0] + counts[1]).toBe(6)
    expect(new Set((await templates()).map((row) => row.record_id))).toEqual(new Set(records.map(({ id }) => id)))
  })

  it('faces of strangers are read by the job that runs each minute, without a request', async () => {
    const working = await startTestGatehouse({ withJobs: true })
    try {
      const known = () =>
        sql`
        select from graphile_worker._private_known_crontabs where identifier = 'read-captures'`.execute(working.db)
      await until(async () => (await known()).rows.length === 1)
      const door = await pairTestDevice(working, await working.asRole('superAdmin'))
      await push(door, seen(faces.cage))
      await sql`select graphile_worker.add_job('read-captures')`.execute(working.db)
      const count = async () => (await working.db.selectFrom('capture_template').select('record_id').execute()).length
      expect(await until(async () => (await count()) === 1)).toBe(true)
    } finally {
      await working.close()
    }
  })

  it('faces of strangers wait while the face engine is busy, and a picture on which it fails three times is given up', async () => {
    const face = seen(faces.franck)
    await push(gate, face)
    const { services } = house.gatehouse
    const failing = (error: Error) => ({
      ...services,
      face: { ...services.face, analyse: () => Promise.reject(error) },
    })
    expect(await readCaptures(failing(new AppError('server.busy')))).toBe(0)
    await expect(readCaptures(house.gatehouse.services, AbortSignal.abort())).rejects.toThrow('aborted')
    expect(await due()).toBe(1)
    for (let time = 1; time <= 3; time++) {
      expect(await due()).toBe(1)
      await expect(readCaptures(failing(new Error('the worker died')))).rejects.toThrow('the worker died')
    }
    expect(await due()).toBe(0)
    expect((await templates()).map((row) => row.embedding_sealed)).toEqual([null])
  })

  it('faces of strangers are deleted with their records: by a filter, by retention, while they are read, and with the person erased', async () => {
    const li = await buildStaff(owner, 'Li')
    const [deleted, old, linked, kept] = [
      seen(faces.cage),
      seen(faces.franck, { recognisedAt: ago(20) }),
      seen(faces.franck),
      seen(faces.franckAgain),
    ]
    await house.db
      .updateTable('device')
      .set({ created_at: ago(60) })
      .execute()
    await push(lab, deleted)
    await push(gate, old, linked, kept)
    await read()
    expect(await templates()).toHaveLength(4)
    const { id } = await owner.ask(deleteRecords, { body: { deviceId: lab.id, expected: 1 } })
    await deleteRecordsQueued(house.gatehouse.services).run({ id })
    expect((await templates()).map((row) => row.record_id)).not.toContain(deleted.id)
    await owner.ask(updateRecordSettings, {
      body: {
        staffDays: 365,
        visitorDays: 365,
        strangerDays: 10,
        spoofDays: 365,
        blacklistedDays: 365,
        keepsCaptures: true,
      },
    })
    await dropOldRecords(house.gatehouse.services)
    expect(new Set((await templates()).map((row) => row.record_id))).toEqual(new Set([linked.id, kept.id]))
    await owner.ask(linkStranger, { params: { id: linked.id }, body: { personId: li.id } })
    await owner.ask(erasePerson, { params: { id: li.id } })
    expect((await templates()).map((row) => row.record_id)).toEqual([kept.id])

    const late = seen(faces.cage)
    await push(lab, late)
    const { services } = house.gatehouse
    const slow = {
      ...services,
      face: {
        ...services.face,
        // The record is deleted while its face is read.
        async analyse(bytes: Uint8Array) {
          const { id } = await owner.ask(deleteRecords, { body: { deviceId: lab.id, expected: 1 } })
          await deleteRecordsQueued(services).run({ id })
          return services.face.analyse(bytes)
        },
      },
    }
    expect(await readCaptures(slow)).toBe(1)
    expect((await templates()).map((row) => row.record_id)).toEqual([kept.id])
  })

  it('faces of strangers are read neither when pictures are not kept, nor from earlier pictures', async () => {
    await push(gate, seen(faces.franck))
    await sql`update record_setting set keeps_captures = false`.execute(house.db)
    await push(gate, seen(faces.cage))
    expect(await due()).toBe(1)
    expect(await read()).toBe(0)
    expect([await due(), await templates()]).toEqual([0, []])
  })
})
