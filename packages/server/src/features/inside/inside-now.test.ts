import {
  createInsideDisplay,
  deleteInsideDisplay,
  listInsideDisplays,
  readInsideDisplay,
} from '@gatehouse/contract/features/inside/displays.ts'
import {
  correctLocation,
  correctLocations,
  countInside,
  getPersonLocation,
  listInside,
  listPlacesInside,
} from '@gatehouse/contract/features/inside.ts'
import { getDashboard } from '@gatehouse/contract/features/dashboard.ts'
import { listOperations } from '@gatehouse/contract/features/operation-log.ts'
import { createWebhook, listDeliveries } from '@gatehouse/contract/features/open-platform.ts'
import { suspendPeople } from '@gatehouse/contract/features/suspensions.ts'
import { deleteStaff } from '@gatehouse/contract/features/staff.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApplication, buildKey, createApplicationCaller } from '../../../test/application-caller.ts'
import { buildStaff } from '../../../test/device-caller.ts'
import { type Caller, startTestGatehouse, type TestGatehouse } from '../../../test/gatehouse.ts'
import { buildDoor, buildSite, nameOf, passAt } from '../../../test/inside-places.ts'
import { buildVisitor } from '../../../test/visits.ts'
import { readMovements } from './movement-reads.ts'

let house: TestGatehouse
let admin: Caller
beforeAll(async () => {
  house = await startTestGatehouse()
  admin = await house.asRole('superAdmin')
})
afterAll(() => house.close())

const secondsAgo = (seconds: number) => house.clock.now().subtract({ seconds })

/** A hall with an employee and a visitor in it, and a laboratory with nobody. */
async function buildHall() {
  const { site, hall, lab } = await buildSite(admin)
  const entry = await buildDoor(house, admin, { site, to: hall.id })
  const [staff, visitor] = [await buildStaff(admin, nameOf('Person')), await buildVisitor(house, admin)]
  await passAt(entry, staff.id, secondsAgo(40))
  await passAt(entry, visitor.id, secondsAgo(30), { kind: 'visitor' })
  return { site, hall, lab, entry, staff, visitor }
}

