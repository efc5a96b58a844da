import {
  addPictures,
  addZipPart,
  cancelImport,
  finishUpload,
  getImport,
  listImportRows,
  listImports,
  listZipParts,
  maxPicturesAtOnce,
  startPortraitBatch,
  zipPartSize,
} from '@gatehouse/contract/features/imports.ts'
import { listPersonPortraits } from '@gatehouse/contract/features/people/person-portraits.ts'
import { createStaff, deleteStaff, getStaff, listStaff } from '@gatehouse/contract/features/staff.ts'
import { uploadPortrait } from '@gatehouse/contract/features/portraits.ts'
import sharp from 'sharp'
import { fromBufferPromise } from 'yauzl'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Caller, startTestGatehouse, type TestGatehouse } from '../../../test/gatehouse.ts'
import { filesBody, type TestFile } from '../../../test/inject-request.ts'
import { heicOf } from '@gatehouse/face/test/heic/heic-of.ts'
import { oddPictures } from '@gatehouse/face/test/odd-pictures.ts'
import { faces, photograph } from '@gatehouse/testkit/photographs.ts'
import { until } from '@gatehouse/testkit/until.ts'
import { inDirectory, renamed, zipOf } from '../../../test/zip.ts'

let test: TestGatehouse
let admin: Caller
let blurred: Buffer
beforeAll(async () => {
  test = await startTestGatehouse()
  admin = await test.asRole('superAdmin')
  blurred = await sharp(photograph(faces.cage)).blur(12).jpeg().toBuffer()
})
beforeEach(async () => {
  const { items } = await admin.ask(listStaff, { query: { size: 200 } })
  if (items.length > 0) await admin.ask(deleteStaff, { body: { ids: items.map(({ id }) => id) } })
})
afterAll(() => test.close())

const start = async (force = false) => (await admin.ask(startPortraitBatch, { body: { name: 'Portraits', force } })).id
const add = (id: string, files: TestFile[]) => admin.ask(addPictures, { params: { id }, body: filesBody(files) })
const finish = async (id: string) => {
  await admin.ask(finishUpload, { params: { id } })
  return untilDone(id)
}
const untilDone = (id: string) =>
  until(async () => {
    const run = await admin.ask(getImport, { params: { id } })
    return run.state === 'done' && run
  })
const rowsOf = async (id: string) => (await admin.ask(listImportRows, { params: { id }, query: { size: 200 } })).items
/** The result of each picture: its name, and the outcome or the problem. */
const verdictsOf = async (id: string) =>
  Object.fromEntries((await rowsOf(id)).map(({ label, outcome, problems }) => [label, problems[0]?.problem ?? outcome]))
const person = (name: string, more: object = {}) => admin.ask(createStaff, { body: { name, ...more } })
const picture = (name: string, of: string | Buffer): TestFile => ({
  name,
  bytes: typeof of === 'string' ? photograph(of) : of,
})

async function batchOfZip(zip: Buffer): Promise<string> {
  const id = await start()
  for (let number = 0; number * zipPartSize < zip.length; number++) {
    const bytes = zip.subarray(number * zipPartSize, (number + 1) * zipPartSize)
    await admin.ask(addZipPart, { params: { id, number }, body: filesBody([{ name: 'part', bytes }]) })
  }
  return id
}

