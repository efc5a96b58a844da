import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { pullPeople, pushRecords } from '@gatehouse/contract/device/link.ts'
import { moveToBlacklist } from '@gatehouse/contract/features/blacklist.ts'
import { updateDevice } from '@gatehouse/contract/features/devices.ts'
import { getImport, importStaff } from '@gatehouse/contract/features/imports.ts'
import { listGroups } from '@gatehouse/contract/features/person-groups.ts'
import { askForPortraits, sendAskedPortrait } from '@gatehouse/contract/features/portraits/portrait-quality.ts'
import { uploadDisplayPortrait, uploadPortrait } from '@gatehouse/contract/features/portraits.ts'
import { erasePerson, exportPersonData } from '@gatehouse/contract/features/privacy.ts'
import { getRecord } from '@gatehouse/contract/features/records.ts'
import { register, renewRegistrationCode, uploadOwnPortrait } from '@gatehouse/contract/features/registrations.ts'
import { createStaff, getStaff } from '@gatehouse/contract/features/staff.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import yauzl from 'yauzl'
import { buildRecord, pairTestDevice, type PairedDevice } from '../../../test/device-caller.ts'
import { insertNamedPortrait } from '../../../test/enrol.ts'
import { type Caller, startTestGatehouse, type TestGatehouse } from '../../../test/gatehouse.ts'
import { filesBody } from '../../../test/inject-request.ts'
import { faces, photograph } from '@gatehouse/testkit/photographs.ts'
import { until } from '@gatehouse/testkit/until.ts'
import { workbook } from '../../../test/workbook.ts'
import { clearGarbage } from '../../blobs/clear-garbage.ts'
import { contributors } from './person-data.ts'
import { deleteOldErasures } from './privacy-store.ts'
import { numbersOf } from '../../people/device-numbers.ts'
import { upsertKeptOff } from '../../device-link/outbox/kept-off-store.ts'
import { deleteAppliedChanges } from '../../device-link/outbox/people-change-store.ts'

let test: TestGatehouse
let admin: Caller
let device: PairedDevice
beforeAll(async () => {
  test = await startTestGatehouse()
  admin = await test.asRole('superAdmin')
  device = await pairTestDevice(test, admin)
  const groups = await admin.ask(listGroups, { query: { kind: 'staff' } })
  await admin.ask(updateDevice, { params: { id: device.id }, body: { groupIds: groups.map(({ id }) => id) } })
})
afterAll(() => test.close())

let count = 0
/**
 * A person with portraits, and two passages with a capture: one of their own, one with the same bytes as a stranger's
 * record.
 */
async function makeSomebody() {
  const n = ++count
  const portrait = await admin.ask(uploadPortrait, { body: { file: photograph(faces.franck) } })
  const display = await admin.ask(uploadDisplayPortrait, { body: { file: photograph(faces.audrey) } })
  const person = await admin.ask(createStaff, {
    body: {
      name: `李伟 ${n}`,
      phone: `1380000000${n}`,
      idNumber: `44030019900101000${n}`,
      remark: 'likes tea',
      portraitId: portrait.id,
      displayPortraitId: display.id,
      force: true,
    },
  })
  const own = await test.gatehouse.services.blobs.put(Buffer.from(`own capture ${n}`))
  const shared = await test.gatehouse.services.blobs.put(Buffer.from(`shared capture ${n}`))
  const records = [1, 2, 3].map((place) =>
    buildRecord(n * 10 + place, {
      // One after the other: the zip has them in the order of time.
      recognisedAt: Temporal.Now.instant().add({ milliseconds: place }).round('millisecond').toString(),
      ...(place === 3 ? {} : { kind: 'staff', personId: person.id, cosine: 0.9 }),
    }),
  )
  await device.ask(pushRecords, { body: { records } })
  for (const [place, hash] of [own, shared, shared].entries())
    await sql`update recognition_record set capture_hash = ${hash} where id = ${records[place]?.id}`.execute(test.db)
  const keptOff = { number: n, reason: 'suspended', is_off: true, until_at: null, generation: 1 }
  await upsertKeptOff(test.db, [{ device_id: device.id, person_id: person.id, ...keptOff }])
  return { person, own, shared, records }
}

const fetchZip = (id: string, caller: Caller) =>
  test.gatehouse.fastify.inject({
    url: `/api${exportPersonData.path.replace(':id', id)}`,
    headers: { cookie: `token=${caller.token}` },
  })

async function unzip(bytes: Buffer): Promise<Map<string, Buffer>> {
  const zip = await yauzl.fromBufferPromise(bytes)
  const files = new Map<string, Buffer>()
  for await (const entry of zip.eachEntry())
    files.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)))
  return files
}

