import { setInsideRules, getInsideRules } from '@gatehouse/contract/features/inside/day-end-rules.ts'
import { getPersonLocation, listInside } from '@gatehouse/contract/features/inside.ts'
import { updateSite } from '@gatehouse/contract/features/sites.ts'
import { updateStaff } from '@gatehouse/contract/features/staff.ts'
import type { BodyInput } from '@gatehouse/contract/route.ts'
import { type TestMailServer, mailText, startMailServer } from '@gatehouse/testkit/mail-server.ts'
import { until } from '@gatehouse/testkit/until.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildStaff } from '../../../test/device-caller.ts'
import { type Caller, startTestGatehouse, type TestGatehouse } from '../../../test/gatehouse.ts'
import { buildDoor, buildSite, nameOf, passAt } from '../../../test/inside-places.ts'
import { buildVisitor, inHours } from '../../../test/visits.ts'
import { followInsideRules } from './follow-inside-rules.ts'

let house: TestGatehouse
let admin: Caller
let smtp: TestMailServer
beforeAll(async () => {
  smtp = await startMailServer()
  house = await startTestGatehouse({
    withJobs: true,
    environment: { SMTP_URL: smtp.url, MAIL_FROM: 'gate@example.com', PUBLIC_URL: 'https://gate.example.com' },
  })
  admin = await house.asRole('superAdmin')
})
afterAll(async () => {
  await house.close()
  await smtp.close()
})

const zone = 'Asia/Shanghai'
const now = () => house.clock.now()
const minuteOf = (at: Temporal.Instant) => {
  const { hour, minute } = at.toZonedDateTimeISO(zone)
  return hour * 60 + minute
}
type Rules = BodyInput<typeof setInsideRules>
const rulesOf = (siteId: string, rules: Partial<Rules>) =>
  admin.ask(setInsideRules, {
    params: { id: siteId },
    body: {
      dayEndMinute: null,
      signsOutAtDayEnd: false,
      signsOutVisitors: false,
      overdueMinutes: null,
      tellsHosts: false,
      recipients: [],
      language: 'en',
      ...rules,
    },
  })
const follow = () => followInsideRules(house.gatehouse.services)
const locationOf = (personId: string) => admin.ask(getPersonLocation, { params: { id: personId } })
const insideOf = async (siteId: string) =>
  (await admin.ask(listInside, { query: { siteId, size: 200 } })).items.map(({ person }) => person.id)

/** A site with a person who came in two minutes before a day that ends at the next minute but one. */
async function buildEvening(rules: Partial<Rules> = { signsOutAtDayEnd: true }) {
  const { site, hall } = await buildSite(admin, zone)
  const entry = await buildDoor(house, admin, { site, to: hall.id })
  const { id } = await buildStaff(admin, nameOf('Person'))
  const start = now()
  await passAt(entry, id, start.subtract({ minutes: 2 }))
  const end = start.round({ smallestUnit: 'minute', roundingMode: 'ceil' }).add({ minutes: 2 })
  await rulesOf(site.id, { dayEndMinute: minuteOf(end), ...rules })
  return { site, hall, entry, id, end }
}

describe('the end of the day', () => {
  it('Everybody who is still inside counts as gone from that moment, once it has come', async () => {
    const { site, id, end } = await buildEvening()
    await follow()
    expect(await insideOf(site.id)).toEqual([id])
    house.clock.advance({ minutes: 4 })
    await Promise.all([follow(), follow()])
    expect(await insideOf(site.id)).toEqual([])
    expect(await locationOf(id)).toMatchObject({ area: null, source: 'day-end', door: null, recordId: null })
    expect(Date.parse((await locationOf(id))?.since ?? '')).toBe(end.epochMilliseconds)
    expect((await admin.ask(getInsideRules, { params: { id: site.id } })).lastDayEndAt).not.toBeNull()
  })

  it('A person who passed a door after the end stays inside, and one who comes later is inside', async () => {
    const { site, hall, entry, id, end } = await buildEvening()
    const inner = await buildDoor(house, admin, { site, from: hall.id, to: site.areas[0]!.id, direction: 'entry' })
    const other = await buildStaff(admin, nameOf('Person'))
    house.clock.advance({ minutes: 5 })
    await passAt(inner, id, end.add({ seconds: 30 }))
    await follow()
    await passAt(entry, other.id, end.add({ seconds: 40 }))
    await follow()
    expect((await insideOf(site.id)).toSorted()).toEqual([id, other.id].toSorted())
  })

  it('A record from before the end that arrives after it brings nobody back', async () => {
    const { site, entry, id, end } = await buildEvening()
    const other = await buildStaff(admin, nameOf('Person'))
    house.clock.advance({ minutes: 5 })
    await follow()
    await passAt(entry, id, end.subtract({ seconds: 20 }))
    await passAt(entry, other.id, end.subtract({ seconds: 20 }))
    expect(await insideOf(site.id)).toEqual([])
    expect(await locationOf(other.id)).toMatchObject({ area: null, source: 'day-end' })
  })

  it('A site that only lists people mails who they are, once, and leaves them inside', async () => {
    const guard = `${nameOf('guard').replace(' ', '')}@example.com`
    const { site, id } = await buildEvening({ signsOutAtDayEnd: false, recipients: [guard] })
    house.clock.advance({ minutes: 4 })
    await follow()
    await follow()
    expect(await insideOf(site.id)).toEqual([id])
    const mails = await mailsTo(guard)
    expect(mails).toHaveLength(1)
    expect(mails[0]).toContain(site.name)
    expect(mails[0]).toContain('still count as inside')
    expect(mails[0]).toContain(`(${zone})`)
  })

  it('A rule that is new, and another clock, end no day of the past', async () => {
    const { site, hall } = await buildSite(admin, zone)
    const entry = await buildDoor(house, admin, { site, to: hall.id })
    const { id } = await buildStaff(admin, nameOf('Person'))
    await passAt(entry, id, now().subtract({ minutes: 10 }))
    await rulesOf(site.id, { dayEndMinute: minuteOf(now().subtract({ minutes: 3 })), signsOutAtDayEnd: true })
    await follow()
    expect(await insideOf(site.id)).toEqual([id])
    const body = { name: site.name, address: null, timeZone: 'Asia/Tokyo' }
    await admin.ask(updateSite, { params: { id: site.id }, body: { ...body, force: true } })
    await follow()
    await follow()
    expect(await insideOf(site.id)).toEqual([id])
  })

  it('Another time zone of a site with people inside must be confirmed', async () => {
    const { site } = await buildEvening()
    const body = { name: site.name, address: null, timeZone: 'Asia/Tokyo' }
    await expect(admin.ask(updateSite, { params: { id: site.id }, body })).rejects.toThrow('site.zone-has-people')
    const changed = await admin.ask(updateSite, { params: { id: site.id }, body: { ...body, force: true } })
    expect(changed.timeZone).toBe('Asia/Tokyo')
    const same = { ...body, name: nameOf('Renamed') }
    expect((await admin.ask(updateSite, { params: { id: site.id }, body: same })).name).toBe(same.name)
  })
})

