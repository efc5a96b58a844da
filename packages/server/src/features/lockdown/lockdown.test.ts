import { randomUUID } from 'node:crypto'
import {
  getConfiguration,
  getLockdown,
  getSyncStatus,
  hello,
  pullCommands,
  reportCommand,
  reportLockdown,
  reportSettings,
} from '@gatehouse/contract/device/link.ts'
import { pushDoorEvents } from '@gatehouse/contract/device/door-events.ts'
import { noLockdown } from '@gatehouse/contract/device/lockdown.ts'
import {
  deleteDevice,
  getDevice,
  listCommands,
  sendCommand,
  updateDevice,
} from '@gatehouse/contract/features/devices.ts'
import {
  askLockdownRelease,
  beginLockdown,
  getLockdownRules,
  getLockdownState,
  listActiveLockdowns,
  listLockdowns,
  previewLockdown,
  releaseLockdown,
  updateLockdownInput,
  updateLockdownRules,
} from '@gatehouse/contract/features/lockdown.ts'
import { setClockAutomatic, setClockManual } from '@gatehouse/contract/features/service-config.ts'
import {
  createArea,
  createDoor,
  createSite,
  deleteArea,
  deleteSite,
  type Door,
  getSite,
  listDoors,
  type Site,
  updateArea,
  updateDoor,
} from '@gatehouse/contract/features/sites.ts'
import { groupRoutesOf } from '@gatehouse/contract/features/person-groups.ts'
import type { BodyInput } from '@gatehouse/contract/route.ts'
import { namedFace } from '@gatehouse/testkit/named-faces.ts'
import { createRealTerminals, type PairedTerminal } from '@gatehouse/testkit/seeds/real-terminals.ts'
import { until } from '@gatehouse/testkit/until.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildApplication, buildKey, createApplicationCaller } from '../../../test/application-caller.ts'
import { pairTestDevice, testVersions } from '../../../test/device-caller.ts'
import { insertNamedStaff } from '../../../test/enrol.ts'
import { type Caller, startTestGatehouse, type TestGatehouse } from '../../../test/gatehouse.ts'
import { listenForTerminals } from '../../../test/listen-for-terminals.ts'

let house: TestGatehouse
let admin: Caller
let serverUrl: string
let terminals: ReturnType<typeof createRealTerminals>
beforeAll(async () => {
  house = await startTestGatehouse({ environment: { HOST: '127.0.0.1' } })
  admin = await house.asRole('superAdmin')
  serverUrl = await listenForTerminals(house)
  terminals = createRealTerminals(admin.ask, serverUrl)
})
afterAll(() => house.close())
afterEach(async () => {
  await terminals.stopAll()
  await admin.ask(updateLockdownRules, { body: { needsTwoPeople: false } })
  for (const { id } of await admin.ask(listActiveLockdowns)) await releaseByTwo(id)
})

async function releaseByTwo(id: string) {
  const second = await house.asRole('mainAdmin')
  await ask(id, second)
  // Unless it is the other one who has asked.
  if ((await refusedRelease(id)) !== 'success') await release(id, second)
}

type Begin = BodyInput<typeof beginLockdown>
const begin = (more: Partial<Begin> = {}, by = admin) =>
  by.ask(beginLockdown, {
    body: {
      kind: 'lockdown',
      level: 'Red',
      scope: { kind: 'everything' },
      reason: 'Somebody with a knife',
      ...more,
    },
  })
const refusal = async (body: object, by = admin) => (await by.call(beginLockdown, { body: body as Begin })).message
const release = (id: string, by = admin) => by.ask(releaseLockdown, { params: { id }, body: { reason: 'All clear' } })
const refusedRelease = async (id: string, by = admin) =>
  (await by.call(releaseLockdown, { params: { id }, body: { reason: 'All clear' } })).message
const ask = (id: string, by = admin) => by.call(askLockdownRelease, { params: { id }, body: { reason: 'It is over' } })
const stateOf = (id: string) => admin.ask(getLockdownState, { params: { id } })

let count = 0
const nameOf = (noun: string) => `${noun} ${++count}`
const newSite = () => admin.ask(createSite, { body: { name: nameOf('Site'), address: null, timeZone: null } })
const topOf = ({ areas }: Site) => areas[0]!.id
const doorOf = async (deviceId: string): Promise<Door> =>
  (await admin.ask(listDoors, { query: { deviceId } })).items[0]!