it('[MAN-12] all data of a person comes as one zip, with numbers, records and pictures', async () => {
  const { person, records } = await makeSomebody()
  const numbers = await numbersOf(test.gatehouse.services, [person.id])
  const answer = await fetchZip(person.id, admin)
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/zip'])
  const files = await unzip(answer.rawPayload)
  const held = JSON.parse(files.get('person.json')?.toString() ?? '') as Record<string, unknown[]>
  expect(held).toMatchObject({
    profile: { name: person.name, phone: person.phone, id_number: person.idNumber, remark: 'likes tea' },
    groups: [{ name: 'Default staff group' }],
    records: [{ id: records[0]?.id }, { id: records[1]?.id }],
    faces: [{ image_id: person.portraitId }],
    // Terminals of other makes know the person by it.
    deviceNumber: numbers.get(person.id),
    devices: { failures: [], keptOff: [{ person_id: person.id, reason: 'suspended' }] },
  })
  expect(JSON.stringify(held)).not.toMatch(/sealed|_hash/)
  expect([...files.keys()].toSorted()).toEqual(
    [
      `captures/${records[0]?.id}.jpg`,
      `captures/${records[1]?.id}.jpg`,
      'person.json',
      `portraits/display-${person.displayPortraitId}.jpg`,
      `portraits/portrait-${person.portraitId}.jpg`,
    ].toSorted(),
  )
  expect(files.get(`captures/${records[0]?.id}.jpg`)?.toString()).toMatch(/^own capture/)
  expect(files.get(`portraits/portrait-${person.portraitId}.jpg`)?.subarray(0, 3).toString('hex')).toBe('ffd8ff')
})

/** The part by which each table is given and erased that names people without a foreign key; none: why it is not. */
const partOf: Readonly<Record<string, string | { none: string }>> = {
  alarm: 'alarms',
  attendance_assignment: 'attendance',
  attendance_day: 'attendance',
  attendance_day_change: 'attendance',
  attendance_news: 'attendance',
  attendance_punch: 'attendance',
  device_erasure: { none: 'tells devices whom to forget' },
  device_person_change: { none: 'an order to send somebody, gone once they are there' },
  device_person_failure: 'devices',
  device_person_kept_off: 'devices',
  device_person_number: 'deviceNumber',
  ended_group_member: { none: 'tells devices whom to forget' },
  passage_claim: { none: 'ends by itself' },
  person_change: { none: 'tells devices whom to forget' },
  person_key_due: { none: 'gone once the keys are made' },
  recognition_record: 'records',
  zkteco_command: { none: 'an order to a terminal, whose text goes with its outcome' },
  zkteco_member: { none: 'goes when the person is removed from the terminal' },
}

it('[MAN-12] every table that names people is a part of the data of a person, or is known to need none', async () => {
  const { rows } = await sql<{ name: string }>`
    select t.relname as name from pg_attribute a join pg_class t on t.oid = a.attrelid
    join pg_namespace s on s.oid = t.relnamespace
    where s.nspname = 'public' and t.relkind in ('r', 'p') and not t.relispartition and a.attname = 'person_id' and not a.attisdropped
      and not exists (select from pg_constraint c
        where c.conrelid = t.oid and c.contype = 'f' and c.confrelid = 'person'::regclass and a.attnum = any (c.conkey))
    order by 1`.execute(test.db)
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(partOf).toSorted())
  const parts = Object.values(partOf).filter((part) => typeof part === 'string')
  expect(parts.filter((part) => !contributors.some(({ name }) => name === part))).toEqual([])
})

it('[MAN-12] the photographs that a person sent by a link and that wait are among their data', async () => {
  const { person } = await makeSomebody()
  const body = { portraitIds: [person.portraitId ?? ''], language: 'en' as const }
  const { links } = await admin.ask(askForPortraits, { body })
  const [portraitId, ...furtherPortraitIds] = [
    await insertNamedPortrait(test, 'Sent'),
    await insertNamedPortrait(test, 'Sent~0.8'),
  ]
  await test.nobody.ask(sendAskedPortrait, {
    params: { token: links[0]?.url.split('/').at(-1) ?? '' },
    body: { portraitId, furtherPortraitIds },
  })
  const files = await unzip((await fetchZip(person.id, admin)).rawPayload)
  expect(files.get(`registrations/${portraitId}.jpg`)?.toString()).toBe('portrait of Sent')
  expect(files.get(`registrations/${furtherPortraitIds[0]}.jpg`)?.toString()).toBe('portrait of Sent~0.8')
})

