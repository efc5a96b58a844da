import { pushRecords } from '@gatehouse/contract/device/link.ts'
import { getImage } from '@gatehouse/contract/features/images.ts'
import { listRegistrations } from '@gatehouse/contract/features/registrations.ts'
import { oddPictures } from '@gatehouse/face/test/odd-pictures.ts'
import { faces, photograph } from '@gatehouse/testkit/photographs.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildRecord, pairTestDevice } from '../../test/device-caller.ts'
import { startZkHouse, type ZkHouse } from '../../test/zk-house.ts'
import { readCaptures } from '../features/records/capture-jobs.ts'

/*
 * The odd pictures of strangers, as terminals send them: a terminal that was taken over, or one that is broken. None is sent again for ever, none keeps what comes
 * after it waiting, and what is shown of it is a picture or a refusal.
 */

let zk: ZkHouse
let odd: Awaited<ReturnType<typeof oddPictures>>
beforeAll(async () => {
  zk = await startZkHouse()
  odd = await oddPictures(photograph(faces.audrey))
})
afterAll(() => zk.close())

/** The statuses with which an administrator is shown the picture of a record, in full and small. */
const shown = async (id: string) =>
  Promise.all(
    [{}, { w: 320 as const }].map(
      async (query) => (await zk.admin.call(getImage, { params: { kind: 'capture', id }, query })).status,
    ),
  )

it('[MAN-08] odd pictures with records of our own terminals keep no record away, and the next face is read as ever', async () => {
  const device = await pairTestDevice(zk.house, zk.admin)
  const maxBytes = 200_000
  const records = [
    ...odd.filter(({ bytes }) => bytes.length <= maxBytes),
    { name: 'a photograph', bytes: photograph(faces.audrey) },
  ].map(({ name, bytes }, place) => ({ name, record: buildRecord(place + 1, { capture: bytes.toString('base64') }) }))
  expect(records.length).toBeGreaterThan(20)
  for (const { name, record } of records)
    expect(await device.ask(pushRecords, { body: { records: [record] } }), name).toMatchObject({
      stored: 1,
      refused: [],
    })
  await readCaptures(zk.house.gatehouse.services)
  const { due } = await zk.house.db
    .selectFrom('capture_due')
    .select(({ fn }) => fn.countAll<string>().as('due'))
    .executeTakeFirstOrThrow()
  expect(Number(due), 'pictures that are still to be read').toBe(0)
  for (const { name, record } of records)
    for (const status of await shown(record.id)) expect([200, 404], name).toContain(status)
  const last = records.at(-1)!.record
  expect(await shown(last.id)).toEqual([200, 200])
  const template = await zk.house.db
    .selectFrom('capture_template')
    .select('embedding_sealed')
    .where('record_id', '=', last.id)
    .executeTakeFirstOrThrow()
  expect(template.embedding_sealed).not.toBeNull()
})

describe.each(['att', 'acc'] as const)('[MAN-08] odd pictures of a terminal of ZKTeco (%s)', (dialect) => {
  it('with records keep nothing after them waiting, and each record stands', async () => {
    const { terminal, device } = await zk.accepted(dialect, 'ODD')
    const minute = (place: number) => String(place).padStart(2, '0')
    for (const [place, { bytes }] of odd.entries()) {
      const at = `2026-01-05 08:${minute(place)}:01`
      if (dialect === 'att') terminal.uploadRaw('cdata?table=ATTLOG', `7\t${at}\t255\t15\n`)
      else
        terminal.uploadRaw(
          'cdata?table=rtlog',
          `time=${at}\tpin=7\tcardno=0\teventaddr=1\tevent=3\tinoutstatus=0\tverifytype=15\tindex=${place + 1}\n`,
        )
      terminal.uploadRaw(
        'fdata?table=ATTPHOTO',
        Buffer.concat([
          Buffer.from(`PIN=202601050${8}${minute(place)}01-7.jpg\nsize=${bytes.length}\nCMD=uploadphoto\0`),
          bytes,
        ]),
      )
    }
    await terminal.deliver()
    expect(terminal.waiting()).toBe(0)
    const records = await zk.recordsOf(device.id)
    expect(records).toHaveLength(odd.length)
    for (const { id } of records) for (const status of await shown(id)) expect([200, 404]).toContain(status)
  })

  it('with people who were enrolled there keep nobody after them waiting', async () => {
    const { terminal } = await zk.accepted(dialect, 'ENROLS')
    for (const [place, { bytes }] of odd.entries())
      terminal.enrol(String(700 + place), `Odd ${dialect} ${place}`, bytes)
    terminal.enrol('799', `Audrey ${dialect}`, photograph(faces.audrey))
    await terminal.deliver()
    expect(terminal.waiting()).toBe(0)
    const { items } = await zk.admin.ask(listRegistrations, { query: { state: 'pending', size: 200 } })
    expect(items.map(({ name }) => name)).toContain(`Audrey ${dialect}`)
  })
})