/** Puts the door of a device between these areas. */
async function moveDoor(deviceId: string, siteId: string, fromAreaId: string | null, toAreaId: string | null) {
  const door = await doorOf(deviceId)
  const readers = door.readers.map(({ port, direction }) => ({ deviceId, port, direction }))
  const { name, kind, hasContact } = door
  await admin.ask(updateDoor, {
    params: { id: door.id },
    body: { name, kind, hasContact, siteId, fromAreaId, toAreaId, readers },
  })
}

const verdictOf = async (terminal: PairedTerminal, name: string) => (await terminal.present(namedFace(name)))?.verdict
const opens = (terminal: PairedTerminal, name: string) =>
  until(async () => (await verdictOf(terminal, name))?.opens, `${name} passes`)
const isClosed = (terminal: PairedTerminal, name: string) =>
  until(async () => (await verdictOf(terminal, name))?.abnormal === 'lockdown', `the door is closed for ${name}`)

async function enrol() {
  const name = nameOf('Person')
  return { ...(await insertNamedStaff(house, admin, name)), name }
}

describe('a lockdown at real terminals', () => {
  let person: { id: string; name: string }
  let terminal: PairedTerminal
  beforeEach(async () => {
    person = await enrol()
    terminal = await terminals.start({}, nameOf('Door'))
    await opens(terminal, person.name)
  })

  it('A door closes for everybody, says so in its record, is confirmed, and opens again when the lockdown is released', async () => {
    const { id, begunBy, scope } = await begin()
    expect([begunBy, scope]).toEqual([expect.any(String), { kind: 'everything', id: null, name: null }])
    await isClosed(terminal, person.name)
    await until(async () => (await stateOf(id)).doors.confirmed === 1)
    expect(await stateOf(id)).toMatchObject({ unconfirmed: [], doors: { confirmed: 1 }, releasedAt: null })
    expect((await verdictOf(terminal, person.name))?.reasons).toEqual([
      { code: 'lockdown-refuses', lockdownId: id, sinceMs: expect.any(Number) as number },
    ])
    expect(await release(id)).toMatchObject({ releaseReason: 'All clear', releasedBy: begunBy })
    await opens(terminal, person.name)
    expect(await admin.ask(listActiveLockdowns)).toEqual([])
  })

  it('A lockdown holds over a restart of the terminal without the server', async () => {
    await begin()
    await isClosed(terminal, person.name)
    await terminal.stop()
    const offline = terminals.build({ state: terminal.state, behaviours: undefined, pollSeconds: 3600 })
    terminal.state.identity = { ...terminal.state.identity!, serverUrl: 'http://127.0.0.1:1' }
    await offline.start()
    expect((await offline.present(namedFace(person.name)))?.verdict.abnormal).toBe('lockdown')
  })

  it('A lockdown that began and one that was released while a terminal was offline reach it when it comes back', async () => {
    await terminal.stop()
    const { id } = await begin()
    await terminal.start()
    await isClosed(terminal, person.name)
    await terminal.stop()
    await release(id)
    await terminal.start()
    await opens(terminal, person.name)
    expect(terminal.state.lockdown).toEqual({ lockdowns: [], emergency: null, revision: noLockdown })
  })

  it('A terminal that receives no hint learns of a lockdown when it asks for changes', async () => {
    const polling = await terminals.start({ pollSeconds: 1 }, nameOf('Door'))
    await opens(polling, person.name)
    // Without the hint: as a lockdown is that another server has begun while its hints are lost.
    const row = {
      kind: 'lockdown',
      scope: 'everything',
      begun_by: 'test',
      begun_at: house.clock.now().toString(),
    } as const
    await house.db.insertInto('lockdown').values(row).execute()
    await isClosed(polling, person.name)
    expect(polling.state.lockdown?.lockdowns).toHaveLength(1)
  })

  it('An exempt group passes, and nobody who is exempt from one of two lockdowns only', async () => {
    const { id: groupId } = await admin.ask(groupRoutesOf.staff.create, { body: { name: nameOf('Guards') } })
    await admin.ask(groupRoutesOf.staff.addMembers, { params: { id: groupId }, body: { personIds: [person.id] } })
    await admin.ask(groupRoutesOf.staff.bind, { params: { id: groupId }, body: { deviceIds: [terminal.id] } })
    const { name } = await enrol()
    const first = await begin({ exemptGroupIds: [groupId] })
    expect(first.exemptGroups).toMatchObject([{ id: groupId }])
    await isClosed(terminal, name)
    await opens(terminal, person.name)
    const second = await begin()
    await isClosed(terminal, person.name)
    await release(second.id)
    await opens(terminal, person.name)
    expect((await verdictOf(terminal, name))?.abnormal).toBe('lockdown')
  })

  it('Of two lockdowns the release of one opens nothing that the other holds', async () => {
    const [site, whole] = [await begin(), await begin({ level: 'Amber' })]
    await isClosed(terminal, person.name)
    await release(site.id)
    await until(async () => (await stateOf(whole.id)).doors.confirmed === 1)
    expect((await verdictOf(terminal, person.name))?.abnormal).toBe('lockdown')
    await release(whole.id)
    await opens(terminal, person.name)
  })

  it('A door that is moved into a place that is locked down closes', async () => {
    const site = await newSite()
    await begin({ scope: { kind: 'site', id: site.id } })
    expect((await verdictOf(terminal, person.name))?.opens).toBe(true)
    await moveDoor(terminal.id, site.id, null, topOf(site))
    await isClosed(terminal, person.name)
  })

  it('A reader that leads out lets people out', async () => {
    await admin.ask(updateDevice, { params: { id: terminal.id }, body: { direction: 'out' } })
    await begin()
    await until(async () => (await verdictOf(terminal, person.name))?.reasons[0]?.code === 'lockdown-may-leave')
    expect((await verdictOf(terminal, person.name))?.opens).toBe(true)
  })

  it('A door in a lockdown is not opened by a command', async () => {
    await begin()
    await isClosed(terminal, person.name)
    await until(async () => (await admin.ask(getDevice, { params: { id: terminal.id } })).isOnline)
    await admin.ask(sendCommand, { params: { id: terminal.id }, body: { kind: 'open-once' } })
    const { items } = await until(async () => {
      const page = await admin.ask(listCommands, { params: { id: terminal.id } })
      return page.items[0]?.state === 'failed' && page
    })
    expect(items[0]).toMatchObject({ result: 'the door is locked down' })
  })

  it('An emergency open opens doors for everybody, over a lockdown, until it is released', async () => {
    await begin()
    await isClosed(terminal, person.name)
    const { id } = await begin({ kind: 'emergency-open', level: null })
    await until(() => terminal.isDoorOpen)
    expect(await verdictOf(terminal, nameOf('Stranger'))).toMatchObject({
      opens: true,
      reasons: [{ code: 'emergency-opens' }],
    })
    await release(id)
    await until(() => !terminal.isDoorOpen)
    await isClosed(terminal, person.name)
  })
})

