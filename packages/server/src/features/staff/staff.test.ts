import { createDepartment } from '@gatehouse/contract/features/departments.ts'
import { getImage } from '@gatehouse/contract/features/images.ts'
import { defaultGroupNames, listGroups } from '@gatehouse/contract/features/person-groups.ts'
import { portraitRefusal, uploadDisplayPortrait, uploadPortrait } from '@gatehouse/contract/features/portraits.ts'
import { createStaff, deleteStaff, getStaff, listStaff, updateStaff } from '@gatehouse/contract/features/staff.ts'
import type { BodyInput } from '@gatehouse/contract/route.ts'
import sharp, { type Sharp } from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Caller, startTestGatehouse, type TestGatehouse } from '../../../test/gatehouse.ts'
import { heicOf } from '@gatehouse/face/test/heic/heic-of.ts'
import { faces, photograph } from '@gatehouse/testkit/photographs.ts'
import { until } from '@gatehouse/testkit/until.ts'
import { clearGarbage } from '../../blobs/clear-garbage.ts'

let test: TestGatehouse
let admin: Caller
beforeAll(async () => {
  test = await startTestGatehouse()
  admin = await test.asRole('superAdmin')
})
beforeEach(async () => {
  const { items } = await admin.ask(listStaff, { query: { size: 200 } })
  if (items.length > 0) await admin.ask(deleteStaff, { body: { ids: items.map(({ id }) => id) } })
})
afterAll(() => test.close())

const create = (body: BodyInput<typeof createStaff>) => admin.ask(createStaff, { body })
const upload = (name: string) => admin.ask(uploadPortrait, { body: { file: photograph(name) } })