it('only a user who may change such people gets their data or may erase them', async () => {
  const { person } = await makeSomebody()
  for (const [role, message] of [
    ['subAdmin', 'auth.permission-denied'],
    ['deviceAdmin', 'auth.permission-denied'],
    ['visitorAdmin', 'person.not-found'],
  ] as const) {
    const caller = await test.asRole(role)
    expect([role, (await fetchZip(person.id, caller)).json<{ message: string }>().message]).toEqual([role, message])
    expect([role, (await caller.call(erasePerson, { params: { id: person.id } })).message]).toEqual([role, message])
  }
  expect((await admin.ask(getStaff, { params: { id: person.id } })).name).toBe(person.name)
  // A user who manages visitors writes the blacklist, but not former staff on it.
  await admin.ask(moveToBlacklist, { body: { personIds: [person.id], reason: null } })
  const visitorAdmin = await test.asRole('visitorAdmin')
  expect((await fetchZip(person.id, visitorAdmin)).json<{ message: string }>().message).toBe('person.not-found')
  expect((await visitorAdmin.call(erasePerson, { params: { id: person.id } })).message).toBe('person.not-found')
})

/**
 * Enters the person once more, as the applicant of a registration and as a line of a list: gives the hash of the list's
 * file.
 */
async function nameElsewhere({ name, phone }: { name: string; phone: string | null }) {
  const { address } = await admin.ask(renewRegistrationCode)
  const params = { token: address.split('/').at(-1) ?? '' }
  const { id: portraitId } = await test.nobody.ask(uploadOwnPortrait, {
    params,
    body: { file: photograph(faces.cage) },
  })
  await test.nobody.ask(register, { params, body: { name, phone: phone ?? '', departmentId: null, portraitId } })
  const bytes = workbook([
    ['Name', 'Phone'],
    [name, phone],
  ])
  const { id } = await admin.ask(importStaff, { query: {}, body: filesBody([{ name: 'people.xls', bytes }]) })
  await until(async () => (await admin.ask(getImport, { params: { id } })).state === 'done')
  return (await test.db.selectFrom('import_run').select('source_hash').executeTakeFirstOrThrow()).source_hash
}

it('an erased person is gone from everything, their passages stay without a person, and shared bytes stay', async () => {
  const { person, own, shared, records } = await makeSomebody()
  const list = await nameElsewhere(person)
  const { upserts, cursor } = await device.ask(pullPeople, { query: { limit: 500 } })
  expect(upserts.map(({ id }) => id)).toContain(person.id)
  expect(await admin.ask(erasePerson, { params: { id: person.id } })).toEqual({ records: 2 })

  expect((await admin.call(getStaff, { params: { id: person.id } })).message).toBe('staff.not-found')
  const record = await admin.ask(getRecord, { params: { id: records[0]?.id ?? '' } })
  expect(record).toMatchObject({ person: null, hasCapture: false, score: null })
  expect((await device.ask(pullPeople, { query: { cursor } })).removals).toEqual([person.id])

  const { rows: tables } = await sql<{ name: string }>`
    select c.relname as name from pg_class c join pg_namespace s on s.oid = c.relnamespace
    where s.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition
      -- An id alone may stay where it keeps them from coming back.
      and c.relname not in ('operation_log', 'person_change', 'ending', 'device_erasure')`.execute(test.db)
  for (const { name } of tables) {
    const { rows } = await sql`
      select 1 from ${sql.table(name)} t where t::text like ${`%${person.id}%`} or t::text like ${`%${person.name}%`}`.execute(
      test.db,
    )
    expect([name, rows.length]).toEqual([name, 0])
  }

  test.clock.advance({ minutes: 10 })
  await clearGarbage(test.gatehouse.services)
  const { blobs } = test.gatehouse.services
  expect([await blobs.get(own), list && (await blobs.get(list)), (await blobs.get(shared))?.toString()]).toEqual([
    undefined,
    undefined,
    expect.stringMatching(/^shared/),
  ])
})

it('the groups of an erased person are deleted once every device has removed the person', async () => {
  const { person } = await makeSomebody()
  await admin.ask(erasePerson, { params: { id: person.id } })
  const remembered = async () => {
    await deleteAppliedChanges(test.db)
    return (await test.db.selectFrom('person_change').select('revision').where('person_id', '=', person.id).execute())
      .length
  }
  await sql`update device set people_applied_revision = 0`.execute(test.db)
  expect(await remembered()).toBe(1)
  await sql`update device set people_applied_revision = (select revision from sync_clock)`.execute(test.db)
  expect(await remembered()).toBe(0)
})

it('the note that a device has to forget somebody is kept for as long as it can hold their records', async () => {
  const erased = Temporal.Instant.from('2026-01-01T00:00:00Z')
  const row = { device_id: device.id, person_id: randomUUID(), erased_at: erased.toString() }
  await test.db.insertInto('device_erasure').values(row).execute()
  const isKept = async (days: number) => {
    await deleteOldErasures(test.db, erased.add({ hours: 24 * days }).toString())
    const notes = test.db.selectFrom('device_erasure').select('person_id').where('person_id', '=', row.person_id)
    return (await notes.execute()).length === 1
  }
  expect([await isKept(31), await isKept(32)]).toEqual([true, false])
})