describe('the scope of a lockdown', () => {
  it('A lockdown of an area closes the doors into it and out of it and those of areas inside it, and no others', async () => {
    const site = await newSite()
    const other = await newSite()
    const top = topOf(site)
    const newArea = (parentAreaId: string) => admin.ask(createArea, { body: { parentAreaId, name: nameOf('Area') } })
    const lab = await newArea(top)
    const safe = await newArea(lab.id)
    const hall = await newArea(top)
    const [into, inside, beside, elsewhere] = await Promise.all([1, 2, 3, 4].map(() => pairTestDevice(house, admin)))
    await moveDoor(into!.id, site.id, top, lab.id)
    await moveDoor(inside!.id, site.id, lab.id, safe.id)
    await moveDoor(beside!.id, site.id, top, hall.id)
    await moveDoor(elsewhere!.id, other.id, null, topOf(other))
    const closed = async () =>
      (await Promise.all([into!, inside!, beside!, elsewhere!].map((device) => device.ask(getLockdown)))).map(
        ({ lockdowns }) => lockdowns.length,
      )
    const area = await begin({ scope: { kind: 'area', id: lab.id } })
    expect(area.scope).toEqual({ kind: 'area', id: lab.id, name: lab.name })
    expect(await closed()).toEqual([1, 1, 0, 0])
    expect((await stateOf(area.id)).doors.total).toBe(2)
    await begin({ scope: { kind: 'site', id: site.id } })
    expect(await closed()).toEqual([2, 2, 1, 0])
    await release(area.id)
    expect(await closed()).toEqual([1, 1, 1, 0])
    await begin({ scope: { kind: 'area', id: topOf(await admin.ask(getSite, { params: { id: other.id } })) } })
    expect(await closed()).toEqual([1, 1, 1, 1])
  })
})