describe('[MAN-01] staff', () => {
  it('staff are created with their fields, read, changed and deleted', async () => {
    const department = await admin.ask(createDepartment, { body: { name: 'Staff test' } })
    const made = await create({
      name: '李伟',
      departmentId: department.id,
      jobId: 'A-1',
      phone: '13800000001',
      email: 'li@example.com',
      position: 'Guard',
      remark: 'two\nlines',
    })
    expect(made).toMatchObject({
      name: '李伟',
      department: { name: 'Staff test' },
      jobId: 'A-1',
      phone: '13800000001',
      email: 'li@example.com',
      remark: 'two\nlines',
      version: 1,
    })
    const changed = await admin.ask(updateStaff, { params: { id: made.id }, body: { phone: null, name: '李薇' } })
    expect(changed).toMatchObject({ name: '李薇', phone: null, jobId: 'A-1', version: 2 })
    expect(await admin.ask(deleteStaff, { body: { ids: [made.id] } })).toEqual({ deleted: 1 })
    expect((await admin.call(getStaff, { params: { id: made.id } })).message).toBe('staff.not-found')
  })

  it('new staff join the default staff group unless other groups are given', async () => {
    const [group] = await admin.ask(listGroups, { query: { kind: 'staff' } })
    expect(group?.name).toBe(defaultGroupNames.staff)
    expect((await create({ name: 'A' })).groups).toEqual([{ id: group?.id, name: group?.name }])
    expect((await create({ name: 'B', groupIds: [] })).groups).toEqual([])
    const visitors = await admin.ask(listGroups, { query: { kind: 'visitor' } })
    const answer = await admin.call(createStaff, { body: { name: 'C', groupIds: [visitors[0]?.id ?? ''] } })
    expect(answer.message).toBe('group.not-found')
  })

  it('staff are found by department, name, job ID and whole phone number, sorted and paged', async () => {
    const department = await admin.ask(createDepartment, { body: { name: 'Search' } })
    for (const [name, jobId, phone] of [
      ['Ann', 'J3', '13800000003'],
      ['Bob', 'J2', '13800000004'],
      ['50%_x', 'J1', null],
    ] as const)
      await create({ name, jobId, phone, departmentId: name === 'Bob' ? null : department.id })
    const names = async (query: object) => (await admin.ask(listStaff, { query })).items.map(({ name }) => name)
    expect(await names({ departmentId: department.id, sort: 'name', order: 'asc' })).toEqual(['50%_x', 'Ann'])
    expect(await names({ keyword: 'bo' })).toEqual(['Bob'])
    expect(await names({ keyword: 'j2' })).toEqual(['Bob'])
    expect(await names({ keyword: '13800000003' })).toEqual(['Ann'])
    expect(await names({ keyword: '0%_' })).toEqual(['50%_x'])
    expect(await names({ keyword: '%' })).toEqual(['50%_x'])
    expect(await names({ sort: 'jobId', order: 'asc', size: 2, page: 2 })).toEqual(['Ann'])
    expect((await admin.ask(listStaff, { query: { size: 1 } })).total).toBe(3)
  })

  it('staff keep every text exactly as it was entered', async () => {
    const name = `<script>alert('x')</script>'; drop table person; --`
    expect((await create({ name, remark: name })).name).toBe(name)
  })

  it('staff share no job ID and no phone number', async () => {
    await create({ name: 'A', jobId: 'J1', phone: '13800000001' })
    for (const jobId of ['J1', 'j1', 'Ｊ１', ' J\u200b1', 'J1\u3164', 'J\u200d1'])
      expect((await admin.call(createStaff, { body: { name: 'B', jobId } })).message, jobId).toBe('staff.job-id-taken')
    expect((await admin.call(createStaff, { body: { name: 'B', phone: '13800000001' } })).message).toBe(
      'staff.phone-taken',
    )
  })

  it('staff of an earlier release whose job IDs differ only in case keep them, and can change everything else', async () => {
    const [one, other] = [await create({ name: 'A', jobId: 'K1' }), await create({ name: 'B', jobId: 'K2' })]
    await test.db.updateTable('person').set({ job_id: 'k1' }).where('id', '=', other.id).execute()
    const change = (id: string, body: object) => admin.call(updateStaff, { params: { id }, body })
    expect((await change(other.id, { name: 'C', jobId: 'k1' })).data).toMatchObject({ name: 'C', jobId: 'k1' })
    expect((await change(one.id, { jobId: 'K1' })).status).toBe(200)
    expect((await change(other.id, { jobId: 'K3' })).status).toBe(200)
    expect((await change(other.id, { jobId: 'k1' })).message).toBe('staff.job-id-taken')
    expect((await change(one.id, { jobId: 'k1' })).status).toBe(200)
  })

  it.each(['+10-123456', '13800000001', null])('[MAN-09] staff accept the phone number %s', async (phone) => {
    expect((await create({ name: 'A', phone })).phone).toBe(phone)
  })

  it.each(['+10123456', '12', 'abc', '+10-12345678901234567'])(
    '[MAN-09] staff refuse the phone number %s',
    async (phone) => {
      expect((await admin.call(createStaff, { body: { name: 'A', phone } })).message).toBe('request.invalid')
    },
  )

  it('the second of two editors of one member of staff is told so, and nothing is lost', async () => {
    const made = await create({ name: 'A' })
    const edit = (name: string) =>
      admin.call(updateStaff, { params: { id: made.id }, body: { name, version: made.version } })
    const answers = await Promise.all([edit('first'), edit('second')])
    expect(answers.map(({ message }) => message).toSorted()).toEqual(['staff.changed-meanwhile', 'success'])
  })

  it('numbers of staff are masked for a reader who cannot write people, and sealed in the database', async () => {
    const made = await create({ name: 'A', phone: '13812340001', email: 'ann@example.com' })
    const reader = await test.asRole('subAdmin')
    expect(await reader.ask(getStaff, { params: { id: made.id } })).toMatchObject({
      phone: '138****0001',
      email: 'a***@example.com',
    })
    const row = await test.db.selectFrom('person').selectAll().where('id', '=', made.id).executeTakeFirstOrThrow()
    const everything = JSON.stringify(
      Object.values(row).map((value) => (Buffer.isBuffer(value) ? value.toString('latin1') : value)),
    )
    expect(everything).not.toContain('13812340001')
    expect(everything).not.toContain('ann@example.com')
  })
})