/** The texts of the mails to this address, as they wait in the queue or have arrived. */
async function mailsTo(address: string): Promise<string[]> {
  await until(() => smtp.mails.some(({ to }) => to.includes(address)))
  return smtp.mails.filter(({ to }) => to.includes(address)).map((mail) => `${mail.source}\n${mailText(mail)}`)
}

describe('the end of a visit', () => {
  it('A visitor counts as gone when the visit ends, but not one who passed a door after it', async () => {
    const { site, hall, lab } = await buildSite(admin, zone)
    const entry = await buildDoor(house, admin, { site, to: hall.id })
    const inner = await buildDoor(house, admin, { site, from: hall.id, to: lab.id })
    const [gone, late] = [
      await buildVisitor(house, admin, { validToAt: inHours(house, 0.05) }),
      await buildVisitor(house, admin, { validToAt: inHours(house, 0.05) }),
    ]
    for (const { id } of [gone, late]) await passAt(entry, id, now().subtract({ seconds: 30 }), { kind: 'visitor' })
    await rulesOf(site.id, { signsOutVisitors: true })
    await follow()
    expect(await insideOf(site.id)).toHaveLength(2)
    house.clock.advance({ minutes: 5 })
    await passAt(inner, late.id, now().subtract({ seconds: 30 }), { kind: 'visitor' })
    await follow()
    expect(await insideOf(site.id)).toEqual([late.id])
    expect(await locationOf(gone.id)).toMatchObject({ area: null, source: 'visit-end', since: gone.validToAt })
    const overdue = await admin.ask(listInside, { query: { siteId: site.id, concern: 'overdue' } })
    expect(overdue.items.map(({ person, visitEndsAt }) => [person.id, visitEndsAt])).toEqual([
      [late.id, late.validToAt],
    ])
  })

  it('The guard and the host hear once of a visitor who is inside long after the visit', async () => {
    const [guard, hostEmail] = [
      `guard@${nameOf('a').replace(' ', '')}.example.com`,
      `host@${nameOf('b').replace(' ', '')}.example.com`,
    ]
    const host = await buildStaff(admin, nameOf('Host'))
    await admin.ask(updateStaff, { params: { id: host.id }, body: { email: hostEmail } })
    const { site, hall } = await buildSite(admin, zone)
    const entry = await buildDoor(house, admin, { site, to: hall.id })
    const visitor = await buildVisitor(house, admin, { validToAt: inHours(house, 0.05), hostId: host.id })
    await passAt(entry, visitor.id, now().subtract({ seconds: 30 }), { kind: 'visitor' })
    await rulesOf(site.id, { overdueMinutes: 10, tellsHosts: true, recipients: [guard] })
    house.clock.advance({ minutes: 8 })
    await follow()
    house.clock.advance({ minutes: 8 })
    await follow()
    await follow()
    for (const address of [guard, hostEmail]) {
      const mails = await mailsTo(address)
      expect(mails).toHaveLength(1)
      expect(mails[0]).toContain('a visitor is inside after the end of the visit')
    }
  })
})

it('The recipients of the mails of a site are shown to those who may change them only', async () => {
  const { site } = await buildSite(admin)
  await rulesOf(site.id, { recipients: ['guard@example.com'] })
  const rulesFor = async (role: 'deviceAdmin' | 'subAdmin') =>
    (await house.asRole(role)).ask(getInsideRules, { params: { id: site.id } })
  expect((await rulesFor('deviceAdmin')).recipients).toEqual(['guard@example.com'])
  expect(await rulesFor('subAdmin')).toMatchObject({ recipients: null, tellsHosts: false })
})