describe('the doors of a lockdown', () => {
  it('No change of a door, an area or a reader takes a reader out of what holds there, or makes it one that leads out', async () => {
    const site = await newSite()
    const newArea = (parentAreaId: string) => admin.ask(createArea, { body: { parentAreaId, name: nameOf('Area') } })
    const [lab, hall] = [await newArea(topOf(site)), await newArea(topOf(site))]
    const safe = await newArea(lab.id)
    const [outer, inner, device] = [
      await pairTestDevice(house, admin),
      await pairTestDevice(house, admin),
      await pairTestDevice(house, admin),
    ]
    await moveDoor(outer.id, site.id, topOf(site), lab.id)
    await moveDoor(inner.id, site.id, lab.id, safe.id)
    await moveDoor(device.id, site.id, topOf(site), hall.id)
    const door = await doorOf(outer.id)
    const { name, kind, hasContact } = door
    const areas = { siteId: site.id, fromAreaId: topOf(site), toAreaId: lab.id }
    const readers = [{ deviceId: outer.id, port: 1, direction: null }]
    const whole = { name, kind, hasContact, ...areas, readers }
    const changed = async (more: object) =>
      (await admin.call(updateDoor, { params: { id: door.id }, body: { ...whole, ...more } })).message
    const elsewhere = { ...whole, name: nameOf('Door'), fromAreaId: null, toAreaId: hall.id }
    const { id } = await begin({ scope: { kind: 'area', id: lab.id } })

    const holds = 'lockdown.holds-reader'
    // The area it leads out of holds it just as well.
    expect(await changed({ fromAreaId: hall.id })).toBe('success')
    expect(await changed({ toAreaId: hall.id })).toBe(holds)
    expect(await changed({ readers: [] })).toBe(holds)
    expect(await changed({ readers: [{ deviceId: outer.id, port: 1, direction: 'exit' }] })).toBe(holds)
    expect((await admin.call(createDoor, { body: elsewhere })).message).toBe(holds)
    expect((await admin.call(updateDevice, { params: { id: outer.id }, body: { direction: 'out' } })).message).toBe(
      holds,
    )
    const moved = { params: { id: safe.id }, body: { name: safe.name, parentAreaId: hall.id } }
    expect((await admin.call(updateArea, moved)).message).toBe('success')
    expect((await admin.call(deleteArea, { params: { id: lab.id } })).message).toBe('area.has-doors')
    expect((await admin.call(deleteSite, { params: { id: site.id } })).message).toBe('site.has-doors')
    expect((await stateOf(id)).doors.total).toBe(2)

    expect(await changed({ name: nameOf('Door') })).toBe('success')
    await admin.ask(updateDevice, { params: { id: device.id }, body: { direction: 'out' } })
    await release(id)
    expect(await changed({ toAreaId: hall.id })).toBe('success')
  })

  it('An area does not leave the one that is locked down while a reader leads into it', async () => {
    const site = await newSite()
    const newArea = (parentAreaId: string) => admin.ask(createArea, { body: { parentAreaId, name: nameOf('Area') } })
    const lab = await newArea(topOf(site))
    const [safe, hall] = [await newArea(lab.id), await newArea(topOf(site))]
    const device = await pairTestDevice(house, admin)
    await moveDoor(device.id, site.id, topOf(site), safe.id)
    await begin({ scope: { kind: 'area', id: lab.id } })
    const moved = { params: { id: safe.id }, body: { name: safe.name, parentAreaId: hall.id } }
    const refused = await admin.call(updateArea, moved)
    expect(refused).toMatchObject({ status: 409, message: 'lockdown.holds-reader' })
    expect(refused.desc).toContain((await doorOf(device.id)).name)
    expect((await device.ask(getLockdown)).lockdowns).toHaveLength(1)
  })
})

