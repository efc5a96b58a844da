import { createBlacklisted, deleteBlacklisted, moveToBlacklist } from '@gatehouse/contract/features/blacklist.ts'
import {
  addPictures,
  addZipPart,
  finishUpload,
  getImport,
  listImportRows,
  startPortraitBatch,
} from '@gatehouse/contract/features/imports.ts'
import { addPersonPortrait } from '@gatehouse/contract/features/people/person-portraits.ts'
import {
  askForPortraits,
  sendAskedPortrait,
  uploadAskedPortrait,
} from '@gatehouse/contract/features/portraits/portrait-quality.ts'
import { duplicateFace, uploadPortrait } from '@gatehouse/contract/features/portraits.ts'
import * as registrations from '@gatehouse/contract/features/registrations.ts'
import { createStaff, updateStaff } from '@gatehouse/contract/features/staff.ts'
import { createVisitor, updateVisitor, uploadVisitorPortrait } from '@gatehouse/contract/features/visitors.ts'
import * as visits from '@gatehouse/contract/features/visits.ts'
import { apiRoutes } from '@gatehouse/contract/routes.ts'
import { matchThresholds } from '@gatehouse/face/core/compare-embeddings.ts'
import { faces, photograph } from '@gatehouse/testkit/photographs.ts'
import { until } from '@gatehouse/testkit/until.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { alikeFaces, type AlikeFaces } from '../../../test/alike-faces.ts'
import {
  type ApplicationCaller,
  buildApplication,
  buildKey,
  createApplicationCaller,
} from '../../../test/application-caller.ts'
import type { Caller, TestGatehouse } from '../../../test/gatehouse.ts'
import { type Answer, filesBody } from '../../../test/inject-request.ts'
import { inHours } from '../../../test/visits.ts'
import { startZkHouse, type ZkHouse } from '../../../test/zk-house.ts'
import { zipOf } from '../../../test/zip.ts'
import { makeLinkToken } from '../../lib/link-token.ts'

/*
 * Two photographs of one man, taken decades apart: alike as few pairs of one person are. A door as it is installed does not
 * recognise him by the other one, so he must be found before he has a right.
 */
const [onTheList, another] = ['SeanConnery.jpg', 'sean_guru2_crop.jpg'].map(photograph) as [Buffer, Buffer]

let zk: ZkHouse
let house: TestGatehouse
let admin: Caller
let open: ApplicationCaller
let alike: AlikeFaces
let banned: { id: string }
beforeAll(async () => {
  zk = await startZkHouse()
  ;({ house, admin } = zk)
  alike = alikeFaces(house, admin)
  const application = await buildApplication(house, admin)
  open = createApplicationCaller(house, await buildKey(admin, application, 'people.write', 'visitors.write'))
})
beforeEach(async () => {
  banned = await admin.ask(createBlacklisted, { body: { name: 'Banned', portraitId: await upload(onTheList) } })
  await known(banned)
})
afterEach(async () => {
  for (const table of ['registration', 'visit_request', 'person'] as const) await house.db.deleteFrom(table).execute()
})
afterAll(() => house.close())

/** The gallery knows them now, and not by the hint that is under way. */
const known = ({ id }: { id: string }) => house.gatehouse.services.people.gallery.refreshPerson(id)
const upload = async (image: Buffer) => (await admin.ask(uploadPortrait, { body: { file: Uint8Array.from(image) } })).id
const period = () => ({ validFromAt: inHours(house, -1), validToAt: inHours(house, 8) })
const tokenOf = (url: string | undefined) => url?.split('/').at(-1) ?? ''

/** An attempt: refused, and for whose sake, as a caller without `force` hears it; and what somebody does who insists. */
type Attempt = { code: string | null; insist: () => Promise<unknown> }
/** Somebody who is not known comes with this photograph. */
type Door = { name: string; uploads?: { path: string }; come: (image: Buffer) => Promise<Attempt> }