describe('[MAN-08] a portrait', () => {
  it('a suitable portrait is stored sealed, is scored, and belongs to a person afterwards', async () => {
    const portrait = await upload(faces.franck)
    expect(portrait.checks.every(({ passed }) => passed)).toBe(true)
    expect(portrait.face.width).toBeGreaterThan(50)
    const made = await create({ name: 'Franck', portraitId: portrait.id })
    expect(made.portraitId).toBe(portrait.id)
    const row = await test.db
      .selectFrom('image')
      .select('blob_hash')
      .where('id', '=', portrait.id)
      .executeTakeFirstOrThrow()
    const kept = await test.gatehouse.services.blobs.get(row.blob_hash)
    expect(kept?.subarray(0, 3).toString('hex')).toBe('ffd8ff')
  })

  it('a portrait is shown by its address, as a thumbnail when asked, and never cached', async () => {
    const portrait = await upload(faces.franck)
    const { fastify } = test.gatehouse
    const get = (url: string, cookie = `token=${admin.token}`) => fastify.inject({ url, headers: { cookie } })
    const whole = await get(`/api/v1/image/portrait/${portrait.id}`)
    expect([whole.statusCode, whole.headers['content-type'], whole.headers['cache-control']]).toEqual([
      200,
      'image/jpeg',
      'private, no-store',
    ])
    const small = await get(`/api/v1/image/portrait/${portrait.id}?w=80`)
    const { width, height } = await sharp(small.rawPayload).metadata()
    expect(Math.max(width, height)).toBe(80)
    expect((await get(`/api/v1/image/portrait/${portrait.id}`, '')).statusCode).toBe(401)
    expect((await get(`/api/v1/image/capture/${portrait.id}`)).statusCode).toBe(404)
  })

  it('[MAN-10] a portrait is hidden from a role that may not see people', async () => {
    const portrait = await upload(faces.franck)
    const answer = await (
      await test.asRole('deviceAdmin')
    ).call(getImage, { params: { kind: 'portrait', id: portrait.id } })
    expect(answer.message).toBe('auth.permission-denied')
    // A role that sees visitors sees it as long as no member of staff has it.
    const visitors = await test.asRole('visitorAdmin')
    const get = () => visitors.call(getImage, { params: { kind: 'portrait', id: portrait.id } })
    expect((await get()).status).toBe(200)
    await create({ name: 'Franck the second', portraitId: portrait.id, force: true })
    expect((await get()).message).toBe('image.not-found')
  })

  it('a portrait that is refused says which check failed, its value and its limit', async () => {
    const answer = await admin.call(uploadPortrait, {
      image: await sharp(photograph(faces.franck)).blur(12).jpeg().toBuffer(),
    })
    expect(answer.message).toBe('portrait.check-failed')
    const { checks } = portraitRefusal.parse(answer.data)
    const blur = checks.find(({ check }) => check === 'blur')
    expect(blur?.passed).toBe(false)
    expect(blur?.value).toBeGreaterThan(blur?.limit ?? 1)
  })

  it.each([
    ['no picture at all', async () => Buffer.from('hello'), 'portrait.unreadable'],
    ['a cut-off picture', async () => photograph(faces.franck).subarray(0, 3000), 'portrait.unreadable'],
    [
      'a decompression bomb',
      () =>
        sharp({ create: { width: 12_000, height: 12_000, channels: 3, background: '#888' } })
          .png()
          .toBuffer(),
      'portrait.too-large',
    ],
    [
      'a picture without a face',
      () =>
        sharp({ create: { width: 600, height: 600, channels: 3, background: '#999' } })
          .jpeg()
          .toBuffer(),
      'portrait.check-failed',
    ],
  ])('a portrait that is %s is refused', async (_, picture, message) => {
    const answer = await admin.call(uploadPortrait, { image: await picture() })
    expect([answer.status < 500, answer.message]).toEqual([true, message])
  })

  it.each<[name: string, save: (image: Sharp) => Sharp, lost?: number]>([
    [
      'a photograph of 48 megapixels and more than 4 MB',
      (image: Sharp) => image.resize(8_000, 6_000, { fit: 'fill' }).jpeg({ quality: 100 }),
    ],
    ['a WebP', (image: Sharp) => image.webp()],
    ['an AVIF', (image: Sharp) => image.avif()],
    ['a JPEG that lost its last two bytes', (image: Sharp) => image.jpeg(), 2],
  ])('a portrait as a phone saves it, %s, is accepted and stored as JPEG', async (_, save, lost = 0) => {
    const whole = await save(sharp(photograph(faces.franck))).toBuffer()
    const bytes = whole.subarray(0, whole.length - lost)
    const verdict = await admin.ask(uploadPortrait, { body: { file: bytes } })
    const { content_type, width, height } = await test.db
      .selectFrom('image')
      .select(['content_type', 'width', 'height'])
      .where('id', '=', verdict.id)
      .executeTakeFirstOrThrow()
    expect(content_type).toBe('image/jpeg')
    expect(Math.max(width, height)).toBeLessThanOrEqual(1_600)
  })

  it('A HEIC as a phone writes it, lying in tiles and turned by the file, is accepted and stored upright as JPEG', async () => {
    const lying = await sharp(photograph(faces.franck)).rotate(90).toBuffer()
    const file = await heicOf(lying, { tile: 256, turns: 1 })
    const verdict = await admin.ask(uploadPortrait, { body: { file } })
    expect([verdict.width, verdict.height]).toEqual([720, 576])
    const shown = await admin.ask(uploadDisplayPortrait, { body: { file } })
    expect([shown.width, shown.height]).toEqual([720, 576])
    const gif = await sharp(photograph(faces.franck)).gif().toBuffer()
    const refused = await admin.call(uploadPortrait, { image: gif })
    expect([refused.message, refused.desc]).toEqual(['portrait.unreadable', expect.stringMatching(/heic/)])
  })

  it('[MAN-08] a portrait that was turned has the size of its picture, and its face lies where it is in it', async () => {
    const man = await sharp(photograph(faces.cage)).resize({ width: 700 }).rotate(25, { background: '#888' }).toBuffer()
    // Near the edge, so that the picture is cut to the part round the head.
    const leaning = await sharp({ create: { width: 3_200, height: 2_400, channels: 3, background: '#888' } })
      .composite([{ input: man, left: 0, top: 600 }])
      .jpeg()
      .toBuffer()
    const verdict = await admin.ask(uploadPortrait, { body: { file: Uint8Array.from(leaning) } })
    expect(verdict.turned).toBeDefined()
    const stored = await test.db
      .selectFrom('image as i')
      .innerJoin('face_template as t', 't.image_id', 'i.id')
      .select(['i.blob_hash', 'i.width', 'i.height', 't.face'])
      .where('i.id', '=', verdict.id)
      .executeTakeFirstOrThrow()
    const { blobs, face } = test.gatehouse.services
    const picture = (await blobs.get(stored.blob_hash))!
    const { width, height } = await sharp(picture).metadata()
    // smaller than the 800 pixels of other portraits
    expect(width).toBeLessThan(800)
    expect([stored.width, stored.height, verdict.width, verdict.height]).toEqual([width, height, width, height])
    const { box } = (await face.analyse(picture)).main!
    const { x, y, width: wide, height: tall } = verdict.face
    expect(stored.face).toEqual(verdict.face)
    const away = [x - box.left, y - box.top, x + wide - box.right, y + tall - box.bottom].map(Math.abs)
    expect(Math.max(...away)).toBeLessThan(0.1 * tall)
  })

  it('a portrait of a person who is registered already is refused with that person’s name, and can be added anyway', async () => {
    const made = await create({ name: 'Franck', portraitId: (await upload(faces.franck)).id })
    const again = await upload(faces.franckAgain)
    // The gallery hears of a new face by a hint.
    const refused = await until(async () => {
      const answer = await admin.call(createStaff, { body: { name: 'Somebody', portraitId: again.id } })
      if (answer.status === 200) await admin.ask(deleteStaff, { body: { ids: [answer.data.id] } })
      return answer.message === 'portrait.duplicate-face' ? answer : undefined
    })
    expect(refused.data).toMatchObject({ alike: [{ kind: 'staff', person: { id: made.id, name: 'Franck' } }] })
    const twin = await admin.ask(createStaff, { body: { name: 'Twin', portraitId: again.id, force: true } })
    // The form sends the portrait with every change: its owner is not checked again.
    const renamed = { name: 'Twin, renamed', portraitId: again.id }
    expect(await admin.ask(updateStaff, { params: { id: twin.id }, body: renamed })).toMatchObject({
      name: renamed.name,
    })
    const third = await upload(faces.franckAgain)
    const replaced = await admin.call(updateStaff, { params: { id: twin.id }, body: { portraitId: third.id } })
    expect(replaced.message).toBe('portrait.duplicate-face')
    const other = await upload(faces.cage)
    expect((await admin.call(createStaff, { body: { name: 'Cage', portraitId: other.id } })).status).toBe(200)
  })

  it('a portrait and its embedding are deleted with the person', async () => {
    const portrait = await upload(faces.audrey)
    const { blob_hash } = await test.db
      .selectFrom('image')
      .select('blob_hash')
      .where('id', '=', portrait.id)
      .executeTakeFirstOrThrow()
    const made = await create({ name: 'Audrey', portraitId: portrait.id })
    await admin.ask(deleteStaff, { body: { ids: [made.id] } })
    expect(await test.db.selectFrom('face_template').selectAll().where('image_id', '=', portrait.id).execute()).toEqual(
      [],
    )
    test.clock.advance({ minutes: 10 })
    await clearGarbage(test.gatehouse.services)
    expect(await test.gatehouse.services.blobs.get(blob_hash)).toBeUndefined()
  })
})