describe('a device that a lockdown holds', () => {
  const unbind = (id: string) => admin.call(deleteDevice, { params: { id } })
  const command = (id: string) => admin.call(sendCommand, { params: { id }, body: { kind: 'unbind' } })

  it.each(['lockdown', 'emergency-open'] as const)(
    'A device is not unbound during a %s, and is after it',
    async (kind) => {
      const device = await pairTestDevice(house, admin)
      const { id } = await begin({ kind })
      const { name } = await admin.ask(getDevice, { params: { id: device.id } })
      const refused = await unbind(device.id)
      expect(refused).toMatchObject({ status: 409, message: 'lockdown.holds-reader' })
      expect(refused.desc).toContain(name)
      expect((await command(device.id)).message).toBe('lockdown.holds-reader')
      expect((await device.ask(getLockdown)).revision).not.toBe(noLockdown)
      await release(id)
      expect((await unbind(device.id)).message).toBe('success')
    },
  )

  it('A device elsewhere is unbound during a lockdown, and an unbinding that began before it ends', async () => {
    const site = await newSite()
    const [held, elsewhere] = [await pairTestDevice(house, admin), await pairTestDevice(house, admin)]
    await moveDoor(held.id, site.id, null, topOf(site))
    await command(held.id)
    await begin({ scope: { kind: 'site', id: site.id } })
    expect((await unbind(elsewhere.id)).message).toBe('success')
    expect((await unbind(held.id)).message).toBe('lockdown.holds-reader')
    const { id } = (await held.ask(pullCommands)).commands.find(({ kind }) => kind === 'unbind')!
    await held.ask(reportCommand, { params: { id }, body: { state: 'done', result: null } })
    expect((await unbind(held.id)).message).toBe('device.not-found')
  })
})

describe('a terminal', () => {
  const knowing = async () => {
    const device = await pairTestDevice(house, admin)
    const versions = { ...testVersions(device.serialNumber), abilities: ['lockdown'] }
    await device.ask(hello, { body: { versions, clockAt: house.clock.now().toString(), nextSequence: 1 } })
    return device
  }

  it('A terminal that knows lockdowns sees the change when it asks, and counts as following once it has said so', async () => {
    const device = await knowing()
    const news = async (lockdown: string) => (await device.ask(getSyncStatus, { query: { lockdown } })).lockdown
    expect(await device.ask(getLockdown)).toEqual({ lockdowns: [], emergency: null, revision: noLockdown })
    expect(await news(noLockdown)).toBe(false)
    const { id } = await begin()
    expect(await news(noLockdown)).toBe(true)
    const { revision, lockdowns } = await device.ask(getLockdown)
    expect(lockdowns).toMatchObject([{ id, exemptGroupIds: [] }])
    expect(await news(revision)).toBe(false)
    const follows = async () => !(await stateOf(id)).unconfirmed.some((one) => one.device.id === device.id)
    expect(await follows()).toBe(false)
    await device.ask(reportLockdown, { body: { revision: 'another' } })
    expect(await follows()).toBe(false)
    await device.ask(reportLockdown, { body: { revision } })
    expect(await follows()).toBe(true)
    const { settings } = await device.ask(getConfiguration)
    expect(settings.isRunning).toBe(true)
  })

  it('A terminal that knows no lockdowns is out of service meanwhile, and counts as closed when it reports so', async () => {
    const device = await pairTestDevice(house, admin)
    const wanted = async () => {
      const { settings, tag } = await device.ask(getConfiguration)
      return { isRunning: settings.isRunning, tag }
    }
    const before = await wanted()
    expect(before.isRunning).toBe(true)
    const { id } = await begin()
    expect(await device.ask(getSyncStatus, { query: { configuration: before.tag! } })).toMatchObject({
      configuration: true,
    })
    const during = await wanted()
    expect(during.isRunning).toBe(false)
    const follows = async () => !(await stateOf(id)).unconfirmed.some((one) => one.device.id === device.id)
    expect(await follows()).toBe(false)
    await device.ask(reportSettings, { body: { revision: 1, values: { isRunning: false }, refused: [] } })
    expect(await follows()).toBe(true)
    await release(id)
    expect(await wanted()).toEqual(before)
  })

  it('A terminal that leads out and knows no lockdowns stays in service', async () => {
    const device = await pairTestDevice(house, admin)
    await admin.ask(updateDevice, { params: { id: device.id }, body: { direction: 'out' } })
    const { id } = await begin()
    expect((await device.ask(getConfiguration)).settings.isRunning).toBe(true)
    expect((await stateOf(id)).unconfirmed.map((one) => one.device.id)).not.toContain(device.id)
  })

  it('A terminal that knows no emergency open gets commands, and stays open while another one holds', async () => {
    const device = await pairTestDevice(house, admin)
    const kinds = async () => (await device.ask(pullCommands)).commands.map(({ kind }) => kind)
    const [first, second] = [await begin({ kind: 'emergency-open' }), await begin({ kind: 'emergency-open' })]
    expect(await kinds()).toEqual(['hold-open', 'hold-open'])
    await release(first.id)
    expect(await kinds()).toEqual(['hold-open'])
    await release(second.id)
    // A terminal that was offline all the time opens nothing once the emergency is over.
    expect(await kinds()).toEqual(['normal'])
    // One that is offline meanwhile would close the door in the next one.
    await begin({ kind: 'emergency-open' })
    expect(await kinds()).toEqual(['hold-open'])
  })

  it('A terminal that is offline when an emergency begins is told more than an hour later, as long as it holds', async () => {
    const device = await pairTestDevice(house, admin)
    const kinds = async () => (await device.ask(pullCommands)).commands.map(({ kind }) => kind)
    const { id } = await begin({ kind: 'emergency-open' })
    house.clock.advance({ minutes: 61 })
    expect(await kinds()).toEqual(['hold-open'])
    admin = await house.asRole('superAdmin')
    await release(id)
    expect(await kinds()).toEqual(['normal'])
  })
})

