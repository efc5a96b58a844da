import { listOperations } from '@gatehouse/contract/features/operation-log.ts'
import { listPersonPortraits } from '@gatehouse/contract/features/people/person-portraits.ts'
import * as contract from '@gatehouse/contract/features/portraits/portrait-quality.ts'
import { uploadPortrait } from '@gatehouse/contract/features/portraits.ts'
import {
  approveRegistrations,
  getRegistration,
  listRegistrations,
  lookUpRegistration,
} from '@gatehouse/contract/features/registrations.ts'
import { createStaff, deleteStaff, getStaff, listStaff } from '@gatehouse/contract/features/staff.ts'
import { createVisitor } from '@gatehouse/contract/features/visitors.ts'
import { mailText, startMailServer, type TestMailServer } from '@gatehouse/testkit/mail-server.ts'
import { faces, photograph } from '@gatehouse/testkit/photographs.ts'
import { until } from '@gatehouse/testkit/until.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Caller, startTestGatehouse, type TestGatehouse } from '../../../../test/gatehouse.ts'
import { inHours } from '../../../../test/visits.ts'
import { readCompany } from '../../../company/company-reads.ts'

let smtp: TestMailServer
let house: TestGatehouse
let admin: Caller
let franck: { id: string; portraitId: string | null }
beforeAll(async () => {
  smtp = await startMailServer()
  house = await startTestGatehouse({
    withJobs: true,
    environment: { SMTP_URL: smtp.url, MAIL_FROM: 'gate@example.com', PUBLIC_URL: 'https://gate.example.com' },
  })
  admin = await house.asRole('superAdmin')
})
beforeEach(async () => {
  const { items } = await admin.ask(listStaff, { query: { size: 200 } })
  if (items.length > 0) await admin.ask(deleteStaff, { body: { ids: items.map(({ id }) => id) } })
  await house.db.deleteFrom('registration').execute()
  franck = await admin.ask(createStaff, {
    body: { name: 'Franck', phone: '13800000001', portraitId: await upload(faces.franck), force: true },
  })
})
afterAll(async () => {
  await house.close()
  await smtp.close()
})

const upload = async (face: string) => (await admin.ask(uploadPortrait, { body: { file: photograph(face) } })).id
const ask = (...portraitIds: (string | null)[]) =>
  admin.ask(contract.askForPortraits, {
    body: { portraitIds: portraitIds.filter((id) => id !== null), language: 'en' },
  })
const tokenOf = (url: string | undefined) => url?.split('/').at(-1) ?? ''
const sendBy = async (token: string, face: string) => {
  const portrait = await house.nobody.ask(contract.uploadAskedPortrait, {
    params: { token },
    body: { file: photograph(face) },
  })
  return house.nobody.call(contract.sendAskedPortrait, { params: { token }, body: { portraitId: portrait.id } })
}
const firstPending = async () =>
  (await admin.ask(listRegistrations, { query: { state: 'pending' } })).items[0]?.id ?? ''

