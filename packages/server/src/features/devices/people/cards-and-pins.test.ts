import { getRecord, listRecords } from '@gatehouse/contract/features/records.ts'
import { getOperation, listOperations } from '@gatehouse/contract/features/operation-log.ts'
import { createStaff, getStaff, listStaff, updateStaff } from '@gatehouse/contract/features/staff.ts'
import { changeDeviceSettings, getDeviceSettings } from '@gatehouse/contract/features/device-settings.ts'
import { createPairingCode, getDevice } from '@gatehouse/contract/features/devices.ts'
import { getSyncStatus, hashForm, hello, pairDevice, pullPeople } from '@gatehouse/contract/device/link.ts'
import { isPin } from '@gatehouse/terminal/recognition/credential-keys.ts'
import { sql } from 'kysely'
import { createHmac, hash, scryptSync } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildStaff, deviceCaller, pairTestDevice, testVersions } from '../../../../test/device-caller.ts'
import { type Caller, startTestGatehouse, type TestGatehouse } from '../../../../test/gatehouse.ts'
import { createRealTerminals } from '@gatehouse/testkit/seeds/real-terminals.ts'
import { listenForTerminals } from '../../../../test/listen-for-terminals.ts'
import { until } from '@gatehouse/testkit/until.ts'
import { readPerson } from '../../imports/read-person.ts'
import { pinColumns } from '../../../people/person-columns.ts'
import { hashPin } from '../../../people/pin.ts'

let house: TestGatehouse
let admin: Caller
let terminals: ReturnType<typeof createRealTerminals>
beforeAll(async () => {
  house = await startTestGatehouse()
  admin = await house.asRole('superAdmin')
  terminals = createRealTerminals(admin.ask, await listenForTerminals(house))
})
afterAll(async () => {
  await terminals.stopAll()
  await house.close()
})

const verifyBy = async (id: string, verificationMode: string) => {
  const { revision } = await admin.ask(getDeviceSettings, { params: { id } })
  return admin.ask(changeDeviceSettings, { params: { id }, body: { revision, values: { verificationMode } } })
}

it('[DEV-03] a card and a PIN of the staff list open the door that asks for them, and the record says which was used', async () => {
  const anna = await buildStaff(admin, 'Anna')
  const door = await terminals.start()
  await verifyBy(door.id, 'card-and-pin')
  await until(() => door.state.configuration?.settings.verificationMode === 'card-and-pin')
  const saved = await admin.ask(updateStaff, {
    params: { id: anna.id },
    body: { icCard: '00ab-7', pin: '271828' },
  })
  expect(saved).toMatchObject({ icCard: '00AB-7', hasPin: true, isPinShort: false })
  await until(() => door.state.people.find(anna.id)?.pin?.startsWith('scrypt-1.'))

  expect(await door.take({ kind: 'ic-card', text: ' 00ａb-7' }, null)).toBeNull()
  expect(await door.take({ kind: 'pin', text: '271829' }, null)).toMatchObject({ opened: false })
  expect(await door.take({ kind: 'pin', text: '271828' }, null)).toMatchObject({ opened: true })
  await door.idle()
  const { items } = await admin.ask(listRecords, { query: { personId: anna.id } })
  expect(items.map(({ entryMode, abnormal }) => [entryMode, abnormal])).toEqual([
    ['ic-card-and-pin', 'none'],
    ['ic-card-and-pin', 'wrong-pin'],
  ])
  expect(await admin.ask(getRecord, { params: { id: items[1]?.id ?? '' } })).toMatchObject({
    reasons: [{ code: 'pin-wrong' }],
  })
})

it('a PIN is in no answer and no line of the log; a cleared PIN is gone from the terminals', async () => {
  const ben = await buildStaff(admin, 'Ben')
  const door = await terminals.start()
  await admin.ask(updateStaff, { params: { id: ben.id }, body: { pin: '31415926' } })
  await until(() => door.state.people.find(ben.id)?.pin != null)
  const read = await admin.ask(getStaff, { params: { id: ben.id } })
  expect(read).toMatchObject({ hasPin: true })
  expect(read).not.toHaveProperty('pin')
  const { items } = await admin.ask(listOperations, { query: { size: 1 } })
  const line = await admin.ask(getOperation, { params: { id: items[0]?.id ?? '' } })
  expect(line).toMatchObject({ event: 'update', changes: { pin: { from: null, to: '•••' } } })
  expect(JSON.stringify(line)).not.toContain('31415926')
  const { rows } = await sql<{ row: string }>`select person::text as row from person`.execute(house.db)
  expect(rows.map(({ row }) => row).join('')).not.toContain('31415926')

  await admin.ask(updateStaff, { params: { id: ben.id }, body: { pin: null } })
  await until(() => door.state.people.find(ben.id)?.pin === null)
  expect(await admin.ask(getStaff, { params: { id: ben.id } })).toMatchObject({ hasPin: false })
})