describe('[MAN-12] a batch of portraits', () => {
  it('a batch finds people by job id, else phone, else a unique name, and gives the reason for the others', async () => {
    const franck = await person('Franck', { jobId: '1001' })
    const cage = await person('Cage', { phone: '13800000001' })
    const audrey = await person('Audrey')
    await person('Twin')
    await person('Twin')
    const id = await start()
    await add(id, [
      picture('1001.jpg', faces.franck),
      picture('13800000001.JPEG', faces.cage),
      picture('Audrey.jpg', faces.audrey),
      picture('Twin.jpg', faces.franck),
      picture('9999.jpg', faces.franck),
      picture('notes.jpg', Buffer.from('no picture')),
    ])
    const run = await finish(id)
    expect(run).toMatchObject({ total: 6, counts: { updated: 3, failed: 3 }, secondsLeft: null })
    expect(await verdictsOf(id)).toEqual({
      '1001.jpg': 'updated',
      '13800000001.JPEG': 'updated',
      'Audrey.jpg': 'updated',
      'Twin.jpg': 'several',
      '9999.jpg': 'nobody',
      'notes.jpg': 'nobody',
    })
    for (const { id } of [franck, cage, audrey])
      expect((await admin.ask(getStaff, { params: { id } })).portraitId).not.toBeNull()
  })

  it('a batch gives a person further portraits by a number after the name, whatever the order of its files', async () => {
    const franck = await person('Franck', { jobId: '1001' })
    const own = await person('Dash', { jobId: '1001-3' })
    const id = await start()
    await add(id, [
      picture('1001-2.jpg', faces.franckAgain),
      picture('1001 (3).jpg', 'franck_03909.jpg'),
      picture('1001_4.jpg', faces.audrey),
      picture('1001.jpg', faces.franck),
      picture('1001-3.jpg', faces.cage),
      picture('1001-9-2.jpg', faces.cage),
    ])
    await finish(id)
    expect(await verdictsOf(id)).toEqual({
      '1001.jpg': 'updated',
      '1001-2.jpg': 'updated',
      '1001 (3).jpg': 'updated',
      '1001_4.jpg': 'other-face',
      '1001-3.jpg': 'updated',
      '1001-9-2.jpg': 'nobody',
    })
    const portraits = await admin.ask(listPersonPortraits, { params: { id: franck.id } })
    expect(portraits.map(({ isMain, source }) => [isMain, source])).toEqual([
      [true, 'batch'],
      [false, 'batch'],
      [false, 'batch'],
    ])
    expect((await admin.ask(getStaff, { params: { id: own.id } })).portraitId).not.toBeNull()
    // The same pictures once more change nothing.
    const again = await start()
    await add(again, [picture('1001.jpg', faces.franck), picture('1001-2.jpg', faces.franckAgain)])
    await finish(again)
    expect(await verdictsOf(again)).toEqual({ '1001.jpg': 'unchanged', '1001-2.jpg': 'unchanged' })
  })

  it('a batch reports early, while it runs, that its pictures are named after nobody', async () => {
    await person('Ada', { jobId: '7' })
    const id = await start()
    const unknown = (from: number, to: number) =>
      add(
        id,
        Array.from({ length: to - from }, (_, n) => picture(`IMG_${from + n}.jpg`, faces.cage)),
      )
    const isTold = async (failed: number) =>
      until(async () => {
        const { counts, state, namesNobody } = await admin.ask(getImport, { params: { id } })
        return counts.failed === failed && { state, namesNobody }
      })
    await unknown(0, 19)
    expect(await isTold(19)).toEqual({ state: 'uploading', namesNobody: false })
    await unknown(19, 20)
    expect(await isTold(20)).toEqual({ state: 'uploading', namesNobody: true })
    expect((await admin.ask(listImports, { query: {} })).items.find((run) => run.id === id)?.namesNobody).toBe(true)
    await add(id, [picture('7.jpg', Buffer.from('no picture, but of somebody'))])
    expect(await isTold(21)).toEqual({ state: 'uploading', namesNobody: false })
  })

  it('a batch reads the first of the files with one name in a zip, and names a zip in the zip', async () => {
    const { id: franckId } = await person('Franck', { jobId: '1' })
    const good = photograph(faces.franck)
    const twins = await zipOf([
      { path: '1.jpg', bytes: blurred },
      { path: '2.jpg', bytes: good },
      { path: '3.jpg', bytes: good },
      { path: 'more.zip', bytes: await zipOf([{ path: '1.jpg', bytes: good }]) },
    ])
    const name = Buffer.from('1.jpg')
    const id = await batchOfZip(renamed(renamed(twins, '2.jpg', name), '3.jpg', name))
    await finish(id)
    expect(await verdictsOf(id)).toEqual({ '1.jpg': 'check-failed', 'more.zip': 'zip-in-zip' })
    expect(
      (await admin.ask(getStaff, { params: { id: franckId } })).portraitId,
      'nobody gets what was not told',
    ).toBeNull()
  })

  it('a batch says for each refused picture which check failed, or whom it resembles', async () => {
    await person('Franck', {
      jobId: '1',
      portraitId: (await admin.ask(uploadPortrait, { body: { file: photograph(faces.franck) } })).id,
    })
    await person('Other', { jobId: '2' })
    await person('Blurred', { jobId: '3' })
    await person('Text', { jobId: '4' })
    await person('Huge', { jobId: '5' })
    await person('Moved', { jobId: '6' })
    const id = await start()
    await add(id, [
      picture('2.jpg', faces.franckAgain),
      picture('3.jpg', blurred),
      picture('4.png', Buffer.from('hello')),
      { name: '5.jpg', bytes: Buffer.alloc(21_000_000, 0xff) },
      // The browser could not read the file, and sent its name.
      { name: '6.jpg', bytes: Buffer.alloc(0) },
    ])
    await finish(id)
    const rows = await rowsOf(id)
    expect(rows.map(({ problems }) => problems[0]?.problem)).toEqual([
      'duplicate-face',
      'check-failed',
      'wrong-type',
      'too-large',
      'unreadable',
    ])
    expect(rows[0]?.alike).toMatchObject({ kind: 'staff', person: { name: 'Franck' } })
    expect(rows[1]?.problems[0]?.checks?.map(({ check }) => check)).toContain('blur')
    // Of a refused picture only the picture itself is kept, so that it can be corrected.
    const { images } = await test.db
      .selectFrom('image')
      .select((select) => select.fn.countAll<number>().as('images'))
      .executeTakeFirstOrThrow()
    expect(Number(images)).toBe(1)
  })

  it('a batch refuses two pictures of one new face as two people, unless it is told to accept them', async () => {
    await person('A', { jobId: '1' })
    await person('B', { jobId: '2' })
    const pictures = [picture('1.jpg', faces.franck), picture('2.jpg', faces.franckAgain)]
    const id = await start()
    await add(id, pictures)
    expect((await finish(id)).counts).toMatchObject({ updated: 1, failed: 1 })
    const forced = await start(true)
    await add(forced, pictures)
    expect((await finish(forced)).counts).toMatchObject({ updated: 1, unchanged: 1 })
  })

  it('a batch takes a picture once, and changes nothing when the picture comes again', async () => {
    await person('A', { jobId: '1' })
    const id = await start()
    expect(await add(id, [picture('1.jpg', faces.franck)])).toEqual({ added: 1, known: 0 })
    expect(await add(id, [picture('1.jpg', faces.franck), picture('2.jpg', faces.cage)])).toEqual({
      added: 1,
      known: 1,
    })
    await finish(id)
    const [before] = (await admin.ask(listStaff)).items
    const again = await start()
    await add(again, [picture('1.jpg', faces.franck)])
    expect((await finish(again)).counts).toMatchObject({ unchanged: 1 })
    expect((await admin.ask(listStaff)).items[0]?.portraitId).toBe(before?.portraitId)
    expect((await admin.call(addPictures, { params: { id }, files: [picture('3.jpg', faces.cage)] })).message).toBe(
      'import.closed',
    )
  })

  it('a batch continues after its server stops in the middle', async () => {
    const other = await test.startAnother(admin.token)
    for (const [index, name] of ['1', '2', '3', '4'].entries()) await person(`P${index}`, { jobId: name })
    const files = [
      picture('1.jpg', faces.franck),
      picture('2.jpg', faces.cage),
      picture('3.jpg', faces.audrey),
      picture('4.jpg', blurred),
    ]
    const { id } = await other.ask(startPortraitBatch, { body: { name: 'x' } })
    await other.ask(addPictures, { params: { id }, body: filesBody(files) })
    await other.ask(finishUpload, { params: { id } })
    await other.close()
    await test.db.updateTable('import_run').set({ lease_until: null }).where('id', '=', id).execute()
    const run = await untilDone(id)
    expect(run.counts).toEqual({ created: 0, updated: 3, unchanged: 0, failed: 1 })
  })

  it('a batch can be stopped, and the portraits it has taken stay', async () => {
    await person('A', { jobId: '1' })
    const id = await start()
    await add(id, [picture('1.jpg', faces.franck)])
    await until(async () => (await admin.ask(getImport, { params: { id } })).counts.updated === 1)
    expect((await admin.ask(cancelImport, { params: { id } })).state).toBe('cancelled')
    expect((await admin.call(finishUpload, { params: { id } })).message).toBe('import.closed')
    expect((await admin.ask(listStaff)).items[0]?.portraitId).not.toBeNull()
  })

  it('a batch gives back the refused pictures with their reasons, under their original names', async () => {
    await person('Blurred', { jobId: '3' })
    const id = await batchOfZip(
      await zipOf([
        { path: 'photos/3.jpg', bytes: blurred },
        { path: 'photos/=9.jpg', bytes: photograph(faces.cage) },
      ]),
    )
    await finish(id)
    const answer = await test.gatehouse.fastify.inject({
      url: `/api/v2/imports/${id}/refused?language=zh`,
      headers: { cookie: `token=${admin.token}` },
    })
    const zip = await fromBufferPromise(answer.rawPayload)
    const names: string[] = []
    const texts = new Map<string, Buffer>()
    for await (const entry of zip.eachEntry()) {
      names.push(entry.fileName)
      const chunks: Buffer[] = []
      for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(Buffer.from(chunk as Uint8Array))
      texts.set(entry.fileName, Buffer.concat(chunks))
    }
    expect(names.toSorted()).toEqual(['photos/3.jpg', 'photos/=9.jpg', 'reasons.csv'])
    expect(texts.get('photos/3.jpg')?.equals(blurred)).toBe(true)
    expect(texts.get('reasons.csv')?.toString()).toContain('\r\nphotos/3.jpg,人脸不符合要求')
  })
})