describe('the people who begin and release', () => {
  it('A lockdown of nothing that exists is refused, and so is one without a reason to be released', async () => {
    const begun = { kind: 'lockdown', level: null, reason: null }
    const nowhere = randomUUID()
    expect(await refusal({ ...begun, scope: { kind: 'site', id: nowhere } })).toBe('site.not-found')
    expect(await refusal({ ...begun, scope: { kind: 'area', id: nowhere } })).toBe('area.not-found')
    expect(await refusal({ ...begun, scope: { kind: 'everything' }, exemptGroupIds: [nowhere] })).toBe(
      'group.not-found',
    )
    expect(await refusal({ ...begun, scope: { kind: 'site' } })).toBe('request.invalid')
    expect(
      await refusal({ ...begun, kind: 'emergency-open', scope: { kind: 'everything' }, exemptGroupIds: [nowhere] }),
    ).toBe('request.invalid')
    const { id } = await begin()
    const without = await admin.call(releaseLockdown, { params: { id }, body: { reason: ' ' } })
    expect(without.message).toBe('request.invalid')
    expect(await refusedRelease(nowhere)).toBe('lockdown.not-found')
    expect((await ask(nowhere)).message).toBe('lockdown.not-found')
    expect((await admin.call(getLockdownState, { params: { id: nowhere } })).message).toBe('lockdown.not-found')
  })

  it('A lockdown that was released is not released again, and of two who release it at once one does', async () => {
    const { id } = await begin()
    const answers = await Promise.all([refusedRelease(id), refusedRelease(id)])
    expect(answers.toSorted()).toEqual(['lockdown.released', 'success'])
    expect((await ask(id)).message).toBe('lockdown.released')
    const { items, total } = await admin.ask(listLockdowns)
    expect(items[0]).toMatchObject({ id, releaseReason: 'All clear' })
    expect(total).toBeGreaterThanOrEqual(1)
  })

  it('A release that needs two people is not done by the one who asked, and done by another one', async () => {
    const second = await house.asRole('deviceAdmin')
    await admin.ask(updateLockdownRules, { body: { needsTwoPeople: true } })
    expect(await admin.ask(getLockdownRules)).toEqual({ needsTwoPeople: true })
    const { id } = await begin()
    expect(await refusedRelease(id, second)).toBe('lockdown.second-person-needed')
    expect((await ask(id, second)).data).toMatchObject({ releaseAskedBy: expect.any(String) as string })
    expect((await ask(id)).message).toBe('lockdown.release-asked')
    expect(await refusedRelease(id, second)).toBe('lockdown.second-person-needed')
    expect((await release(id)).releasedAt).not.toBeNull()
  })

  it('A program that asks for the release is not the first of two people, and stands in the way of neither', async () => {
    const second = await house.asRole('deviceAdmin')
    const key = await buildKey(admin, await buildApplication(house, admin), 'lockdowns.write')
    const program = createApplicationCaller(house, key)
    await admin.ask(updateLockdownRules, { body: { needsTwoPeople: true } })
    const { id } = await begin()
    const asking = { params: { id }, body: { reason: 'The panel is quiet' } }
    await program.ask(askLockdownRelease, asking)
    expect(await refusedRelease(id)).toBe('lockdown.second-person-needed')
    await ask(id)
    expect((await program.call(askLockdownRelease, asking)).message).toBe('lockdown.release-asked')
    expect((await program.call(releaseLockdown, asking)).message).toBe('lockdown.second-person-needed')
    expect(await refusedRelease(id)).toBe('lockdown.second-person-needed')
    expect((await release(id, second)).releasedAt).not.toBeNull()
  })

  it('A super admin alone releases ten minutes after they have asked, and the log says so; nobody else does', async () => {
    const second = await house.asRole('mainAdmin')
    await admin.ask(updateLockdownRules, { body: { needsTwoPeople: true } })
    const [mine, theirs] = [await begin(), await begin()]
    await ask(mine.id)
    await ask(theirs.id, second)
    house.clock.advance({ seconds: 599 })
    expect(await refusedRelease(mine.id)).toBe('lockdown.second-person-needed')
    house.clock.advance({ seconds: 1 })
    expect(await refusedRelease(theirs.id, second)).toBe('lockdown.second-person-needed')
    await release(mine.id)
    house.clock.advance({ seconds: -600 })
    const line = await house.db
      .selectFrom('operation_log')
      .select(['event', 'remark', 'result'])
      .where('module', '=', 'lockdown')
      .where('result', '=', 'success')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(line).toEqual({ event: 'release-alone', remark: 'All clear', result: 'success' })
  })

  it('A lockdown keeps the two people it needed when it began, also when the rule is switched off or on meanwhile', async () => {
    const second = await house.asRole('mainAdmin')
    await admin.ask(updateLockdownRules, { body: { needsTwoPeople: true } })
    const strict = await begin()
    await second.ask(updateLockdownRules, { body: { needsTwoPeople: false } })
    expect((await stateOf(strict.id)).needsTwoPeople).toBe(true)
    expect(await refusedRelease(strict.id, second)).toBe('lockdown.second-person-needed')
    await ask(strict.id, second)
    expect(await refusedRelease(strict.id, second)).toBe('lockdown.second-person-needed')
    expect(await refusedRelease(strict.id)).toBe('success')

    const mild = await begin()
    expect(mild.needsTwoPeople).toBe(false)
    await second.ask(updateLockdownRules, { body: { needsTwoPeople: true } })
    expect((await stateOf(mild.id)).needsTwoPeople).toBe(true)
    expect(await refusedRelease(mild.id, second)).toBe('lockdown.second-person-needed')
    await second.ask(updateLockdownRules, { body: { needsTwoPeople: false } })
    expect(await refusedRelease(mild.id, second)).toBe('success')
  })

  it('A super admin does not shorten the ten minutes by setting the clock of the platform', async () => {
    await admin.ask(updateLockdownRules, { body: { needsTwoPeople: true } })
    const { id } = await begin()
    await ask(id)
    const ahead = Temporal.Now.instant().add({ minutes: 15 })
    const body = { at: ahead.toString({ smallestUnit: 'millisecond' }), clientMs: ahead.epochMilliseconds }
    await admin.ask(setClockManual, { body })
    expect(await refusedRelease(id)).toBe('lockdown.second-person-needed')
    await admin.ask(setClockAutomatic, { body: { servers: [] } })
    expect(await refusedRelease(id)).toBe('lockdown.second-person-needed')
  })

  it('Everybody sees that a lockdown is on, and only those who see devices see its reason and doors', async () => {
    const visitors = await house.asRole('visitorAdmin')
    const { id } = await begin()
    const [active] = await visitors.ask(listActiveLockdowns)
    expect(active).toMatchObject({ id, level: 'Red', kind: 'lockdown' })
    expect(JSON.stringify(active)).not.toContain('knife')
    expect((await visitors.call(getLockdownState, { params: { id } })).status).toBe(403)
    expect((await visitors.call(listLockdowns)).status).toBe(403)
    expect((await (await house.asRole('subAdmin')).call(getLockdownState, { params: { id } })).status).toBe(200)
  })

  it('The operation log has who began and released a lockdown, where, and why', async () => {
    const site = await newSite()
    const { id } = await begin({ kind: 'emergency-open', scope: { kind: 'site', id: site.id } })
    await release(id)
    const lines = await house.db
      .selectFrom('operation_log')
      .select(['event', 'item', 'remark'])
      .where('module', '=', 'lockdown')
      .orderBy('id', 'desc')
      .limit(2)
      .execute()
    const item = `Red · ${site.name}`
    expect(lines).toEqual([
      { event: 'release-lockdown', item, remark: 'All clear' },
      { event: 'begin-emergency', item, remark: 'Somebody with a knife' },
    ])
  })

  it('The operation log names all sites where a lockdown is everywhere', async () => {
    await release((await begin({ scope: { kind: 'everything' } })).id)
    await release((await begin({ scope: { kind: 'everything' }, level: null })).id)
    const lines = await house.db
      .selectFrom('operation_log')
      .select('item')
      .where('module', '=', 'lockdown')
      .orderBy('id', 'desc')
      .limit(4)
      .execute()
    expect(lines.map(({ item }) => item)).toEqual(['All sites', 'All sites', 'Red · All sites', 'Red · All sites'])
  })
})