describe('a link that asks somebody for a new photograph', () => {
  it('[MAN-06] the photograph waits for approval, becomes the main portrait, and the old one is kept', async () => {
    const { links, left } = await ask(franck.portraitId)
    expect([links.map(({ name, isMailed }) => [name, isMailed]), left]).toEqual([[['Franck', false]], 0])
    const token = tokenOf(links[0]?.url)
    expect(await house.nobody.ask(contract.openPortraitRequest, { params: { token } })).toMatchObject({
      name: 'Franck',
    })
    const sent = await sendBy(token, faces.franckAgain)
    expect(sent.status).toBe(200)
    expect((await admin.ask(getStaff, { params: { id: franck.id } })).portraitId).toBe(franck.portraitId)
    const id = await firstPending()
    expect(await admin.ask(getRegistration, { params: { id } })).toMatchObject({
      name: 'Franck',
      phone: '13800000001',
      wasAsked: true,
      samePhone: { id: franck.id, doubt: null },
    })
    expect(await admin.ask(approveRegistrations, { body: { ids: [id] } })).toEqual([{ id, code: null }])
    const portraits = await admin.ask(listPersonPortraits, { params: { id: franck.id } })
    expect(portraits.map(({ isMain }) => isMain)).toEqual([true, false])
    expect(portraits[1]?.id).toBe(franck.portraitId)
    const lookup = { params: { lookup: sent.data.lookup } }
    expect(await house.nobody.ask(lookUpRegistration, lookup)).toMatchObject({ state: 'approved', wasAsked: true })
  })

  it('[MAN-08] a photograph of 48 megapixels and more than 4 MB is taken by the link, as everywhere', async () => {
    const token = tokenOf((await ask(franck.portraitId)).links[0]?.url)
    const image = await sharp(photograph(faces.franckAgain))
      .resize(8_000, 6_000, { fit: 'fill' })
      .jpeg({ quality: 100 })
      .toBuffer()
    expect(image.length).toBeGreaterThan(4 * 1024 * 1024)
    const verdict = await house.nobody.ask(contract.uploadAskedPortrait, {
      params: { token },
      body: { file: Uint8Array.from(image) },
    })
    expect([verdict.width, verdict.height]).toEqual([800, 600])
  })

  it('a link works once, until it is replaced, ended or over, and goes with its person', async () => {
    const open = async (token: string) =>
      (await house.nobody.call(contract.openPortraitRequest, { params: { token } })).message
    const first = tokenOf((await ask(franck.portraitId)).links[0]?.url)
    const second = tokenOf((await ask(franck.portraitId)).links[0]?.url)
    expect(await open(first)).toBe('portrait.link-over')
    expect((await sendBy(second, faces.franckAgain)).status).toBe(200)
    expect(await open(second)).toBe('portrait.link-over')
    const third = tokenOf((await ask(franck.portraitId)).links[0]?.url)
    await admin.ask(contract.endPortraitRequest, { params: { personId: franck.id } })
    expect(await open(third)).toBe('portrait.link-over')
    const fourth = tokenOf((await ask(franck.portraitId)).links[0]?.url)
    await admin.ask(deleteStaff, { body: { ids: [franck.id] } })
    expect(await open(fourth)).toBe('portrait.link-over')
  })

  it('a photograph of somebody else is not approved by a click, and makes nobody new once its person has left', async () => {
    const forged = tokenOf((await ask(franck.portraitId)).links[0]?.url)
    expect((await sendBy(forged, faces.cage)).status).toBe(200)
    const id = await firstPending()
    expect((await admin.ask(getRegistration, { params: { id } })).samePhone?.doubt).toBe('other-face')
    expect(await admin.ask(approveRegistrations, { body: { ids: [id] } })).toEqual([
      { id, code: 'portrait.other-face' },
    ])
    // As after a restore of the person alone, or a deletion that left the registration.
    await house.db.updateTable('registration').set({ person_id: null }).where('id', '=', id).execute()
    expect(await admin.ask(approveRegistrations, { body: { ids: [id], force: true } })).toEqual([
      { id, code: 'person.not-found' },
    ])
  })

  it('one call asks many, staff and visitors, and the log names everybody who was asked', async () => {
    const cage = await admin.ask(createStaff, { body: { name: 'Cage', portraitId: await upload(faces.cage) } })
    const guest = await admin.ask(createVisitor, {
      body: {
        name: 'Guest',
        portraitId: await upload(faces.audrey),
        validFromAt: inHours(house, -1),
        validToAt: inHours(house, 8),
      },
    })
    const { links, left } = await ask(franck.portraitId, cage.portraitId, guest.portraitId)
    expect([links.map(({ name }) => name), left]).toEqual([['Cage', 'Franck', 'Guest'], 0])
    const { items } = await admin.ask(listOperations, { query: { module: 'person' } })
    expect(items[0]).toMatchObject({ event: 'ask-for-portrait', facts: { people: 3 } })
  })

  it('the link comes by e-mail where a mail server is set and the person has an address', async () => {
    const mailed = await admin.ask(createStaff, {
      body: { name: 'Cage', email: 'cage@example.com', portraitId: await upload(faces.cage) },
    })
    const { links } = await ask(franck.portraitId, mailed.portraitId)
    expect(links.map(({ name, isMailed }) => [name, isMailed])).toEqual([
      ['Cage', true],
      ['Franck', false],
    ])
    await until(() => smtp.mails.length === 1)
    const [mail] = smtp.mails
    expect(mail?.to).toEqual(['cage@example.com'])
    expect(mail && mailText(mail)).toContain(links[0]?.url)
  })

  it('a visitor is written to as one, with the time at which the visit ends', async () => {
    const validToAt = inHours(house, 8)
    const guest = await admin.ask(createVisitor, {
      body: {
        name: 'Gast',
        email: 'gast@example.com',
        portraitId: await upload(faces.audrey),
        validFromAt: inHours(house, -1),
        validToAt,
        force: true,
      },
    })
    await ask(guest.portraitId)
    await until(() => smtp.mails.some(({ to }) => to.includes('gast@example.com')))
    const mail = smtp.mails.find(({ to }) => to.includes('gast@example.com'))
    const { timeZone } = await readCompany(house.db)
    const end = Temporal.Instant.from(validToAt).toZonedDateTimeISO(timeZone)
    const moment = end.toPlainDateTime().toString({ smallestUnit: 'minute' }).replace('T', ' ')
    expect(mail && mailText(mail)).toContain(`works until your visit ends, at ${moment}.`)
  })
  it('[PERM-06] a visitor administrator asks visitors alone and ends only their links, and other roles that change no people ask nobody', async () => {
    const guest = await admin.ask(createVisitor, {
      body: {
        name: 'Guest',
        email: 'guest@example.com',
        portraitId: await upload(faces.cage),
        validFromAt: inHours(house, -1),
        validToAt: inHours(house, 8),
        force: true,
      },
    })
    const portraitIds = [franck.portraitId, guest.portraitId].filter((id) => id !== null)
    const desk = await house.asRole('visitorAdmin')
    const { links, left } = await desk.ask(contract.askForPortraits, { body: { portraitIds, language: 'en' } })
    expect([links.map(({ name, isMailed }) => [name, isMailed]), left]).toEqual([[['Guest', true]], 1])
    await until(() => smtp.mails.some(({ to }) => to.includes('guest@example.com')))
    const open = async (token: string) =>
      (await house.nobody.call(contract.openPortraitRequest, { params: { token } })).status
    const own = tokenOf((await ask(franck.portraitId)).links[0]?.url)
    const end = (caller: Caller, { id }: { id: string }) =>
      caller.call(contract.endPortraitRequest, { params: { personId: id } })
    expect((await end(desk, franck)).message).toBe('person.not-found')
    expect(await open(own)).toBe(200)
    expect((await end(desk, guest)).status).toBe(200)
    expect(await open(tokenOf(links[0]?.url))).not.toBe(200)
    for (const role of ['subAdmin', 'deviceAdmin'] as const) {
      const other = await house.asRole(role)
      const asked = await other.call(contract.askForPortraits, { body: { portraitIds, language: 'en' } })
      expect([asked.message, (await end(other, guest)).message], role).toEqual([
        'auth.permission-denied',
        'auth.permission-denied',
      ])
    }
  })
})