it.each(['1234', '12345', '123456789', '12a4', '12 34'])('%j is no PIN', async (pin) => {
  const body = { name: 'Carl', pin }
  expect(await admin.call(createStaff, { body })).toMatchObject({ status: 400 })
})

it('two terminals store different hashes of the same card or PIN, and only slow ones', async () => {
  const dana = await buildStaff(admin, 'Dana')
  await admin.ask(updateStaff, { params: { id: dana.id }, body: { icCard: '0003668144', pin: '161803' } })
  const devices = [await pairTestDevice(house, admin), await pairTestDevice(house, admin)]
  const pulled = await until(async () => {
    const pages = await Promise.all(devices.map((each) => each.ask(pullPeople, { query: { hashes: hashForm } })))
    const found = pages.map(({ upserts, hashing }) => ({ ...upserts.find(({ id }) => id === dana.id)!, hashing }))
    return found.every(({ cardKey, pinKey }) => cardKey && pinKey) && found
  })
  const [one, other] = pulled
  for (const person of pulled) expect(person).toMatchObject({ cardHash: null, pin: null })
  expect(one!.hashing?.salt).toBe(other!.hashing?.salt)
  expect(one!.cardKey).not.toBe(other!.cardKey)
  expect(one!.pinKey?.split('.')[1]).not.toBe(other!.pinKey?.split('.')[1])
  // The hash as docs/device-link.md defines it.
  const { salt, deviceSalt } = one!.hashing!
  const slow = scryptSync('0003668144', Buffer.from(salt, 'hex'), 32, { N: 16_384, r: 8, p: 1 })
  const key = createHmac('sha256', Buffer.from(deviceSalt, 'hex')).update(slow).digest('hex')
  expect(one!.cardKey).toBe(key)
})

it('a terminal of the present version continues with the earlier form, and the console says so', async () => {
  const earlier = await pairTestDevice(house, admin)
  const eve = await buildStaff(admin, 'Eve')
  await admin.ask(updateStaff, { params: { id: eve.id }, body: { icCard: '77ab', pin: '271828' } })
  const { upserts, hashing } = await earlier.ask(pullPeople)
  expect(hashing).toBeNull()
  expect(upserts.find(({ id }) => id === eve.id)).toMatchObject({
    cardKey: null,
    pinKey: null,
    cardHash: hash('sha256', '77AB'),
    pin: expect.stringMatching(/^[0-9a-f]{32}\.[0-9a-f]{64}$/),
  })
  expect(await admin.ask(getDevice, { params: { id: earlier.id } })).toMatchObject({ holdsWeakHashes: true })
  // Its next release asks for the other form, and has nothing to pull once the slow keys are made and pulled. A page
  // may contain keys that were made while it was read: then there is a change once more.
  await until(async () => {
    const { upserts, cursor } = await earlier.ask(pullPeople, { query: { hashes: hashForm } })
    const { cardKey, pinKey } = upserts.find(({ id }) => id === eve.id)!
    const { people } = await earlier.ask(getSyncStatus, { query: { people: cursor, hashes: hashForm } })
    return cardKey !== null && pinKey !== null && !people
  })
  expect(await admin.ask(getDevice, { params: { id: earlier.id } })).toMatchObject({ holdsWeakHashes: false })
})