describe('the page of people inside', () => {
  it('Sites and areas have their figures, each area those of its own, for every role what it sees', async () => {
    const { site, hall, lab } = await buildHall()
    const ask = async (caller: Caller) => {
      const { sites, areas, siteId } = await caller.ask(listPlacesInside, { query: { siteId: site.id } })
      expect(siteId).toBe(site.id)
      const figures = ({ people, visitors, unsure }: { people: number; visitors: number; unsure: number }) => [
        people,
        visitors,
        unsure,
      ]
      return {
        site: sites.filter(({ id }) => id === site.id).map(figures),
        areas: areas.map((area) => [area.id, area.parentAreaId, ...figures(area)]),
      }
    }
    const all = {
      site: [[2, 1, 0]],
      areas: [
        [site.areas[0]?.id, null, 0, 0, 0],
        [hall.id, site.areas[0]?.id, 2, 1, 0],
        [lab.id, hall.id, 0, 0, 0],
      ],
    }
    expect(await ask(admin)).toEqual(all)
    expect(await ask(await house.asRole('deviceAdmin'))).toEqual(all)
    expect((await ask(await house.asRole('visitorAdmin'))).site).toEqual([[1, 1, 0]])
  })

  it('A person has one location, which a visitor admin sees of visitors alone, and which says outside once they have left', async () => {
    const { site, hall, staff, visitor } = await buildHall()
    const visitorAdmin = await house.asRole('visitorAdmin')
    const of = (id: string, caller = admin) => caller.ask(getPersonLocation, { params: { id } })
    expect(await of(staff.id)).toMatchObject({ area: { id: hall.id }, site: { id: site.id }, source: 'passage' })
    expect(await of(visitor.id, visitorAdmin)).toMatchObject({ area: { id: hall.id } })
    await expect(of(staff.id, visitorAdmin)).rejects.toThrow('inside.person-not-found')
    await admin.ask(correctLocation, { body: { personId: staff.id, areaId: null, reason: 'Left by car' } })
    expect(await of(staff.id)).toMatchObject({ area: null, site: null, source: 'correction', insideSince: null })
    expect(await of((await buildStaff(admin, nameOf('Person'))).id)).toBeNull()
  })

  it('Several people are corrected at once in one line of the log, and visitor admins move visitors alone', async () => {
    const { site, lab, staff, visitor } = await buildHall()
    const visitorAdmin = await house.asRole('visitorAdmin')
    const correct = (caller: Caller, personIds: string[], areaId: string | null) =>
      caller.ask(correctLocations, { body: { personIds, areaId, reason: 'Fire drill' } })
    expect(await correct(admin, [staff.id, visitor.id, staff.id], lab.id)).toEqual({ count: 2 })
    expect(await correct(visitorAdmin, [staff.id, visitor.id], null)).toEqual({ count: 1 })
    await expect(correct(visitorAdmin, [staff.id], null)).rejects.toThrow('inside.person-not-found')
    const { items } = await admin.ask(listInside, { query: { siteId: site.id } })
    expect(items.map(({ person, area }) => [person.id, area.id])).toEqual([[staff.id, lab.id]])
    const lines = await admin.ask(listOperations, { query: { module: 'inside' } })
    expect(
      lines.items.find(({ event, remark }) => event === 'correct-locations' && remark === 'Fire drill'),
    ).toBeDefined()
  })

  it('A correction holds against a passage whose device has a clock that is ahead', async () => {
    const { entry, staff } = await buildHall()
    await passAt(entry, staff.id, house.clock.now().add({ minutes: 2 }))
    await admin.ask(correctLocation, { body: { personId: staff.id, areaId: null, reason: 'Left' } })
    expect(await admin.ask(getPersonLocation, { params: { id: staff.id } })).toMatchObject({ area: null })
  })

  it('A suspended person who is inside is shown as such, and is found by it', async () => {
    const { site, staff } = await buildHall()
    const concern = async (name: 'suspended' | 'unsure') =>
      (await admin.ask(listInside, { query: { siteId: site.id, concern: name } })).items.map(({ person }) => person)
    expect(await concern('suspended')).toEqual([])
    await admin.ask(suspendPeople, { body: { personIds: [staff.id], toAt: null } })
    expect(await concern('suspended')).toMatchObject([{ id: staff.id, isSuspended: true }])
    expect(await concern('unsure')).toEqual([])
  })

  it('A suspended person who is inside goes out by an exit, and a refusal at an entry does not bring them in again', async () => {
    const { site, hall, entry, staff } = await buildHall()
    const exit = await buildDoor(house, admin, { site, to: hall.id, direction: 'exit' })
    await admin.ask(suspendPeople, { body: { personIds: [staff.id], toAt: null } })
    await passAt(exit, staff.id, secondsAgo(20), { reasons: [{ code: 'suspended-may-leave' }] })
    await passAt(entry, staff.id, secondsAgo(10), { opened: false, abnormal: 'suspended' })
    expect(await admin.ask(getPersonLocation, { params: { id: staff.id } })).toMatchObject({
      area: null,
      door: { id: exit.door.id },
    })
  })

  it('The dashboard counts people and visitors, and names the places with the most', async () => {
    const { site } = await buildHall()
    const { inside } = await admin.ask(getDashboard)
    const counted = await admin.ask(countInside)
    expect(inside).toMatchObject({ people: counted.people, visitors: counted.visitors })
    expect(inside?.places.length).toBeGreaterThan(0)
    expect(inside?.places.map(({ people }) => people)).toEqual(
      inside?.places.map(({ people }) => people).toSorted((a, b) => b - a),
    )
    const ofVisitors = (await (await house.asRole('visitorAdmin')).ask(getDashboard)).inside
    expect(ofVisitors).toMatchObject({ people: counted.visitors, visitors: counted.visitors })
    expect(site.name).not.toBe('')
  })
})