/** A form that names whom the face is like, and takes `force`. */
async function byForm(save: (force: boolean) => Promise<Answer>): Promise<Attempt> {
  const { message, data } = await save(false)
  const { data: named } = duplicateFace.safeParse(data)
  const isNamed = named?.alike.some(({ kind }) => kind === 'blacklisted')
  return { code: isNamed ? message : null, insist: () => save(true) }
}

/** It waits among the registrations. */
async function byRegistration(): Promise<Attempt> {
  const { items } = await admin.ask(registrations.listRegistrations, { query: { state: 'pending' } })
  const id = items[0]?.id ?? ''
  const seen = await admin.ask(registrations.getRegistration, { params: { id } })
  const approve = (force: boolean) => admin.ask(registrations.approveRegistrations, { body: { ids: [id], force } })
  const [answer] = await approve(false)
  const isNamed = seen.alike.some(({ kind }) => kind === 'blacklisted')
  return { code: isNamed ? (answer?.code ?? null) : null, insist: () => approve(true) }
}

/** It waits among the visits until the reception decides. */
async function byReception(id: string, before: string | null = null): Promise<Attempt> {
  const seen = await admin.ask(visits.getVisit, { params: { id } })
  const decide = (force: boolean) =>
    admin.call(visits.decideVisit, { params: { id }, body: { isApproved: true, force } })
  const { message } = await decide(false)
  const isNamed = seen.alike.some(({ kind }) => kind === 'blacklisted')
  return { code: isNamed ? (before ?? message) : null, insist: () => decide(true) }
}

async function byBatch(add: (id: string) => Promise<unknown>): Promise<Attempt> {
  await admin.ask(createStaff, { body: { name: 'Zhou', jobId: 'Z1' } })
  const run = async (force: boolean) => {
    const { id } = await admin.ask(startPortraitBatch, { body: { name: 'Portraits', force } })
    await add(id)
    await admin.ask(finishUpload, { params: { id } })
    await until(async () => (await admin.ask(getImport, { params: { id } })).state === 'done')
    const { items } = await admin.ask(listImportRows, { params: { id }, query: { size: 10 } })
    return items[0]?.problems[0]?.problem ?? null
  }
  return { code: await run(false), insist: () => run(true) }
}

async function invite() {
  const host = await admin.ask(createStaff, { body: { name: 'Host', email: 'host@example.com' } })
  return admin.ask(visits.inviteVisitor, { body: { name: 'Zhou', language: 'en', hostId: host.id, ...period() } })
}

async function complete(url: string, image: Buffer): Promise<void> {
  const params = { token: tokenOf(url) }
  const { id: portraitId } = await house.nobody.ask(visits.uploadVisitPortrait, {
    params,
    body: { file: Uint8Array.from(image) },
  })
  await house.nobody.ask(visits.completeVisit, {
    params,
    body: { name: 'Zhou', company: null, phone: null, portraitId },
  })
}

