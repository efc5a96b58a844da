import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { pushRecords, type WireRecord } from '@gatehouse/contract/device/link.ts'
import { listAlarms } from '@gatehouse/contract/features/alarms.ts'
import { createBlacklisted } from '@gatehouse/contract/features/blacklist.ts'
import { changeDeviceSettings, getDeviceSettings } from '@gatehouse/contract/features/device-settings.ts'
import { explainAccess } from '@gatehouse/contract/features/policies.ts'
import { duplicateFace } from '@gatehouse/contract/features/portraits.ts'
import { erasePerson, exportPersonData } from '@gatehouse/contract/features/privacy.ts'
import { exportRecords, getRecord, listRecords } from '@gatehouse/contract/features/records.ts'
import { createStaff } from '@gatehouse/contract/features/staff.ts'
import { createVisitor } from '@gatehouse/contract/features/visitors.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import yauzl from 'yauzl'
import { buildRecord, pairTestDevice } from '../../../../test/device-caller.ts'
import { insertNamedPortrait } from '../../../../test/enrol.ts'
import { type Caller, startTestGatehouse, type TestGatehouse } from '../../../../test/gatehouse.ts'
import { namedFace } from '@gatehouse/testkit/named-faces.ts'
import { type PairedTerminal, createRealTerminals } from '@gatehouse/testkit/seeds/real-terminals.ts'
import { listenForTerminals } from '../../../../test/listen-for-terminals.ts'
import { until } from '@gatehouse/testkit/until.ts'
import { inHours } from '../../../../test/visits.ts'

let house: TestGatehouse
let admin: Caller
let terminals: ReturnType<typeof createRealTerminals>
beforeAll(async () => {
  house = await startTestGatehouse({ environment: { HOST: '127.0.0.1' } })
  admin = await house.asRole('superAdmin')
  terminals = createRealTerminals(admin.ask, await listenForTerminals(house))
})
afterAll(() => house.close())
afterEach(() => terminals.stopAll())

const createOf = {
  staff: (name: string, portraitId: string) => admin.ask(createStaff, { body: { name, portraitId, force: true } }),
  visitor: (name: string, portraitId: string, hours = [-1, 8]) =>
    admin.ask(createVisitor, {
      body: {
        name,
        portraitId,
        force: true,
        validFromAt: inHours(house, hours[0] ?? 0),
        validToAt: inHours(house, hours[1] ?? 0),
      },
    }),
  blacklisted: (name: string, portraitId: string) =>
    admin.ask(createBlacklisted, { body: { name, portraitId, force: true } }),
}
/** An entry whose portrait shows the face of this name. */
const enter = async (kind: keyof typeof createOf, name: string, face: string) =>
  createOf[kind](name, await insertNamedPortrait(house, face))

/** The decision of the door about a face, and the server's explanation for each of these people. */
async function look(door: PairedTerminal, face: string, people: readonly { id: string }[]) {
  await door.present(namedFace(face))
  await door.idle()
  const [newest] = (await admin.ask(listRecords, { query: { deviceId: door.id } })).items
  const record = await admin.ask(getRecord, { params: { id: newest?.id ?? '' } })
  const why = ({ id: personId }: { id: string }) =>
    admin.ask(explainAccess, { query: { personId, deviceId: door.id, at: record.recognisedAt } })
  // The gallery hears of a new portrait by a hint.
  const answers = await until(async () => {
    const all = await Promise.all(people.map(why))
    return people.length === 1 || all.every(({ reasons }) => reasons[0]?.code === 'entries-of-one-face')
      ? all
      : undefined
  })
  return { record, answers }
}

