import { erasePerson } from '@gatehouse/contract/features/privacy.ts'
import { startPortraitBatch } from '@gatehouse/contract/features/imports.ts'
import {
  getPrivacySettings,
  listConsents,
  readPrivacyNotice,
  updatePrivacySettings,
} from '@gatehouse/contract/features/people/notice.ts'
import { createBlacklisted } from '@gatehouse/contract/features/blacklist.ts'
import { uploadPortrait } from '@gatehouse/contract/features/portraits.ts'
import {
  approveRegistrations,
  listRegistrations,
  register,
  renewRegistrationCode,
  uploadOwnPortrait,
} from '@gatehouse/contract/features/registrations.ts'
import { createStaff, getStaff, updateStaff } from '@gatehouse/contract/features/staff.ts'
import { createVisitor } from '@gatehouse/contract/features/visitors.ts'
import { faces, photograph } from '@gatehouse/testkit/photographs.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Caller, startTestGatehouse, type TestGatehouse } from '../../../test/gatehouse.ts'
import { inHours } from '../../../test/visits.ts'

let house: TestGatehouse
let admin: Caller
let nobody: Caller
beforeAll(async () => {
  house = await startTestGatehouse()
  admin = await house.asRole('superAdmin')
  nobody = house.nobody
})
afterAll(() => house.close())

const settings = {
  asksConsent: true,
  contact: 'Data office, room 12',
  additionEn: 'We also say this.',
  additionZh: null,
  additionZhTw: null,
}
const ask = (more: Partial<typeof settings> = {}) =>
  admin.ask(updatePrivacySettings, { body: { ...settings, ...more } })
afterEach(() => ask({ asksConsent: false }))

const noticeOf = (kind: 'staff' | 'visitor' | 'blacklisted', language: 'en' | 'zh' | 'zh-tw' = 'en') =>
  nobody.ask(readPrivacyNotice, { query: { kind, language } })
const agree = async (kind: 'staff' | 'visitor', language: 'en' | 'zh' | 'zh-tw' = 'en') => ({
  textVersion: (await noticeOf(kind, language)).textVersion,
  language,
})
const newPortrait = async () => (await admin.ask(uploadPortrait, { body: { file: photograph(faces.franck) } })).id

describe('the notice about faces', () => {
  it('says what is kept, why, for how long and whom to ask, in the words of the product and of the enterprise', async () => {
    await ask()
    const notice = await noticeOf('staff')
    expect(notice.parts.map(({ title }) => title)).toEqual(['What is kept', 'Why', 'How long', 'Whom to ask', 'Also'])
    expect(notice.parts.at(3)?.text).toContain('Data office, room 12')
    expect(notice.parts.at(4)?.text).toBe('We also say this.')
    expect(notice.consent).toMatch(/^I agree/)
    expect((await noticeOf('visitor', 'zh')).parts.map(({ title }) => title)).toEqual([
      '保存什么',
      '为何保存',
      '保存多久',
      '向谁询问',
    ])
  })

  it('has the same version for the same words, and another one for others', async () => {
    await ask()
    const { textVersion } = await noticeOf('staff')
    expect((await noticeOf('staff')).textVersion).toBe(textVersion)
    expect((await noticeOf('staff', 'zh-tw')).textVersion).not.toBe(textVersion)
    await ask({ contact: 'Somebody else' })
    expect((await noticeOf('staff')).textVersion).not.toBe(textVersion)
  })

  it('is set by who may change the enterprise, and read by everybody', async () => {
    const general = await house.asRole('subAdmin')
    expect((await general.call(updatePrivacySettings, { body: settings })).message).toBe('auth.permission-denied')
    await ask()
    expect(await general.ask(getPrivacySettings)).toEqual(settings)
  })

  it('asks nobody for whom the door stays closed', async () => {
    await ask()
    expect((await noticeOf('blacklisted')).consent).toBeNull()
    await admin.ask(createBlacklisted, { body: { name: 'Banned', portraitId: await newPortrait(), force: true } })
  })
})