const doors: Door[] = [
  {
    name: 'the form of staff',
    uploads: uploadPortrait,
    async come(image) {
      const portraitId = await upload(image)
      return byForm((force) => admin.call(createStaff, { body: { name: 'Zhou', portraitId, force } }))
    },
  },
  {
    name: 'another portrait of somebody who is staff',
    async come(image) {
      const { id } = await admin.ask(createStaff, {
        body: { name: 'Zhou', portraitId: await upload(photograph(faces.cage)) },
      })
      const portraitId = await upload(image)
      return byForm((force) => admin.call(updateStaff, { params: { id }, body: { portraitId, force } }))
    },
  },
  {
    name: 'a further portrait of somebody who is staff',
    async come(image) {
      const { id } = await admin.ask(createStaff, {
        body: { name: 'Zhou', portraitId: await upload(photograph(faces.cage)) },
      })
      const body = { portraitId: await upload(image), forceUnlike: true }
      return byForm((force) => admin.call(addPersonPortrait, { params: { id }, body: { ...body, force } }))
    },
  },
  {
    name: 'the form of visitors',
    uploads: uploadVisitorPortrait,
    async come(image) {
      const { id: portraitId } = await admin.ask(uploadVisitorPortrait, { body: { file: Uint8Array.from(image) } })
      return byForm((force) => admin.call(createVisitor, { body: { name: 'Zhou', portraitId, force, ...period() } }))
    },
  },
  {
    name: 'another portrait of a visitor',
    async come(image) {
      const first = await upload(photograph(faces.cage))
      const { id } = await admin.ask(createVisitor, { body: { name: 'Zhou', portraitId: first, ...period() } })
      const portraitId = await upload(image)
      return byForm((force) => admin.call(updateVisitor, { params: { id }, body: { portraitId, force } }))
    },
  },
  {
    name: 'a batch of portraits',
    come: (image) =>
      byBatch((id) => admin.ask(addPictures, { params: { id }, body: filesBody([{ name: 'Z1.jpg', bytes: image }]) })),
  },
  {
    name: 'an archive of portraits',
    come: (image) =>
      byBatch(async (id) => {
        const bytes = await zipOf([{ path: 'people/Z1.jpg', bytes: image }])
        await admin.ask(addZipPart, { params: { id, number: 0 }, body: filesBody([{ name: 'part', bytes }]) })
      }),
  },
  {
    name: 'the link for registrations',
    uploads: registrations.uploadOwnPortrait,
    async come(image) {
      const params = { token: tokenOf((await admin.ask(registrations.renewRegistrationCode)).address) }
      const { id: portraitId } = await house.nobody.ask(registrations.uploadOwnPortrait, {
        params,
        body: { file: Uint8Array.from(image) },
      })
      const body = { name: 'Zhou', phone: '13800000001', departmentId: null, portraitId }
      await house.nobody.ask(registrations.register, { params, body })
      return byRegistration()
    },
  },
  {
    name: 'the link that asks somebody for a new photograph',
    uploads: uploadAskedPortrait,
    async come(image) {
      const portraitId = await upload(photograph(faces.cage))
      await admin.ask(createStaff, { body: { name: 'Zhou', phone: '13800000001', portraitId } })
      const { links } = await admin.ask(askForPortraits, { body: { portraitIds: [portraitId], language: 'en' } })
      const params = { token: tokenOf(links[0]?.url) }
      const { id } = await house.nobody.ask(uploadAskedPortrait, { params, body: { file: Uint8Array.from(image) } })
      await house.nobody.ask(sendAskedPortrait, { params, body: { portraitId: id } })
      return byRegistration()
    },
  },
  {
    name: 'an invitation that the reception approves',
    uploads: visits.uploadVisitPortrait,
    async come(image) {
      const { visit, url } = await invite()
      await complete(url, image)
      return byReception(visit.id)
    },
  },
  {
    name: 'an invitation that the host approves',
    async come(image) {
      const { visit, url } = await invite()
      await complete(url, image)
      const token = await hostTokenOf(visit.id)
      const { message } = await house.nobody.call(visits.answerVisit, { params: { token }, body: { isApproved: true } })
      return byReception(visit.id, message)
    },
  },
  {
    name: 'a visit without an invitation',
    uploads: visits.uploadWalkInPortrait,
    async come(image) {
      await admin.ask(createStaff, { body: { name: 'Host', email: 'host@example.com' } })
      const params = { token: tokenOf((await admin.ask(visits.renewWalkInLink)).url) }
      const { id: portraitId } = await house.nobody.ask(visits.uploadWalkInPortrait, {
        params,
        body: { file: Uint8Array.from(image) },
      })
      const own = { name: 'Zhou', company: null, phone: null, portraitId }
      await house.nobody.ask(visits.askForVisit, {
        params,
        body: { ...own, hostName: 'Host', purpose: null, language: 'en' },
      })
      const { items } = await admin.ask(visits.listVisits)
      return byReception(items[0]?.id ?? '')
    },
  },
  {
    name: 'the open API, as staff',
    async come(image) {
      const { id: portraitId } = await open.ask(uploadPortrait, { image })
      return byForm((force) => open.call(createStaff, { body: { name: 'Zhou', portraitId, force } }))
    },
  },
  {
    name: 'the open API, as a visitor',
    async come(image) {
      const { id: portraitId } = await open.ask(uploadVisitorPortrait, { image })
      return byForm((force) => open.call(createVisitor, { body: { name: 'Zhou', portraitId, force, ...period() } }))
    },
  },
  ...(['att', 'acc'] as const).map((dialect) => ({
    name: `a terminal of ZKTeco at which somebody was enrolled, ${dialect}`,
    async come(image: Buffer) {
      const { terminal } = await zk.accepted(dialect, 'ENROL')
      terminal.enrol('23', 'Zhou', image)
      await terminal.deliver()
      return byRegistration()
    },
  })),
]

