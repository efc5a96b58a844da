import { createSystemCtx } from '../../ctx.ts'
import { createBlacklisted } from '@gatehouse/contract/features/blacklist.ts'
import { createDepartment } from '@gatehouse/contract/features/departments.ts'
import { groupRoutesOf } from '@gatehouse/contract/features/person-groups.ts'
import { createStaff, updateStaff } from '@gatehouse/contract/features/staff.ts'
import {
  createVisitor,
  extendVisits,
  getVisitor,
  listVisitors,
  updateVisitor,
  uploadVisitorPortrait,
} from '@gatehouse/contract/features/visitors.ts'
import { listPasses } from '@gatehouse/contract/features/visitor-passes.ts'
import {
  answerVisit,
  askForVisit,
  completeVisit,
  decideVisit,
  getHostedPortrait,
  getVisit,
  getWalkInLink,
  inviteVisitor,
  listVisits,
  readHostedVisit,
  readOwnVisit,
  readWalkIn,
  renewVisitLink,
  renewWalkInLink,
  uploadVisitPortrait,
  uploadWalkInPortrait,
  withdrawVisit,
} from '@gatehouse/contract/features/visits.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Caller, startTestGatehouse, type TestGatehouse } from '../../../test/gatehouse.ts'
import { insertNamedPortrait } from '../../../test/enrol.ts'
import { startMailServer, type TestMailServer, mailText } from '@gatehouse/testkit/mail-server.ts'
import { faces, photograph } from '@gatehouse/testkit/photographs.ts'
import { until } from '@gatehouse/testkit/until.ts'
import { buildVisitor, inHours } from '../../../test/visits.ts'
import { contributors } from '../privacy/person-data.ts'
import { findPerson } from '../../people/person-store.ts'
import { purgeOldVisits } from './visitor-jobs.ts'

let smtp: TestMailServer
let house: TestGatehouse
let admin: Caller
let phone: Caller
let owner: Caller
let host: { id: string }
/** One for each test: a mail of the test before may still be under way. */
let hostEmail = ''
let hostCount = 0
beforeAll(async () => {
  smtp = await startMailServer()
  house = await startTestGatehouse({
    withJobs: true,
    environment: { SMTP_URL: smtp.url, MAIL_FROM: 'gate@example.com', PUBLIC_URL: 'https://gate.example.com' },
  })
  admin = await house.asRole('visitorAdmin')
  phone = house.nobody
  owner = await house.asRole('superAdmin')
  host = await owner.ask(createStaff, { body: { name: '李伟' } })
})
beforeEach(async () => {
  smtp.mails.length = 0
  hostEmail = `li${++hostCount}@example.com`
  await owner.ask(updateStaff, { params: { id: host.id }, body: { email: hostEmail } })
  await house.db.deleteFrom('visit_request').execute()
  await house.db.deleteFrom('person').where('kind', '=', 2).execute()
})
afterAll(async () => {
  await house.close()
  await smtp.close()
})

const invite = (change: object = {}) =>
  admin.ask(inviteVisitor, {
    body: {
      name: 'Wang Fang',
      email: 'wang@example.com',
      hostId: host.id,
      purpose: 'Audit',
      language: 'en',
      validFromAt: inHours(house, -1),
      validToAt: inHours(house, 8),
      ...change,
    },
  })
const tokenOf = (url: string) => url.slice(url.lastIndexOf('/') + 1)
/** The link of the mail to this address, once it has arrived. */
async function linkTo(address: string, kind: 'invite' | 'host'): Promise<string> {
  const mail = await until(() => smtp.mails.find(({ to, source }) => to.includes(address) && source.includes('/m/')))
  const [link] = mailText(mail).match(new RegExp(`https://gate\\.example\\.com/m/${kind}/[\\w-]{43}`)) ?? []
  if (!link) throw new Error(`no link of the kind ${kind} in the mail`)
  return tokenOf(link)
}
let faceCount = 0
const portrait = () => insertNamedPortrait(house, `face ${++faceCount}`)
const complete = async (token: string, change: object = {}) =>
  phone.ask(completeVisit, {
    params: { token },
    body: { name: '王芳', company: 'Acme', phone: null, portraitId: await portrait(), ...change },
  })