describe('third parties', () => {
  it('A key of the scope for numbers counts people and hears no name, one of the other lists them', async () => {
    const { site, hall, staff } = await buildHall()
    const applicationId = await buildApplication(house, admin)
    const [counter, reader] = [
      createApplicationCaller(house, await buildKey(admin, applicationId, 'inside.count')),
      createApplicationCaller(house, await buildKey(admin, applicationId, 'inside.read')),
    ]
    expect((await counter.ask(countInside)).areas.find(({ areaId }) => areaId === hall.id)).toMatchObject({ people: 2 })
    expect((await counter.call(listInside)).message).toBe('open-api.scope-missing')
    const { items } = await reader.ask(listInside, { query: { siteId: site.id } })
    expect(items.map(({ person }) => person.kind).toSorted()).toEqual(['staff', 'visitor'])
    expect(await reader.ask(getPersonLocation, { params: { id: staff.id } })).toMatchObject({ area: { id: hall.id } })
  })

  it('A webhook hears of each movement once, in the order of a person, and of nothing else', async () => {
    const applicationId = await buildApplication(house, admin)
    const body = { url: 'https://127.0.0.1/', events: ['movement' as const] }
    const { webhook } = await admin.ask(createWebhook, { params: { id: applicationId }, body })
    expect(webhook.events).toEqual(['movement'])
    const { hall, lab, entry, staff, visitor } = await buildHall()
    await passAt(entry, visitor.id, secondsAgo(50), { kind: 'visitor' })
    await passAt(entry, visitor.id, secondsAgo(20), {
      kind: 'visitor',
      opened: false,
      abnormal: 'outside-passage-time',
    })
    await admin.ask(correctLocation, { body: { personId: staff.id, areaId: lab.id, reason: 'Seen there' } })
    await admin.ask(correctLocation, { body: { personId: staff.id, areaId: lab.id, reason: 'Seen again' } })
    const { items } = await admin.ask(listDeliveries, { params: { id: webhook.id }, query: { size: 200 } })
    const movements = await readMovements(
      house.db,
      items.map(({ subjectId }) => subjectId),
    )
    const ofStaff = movements.filter(({ person }) => person.id === staff.id).toSorted((a, b) => (a.at < b.at ? -1 : 1))
    expect(items.every(({ kind }) => kind === 'movement')).toBe(true)
    expect(movements).toHaveLength(3)
    expect(ofStaff).toMatchObject([
      { from: null, to: { area: { id: hall.id } }, source: 'passage', door: { id: entry.door.id } },
      {
        from: { area: { id: hall.id } },
        to: { area: { id: lab.id } },
        source: 'correction',
        door: null,
        recordId: null,
      },
    ])
    await admin.ask(deleteStaff, { body: { ids: [staff.id] } })
    expect(
      await readMovements(
        house.db,
        ofStaff.map(({ id }) => id),
      ),
    ).toEqual([])
  })
})

describe('a lobby display', () => {
  const show = (token: string) => house.nobody.ask(readInsideDisplay, { body: { token } })
  const tokenOf = (url: string) => new URL(url).hash.slice(1)

  it('A display shows numbers of its sites and areas and no person, to a screen that holds its link', async () => {
    const { site, lab, staff } = await buildHall()
    await admin.ask(correctLocation, { body: { personId: staff.id, areaId: lab.id, reason: 'Seen there' } })
    const body = { name: nameOf('Lobby'), siteIds: [site.id], showsAreas: true }
    const { display, url } = await admin.ask(createInsideDisplay, { body })
    expect(url).toMatch(/\/m\/display#[\w-]{43}$/)
    const shown = await show(tokenOf(url))
    expect(shown).toMatchObject({
      people: 2,
      sites: [
        {
          name: site.name,
          people: 2,
          areas: [
            { name: 'Hall', people: 2, depth: 0 },
            { name: 'Laboratory', people: 1, depth: 1 },
          ],
        },
      ],
      names: null,
    })
    expect(JSON.stringify(shown)).not.toContain(staff.name)
    const [listed] = (await admin.ask(listInsideDisplays)).filter(({ id }) => id === display.id)
    expect(listed?.lastSeenAt).not.toBeNull()
    expect(JSON.stringify(listed)).not.toContain(tokenOf(url))
  })

  it('Names are shown only where an administrator wants them', async () => {
    const { site, staff, visitor } = await buildHall()
    const body = { name: nameOf('Lobby'), siteIds: [site.id], showsAreas: false, showsNames: true }
    const { url } = await admin.ask(createInsideDisplay, { body })
    expect((await show(tokenOf(url))).names).toEqual([visitor.name, staff.name])
  })

  it('The link of a display that is deleted ends at once, and another link shows nothing', async () => {
    const body = { name: nameOf('Lobby'), siteIds: [], showsAreas: false }
    const { display, url } = await admin.ask(createInsideDisplay, { body })
    await expect(admin.ask(createInsideDisplay, { body })).rejects.toThrow('inside.display-name-taken')
    expect((await show(tokenOf(url))).sites.length).toBeGreaterThan(0)
    await admin.ask(deleteInsideDisplay, { params: { id: display.id } })
    await expect(show(tokenOf(url))).rejects.toThrow('inside.display-over')
    await expect(show('x'.repeat(43))).rejects.toThrow('inside.display-over')
  })
})
