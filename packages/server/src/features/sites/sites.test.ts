import { randomUUID } from 'node:crypto'
import { getConfiguration } from '@gatehouse/contract/device/link.ts'
import { getCompany } from '@gatehouse/contract/features/company.ts'
import { deleteDevice, getDevice, listDevices, updateDevice } from '@gatehouse/contract/features/devices.ts'
import {
  createArea,
  createDoor,
  createSite,
  deleteArea,
  deleteDoor,
  deleteSite,
  type Door,
  type DoorInput,
  getDoor,
  getSite,
  listDeviceClocks,
  listDoors,
  listSiteClocks,
  listSiteNames,
  listSites,
  maxAreaLevels,
  type Site,
  updateArea,
  updateDoor,
  updateSite,
} from '@gatehouse/contract/features/sites.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { columnsToCopy } from '../../../test/columns-to-copy.ts'
import { pairTestDevice, type PairedDevice } from '../../../test/device-caller.ts'
import { type Caller, startTestGatehouse, type TestGatehouse } from '../../../test/gatehouse.ts'
import { inTransaction } from '../../ctx.ts'
import { systemClock } from '../../lib/clock.ts'
import { selectDevices } from '../devices/device-reads.ts'
import { ensureDoors } from './door-actions.ts'

let house: TestGatehouse
let admin: Caller
let owner: Caller
beforeAll(async () => {
  house = await startTestGatehouse()
  admin = await house.asRole('deviceAdmin')
  owner = await house.asRole('superAdmin')
})
afterAll(() => house.close())

let count = 0
const nameOf = (noun: string) => `${noun} ${++count}`
const newSite = (more: { timeZone?: string } = {}) =>
  admin.ask(createSite, { body: { name: nameOf('Site'), address: null, timeZone: null, ...more } })
const topOf = ({ areas }: Site) => areas[0]!
const newArea = (parentAreaId: string, name = nameOf('Area')) => admin.ask(createArea, { body: { parentAreaId, name } })
const doorOf = async ({ id }: PairedDevice): Promise<Door> => {
  const { items } = await admin.ask(listDoors, { query: { size: 200 } })
  return items.find(({ readers }) => readers.some(({ deviceId }) => deviceId === id))!
}
const inputOf = (door: Door): DoorInput => ({
  name: door.name,
  kind: door.kind,
  siteId: door.site.id,
  fromAreaId: door.fromArea?.id ?? null,
  toAreaId: door.toArea?.id ?? null,
  hasContact: door.hasContact,
  needsReason: door.needsReason,
  readers: door.readers.map(({ deviceId, port, direction }) => ({ deviceId, port, direction })),
})