const own = (token: string) => phone.ask(readOwnVisit, { params: { token } })

describe('[MAN-06] an invitation', () => {
  it('an invitation reaches the visitor by mail, is completed on the phone, approved by one click of the host, and gives a pass', async () => {
    const { isMailed } = await invite()
    expect(isMailed).toBe(true)
    const token = await linkTo('wang@example.com', 'invite')
    expect(await own(token)).toMatchObject({
      state: 'invited',
      name: 'Wang Fang',
      hostName: '李伟',
      purpose: 'Audit',
      passCode: null,
    })
    const verdict = await phone.ask(uploadVisitPortrait, {
      params: { token },
      body: { file: photograph(faces.franck) },
    })
    expect(await complete(token, { portraitId: verdict.id, phone: '13900000001' })).toMatchObject({
      state: 'pending',
      passCode: null,
    })
    const hostToken = await linkTo(hostEmail, 'host')
    // Mail programs open links automatically: viewing decides nothing.
    for (let time = 0; time < 3; time++) await phone.ask(readHostedVisit, { params: { token: hostToken } })
    const picture = await phone.call(getHostedPortrait, { params: { token: hostToken } })
    expect(picture.headers['content-type']).toBe('image/jpeg')
    expect(await phone.ask(readHostedVisit, { params: { token: hostToken } })).toMatchObject({
      state: 'pending',
      portraits: 1,
    })
    await phone.ask(answerVisit, { params: { token: hostToken }, body: { isApproved: true } })
    const { items } = await admin.ask(listVisitors)
    expect(items).toMatchObject([
      {
        name: '王芳',
        company: 'Acme',
        phone: '13900000001',
        host: { name: '李伟' },
        status: 'effective',
        portraitId: verdict.id,
      },
    ])
    expect((await own(token)).passCode).toMatch(/^GHP1\./)
    await until(() =>
      smtp.mails.some(({ to, source }) => to.includes('wang@example.com') && source.includes('pass.png')),
    )
    const late = await phone.call(answerVisit, { params: { token: hostToken }, body: { isApproved: false } })
    expect(late.message).toBe('visit.decided')
    expect((await admin.ask(getVisitor, { params: { id: items[0]?.id ?? '' } })).email).toBe('wang@example.com')
  })

  it('an invitation that is refused with a reason keeps no photograph, and the visitor reads the reason', async () => {
    const { visit, url } = await invite()
    await complete(tokenOf(url))
    const before = await admin.ask(getVisit, { params: { id: visit.id } })
    await admin.ask(decideVisit, { params: { id: visit.id }, body: { isApproved: false, reason: 'Not today' } })
    expect(await own(tokenOf(url))).toMatchObject({ state: 'refused', reason: 'Not today', passCode: null })
    const image = await house.db
      .selectFrom('image')
      .select('id')
      .where('id', '=', before.portraitId ?? '')
      .executeTakeFirst()
    expect(image).toBeUndefined()
    const again = await admin.call(decideVisit, { params: { id: visit.id }, body: { isApproved: true } })
    expect(again.message).toBe('visit.decided')
  })

  it('an invitation is completed once, and its links are random, stored hashed, renewable and revocable', async () => {
    const { visit, url } = await invite()
    const token = tokenOf(url)
    const stored = await house.db.selectFrom('visit_request').selectAll().executeTakeFirstOrThrow()
    expect(JSON.stringify(stored)).not.toContain(token)
    const renewed = await admin.ask(renewVisitLink, { params: { id: visit.id } })
    expect((await phone.call(readOwnVisit, { params: { token } })).message).toBe('visit.link-over')
    const portraitId = await portrait()
    await buildVisitor(house, admin, { portraitId })
    const body = { name: 'X', company: null, phone: null, portraitId }
    const ofAnother = await phone.call(completeVisit, { params: { token: tokenOf(renewed.url) }, body })
    expect(ofAnother.message).toBe('portrait.not-found')
    await complete(tokenOf(renewed.url))
    const twice = await phone.call(completeVisit, {
      params: { token: tokenOf(renewed.url) },
      body: { name: 'X', company: null, phone: null, portraitId: await portrait() },
    })
    expect(twice.message).toBe('visit.decided')
    const upload = await phone.call(uploadVisitPortrait, {
      params: { token: tokenOf(renewed.url) },
      image: photograph(faces.cage),
    })
    expect(upload.message).toBe('visit.link-over')
    await admin.ask(withdrawVisit, { params: { id: visit.id } })
    expect(await own(tokenOf(renewed.url))).toMatchObject({ state: 'withdrawn', passCode: null })
    const late = await phone.call(uploadVisitPortrait, {
      params: { token: tokenOf(renewed.url) },
      image: photograph(faces.cage),
    })
    expect(late.message).toBe('visit.link-over')
  })

  it('an invitation ends with the visit, and its link says so and does nothing more', async () => {
    const { url } = await invite()
    house.clock.advance({ hours: 9 })
    expect(await own(tokenOf(url))).toMatchObject({ state: 'ended', passCode: null })
    const body = { name: 'X', company: null, phone: null, portraitId: await portrait() }
    const late = await phone.call(completeVisit, { params: { token: tokenOf(url) }, body })
    expect(late.message).toBe('visit.link-over')
    house.clock.advance({ hours: -9 })
  })

  it('[MAN-04] an invitation that is extended lasts longer on the visitor’s phone too, and the pass with it', async () => {
    const { visit, url } = await invite({ validToAt: inHours(house, 0.1) })
    await complete(tokenOf(url))
    const { personId } = await admin.ask(decideVisit, { params: { id: visit.id }, body: { isApproved: true } })
    const { passCode } = await own(tokenOf(url))
    const id = personId ?? ''
    const validToAt = inHours(house, 0.3)
    await admin.ask(extendVisits, { body: { ids: [id], validToAt } })
    const sameInstant = (at: string) => Temporal.Instant.from(at).epochMilliseconds
    const expectUntil = async (end: string) => {
      const page = await own(tokenOf(url))
      expect(page).toMatchObject({ state: 'approved', passCode })
      const listed = (await admin.ask(listVisits)).items.find((one) => one.id === visit.id)
      const visitor = await admin.ask(getVisitor, { params: { id } })
      const [pass] = await admin.ask(listPasses, { params: { id } })
      const ends = [page.validToAt, listed?.validToAt, listed?.linkEndsAt, visitor.validToAt, pass?.validToAt]
      expect(ends.map((at) => sameInstant(at ?? ''))).toEqual(ends.map(() => sameInstant(end)))
    }
    await expectUntil(validToAt)
    house.clock.advance({ minutes: 12 })
    await expectUntil(validToAt)
    const longer = inHours(house, 0.3)
    await admin.ask(updateVisitor, { params: { id }, body: { validToAt: longer } })
    await expectUntil(longer)
    house.clock.advance({ minutes: 20 })
    expect(await own(tokenOf(url))).toMatchObject({ state: 'ended', passCode: null })
    house.clock.advance({ minutes: -32 })
  })

  it('an invitation of a returning visitor leaves the link and the pass of the earlier visit unchanged', async () => {
    const first = await invite({ validToAt: inHours(house, 0.1) })
    await complete(tokenOf(first.url), { phone: '13900000019' })
    await admin.ask(decideVisit, { params: { id: first.visit.id }, body: { isApproved: true } })
    const { validToAt: ended } = await own(tokenOf(first.url))
    house.clock.advance({ minutes: 12 })
    const second = await invite()
    await complete(tokenOf(second.url), { phone: '13900000019' })
    const { personId } = await admin.ask(decideVisit, {
      params: { id: second.visit.id },
      body: { isApproved: true, force: true },
    })
    expect(await own(tokenOf(first.url))).toMatchObject({ state: 'ended', validToAt: ended, passCode: null })
    const passes = await admin.ask(listPasses, { params: { id: personId ?? '' } })
    expect(passes.map(({ state }) => state)).toEqual(['usable', 'over'])
    house.clock.advance({ minutes: -12 })
  })

  it('an invitation without a mail server gives the link to show instead', async () => {
    const bare = await startTestGatehouse()
    const caller = await bare.asRole('superAdmin')
    const made = await caller.ask(inviteVisitor, {
      body: {
        name: 'X',
        email: 'x@example.com',
        language: 'zh',
        validFromAt: inHours(bare, 0),
        validToAt: inHours(bare, 1),
      },
    })
    expect(made.isMailed).toBe(false)
    expect(made.url).toMatch(/\/m\/invite\/[\w-]{43}$/)
    await bare.close()
  })

  it('an invitation with a known phone number renews that visitor and creates no second one', async () => {
    const known = await buildVisitor(house, admin, {
      name: '王芳',
      phone: '13900000009',
      validToAt: inHours(house, -0.5),
    })
    const { visit, url } = await invite()
    await complete(tokenOf(url), { phone: '13900000009' })
    const decided = await admin.ask(decideVisit, { params: { id: visit.id }, body: { isApproved: true } })
    expect(decided).toMatchObject({ state: 'approved', personId: known.id })
    expect(await admin.ask(getVisitor, { params: { id: known.id } })).toMatchObject({
      status: 'effective',
      purpose: 'Audit',
    })
  })

  it('an invitation under the phone number of a visitor with another face is not approved by the host, and by the reception only when it insists', async () => {
    const known = await buildVisitor(house, admin, { name: 'Regular', phone: '13900000010' })
    await admin.ask(updateVisitor, { params: { id: known.id }, body: { portraitId: await portrait() } })
    const { visit, url } = await invite()
    await complete(tokenOf(url), { phone: '13900000010' })
    const params = { token: await linkTo(hostEmail, 'host') }
    const answer = await phone.call(answerVisit, { params, body: { isApproved: true } })
    expect(answer.message).toBe('visit.ask-reception')
    const { samePhone } = await admin.ask(getVisit, { params: { id: visit.id } })
    expect(samePhone).toMatchObject({ id: known.id, doubt: 'other-face' })
    const decide = (force: boolean) =>
      admin.call(decideVisit, { params: { id: visit.id }, body: { isApproved: true, force } })
    expect((await decide(false)).message).toBe('portrait.other-face')
    expect((await decide(true)).data).toMatchObject({ state: 'approved', personId: known.id })
  })

  it('an invitation with a known face is shown before it is approved, and never approved by the host', async () => {
    const body = { name: 'Known', validFromAt: inHours(house, 0), validToAt: inHours(house, 1) }
    const { id: portraitId } = await admin.ask(uploadVisitorPortrait, { body: { file: photograph(faces.franck) } })
    const known = await admin.ask(createVisitor, { body: { ...body, portraitId } })
    await house.db.updateTable('person').set({ kind: 5 }).where('id', '=', known.id).execute()
    const { visit, url } = await invite()
    const token = tokenOf(url)
    const verdict = await phone.ask(uploadVisitPortrait, {
      params: { token },
      body: { file: photograph(faces.franckAgain) },
    })
    await complete(token, { portraitId: verdict.id })
    const detail = await until(async () => {
      const detail = await admin.ask(getVisit, { params: { id: visit.id } })
      return detail.alike.length > 0 && detail
    })
    expect(detail.alike).toMatchObject([{ kind: 'blacklisted', person: { id: known.id } }])
    const hostToken = await linkTo(hostEmail, 'host')
    const answer = await phone.call(answerVisit, { params: { token: hostToken }, body: { isApproved: true } })
    expect(answer).toMatchObject({ message: 'visit.ask-reception', data: {} })
    const refused = await admin.call(decideVisit, { params: { id: visit.id }, body: { isApproved: true } })
    expect(refused.message).toBe('portrait.duplicate-face')
    await admin.ask(decideVisit, { params: { id: visit.id }, body: { isApproved: true, force: true } })
    expect((await own(token)).state).toBe('approved')
    await house.db.deleteFrom('person').where('id', '=', known.id).execute()
  })

  it('an invitation under a phone number of the blacklist is never approved by the host, and by the reception only when it insists', async () => {
    const body = { name: 'Banned', phone: '13900000066', reason: 'Theft' }
    const banned = await owner.ask(createBlacklisted, { body })
    const { visit, url } = await invite()
    await complete(tokenOf(url), { phone: '13900000066' })
    const params = { id: visit.id }
    expect(await admin.ask(getVisit, { params })).toMatchObject({
      samePhone: null,
      alike: [],
      blacklistedPhones: [{ person: { id: banned.id, name: 'Banned' }, reason: 'Theft' }],
    })
    // The host is not told why.
    const token = await linkTo(hostEmail, 'host')
    const answer = await phone.call(answerVisit, { params: { token }, body: { isApproved: true } })
    expect(answer).toMatchObject({ message: 'visit.ask-reception', data: {} })
    expect(JSON.stringify(answer.data)).not.toContain('Banned')
    const decide = (force: boolean) => admin.call(decideVisit, { params, body: { isApproved: true, force } })
    expect(await decide(false)).toMatchObject({
      message: 'blacklist.same-phone',
      data: { blacklisted: [{ person: { id: banned.id } }] },
    })
    expect((await admin.ask(listVisitors)).items).toEqual([])
    expect((await decide(true)).data).toMatchObject({ state: 'approved' })
    await house.db.deleteFrom('person').where('id', '=', banned.id).execute()
  })

  it('an invitation cannot be approved before the visitor has filled in their part', async () => {
    const { visit } = await invite()
    const answer = await admin.call(decideVisit, { params: { id: visit.id }, body: { isApproved: true } })
    expect(answer.message).toBe('visit.incomplete')
  })
})