describe('at a real terminal', () => {
  it('[PASS-03] an employee with a second entry passes, the record names both, and the server explains the same', async () => {
    const employee = await enter('staff', 'Franck', 'Franck')
    const again = await enter('visitor', 'Franck again', 'Franck')
    const door = await terminals.start()
    const { record, answers } = await look(door, 'Franck', [employee, again])
    expect(record).toMatchObject({
      opened: true,
      kind: 'staff',
      person: { id: employee.id, name: 'Franck' },
      candidates: [{ id: again.id, name: 'Franck again', kind: 'visitor', score: 1 }],
    })
    expect(record.reasons[0]).toEqual({ code: 'entries-of-one-face', personIds: [employee.id, again.id] })
    for (const answer of answers) {
      expect(answer).toMatchObject({ opens: true, recordedAs: 'staff', abnormal: 'none' })
      expect([answer.reasons, answer.names]).toEqual([record.reasons, record.names])
    }
  })

  it('[PASS-03] [ALM-01] a blacklisted person who was approved again as a visitor is refused, with the alarm', async () => {
    const banned = await enter('blacklisted', 'Banned', 'Banned')
    const again = await enter('visitor', 'Banned again', 'Banned')
    const door = await terminals.start()
    const { record, answers } = await look(door, 'Banned', [banned, again])
    expect(record).toMatchObject({ opened: false, kind: 'blacklisted', abnormal: 'blacklisted' })
    expect(record.person?.id).toBe(banned.id)
    expect(record.candidates).toMatchObject([{ id: again.id }])
    for (const answer of answers) {
      expect(answer).toMatchObject({ opens: false, recordedAs: 'blacklisted', abnormal: 'blacklisted' })
      expect(answer.reasons).toEqual(record.reasons)
    }
    await until(async () => {
      const { items } = await admin.ask(listAlarms, { query: { deviceId: door.id, type: 'blacklisted' } })
      return items.some(({ person }) => person?.id === banned.id) || undefined
    })
  })

  it('[PASS-03] a visit that is over belongs to nobody, at the door and in the answer of the server', async () => {
    const employee = await enter('staff', 'Anna', 'Anna')
    const visit = await createOf.visitor('Anna as a visitor', await insertNamedPortrait(house, 'Anna'), [-2, -1])
    const door = await terminals.start()
    const { record } = await look(door, 'Anna', [employee])
    expect(record).toMatchObject({ opened: true, person: { id: employee.id }, candidates: [] })
    const answer = await admin.ask(explainAccess, { query: { personId: visit.id, deviceId: door.id } })
    expect(answer).toMatchObject({ opens: true, recordedAs: 'staff' })
  })
})