describe('a site', () => {
  it('a site has one area that is the site as a whole', async () => {
    const site = await newSite()
    expect(site.areas).toMatchObject([{ name: site.name, parentAreaId: null, doorCount: 0 }])
    expect(site).toMatchObject({ areaCount: 1, doorCount: 0, deviceCount: 0, version: 1 })
  })

  it('two sites cannot have one name, whatever its capitals', async () => {
    const { name } = await newSite()
    const body = { name: name.toUpperCase(), address: null, timeZone: null }
    await expect(admin.ask(createSite, { body })).rejects.toThrow('site.name-taken')
  })

  it('a change of a site that somebody else has changed meanwhile is refused', async () => {
    const { id, name } = await newSite()
    const body = { name, address: '1 High Street', timeZone: null, version: 1 }
    expect(await admin.ask(updateSite, { params: { id }, body })).toMatchObject({
      address: '1 High Street',
      version: 2,
    })
    await expect(admin.ask(updateSite, { params: { id }, body })).rejects.toThrow('site.changed-meanwhile')
  })

  it('the area that is the site as a whole is renamed with it, unless it has a name of its own', async () => {
    const site = await newSite()
    const rename = async (name: string) =>
      topOf(await admin.ask(updateSite, { params: { id: site.id }, body: { name, address: null, timeZone: null } }))
        .name
    const name = nameOf('Renamed')
    expect(await rename(name)).toBe(name)
    await admin.ask(updateArea, { params: { id: topOf(site).id }, body: { name: 'Whole house' } })
    expect(await rename(nameOf('Again'))).toBe('Whole house')
  })

  it('a site with doors cannot be deleted, an empty one is deleted with its areas', async () => {
    const site = await newSite()
    const area = await newArea(topOf(site).id)
    const body = { name: nameOf('Door'), siteId: site.id, fromAreaId: null, toAreaId: area.id, readers: [] }
    const door = await admin.ask(createDoor, { body })
    const params = { id: site.id }
    await expect(admin.ask(deleteSite, { params })).rejects.toThrow('site.has-doors')
    await admin.ask(deleteDoor, { params: { id: door.id } })
    await admin.ask(deleteSite, { params })
    await expect(admin.ask(getSite, { params })).rejects.toThrow('site.not-found')
    await expect(newArea(area.id)).rejects.toThrow('area.not-found')
  })

  it('the last site stays, also when two delete the last two at once', async () => {
    const own = await startTestGatehouse()
    try {
      const caller = await own.asRole('mainAdmin')
      const { items } = await caller.ask(listSites)
      expect(items).toHaveLength(1)
      const second = await caller.ask(createSite, { body: { name: 'Second', address: null, timeZone: null } })
      const both = [items[0]!.id, second.id].map((id) => caller.ask(deleteSite, { params: { id } }))
      const outcomes = await Promise.allSettled(both)
      expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
      expect(String(outcomes.map((one) => ('reason' in one ? one.reason : '')))).toContain('site.last')
    } finally {
      await own.close()
    }
  })

  it('sites are found by a part of their name, and their names are all that a visitor admin sees', async () => {
    const { id, name } = await newSite()
    const { items, total } = await admin.ask(listSites, { query: { keyword: name.toLowerCase() } })
    expect({ ids: items.map((site) => site.id), total }).toEqual({ ids: [id], total: 1 })
    const visitorAdmin = await house.asRole('visitorAdmin')
    expect(await visitorAdmin.ask(listSiteNames)).toContainEqual({ id, name })
    await expect(visitorAdmin.ask(listSites)).rejects.toThrow('auth.permission-denied')
  })

  it('a general admin sees sites and changes none', async () => {
    const reader = await house.asRole('subAdmin')
    const { id } = await newSite()
    expect(await reader.ask(getSite, { params: { id } })).toMatchObject({ id })
    await expect(reader.ask(deleteSite, { params: { id } })).rejects.toThrow('auth.permission-denied')
  })
})