it('a terminal that once named the slow hash gets no other form by omitting it, by a handshake or by a new pull', async () => {
  const gil = await buildStaff(admin, 'Gil')
  await admin.ask(updateStaff, { params: { id: gil.id }, body: { icCard: '99EF', pin: '141421' } })
  const device = await pairTestDevice(house, admin)
  const hasSlow = async (hashes?: string) => {
    const { upserts, hashing } = await device.ask(pullPeople, { query: { hashes } })
    const person = upserts.find(({ id }) => id === gil.id)!
    expect(person).toMatchObject({ cardHash: null, pin: null })
    expect(hashing).toMatchObject({ form: hashForm })
    return person.cardKey !== null && person.pinKey !== null
  }
  await until(() => hasSlow(hashForm))
  for (const word of [undefined, '', 'plain', 'scrypt-0']) expect(await hasSlow(word)).toBe(true)
  const body = { versions: testVersions(device.serialNumber), clockAt: '2026-11-23T08:00:00Z', nextSequence: 1 }
  await device.ask(hello, { body })
  expect(await hasSlow()).toBe(true)
  await until(async () => {
    const { cursor } = await device.ask(pullPeople)
    return !(await device.ask(getSyncStatus, { query: { people: cursor } })).people
  })
  expect(await admin.ask(getDevice, { params: { id: device.id } })).toMatchObject({ holdsWeakHashes: false })
})

it('a terminal that names the slow hash at pairing or handshake never gets the other form, not even first', async () => {
  const { code } = await admin.ask(createPairingCode, { body: { name: 'Side door' } })
  const versions = { ...testVersions(), hashes: hashForm }
  const { ldid, secret } = await deviceCaller(house).ask(pairDevice, { body: { code, versions } })
  const atPairing = deviceCaller(house, `Bearer ${ldid}.${secret}`)
  const atHello = await pairTestDevice(house, admin)
  await atHello.ask(hello, {
    body: {
      versions: { ...testVersions(atHello.serialNumber), hashes: hashForm },
      clockAt: '2026-11-23T08:00:00Z',
      nextSequence: 1,
    },
  })
  for (const device of [atPairing, atHello])
    expect((await device.ask(pullPeople)).hashing).toMatchObject({ form: hashForm })
})

it('a card and a PIN are left out while their key is not made yet: no quicker hash replaces it', async () => {
  const hal = await buildStaff(admin, 'Hal')
  await admin.ask(updateStaff, { params: { id: hal.id }, body: { icCard: 'FACE01', pin: '173205' } })
  await until(async () => (await house.db.selectFrom('person_key_due').select('person_id').execute()).length === 0)
  await house.db.deleteFrom('person_key').where('person_id', '=', hal.id).execute()
  const device = await pairTestDevice(house, admin)
  const { upserts } = await device.ask(pullPeople, { query: { hashes: hashForm } })
  expect(upserts.find(({ id }) => id === hal.id)).toMatchObject({
    cardKey: null,
    cardHash: null,
    pinKey: null,
    pin: null,
  })
  // Made again, they come as a change.
  const pulled = await device.ask(pullPeople, { query: { hashes: hashForm } })
  await sql`insert into person_key_due (person_id) values (${hal.id})`.execute(house.db)
  await sql`select pg_notify('gatehouse_hint', '{"to":"servers","what":"person-keys"}')`.execute(house.db)
  const change = await until(async () => {
    const page = await device.ask(pullPeople, { query: { hashes: hashForm, cursor: pulled.cursor } })
    return page.upserts.find(({ id }) => id === hal.id)
  })
  expect(change).toMatchObject({ cardKey: expect.stringMatching(/^[0-9a-f]{64}$/), cardHash: null, pin: null })
})

it('a terminal with the earlier form takes the new one at once, and its door opens all the while', async () => {
  const fay = await buildStaff(admin, 'Fay')
  await admin.ask(updateStaff, { params: { id: fay.id }, body: { icCard: '88cd' } })
  await until(async () => (await house.db.selectFrom('person_key_due').select('person_id').execute()).length === 0)
  const door = await terminals.start()
  await verifyBy(door.id, 'face-or-card')
  await until(() => door.state.configuration?.settings.verificationMode === 'face-or-card')
  await until(() => door.state.people.hashing !== null && door.state.people.find(fay.id)?.cardHash)
  const strong = door.state.people.find(fay.id)!
  expect(strong.cardHash).not.toBe(hash('sha256', '88CD'))
  expect(await door.take({ kind: 'ic-card', text: '88cd' }, null)).toMatchObject({ opened: true })
  // The form that a list of an earlier release has left.
  door.state.people.apply({
    begins: false,
    ends: true,
    removals: [],
    cursor: door.state.people.cursor ?? '',
    capacity: 100,
    hashing: null,
    upserts: [{ person: { ...strong, cardHash: hash('sha256', '88CD') }, failure: null }],
  })
  expect(await door.take({ kind: 'ic-card', text: '88cd' }, null)).toMatchObject({ opened: true })
  await admin.ask(updateStaff, { params: { id: fay.id }, body: { remark: 'asks the terminal to pull' } })
  await until(() => door.state.people.hashing !== null && door.state.people.find(fay.id)?.cardHash === strong.cardHash)
})