describe('the preview of a lockdown', () => {
  it('It counts the doors of the place, and names those where an exempt group would stay out', async () => {
    const site = await newSite()
    const inner = await admin.ask(createArea, { body: { name: nameOf('Inner'), parentAreaId: topOf(site) } })
    const group = await admin.ask(groupRoutesOf.staff.create, { body: { name: nameOf('Responders') } })
    const bound = await pairTestDevice(house, admin)
    const unbound = await pairTestDevice(house, admin)
    await moveDoor(bound.id, site.id, null, topOf(site))
    await moveDoor(unbound.id, site.id, topOf(site), inner.id)
    await admin.ask(groupRoutesOf.staff.bind, { params: { id: group.id }, body: { deviceIds: [bound.id] } })
    const preview = (scope: 'site' | 'area', scopeId: string) =>
      admin.ask(previewLockdown, { query: { scope, scopeId, groupIds: group.id } })
    const shut = { id: group.id, name: group.name, closedDoors: 1, closedDoorNames: [(await doorOf(unbound.id)).name] }
    expect(await preview('site', site.id)).toEqual({
      doors: 2,
      reachable: 0,
      leftShut: 0,
      leftOpen: 0,
      exemptGroups: [shut],
      alone: [],
    })
    expect(await preview('area', inner.id)).toEqual({
      doors: 1,
      reachable: 0,
      leftShut: 0,
      leftOpen: 0,
      exemptGroups: [shut],
      alone: [],
    })
    expect((await admin.call(previewLockdown, { query: { scope: 'site', groupIds: 'x' } })).message).toBe(
      'request.invalid',
    )
  })
})