describe('an area', () => {
  it('areas are listed parents before children, siblings by name', async () => {
    const site = await newSite()
    const top = topOf(site).id
    const north = await newArea(top, 'North')
    await newArea(north.id, 'Archive')
    await newArea(top, 'East')
    const { areas } = await admin.ask(getSite, { params: { id: site.id } })
    expect(areas.map(({ name }) => name)).toEqual([site.name, 'East', 'North', 'Archive'])
  })

  it('two areas of a site cannot have one name, those of two sites can', async () => {
    const [one, other] = [await newSite(), await newSite()]
    await newArea(topOf(one).id, 'Lobby')
    await newArea(topOf(other).id, 'Lobby')
    await expect(newArea(topOf(one).id, 'lobby')).rejects.toThrow('area.name-taken')
  })

  it('an area cannot be inside itself, nor inside an area of its own', async () => {
    const top = topOf(await newSite()).id
    const outer = await newArea(top)
    const inner = await newArea(outer.id)
    for (const parentAreaId of [outer.id, inner.id]) {
      const body = { name: outer.name, parentAreaId }
      await expect(admin.ask(updateArea, { params: { id: outer.id }, body })).rejects.toThrow('area.cycle')
    }
  })

  it('two areas that are moved into each other at once do not become a circle', async () => {
    const top = topOf(await newSite()).id
    const [one, other] = [await newArea(top), await newArea(top)]
    const outcomes = await Promise.allSettled([
      admin.ask(updateArea, { params: { id: one.id }, body: { name: one.name, parentAreaId: other.id } }),
      admin.ask(updateArea, { params: { id: other.id }, body: { name: other.name, parentAreaId: one.id } }),
    ])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  it('an area stays in its site, and the area that is the site as a whole stays where it is', async () => {
    const [one, other] = [await newSite(), await newSite()]
    const area = await newArea(topOf(one).id)
    const move = (id: string, parentAreaId: string) =>
      admin.ask(updateArea, { params: { id }, body: { name: nameOf('Area'), parentAreaId } })
    await expect(move(area.id, topOf(other).id)).rejects.toThrow('area.other-site')
    await expect(move(topOf(one).id, area.id)).rejects.toThrow('area.top')
    await expect(move(area.id, randomUUID())).rejects.toThrow('area.not-found')
    await expect(admin.ask(deleteArea, { params: { id: topOf(one).id } })).rejects.toThrow('area.top')
  })

  it('areas are at most ten levels deep', async () => {
    let area = topOf(await newSite())
    for (let level = 2; level <= maxAreaLevels; level++) area = await newArea(area.id)
    await expect(newArea(area.id)).rejects.toThrow('area.too-deep')
  })

  it('an area with areas or doors cannot be deleted', async () => {
    const site = await newSite()
    const outer = await newArea(topOf(site).id)
    const inner = await newArea(outer.id)
    const remove = (id: string) => admin.ask(deleteArea, { params: { id } })
    await expect(remove(outer.id)).rejects.toThrow('area.has-areas')
    const body = { name: nameOf('Door'), siteId: site.id, fromAreaId: outer.id, toAreaId: inner.id, readers: [] }
    const door = await admin.ask(createDoor, { body })
    await expect(remove(inner.id)).rejects.toThrow('area.has-doors')
    await admin.ask(deleteDoor, { params: { id: door.id } })
    await remove(inner.id)
    await remove(outer.id)
  })
})

describe('a door', () => {
  it('a device that joins has a door of its own, from outside into the first site', async () => {
    const device = await pairTestDevice(house, owner, nameOf('Gate'))
    expect(await doorOf(device)).toMatchObject({
      kind: 'door',
      fromArea: null,
      readers: [{ deviceId: device.id, port: 1, direction: null, effectiveDirection: 'entry' }],
    })
  })

  it('the direction of a reader is that of its device, unless the door says otherwise', async () => {
    const device = await pairTestDevice(house, owner, nameOf('Gate'))
    await owner.ask(updateDevice, { params: { id: device.id }, body: { direction: 'out' } })
    const door = await doorOf(device)
    expect(door.readers).toMatchObject([{ direction: null, effectiveDirection: 'exit' }])
    const body = { ...inputOf(door), readers: [{ deviceId: device.id, port: 1, direction: 'entry' as const }] }
    expect(await admin.ask(updateDoor, { params: { id: door.id }, body })).toMatchObject({
      readers: [{ direction: 'entry', effectiveDirection: 'entry' }],
    })
  })

  it('a reader that leads another way, by its device or by the areas of its door, counts from then on', async () => {
    const device = await pairTestDevice(house, owner, nameOf('Gate'))
    const since = async () =>
      (await house.db.selectFrom('door_reader').select('since').where('device_id', '=', device.id).executeTakeFirst())
        ?.since
    const door = await doorOf(device)
    const body = { ...inputOf(door), name: nameOf('Placed') }
    const change = async (more: Partial<DoorInput>) => {
      const before = await since()
      house.clock.advance({ seconds: 1 })
      await admin.ask(updateDoor, { params: { id: door.id }, body: { ...body, ...more } })
      return (await since()) !== before
    }
    expect(await change({})).toBe(true)
    expect(await change({ name: nameOf('Renamed') })).toBe(false)
    const hall = await newArea(door.toArea!.id)
    expect(await change({ toAreaId: hall.id })).toBe(true)
    expect(await change({ toAreaId: hall.id })).toBe(false)
    const before = await since()
    house.clock.advance({ seconds: 1 })
    await owner.ask(updateDevice, { params: { id: device.id }, body: { direction: 'out' } })
    expect(await since()).not.toBe(before)
  })

  it('a device takes no direction that would have no effect, since its door says another', async () => {
    const device = await pairTestDevice(house, owner, nameOf('Gate'))
    const door = await doorOf(device)
    const readers = [{ deviceId: device.id, port: 1, direction: 'both' as const }]
    await admin.ask(updateDoor, { params: { id: door.id }, body: { ...inputOf(door), readers } })
    const change = (body: { direction: 'in' | 'out'; name?: string }) =>
      owner.call(updateDevice, { params: { id: device.id }, body })
    const answer = await change({ direction: 'out' })
    expect(answer).toMatchObject({ status: 409, message: 'device.direction-of-door' })
    expect(answer.desc).toContain(door.name)
    expect((await change({ direction: 'in', name: nameOf('Gate') })).status).toBe(200)
  })

  it('a door follows the name of its device until somebody gives it another', async () => {
    const device = await pairTestDevice(house, owner, nameOf('Gate'))
    const rename = (name: string) => owner.ask(updateDevice, { params: { id: device.id }, body: { name } })
    const first = nameOf('Gate')
    await rename(first)
    const door = await doorOf(device)
    expect(door.name).toBe(first)
    const own = nameOf('Main entrance')
    await admin.ask(updateDoor, { params: { id: door.id }, body: { ...inputOf(door), name: own } })
    await rename(nameOf('Gate'))
    expect((await doorOf(device)).name).toBe(own)
  })

  it('a door goes with its device, unless somebody has changed it', async () => {
    const [one, other] = [
      await pairTestDevice(house, owner, nameOf('Gate')),
      await pairTestDevice(house, owner, nameOf('Gate')),
    ]
    const [untouched, changed] = [await doorOf(one), await doorOf(other)]
    const body = { ...inputOf(changed), hasContact: true }
    await admin.ask(updateDoor, { params: { id: changed.id }, body })
    for (const { id } of [one, other]) await owner.ask(deleteDevice, { params: { id } })
    await expect(admin.ask(getDoor, { params: { id: untouched.id } })).rejects.toThrow('door.not-found')
    expect(await admin.ask(getDoor, { params: { id: changed.id } })).toMatchObject({ hasContact: true, readers: [] })
  })

  it('a door leads from one area to another, never from outside to outside', async () => {
    const site = await newSite()
    const top = topOf(site).id
    const create = (fromAreaId: string | null, toAreaId: string | null) =>
      admin.ask(createDoor, { body: { name: nameOf('Door'), siteId: site.id, fromAreaId, toAreaId, readers: [] } })
    await expect(create(top, top)).rejects.toThrow('door.same-area')
    await expect(create(null, null)).rejects.toThrow('door.same-area')
    await expect(create(null, topOf(await newSite()).id)).rejects.toThrow('area.not-found')
    await expect(create(null, randomUUID())).rejects.toThrow('area.not-found')
    expect(await create(null, top)).toMatchObject({ fromArea: null, toArea: { id: top } })
  })

  it('two readers serve one door, and the reader that it loses gets a door of its own', async () => {
    const [entry, exit] = [
      await pairTestDevice(house, owner, nameOf('Entry')),
      await pairTestDevice(house, owner, nameOf('Exit')),
    ]
    const [door, empty] = [await doorOf(entry), await doorOf(exit)]
    const readers = [
      { deviceId: entry.id, port: 1, direction: 'entry' as const },
      { deviceId: exit.id, port: 1, direction: 'exit' as const },
    ]
    const params = { id: door.id }
    const both = await admin.ask(updateDoor, { params, body: { ...inputOf(door), readers } })
    expect(both.readers.map(({ deviceId }) => deviceId).toSorted()).toEqual([entry.id, exit.id].toSorted())
    expect(await admin.ask(getDoor, { params: { id: empty.id } })).toMatchObject({ readers: [] })
    await expect(admin.ask(deleteDoor, { params })).rejects.toThrow('door.has-readers')
    await admin.ask(deleteDoor, { params: { id: empty.id } })
    await admin.ask(updateDoor, { params, body: { ...inputOf(both), readers: readers.slice(0, 1) } })
    expect(await doorOf(exit)).toMatchObject({ fromArea: null, readers: [{ deviceId: exit.id, direction: null }] })
  })

  it('a controller serves several doors by its ports', async () => {
    const controller = await pairTestDevice(house, owner, nameOf('Controller'))
    const first = await doorOf(controller)
    const body = {
      ...inputOf(first),
      name: nameOf('Second door'),
      readers: [{ deviceId: controller.id, port: 2, direction: 'entry' as const }],
    }
    const second = await admin.ask(createDoor, { body })
    expect(second.readers).toMatchObject([{ deviceId: controller.id, port: 2 }])
    expect((await admin.ask(getDoor, { params: { id: first.id } })).readers).toMatchObject([{ port: 1 }])
    const twice = { ...body, readers: [body.readers[0]!, body.readers[0]!] }
    await expect(admin.ask(createDoor, { body: twice })).rejects.toThrow('request.invalid')
    const stranger = { ...body, readers: [{ deviceId: randomUUID() }] }
    await expect(admin.ask(createDoor, { body: stranger })).rejects.toThrow('device.not-found')
  })

  it('doors are found by site and area', async () => {
    const site = await newSite()
    const [lab, hall] = [await newArea(topOf(site).id), await newArea(topOf(site).id)]
    const body = { name: nameOf('Door'), siteId: site.id, fromAreaId: hall.id, toAreaId: lab.id, readers: [] }
    const { id } = await admin.ask(createDoor, { body })
    for (const query of [{ siteId: site.id }, { areaId: lab.id }, { areaId: hall.id }, { keyword: body.name }])
      expect((await admin.ask(listDoors, { query })).items.map((door) => door.id)).toEqual([id])
    expect(await admin.ask(listDoors, { query: { areaId: topOf(site).id } })).toEqual({ items: [], total: 0 })
  })

  it('the doors of a device and the devices of a site are found', async () => {
    const device = await pairTestDevice(house, owner, nameOf('Gate'))
    const door = await doorOf(device)
    const site = await newSite()
    const devicesThere = async () => (await owner.ask(listDevices, { query: { siteId: site.id } })).items
    expect(await devicesThere()).toEqual([])
    await admin.ask(updateDoor, {
      params: { id: door.id },
      body: { ...inputOf(door), siteId: site.id, toAreaId: topOf(site).id },
    })
    expect(await admin.ask(listDoors, { query: { deviceId: device.id } })).toMatchObject({
      items: [{ id: door.id, site: { id: site.id } }],
      total: 1,
    })
    expect(await devicesThere()).toMatchObject([{ id: device.id }])
    expect(await admin.ask(listDoors, { query: { deviceId: randomUUID() } })).toEqual({ items: [], total: 0 })
  })

  it('the devices of a site are read along its doors, without a scan of every door and reader', async () => {
    const device = await pairTestDevice(house, owner, nameOf('Gate'))
    const site = await newSite()
    const columns = await columnsToCopy(house.db, 'device')
    await sql`
      with many as (
        insert into device (${columns}) select ${columns} from (
          select (jsonb_populate_record(d, jsonb_build_object('id', uuidv7(), 'ldid', 'GHT-' || md5(n::text),
            'serial_number', 'S' || n, 'name', 'Many ' || n, 'pairing_code_id', null))).*
          from device d, generate_series(1, 2000) n where d.id = ${device.id}) copy returning id, name),
      doors as (
        insert into door (site_id, name, to_area_id) select a.site_id, many.name, a.id from many, area a
        where a.site_id = (select site_id from door_reader r join door o on o.id = r.door_id where r.device_id = ${device.id})
          and a.parent_id is null returning id, name)
      insert into door_reader (door_id, device_id) select doors.id, many.id from doors join many using (name)`.execute(
      house.db,
    )
    await sql`analyze`.execute(house.db)
    const statement = selectDevices(listDevices.query.parse({ siteId: site.id }))
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${statement}`.execute(house.db)
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).toContain('using door__site')
    expect(plan).not.toMatch(/Seq Scan on (door|door_reader) /)
    await house.db.deleteFrom('device').where('name', 'like', 'Many %').execute()
    await house.db.deleteFrom('door').where('name', 'like', 'Many %').execute()
  })

  it('an installation whose devices have no doors gets them at the next start, once', async () => {
    const device = await pairTestDevice(house, owner, nameOf('Old gate'))
    await house.db
      .deleteFrom('door')
      .where('id', '=', (await doorOf(device)).id)
      .execute()
    expect(await doorOf(device)).toBeUndefined()
    await Promise.all([1, 2].map(() => inTransaction({ db: house.db, clock: systemClock }, ensureDoors)))
    const { items } = await admin.ask(listDoors, { query: { keyword: 'Old gate', size: 200 } })
    expect(items.filter(({ readers }) => readers.some(({ deviceId }) => deviceId === device.id))).toHaveLength(1)
  })
})

describe('the clock of a site', () => {
  const zoneOf = async (device: PairedDevice) => {
    const { timeZone } = (await device.ask(getConfiguration)).settings
    expect((await owner.ask(getDevice, { params: { id: device.id } })).effectiveTimeZone).toBe(timeZone)
    return timeZone
  }

  it('a device without a zone of its own goes by the clock of its site, and is told when that changes', async () => {
    const device = await pairTestDevice(house, owner, nameOf('Gate'))
    const { revision } = (await device.ask(getConfiguration)).settings
    const site = await newSite({ timeZone: 'Europe/Lisbon' })
    const door = await doorOf(device)
    const body = { ...inputOf(door), siteId: site.id, toAreaId: topOf(site).id }
    await admin.ask(updateDoor, { params: { id: door.id }, body })
    expect(await zoneOf(device)).toBe('Europe/Lisbon')
    const change = { name: site.name, address: null, timeZone: 'Asia/Tokyo' }
    await admin.ask(updateSite, { params: { id: site.id }, body: change })
    expect(await zoneOf(device)).toBe('Asia/Tokyo')
    expect((await device.ask(getConfiguration)).settings.revision).toBeGreaterThan(revision + 1)
    await owner.ask(updateDevice, { params: { id: device.id }, body: { timeZone: 'America/Lima' } })
    expect(await zoneOf(device)).toBe('America/Lima')
  })

  it("only sites whose clock is not the enterprise's are named, to a visitor admin too", async () => {
    const visitorAdmin = await house.asRole('visitorAdmin')
    const body = { name: nameOf('Works'), address: null, timeZone: null }
    const { id, version } = await owner.ask(createSite, { body })
    const clock = async () => (await visitorAdmin.ask(listSiteClocks)).find(({ siteId }) => siteId === id)?.timeZone
    expect(await clock()).toBeUndefined()
    await owner.ask(updateSite, { params: { id }, body: { ...body, timeZone: 'America/Lima', version } })
    expect(await clock()).toBe('America/Lima')
  })

  it("only devices whose clock is not the enterprise's are named, to a visitor admin too", async () => {
    const visitorAdmin = await house.asRole('visitorAdmin')
    const clockOf = async ({ id }: PairedDevice) =>
      (await visitorAdmin.ask(listDeviceClocks)).find(({ deviceId }) => deviceId === id)?.timeZone
    const device = await pairTestDevice(house, owner, nameOf('Gate'))
    expect(await clockOf(device)).toBeUndefined()
    await owner.ask(updateDevice, { params: { id: device.id }, body: { timeZone: 'America/Lima' } })
    expect(await clockOf(device)).toBe('America/Lima')
    const { timeZone } = await owner.ask(getCompany)
    await owner.ask(updateDevice, { params: { id: device.id }, body: { timeZone } })
    expect(await clockOf(device)).toBeUndefined()
  })

  it('a zone that does not exist is refused', async () => {
    await expect(newSite({ timeZone: 'Mars/Olympus' })).rejects.toThrow('request.invalid')
  })
})