it('[STAFF-07] a card is the same card however it is typed, on every way in', async () => {
  const gus = await admin.ask(createStaff, { body: { name: 'Gus', icCard: ' 00 a7 47 12' } })
  expect(gus.icCard).toBe('00A74712')
  for (const icCard of ['00a74712', '００Ａ７４７１２', '00:A7:47:12'])
    expect(await admin.call(createStaff, { body: { name: 'Hal', icCard } })).toMatchObject({
      message: 'staff.ic-card-taken',
    })
  const found = await admin.ask(listStaff, { query: { keyword: '00:a7:47:12' } })
  expect(found.items.map(({ name }) => name)).toEqual(['Gus'])
  const { person, problems } = readPerson({
    number: 2,
    cells: { name: { text: 'Ida' }, icCard: { text: '00 a7 47 12' } },
  })
  expect([person.icCard, problems]).toEqual(['00A74712', []])
})

it('a card that two people already share opens for neither, both are listed, and it opens again for the one who keeps it', async () => {
  const [first, second] = [await buildStaff(admin, 'Jan'), await buildStaff(admin, 'Kim')]
  // A PIN that an earlier release could store.
  await house.db.updateTable('person').set({ ic_card: 'AB99' }).where('id', '=', first.id).execute()
  await house.db.updateTable('person').set({ ic_card: 'ab99' }).where('id', '=', second.id).execute()
  const [device, earlier] = [await pairTestDevice(house, admin), await pairTestDevice(house, admin)]
  const keysOf = async (hashes?: string) => {
    const { upserts } = await (hashes ? device : earlier).ask(pullPeople, { query: { hashes } })
    return [first, second].map(({ id }) => {
      const { cardKey, cardHash } = upserts.find((person) => person.id === id)!
      return cardKey ?? cardHash
    })
  }
  const settled = async () => (await house.db.selectFrom('person_key_due').select('person_id').execute()).length === 0
  await until(settled)
  expect([await keysOf(hashForm), await keysOf()]).toEqual([
    [null, null],
    [null, null],
  ])
  const { items } = await admin.ask(listStaff, { query: { credential: 'shared-card' } })
  expect(items.map(({ name }) => name).toSorted()).toEqual(['Jan', 'Kim'])
  expect(await admin.ask(getStaff, { params: { id: second.id } })).toMatchObject({
    cardSharedWith: { id: first.id, name: 'Jan' },
  })

  await admin.ask(updateStaff, { params: { id: first.id }, body: { icCard: null } })
  await until(settled)
  expect(await keysOf(hashForm)).toEqual([null, expect.stringMatching(/^[0-9a-f]{64}$/)])
  expect(await admin.ask(getStaff, { params: { id: second.id } })).toMatchObject({
    icCard: 'AB99',
    cardSharedWith: null,
  })
})

it('a PIN from the time of four digits still works, and is listed to be changed', async () => {
  const lea = await buildStaff(admin, 'Lea')
  await house.db
    .updateTable('person')
    .set(pinColumns(house.gatehouse.services.keys, await hashPin('4711')))
    .where('id', '=', lea.id)
    .execute()
  expect((await admin.ask(listStaff, { query: { credential: 'short-pin' } })).items.map(({ name }) => name)).toEqual([
    'Lea',
  ])
  const door = await terminals.start()
  await until(() => door.state.people.find(lea.id)?.pin?.startsWith('scrypt-1.'))
  expect(await isPin('4711', door.state.people.find(lea.id)!.pin!, door.state.people.hashing)).toBe(true)
  expect(await isPin('4712', door.state.people.find(lea.id)!.pin!, door.state.people.hashing)).toBe(false)
  await admin.ask(updateStaff, { params: { id: lea.id }, body: { pin: '471147' } })
  expect(await admin.ask(getStaff, { params: { id: lea.id } })).toMatchObject({ isPinShort: false })
})