describe('[MAN-06] a walk-in', () => {
  const ask = async (token: string, change: object = {}) =>
    phone.call(askForVisit, {
      params: { token },
      body: {
        name: '陈明',
        company: null,
        phone: null,
        hostName: '李伟',
        purpose: 'Delivery',
        language: 'zh',
        portraitId: await portrait(),
        ...change,
      },
    })

  it('a walk-in asks the host by mail, and one click of the host admits them until the end of the day', async () => {
    const { url } = await admin.ask(renewWalkInLink)
    expect((await admin.ask(getWalkInLink))?.url).toBe(url)
    const { data } = await ask(tokenOf(url))
    expect(await own(data.token)).toMatchObject({ state: 'pending', hostName: '李伟' })
    expect(await admin.ask(listVisits, { query: { state: 'pending' } })).toMatchObject({
      items: [{ kind: 'walk-in', name: '陈明' }],
      total: { count: 1, isMore: false },
    })
    const mail = await until(() => smtp.mails.find(({ to }) => to.includes(hostEmail)))
    expect(mailText(mail)).toContain('陈明')
    await phone.ask(answerVisit, {
      params: { token: await linkTo(hostEmail, 'host') },
      body: { isApproved: true },
    })
    expect(await own(data.token)).toMatchObject({ state: 'approved', passCode: expect.stringMatching(/^GHP1\./) })
    const [visitor] = (await admin.ask(listVisitors)).items
    expect(visitor).toMatchObject({ name: '陈明', status: 'effective', host: { name: '李伟' } })
  })

  it('a walk-in of a visitor who may come until tomorrow does not end that visit today', async () => {
    const phoneNumber = '13900000078'
    const tomorrow = inHours(house, 30)
    const known = await buildVisitor(house, admin, { name: 'Victor', phone: phoneNumber, validToAt: tomorrow })
    const { url } = await admin.ask(renewWalkInLink)
    const comes = async () => {
      await ask(tokenOf(url), { name: 'Victor', phone: phoneNumber })
      const [visit] = (await admin.ask(listVisits, { query: { state: 'pending' } })).items
      return admin.ask(decideVisit, { params: { id: visit?.id ?? '' }, body: { isApproved: true, force: true } })
    }
    expect(await comes()).toMatchObject({ state: 'approved', personId: known.id })
    const after = await admin.ask(getVisitor, { params: { id: known.id } })
    expect(after).toMatchObject({ status: 'effective', validToAt: tomorrow })
    // A shorter period is extended, as before.
    const soon = inHours(house, 0.5)
    await admin.ask(updateVisitor, { params: { id: known.id }, body: { validToAt: soon } })
    const { validToAt } = await comes()
    expect(validToAt).not.toBe(soon)
    expect(await admin.ask(getVisitor, { params: { id: known.id } })).toMatchObject({ validToAt })
  })

  it('a walk-in of a visitor who is expected next week asks before it ends that visit', async () => {
    const phoneNumber = '13900000079'
    const nextWeek = { validFromAt: inHours(house, 168), validToAt: inHours(house, 176) }
    const known = await buildVisitor(house, admin, { name: 'Victor', phone: phoneNumber, ...nextWeek })
    const { url } = await admin.ask(renewWalkInLink)
    await ask(tokenOf(url), { name: 'Victor', phone: phoneNumber })
    const byHost = await phone.call(answerVisit, {
      params: { token: await linkTo(hostEmail, 'host') },
      body: { isApproved: true },
    })
    expect(byHost.message).toBe('visit.ask-reception')
    const [visit] = (await admin.ask(listVisits, { query: { state: 'pending' } })).items
    const params = { id: visit?.id ?? '' }
    expect((await admin.ask(getVisit, { params })).endsVisit).toEqual(nextWeek)
    const decide = (force: boolean) => admin.call(decideVisit, { params, body: { isApproved: true, force } })
    expect(await decide(false)).toMatchObject({ message: 'visit.ends-another', data: { name: 'Victor' } })
    expect(await admin.ask(getVisitor, { params: { id: known.id } })).toMatchObject(nextWeek)
    const { data } = await decide(true)
    expect(await admin.ask(getVisitor, { params: { id: known.id } })).toMatchObject({ validToAt: data.validToAt })
    expect((await admin.ask(getVisit, { params })).endsVisit).toBeNull()
  })

  it('a walk-in under the phone number of somebody without a portrait gets none of their doors by one click', async () => {
    const vip = await admin.ask(groupRoutesOf.visitor.create, { body: { name: 'Directors' } })
    const phoneNumber = '13900000077'
    const known = await buildVisitor(house, admin, { name: 'Victor', phone: phoneNumber, groupIds: [vip.id] })
    const { url } = await admin.ask(renewWalkInLink)
    await ask(tokenOf(url), { name: 'Victor', phone: phoneNumber })
    const answer = await phone.call(answerVisit, {
      params: { token: await linkTo(hostEmail, 'host') },
      body: { isApproved: true },
    })
    expect(answer.message).toBe('visit.ask-reception')
    const [visit] = (await admin.ask(listVisits, { query: { state: 'pending' } })).items
    const params = { id: visit?.id ?? '' }
    expect((await admin.ask(getVisit, { params })).samePhone).toMatchObject({ id: known.id, doubt: 'unproven' })
    const decide = (force: boolean) => admin.call(decideVisit, { params, body: { isApproved: true, force } })
    expect((await decide(false)).message).toBe('portrait.unproven')
    expect((await admin.ask(getVisitor, { params: { id: known.id } })).portraitId).toBeNull()
    expect((await decide(true)).data).toMatchObject({ state: 'approved', personId: known.id })
  })

  it('a walk-in to one of several employees of one name gives the department or job number, and strangers learn nothing by it', async () => {
    const sales = await owner.ask(createDepartment, { body: { name: 'Ｓales Team' } })
    const east = await owner.ask(createDepartment, { body: { name: 'East', parentId: sales.id } })
    const works = await owner.ask(createDepartment, { body: { name: 'Works' } })
    const build = (departmentId: string | null, jobId: string) =>
      owner.ask(createStaff, { body: { name: '王伟', departmentId, jobId } })
    const seller = await build(east.id, 'A 17')
    const fitter = await build(works.id, 'B18')
    const mason = await build(works.id, 'B19')
    const { url } = await admin.ask(renewWalkInLink)
    const askFor = (hostName: string, hostDetail: string | null) => ask(tokenOf(url), { hostName, hostDetail })
    const met = async (hostName: string, hostDetail: string) => {
      const { data } = await askFor(hostName, hostDetail)
      const [visit] = (await admin.ask(listVisits, { query: { state: 'pending' } })).items
      expect((await own(data.token)).hostName).toBe(hostName)
      return visit?.host?.id
    }
    expect(await met('王伟', ' sales team ')).toBe(seller.id)
    expect(await met('王伟', 'east')).toBe(seller.id)
    expect(await met('王伟', 'a17')).toBe(seller.id)
    expect(await met('王伟', 'b18')).toBe(fitter.id)
    expect(await met('王伟', 'B19')).toBe(mason.id)
    // If only one employee has the name, the detail has no effect, not even on the answer.
    expect(await met('李伟', 'Works')).toBe(host.id)

    const unknown = await askFor('诸葛孔明', null)
    expect(unknown.message).toBe('visitor.host-unknown')
    for (const [hostName, hostDetail] of [
      ['诸葛孔明', 'Works'],
      ['王伟', null],
      ['王伟', 'Works'],
      ['王伟', 'Kitchen'],
      ['王伟', '%'],
    ] as const) {
      const { status, code, message, desc, data } = await askFor(hostName, hostDetail)
      expect({ status, code, message, desc, data }, `${hostName}, ${hostDetail}`).toEqual({
        status: unknown.status,
        code: unknown.code,
        message: unknown.message,
        desc: unknown.desc,
        data: unknown.data,
      })
    }
  })

  it('photographs are evaluated at once', async () => {
    const { url } = await admin.ask(renewWalkInLink)
    const params = { token: tokenOf(url) }
    expect((await phone.call(uploadWalkInPortrait, { params, image: Buffer.from('no picture') })).message).toBe(
      'portrait.unreadable',
    )
    expect(
      (await phone.ask(uploadWalkInPortrait, { params, body: { file: photograph(faces.audrey) } })).checks.length,
    ).toBeGreaterThan(0)
  })

  it('a walk-in learns nothing of who works here, and an expired code of the reception is refused', async () => {
    const first = await admin.ask(renewWalkInLink)
    expect((await ask(tokenOf(first.url), { hostName: '李' })).message).toBe('visitor.host-unknown')
    await admin.ask(renewWalkInLink)
    expect((await phone.call(readWalkIn, { params: { token: tokenOf(first.url) } })).message).toBe('visit.link-over')
    expect((await ask(tokenOf(first.url))).message).toBe('visit.link-over')
  })
})