describe('a record that names several people', () => {
  const push = async (more: Partial<WireRecord>) => {
    const device = await pairTestDevice(house, admin, `Door ${randomUUID().slice(0, 8)}`)
    const record = buildRecord(1, more)
    await device.ask(pushRecords, { body: { records: [record] } })
    return { id: record.id, deviceId: device.id }
  }
  const detail = (id: string, caller = admin) => caller.ask(getRecord, { params: { id } })
  const twoPeople = async () => [
    await enter('staff', `Li Wei ${randomUUID()}`, randomUUID()),
    await enter('visitor', `Wang Fang ${randomUUID()}`, randomUUID()),
  ]

  it('[REC-01] a stranger who resembles two people alike is recorded with both names', async () => {
    const [first, second] = await twoPeople()
    const candidates = [
      { personId: first?.id ?? '', cosine: 0.7 },
      { personId: second?.id ?? '', cosine: 0.68 },
      { personId: randomUUID(), cosine: 0.66 },
    ]
    const { id, deviceId } = await push({ candidates })
    const record = await detail(id)
    expect(record).toMatchObject({ kind: 'stranger', person: null })
    expect(record.candidates.map(({ id: personId, score }) => [personId, score])).toEqual([
      [first?.id, 0.7],
      [second?.id, 0.68],
    ])
    expect(record.reasons).toEqual([{ code: 'faces-too-alike', personIds: [first?.id, second?.id] }])
    expect(record.names).toEqual({ [first?.id ?? '']: first?.name, [second?.id ?? '']: second?.name })
    const { items } = await admin.ask(listRecords, { query: { deviceId } })
    expect(items[0]?.candidates).toEqual(record.candidates)
    const csv = await house.gatehouse.fastify.inject({
      url: `/api${exportRecords.path}?deviceId=${deviceId}`,
      headers: { cookie: `token=${admin.token}` },
    })
    expect(csv.payload).toContain(`${first?.name}; ${second?.name}`)
  })

  it('[REC-01] a terminal of an earlier release sends no candidates, and its record is accepted as before', async () => {
    const device = await pairTestDevice(house, admin)
    const { candidates: _, ...record } = buildRecord(1)
    expect(await device.call(pushRecords, { body: { records: [record as WireRecord] } })).toMatchObject({ status: 200 })
    expect(await detail(record.id)).toMatchObject({ candidates: [], reasons: [{ code: 'face-not-known' }] })
  })

  it('[PERM-08] a user who may not see staff gets no employee among the candidates, in any field', async () => {
    const [employee, visitor] = await twoPeople()
    const { id } = await push({
      candidates: [employee, visitor].map((one) => ({ personId: one?.id ?? '', cosine: 0.7 })),
    })
    const seen = await detail(id, await house.asRole('visitorAdmin'))
    expect(seen.candidates.map((one) => one.id)).toEqual([visitor?.id])
    expect(JSON.stringify(seen)).not.toContain(employee?.id)
    expect(JSON.stringify(seen)).not.toContain(employee?.name)
  })

  it('[MAN-12] an erased person is named in no candidates, and the data of one person names nobody else', async () => {
    const [first, second] = await twoPeople()
    const candidates = [first, second].map((one) => ({ personId: one?.id ?? '', cosine: 0.7 }))
    const { id } = await push({ candidates })
    const answer = await house.gatehouse.fastify.inject({
      url: `/api${exportPersonData.path.replace(':id', first?.id ?? '')}`,
      headers: { cookie: `token=${admin.token}` },
    })
    const zip = await yauzl.fromBufferPromise(answer.rawPayload)
    let held = ''
    for await (const entry of zip.eachEntry())
      if (entry.fileName === 'person.json') held = (await buffer(await zip.openReadStreamPromise(entry))).toString()
    expect(held).toContain(id)
    expect(held).not.toContain(second?.name)
    await admin.ask(erasePerson, { params: { id: first?.id ?? '' } })
    expect(await detail(id)).toMatchObject({
      candidates: [{ id: second?.id, name: second?.name }],
      reasons: [{ code: 'faces-too-alike', personIds: [second?.id] }],
    })
  })
})

it('the warning says whether doors will take both for one face, and names a blacklisted one however many are more alike', async () => {
  for (let n = 0; n < 6; n++) await enter('staff', `Claire ${n}`, 'Claire')
  await enter('blacklisted', 'Claire on the blacklist', 'Claire')
  const portraitId = await insertNamedPortrait(house, 'Claire')
  const { alike } = await until(async () => {
    const answer = await admin.call(createStaff, { body: { name: 'Claire once more', portraitId } })
    const { data } = duplicateFace.safeParse(answer.data)
    return data?.alike.some(({ kind }) => kind === 'blacklisted') ? data : undefined
  })
  expect(alike).toHaveLength(5)
  expect(alike[0]).toMatchObject({ kind: 'blacklisted', isOneFace: true })
})

it('[D7] [DEV-03] a terminal that joins checks the liveness of faces, unless its administrator switches that off', async () => {
  const livenessOf = async (id: string) =>
    (await admin.ask(getDeviceSettings, { params: { id } })).settings.find(({ key }) => key === 'livenessCheck')?.wanted
  const door = await terminals.start()
  expect(await livenessOf(door.id)).toBe(true)
  expect(door.state.configuration?.settings.livenessCheck).toBe(true)
  const { revision } = await admin.ask(getDeviceSettings, { params: { id: door.id } })
  await admin.ask(changeDeviceSettings, {
    params: { id: door.id },
    body: { revision, values: { livenessCheck: null } },
  })
  expect(await livenessOf(door.id), 'on is the default as well').toBe(true)
  const without = await terminals.start({}, 'Without', { checksLiveness: false })
  expect(await livenessOf(without.id)).toBe(false)
})
