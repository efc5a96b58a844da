import { listPersonPortraits } from '@gatehouse/contract/features/people/person-portraits.ts'
import { maxUploadsOfLink } from '@gatehouse/contract/features/portraits/sent-portraits.ts'
import * as contract from '@gatehouse/contract/features/visits.ts'
import { faces, photograph } from '@gatehouse/testkit/photographs.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertNamedPortrait } from '../../../test/enrol.ts'
import { type Caller, startTestGatehouse, type TestGatehouse } from '../../../test/gatehouse.ts'
import { inHours } from '../../../test/visits.ts'
import { makeLinkToken } from '../../lib/link-token.ts'
import { purgeOldVisits } from './visitor-jobs.ts'

let house: TestGatehouse
let admin: Caller
beforeAll(async () => {
  house = await startTestGatehouse()
  admin = await house.asRole('visitorAdmin')
})
afterAll(() => house.close())

const invite = async () => {
  const { url, visit } = await admin.ask(contract.inviteVisitor, {
    body: { name: 'Wang', language: 'en', validFromAt: inHours(house, -1), validToAt: inHours(house, 8) },
  })
  return { id: visit.id, token: url.slice(url.lastIndexOf('/') + 1) }
}
const portraits = (...names: string[]) => Promise.all(names.map((name) => insertNamedPortrait(house, name)))
const complete = (token: string, [portraitId = '', ...furtherPortraitIds]: readonly string[]) =>
  house.nobody.call(contract.completeVisit, {
    params: { token },
    body: { name: 'Wang', company: null, phone: null, portraitId, furtherPortraitIds },
  })
const decide = (id: string, body: { isApproved: boolean; leaveOut?: string[] }) =>
  admin.ask(contract.decideVisit, { params: { id }, body })
const portraitsOf = async (id: string | null) =>
  (await admin.ask(listPersonPortraits, { params: { id: id ?? '' } })).map((one) => one.id)
const imagesLeft = async (ids: readonly string[]) =>
  (await house.db.selectFrom('image').select('id').where('id', 'in', ids).execute()).map(({ id }) => id)

describe('[MAN-06] several photographs of one visitor', () => {
  it('all wait with the visit; one is left out, and the visitor has the others', async () => {
    const { id, token } = await invite()
    const ids = await portraits('Wang', 'Wang~0.8', 'Wang~0.7')
    expect((await complete(token, ids)).status).toBe(200)
    expect((await admin.ask(contract.getVisit, { params: { id } })).portraitIds).toEqual(ids)
    const { personId } = await decide(id, { isApproved: true, leaveOut: [ids[0]!] })
    const kept = await portraitsOf(personId)
    expect(kept).toEqual([ids[1], ids[2]])
    expect(await imagesLeft(ids)).not.toContain(ids[0])
  })

  it('the host who answers by mail sees each of them, and no more than there are', async () => {
    const { id, token } = await invite()
    const names = ['Xu', 'Xu~0.8', 'Xu~0.7']
    await complete(token, await portraits(...names))
    const { token: hostToken, hash } = makeLinkToken()
    await house.db.updateTable('visit_request').set({ host_token_hash: hash }).where('id', '=', id).execute()
    const params = { token: hostToken }
    expect(await house.nobody.ask(contract.readHostedVisit, { params })).toMatchObject({ portraits: 3 })
    for (const [place, name] of names.entries()) {
      const { data } = await house.nobody.call(contract.getHostedPortrait, { params, query: { place } })
      expect(String(data)).toBe(`portrait of ${name}`)
    }
    const beyond = await house.nobody.call(contract.getHostedPortrait, { params, query: { place: 3 } })
    expect(beyond.message).toBe('image.not-found')
    expect(await house.nobody.ask(contract.answerVisit, { params, body: { isApproved: false } })).toMatchObject({
      portraits: 0,
    })
  })

  it('one of somebody else is refused and named, and the visit stays open', async () => {
    const { id, token } = await invite()
    const [one, other, again] = await portraits('Li', 'Nobody', 'Li~0.8')
    expect(await complete(token, [one!, other!, again!])).toMatchObject({
      message: 'portrait.other-person',
      data: { portraitIds: [other] },
    })
    expect((await admin.ask(contract.getVisit, { params: { id } })).state).toBe('invited')
    expect((await complete(token, [one!, again!])).status).toBe(200)
  })

  it('all are deleted when the visit is refused, and with a visit that ended long ago unanswered', async () => {
    const refused = await invite()
    const first = await portraits('Zhao', 'Zhao~0.8')
    await complete(refused.token, first)
    await decide(refused.id, { isApproved: false })
    expect(await imagesLeft(first)).toEqual([])

    const forgotten = await invite()
    const second = await portraits('Sun', 'Sun~0.8')
    await complete(forgotten.token, second)
    await house.db
      .updateTable('visit_request')
      .set({ valid_from: inHours(house, -24 * 101), valid_to: inHours(house, -24 * 100) })
      .where('id', '=', forgotten.id)
      .execute()
    await purgeOldVisits(house.gatehouse.services)
    expect(await imagesLeft(second)).toEqual([])
  })

  it('the link of a visit takes only so many photographs, and a new link as many again', async () => {
    const { id, token } = await invite()
    await house.db.updateTable('visit_request').set({ uploads: maxUploadsOfLink }).where('id', '=', id).execute()
    const send = (token: string) =>
      house.nobody.call(contract.uploadVisitPortrait, { params: { token }, image: photograph(faces.cage) })
    expect(await send(token)).toMatchObject({ status: 429, message: 'portrait.too-many-sent' })
    const { url } = await admin.ask(contract.renewVisitLink, { params: { id } })
    expect((await send(url.slice(url.lastIndexOf('/') + 1))).status).toBe(200)
  })
})