it('[BU-03] successful actions of people on their phones are in the operation log, from the phone', async () => {
  const { url } = await invite()
  await complete(tokenOf(url))
  const lines = await house.db
    .selectFrom('operation_log')
    .select(['event', 'side', 'item', 'actor_kind'])
    .where('event', '=', 'complete-visit')
    .orderBy('at', 'desc')
    .limit(1)
    .execute()
  expect(lines).toEqual([{ event: 'complete-visit', side: 'phone', item: '王芳', actor_kind: 'nobody' }])
})

it('[MAN-04] the data of a visitor names their visits, and erasing the visitor leaves none', async () => {
  const { visit, url } = await invite()
  await complete(tokenOf(url), { phone: '13900000077' })
  const { personId } = await admin.ask(decideVisit, { params: { id: visit.id }, body: { isApproved: true } })
  const ctx = createSystemCtx(house.gatehouse.services)
  const person = await findPerson(house.db, personId ?? '')
  if (!person) throw new Error('the visitor is gone')
  const visits = contributors.find(({ name }) => name === 'visits')
  expect((await visits?.collect(ctx, person))?.data).toMatchObject([
    { name: '王芳', phone: '13900000077', email: 'wang@example.com' },
  ])
  await visits?.erase?.(ctx, person)
  expect(await house.db.selectFrom('visit_request').select('id').execute()).toEqual([])
})

it('visits are deleted ninety days after their end, with their photographs', async () => {
  const { url } = await invite()
  await complete(tokenOf(url))
  house.clock.advance({ hours: 24 * 91 })
  await purgeOldVisits(house.gatehouse.services)
  house.clock.advance({ hours: -24 * 91 })
  expect(await house.db.selectFrom('visit_request').select('id').execute()).toEqual([])
})