describe('an input that begins a lockdown', () => {
  it('It begins nothing until it is switched on, then locks down the site of its device once, says whose input it was, and is released by people only', async () => {
    const site = await newSite()
    const device = await pairTestDevice(house, admin)
    await moveDoor(device.id, site.id, null, topOf(site))
    const press = (sequence: number) =>
      device.ask(pushDoorEvents, {
        body: {
          events: [
            {
              id: randomUUID(),
              sequence,
              at: house.clock.now().toString(),
              kind: 'lockdown-input',
              input: 'lockdown',
            },
          ],
        },
      })
    await press(1)
    expect(await admin.ask(listActiveLockdowns)).toEqual([])
    const itsSites = { isOn: true, level: null, scope: null, exemptGroupIds: [] }
    await admin.ask(updateLockdownInput, { params: { id: device.id }, body: itsSites })
    await press(2)
    await press(3)
    const [active, ...others] = await admin.ask(listActiveLockdowns)
    expect(others).toEqual([])
    expect(active?.scope).toEqual({ kind: 'site', id: site.id, name: site.name })
    const { name } = await admin.ask(getDevice, { params: { id: device.id } })
    expect((await stateOf(active!.id)).begunBy).toBe(name)
    const line = await house.db
      .selectFrom('operation_log')
      .select(['event', 'item', 'side', 'actor_name'])
      .where('module', '=', 'lockdown')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(line).toEqual({ event: 'begin-by-input', item: site.name, side: 'device', actor_name: name })

    await release(active!.id)
    const scope = { kind: 'everything' } as const
    const input = { isOn: false, level: 'Red', scope, exemptGroupIds: [] }
    expect(await admin.ask(updateLockdownInput, { params: { id: device.id }, body: input })).toEqual(input)
    await press(4)
    expect(await admin.ask(listActiveLockdowns)).toEqual([])
    await admin.ask(updateLockdownInput, { params: { id: device.id }, body: { ...input, isOn: true } })
    await press(5)
    expect(await admin.ask(listActiveLockdowns)).toMatchObject([{ level: 'Red', scope: { kind: 'everything' } }])
  })
})