describe('[MAN-12] a zip of portraits', () => {
  it('a zip may have folders, Chinese names of any Windows, and the leftovers of file managers', async () => {
    await person('李伟', { jobId: null })
    await person('王芳')
    await person('B', { jobId: '2' })
    const plain = await zipOf([
      { path: 'team/2.jpg', bytes: photograph(faces.cage) },
      { path: '李伟.jpg', bytes: photograph(faces.franck) },
      { path: 'XXXX.jpg', bytes: photograph(faces.audrey) },
      { path: '__MACOSX/team/._2.jpg', bytes: Buffer.from('x') },
      { path: 'team/.DS_Store', bytes: Buffer.from('x') },
      { path: 'readme.txt', bytes: Buffer.from('x') },
    ])
    // 王芳 in GBK, as Windows in China writes it.
    const id = await batchOfZip(renamed(plain, 'XXXX', Buffer.from('cdf5b7bc', 'hex')))
    const run = await finish(id)
    expect(await verdictsOf(id)).toEqual({
      'team/2.jpg': 'updated',
      '李伟.jpg': 'updated',
      '王芳.jpg': 'updated',
      'readme.txt': 'wrong-type',
    })
    expect(run.total).toBe(4)
  })

  it('a zip continues where a broken upload stopped', async () => {
    await person('A', { jobId: '1' })
    const zip = await zipOf([
      { path: '1.jpg', bytes: photograph(faces.franck) },
      { path: 'filler.txt', bytes: Buffer.alloc(zipPartSize, 7) },
    ])
    const id = await start()
    const send = (number: number) =>
      admin.call(addZipPart, {
        params: { id, number },
        files: [{ name: 'x', bytes: zip.subarray(number * zipPartSize, (number + 1) * zipPartSize) }],
      })
    await send(1)
    expect((await admin.call(finishUpload, { params: { id } })).message).toBe('import.part-missing')
    expect(await admin.ask(listZipParts, { params: { id } })).toEqual([{ number: 1, size: zip.length - zipPartSize }])
    await send(0)
    expect((await send(0)).message).toBe('success')
    await finish(id)
    expect(await verdictsOf(id)).toEqual({ '1.jpg': 'updated', 'filler.txt': 'wrong-type' })
  })

  it.each(['../../etc/1.jpg', '/etc/abc/1.jpg', 'C:/windows/1.jpg'])(
    'a zip with the name %s takes nothing under it',
    async (path) => {
      await person('A', { jobId: '1' })
      const stand = 'x'.repeat(path.length)
      const zip = await zipOf([{ path: stand, bytes: photograph(faces.franck) }])
      const id = await batchOfZip(renamed(zip, stand, Buffer.from(path)))
      await finish(id)
      expect(await verdictsOf(id)).toEqual({ [path]: 'unsafe-name' })
      expect((await admin.ask(listStaff)).items[0]?.portraitId).toBeNull()
    },
  )

  it('a zip takes photographs as phones save them, identified by their bytes and not by their names', async () => {
    await person('Large', { jobId: '1' })
    await person('Misnamed', { jobId: '2' })
    await person('Of a phone', { jobId: '3' })
    await person('Moving', { jobId: '4' })
    const large = await sharp(photograph(faces.franck))
      .resize(7_500, 7_500, { fit: 'fill' })
      .jpeg({ quality: 100 })
      .toBuffer()
    expect(large.length).toBeGreaterThan(4 * 1024 * 1024)
    const id = await batchOfZip(
      await zipOf([
        { path: '1.jpg', bytes: large },
        { path: '2.jpg', bytes: await sharp(photograph(faces.audrey)).webp().toBuffer() },
        { path: '3.HEIC', bytes: Buffer.from(await heicOf(photograph(faces.audrey))) },
        { path: '4.gif', bytes: await sharp(photograph(faces.audrey)).gif().toBuffer() },
      ]),
    )
    await finish(id)
    const unread = Object.entries(await verdictsOf(id)).filter(([, verdict]) =>
      ['wrong-type', 'too-large', 'unreadable'].includes(String(verdict)),
    )
    expect(unread).toEqual([['4.gif', 'wrong-type']])
  })

  it('a zip that would grow to gigabytes is not unpacked', async () => {
    await person('A', { jobId: '1' })
    await person('B', { jobId: '2' })
    const bomb = await zipOf([
      { path: '1.jpg', bytes: Buffer.alloc(200_000_000), compress: true },
      { path: '2.jpg', bytes: Buffer.alloc(3_000_000), compress: true },
    ])
    expect(bomb.length).toBeLessThan(300_000)
    const id = await batchOfZip(bomb)
    await finish(id)
    expect(await verdictsOf(id)).toEqual({ '1.jpg': 'too-large', '2.jpg': 'damaged' })
  })

  it('the import names the pictures of a zip that have a password', async () => {
    await person('A', { jobId: '1' })
    // `1.jpg`, encrypted by Info-ZIP.
    const locked = Buffer.from(
      '504b03040a00090000002e6b775d7a7a6fed0f0000000300000005000000312e6a7067a7478dbac0e846fe0745bf06c2ca02504b07087a7a' +
        '6fed0f00000003000000504b01021e030a00090000002e6b775d7a7a6fed0f00000003000000050000000000000001000000a48100000000' +
        '312e6a7067504b0506000000000100010033000000420000000000',
      'hex',
    )
    const id = await batchOfZip(locked)
    await finish(id)
    expect(await verdictsOf(id)).toEqual({ '1.jpg': 'encrypted' })
    const two = ['1.jpg', '2.jpg'].map((path) => ({ path, bytes: photograph(faces.cage), compress: true }))
    const twice = inDirectory(await zipOf(two), '2.jpg', (entry) => entry.writeUInt16LE(1, 8))
    const other = await batchOfZip(renamed(twice, '2.jpg', Buffer.from('1.jpg')))
    await finish(other)
    expect(await verdictsOf(other), 'of one name the first').toEqual({ '1.jpg': 'updated' })
  })

  it('a zip that lies about the size of a picture is found out while it is read', async () => {
    await person('A', { jobId: '1' })
    const zip = await zipOf([{ path: '1.jpg', bytes: Buffer.alloc(6_000_000, 'abcdefgh'), compress: true }])
    const id = await batchOfZip(inDirectory(zip, '1.jpg', (entry) => entry.writeUInt32LE(1_000_000, 24)))
    await finish(id)
    expect(await verdictsOf(id)).toEqual({ '1.jpg': 'damaged' })
  })

  it.each([
    ['no zip', async () => Buffer.from('hello, this is no zip')],
    ['half a zip', async () => (await zipOf([{ path: '1.jpg', bytes: photograph(faces.cage) }])).subarray(0, 900)],
  ])('the upload of %s is refused when it is complete', async (_, make) => {
    const id = await batchOfZip(await make())
    expect((await admin.call(finishUpload, { params: { id } })).message).toBe('import.zip-damaged')
  })
})

it.each(['files', 'a zip'])(
  '[MAN-12] pictures as strangers send them each have their result in a batch of %s, which ends as ever',
  async (kind) => {
    const odd = (await oddPictures(photograph(faces.audrey))).map((one, place) => ({ ...one, file: `Odd${place}.jpg` }))
    for (const place of odd.keys()) await person(`Odd${place}`)
    const files = odd.map(({ file, bytes }) => ({ name: file, bytes }))
    let id: string
    if (kind === 'a zip') id = await batchOfZip(await zipOf(files.map(({ name, bytes }) => ({ path: name, bytes }))))
    else {
      id = await start()
      await add(id, files.slice(0, maxPicturesAtOnce))
      await add(id, files.slice(maxPicturesAtOnce))
    }
    await finish(id)
    const verdicts = await verdictsOf(id)
    const refusals = ['unreadable', 'too-large', 'wrong-type']
    for (const { name, fate, file } of odd)
      expect([name, refusals.includes(verdicts[file] ?? 'missing')]).toEqual([name, fate === 'refused'])
    expect(Object.keys(verdicts)).toHaveLength(odd.length)
    expect(Object.values(verdicts)).toContain('updated')
  },
)