describe('a consent', () => {
  it('is asked for before a face is taken, and kept with its time, its words and its language', async () => {
    await ask()
    const portraitId = await newPortrait()
    const body = { name: 'Li Wei', portraitId, force: true }
    expect((await admin.call(createStaff, { body })).message).toBe('consent.missing')
    const old = { textVersion: '0123456789abcdef', language: 'en' } as const
    expect((await admin.call(createStaff, { body: { ...body, consent: old } })).message).toBe('consent.other-text')
    const person = await admin.ask(createStaff, { body: { ...body, consent: await agree('staff', 'zh') } })
    const [consent, ...others] = await admin.ask(listConsents, { params: { id: person.id } })
    expect(others).toEqual([])
    expect(consent).toMatchObject({ language: 'zh', textVersion: (await noticeOf('staff', 'zh')).textVersion })
    expect(consent?.content).toContain('我同意')
    expect(consent?.notedBy).not.toBeNull()
    // No other face, no other consent.
    await admin.ask(updateStaff, { params: { id: person.id }, body: { position: 'Guard', portraitId } })
    const another = { portraitId: await newPortrait(), force: true }
    expect((await admin.call(updateStaff, { params: { id: person.id }, body: another })).message).toBe(
      'consent.missing',
    )
    expect((await admin.ask(getStaff, { params: { id: person.id } })).portraitId).toBe(portraitId)
  })

  it('is not asked for where nobody set it, nor without a face', async () => {
    await admin.ask(createStaff, { body: { name: 'Asked by nobody', portraitId: await newPortrait(), force: true } })
    await ask()
    await admin.ask(createStaff, { body: { name: 'Faceless' } })
    const period = { validFromAt: inHours(house, -1), validToAt: inHours(house, 8) }
    await admin.ask(createVisitor, { body: { name: 'Faceless guest', ...period } })
    const body = { name: 'Guest', portraitId: await newPortrait(), force: true, ...period }
    expect((await admin.call(createVisitor, { body })).message).toBe('consent.missing')
    await admin.ask(createVisitor, { body: { ...body, consent: await agree('visitor') } })
  })

  it('of somebody who registers by phone goes to the person, as their own', async () => {
    await ask()
    const token = (await admin.ask(renewRegistrationCode)).address.split('/').at(-1) ?? ''
    const params = { token }
    const { id: portraitId } = await nobody.ask(uploadOwnPortrait, { params, body: { file: photograph(faces.audrey) } })
    const body = { name: 'Audrey', phone: '13900000077', departmentId: null, portraitId }
    expect((await nobody.call(register, { params, body })).message).toBe('consent.missing')
    await nobody.ask(register, { params, body: { ...body, consent: await agree('staff', 'zh-tw') } })
    const [registration] = (await admin.ask(listRegistrations, { query: { state: 'pending' } })).items
    await admin.ask(approveRegistrations, { body: { ids: [registration!.id], force: true } })
    const personId = (await admin.ask(listRegistrations)).items[0]?.person?.id ?? ''
    expect(await admin.ask(listConsents, { params: { id: personId } })).toMatchObject([
      { language: 'zh-tw', notedBy: null },
    ])
  })

  it('of a batch of portraits is asked of the account that uploads them', async () => {
    await ask()
    expect((await admin.call(startPortraitBatch, { body: { name: 'Portraits' } })).message).toBe('consent.missing')
    await admin.ask(startPortraitBatch, { body: { name: 'Portraits', consent: await agree('staff') } })
  })

  it('is read by who may read the person, and erased with them', async () => {
    await ask()
    const body = { name: 'Erased', portraitId: await newPortrait(), force: true, consent: await agree('staff') }
    const { id } = await admin.ask(createStaff, { body })
    const reception = await house.asRole('visitorAdmin')
    expect((await reception.call(listConsents, { params: { id } })).message).toBe('person.not-found')
    await admin.ask(erasePerson, { params: { id } })
    const left = await house.db.selectFrom('consent').select('id').where('person_id', '=', id).execute()
    expect(left).toEqual([])
  })
})
