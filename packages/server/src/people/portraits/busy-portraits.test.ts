import { askForPortraits, uploadAskedPortrait } from '@gatehouse/contract/features/portraits/portrait-quality.ts'
import { uploadPortrait } from '@gatehouse/contract/features/portraits.ts'
import { renewRegistrationCode, uploadOwnPortrait } from '@gatehouse/contract/features/registrations.ts'
import { createStaff } from '@gatehouse/contract/features/staff.ts'
import { inviteVisitor, uploadVisitPortrait } from '@gatehouse/contract/features/visits.ts'
import { heicOf } from '@gatehouse/face/test/heic/heic-of.ts'
import { faces, photograph } from '@gatehouse/testkit/photographs.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Caller, startTestGatehouse, type TestGatehouse } from '../../../test/gatehouse.ts'
import { insertNamedPortrait } from '../../../test/enrol.ts'
import { injectRequest, payloadOf, testRequestOf } from '../../../test/inject-request.ts'
import { inHours } from '../../../test/visits.ts'

/*
 * Photographs of phones take memory that is bounded for all calls together: some wait, and those behind them are put off. Files are real ones.
 */

const megabyte = 1024 ** 2
const waitingAtOnce = 3
let house: TestGatehouse
let admin: Caller
let pictures: Buffer[]
beforeAll(async () => {
  // There is memory for one HEIC at a time.
  const faceLimits = { queueLimit: waitingAtOnce, jobTimeoutMs: 60_000, decodingMemory: 600 * megabyte }
  house = await startTestGatehouse({ environment: { FACE_WORKERS: '3' }, faceLimits })
  admin = await house.asRole('superAdmin')
  const large = await sharp(photograph(faces.franck)).resize({ width: 2_400 }).toBuffer()
  const heic = Buffer.from(await heicOf(large))
  const avif = await sharp(large).avif({ effort: 0, quality: 80 }).toBuffer()
  pictures = Array.from({ length: 5 }, () => [heic, avif]).flat()
})
afterAll(() => house.close())

it('[MAN-08] of ten HEIC and AVIF at once some wait, others are told when to come again, and come through then', async () => {
  const send = (image: Buffer) => admin.call(uploadPortrait, { image })
  const first = await Promise.all(pictures.map(send))
  const [good, putOff] = [200, 503].map((status) => first.filter((one) => one.status === status))
  expect(first.map(({ status }) => status).filter((status) => status !== 200 && status !== 503)).toEqual([])
  // Those that wait, and one at a time that is decoded.
  expect(good!.length).toBeGreaterThanOrEqual(waitingAtOnce)
  expect(putOff!.length).toBeGreaterThan(0)
  for (const one of putOff!) {
    expect(one).toMatchObject({ message: 'server.busy', data: { seconds: 5 }, headers: { 'retry-after': '5' } })
    expect(one.desc).toContain('Try again in a few seconds')
  }
  const again = pictures.filter((_, place) => first[place]?.status === 503)
  for (const image of again) expect((await send(image)).status).toBe(200)
})

type Upload = (token: string, image: Buffer) => Promise<{ status: number; message: string }>
type Link = { what: string; table: 'portrait_request' | 'visit_request'; make: () => Promise<string>; upload: Upload }
const links: Link[] = [
  {
    what: 'that asks a person for a new photograph',
    table: 'portrait_request',
    async make() {
      const portraitId = await insertNamedPortrait(house, 'Nora')
      await admin.ask(createStaff, { body: { name: 'Nora', portraitId } })
      const { links } = await admin.ask(askForPortraits, { body: { portraitIds: [portraitId], language: 'en' } })
      return links[0]?.url ?? ''
    },
    upload: (token, image) => house.nobody.call(uploadAskedPortrait, { params: { token }, image }),
  },
  {
    what: 'of a visit',
    table: 'visit_request',
    async make() {
      const period = { validFromAt: inHours(house, -1), validToAt: inHours(house, 8) }
      return (await admin.ask(inviteVisitor, { body: { name: 'Wang', language: 'en', ...period } })).url
    },
    upload: (token, image) => house.nobody.call(uploadVisitPortrait, { params: { token }, image }),
  },
]

it('photographs of a household that are put off count as none of the 150 that it may send in ten minutes', async () => {
  const { address } = await admin.ask(renewRegistrationCode)
  const params = { token: address.split('/').at(-1) ?? '' }
  // The smaller ones: their bodies find room together, and it is the face engine that puts them off.
  const request = testRequestOf(uploadOwnPortrait, { params, image: pictures[1]! })
  const { payload, headers } = await payloadOf(request)
  const sent = { payload, headers: { ...headers, language: 'EN' }, address: '10.20.30.40' }
  const send = () => injectRequest(house.gatehouse.fastify, uploadOwnPortrait, request, sent)
  const statuses = new Set<number>()
  for (let wave = 0; wave < 4; wave++)
    for (const { status } of await Promise.all(Array.from({ length: 45 }, send))) statuses.add(status)
  expect(statuses).toEqual(new Set([200, 503]))
  expect((await send()).status).toBe(200)
})

it.each(links)('a photograph that is put off does not count among those of a link $what', async (link) => {
  const token = (await link.make()).split('/').at(-1) ?? ''
  const answers = await Promise.all(pictures.map((image) => link.upload(token, image)))
  const taken = answers.filter(({ status }) => status === 200).length
  expect(answers.length - taken).toBe(answers.filter(({ message }) => message === 'server.busy').length)
  expect(taken).toBeGreaterThan(0)
  expect(taken).toBeLessThan(answers.length)
  const { uploads } = await house.db.selectFrom(link.table).select('uploads').executeTakeFirstOrThrow()
  expect(uploads).toBe(taken)
})