/** A token as the mail to the host bears it. */
async function hostTokenOf(visitId: string): Promise<string> {
  const { token, hash } = makeLinkToken()
  await house.db.updateTable('visit_request').set({ host_token_hash: hash }).where('id', '=', visitId).execute()
  return token
}

const isListed = async () =>
  (await alike.pairs()).some(({ first, second }) => [first.id, second.id].includes(banned.id))

describe('[D2] [MAN-05] a blacklisted person who comes with another photograph', () => {
  it('the two photographs are alike as a door does not recognise them', async () => {
    const [one, other] = await Promise.all(
      [onTheList, another].map((image) => house.gatehouse.services.face.analyse(image)),
    )
    const { gallery } = house.gatehouse.services.people
    const [found] = await gallery.search(other!.main!.embedding, other!.modelId, 1)
    expect(found?.personId).toBe(banned.id)
    expect(found?.cosine).toBeLessThan(matchThresholds.identify)
    expect(one?.modelId).toBe(other?.modelId)
  })

  it.each(doors.map((door) => [door.name, door] as const))(
    'by %s is refused, and stands in the list of alike faces if somebody insists',
    async (_, { come }) => {
      const { code, insist } = await come(another)
      expect(code).toMatch(/duplicate-face|ask-reception|other-face/)
      await alike.compare()
      expect(await isListed()).toBe(false)
      await insist()
      await alike.compare()
      expect(await isListed()).toBe(true)
    },
  )

  it('is among the doors above by each address that takes a photograph of a person', () => {
    // Photographs that make nobody's portrait: the picture on a screen, the enterprise's logo, a search by a face.
    const others = ['/v2/portraits/display', '/v2/company/pictures/:picture', '/v2/records/face-search']
    const taking = [...apiRoutes.values()].filter(({ bodyKind }) => bodyKind === 'image').map(({ path }) => path)
    const tried = doors.flatMap(({ uploads }) => uploads?.path ?? [])
    expect(taking.filter((path) => !others.includes(path)).toSorted()).toEqual(tried.toSorted())
  })
})

describe('[D2] [MAN-05] somebody whose other photograph is known comes onto the blacklist', () => {
  beforeEach(async () => void (await admin.ask(deleteBlacklisted, { body: { ids: [banned.id] } })))
  const enter = async (name: string, image: Buffer) => {
    const portraitId = await upload(image)
    const person = await admin.ask(createStaff, { body: { name, portraitId, force: true } })
    await known(person)
    return person
  }

  it('as a new entry: the other one is named, and the pair stands in the list if somebody insists', async () => {
    await enter('Zhou', another)
    const portraitId = await upload(onTheList)
    const save = (force: boolean) => admin.call(createBlacklisted, { body: { name: 'Banned', portraitId, force } })
    expect(await save(false)).toMatchObject({ message: 'portrait.duplicate-face', data: { kind: 'staff' } })
    banned = (await save(true)).data
    await alike.compare()
    expect(await isListed()).toBe(true)
  })

  it('by being moved there: the pair stands in the list, before all others', async () => {
    await enter('Zhou', another)
    banned = await enter('Banned later', onTheList)
    await alike.enter.staff('Rosa')
    await alike.enter.staff('Rosa~0.9')
    await admin.ask(moveToBlacklist, { body: { personIds: [banned.id], reason: null } })
    await alike.compare()
    const [first] = await alike.pairs()
    expect([first?.first.id, first?.second.id]).toContain(banned.id)
  })
})
