import { createBlacklisted, updateBlacklisted } from '@gatehouse/contract/features/blacklist.ts'
import { listOperations } from '@gatehouse/contract/features/operation-log.ts'
import { listPersonPortraits } from '@gatehouse/contract/features/people/person-portraits.ts'
import { uploadPortrait } from '@gatehouse/contract/features/portraits.ts'
import { maxPortraits } from '@gatehouse/contract/features/people/several-portraits.ts'
import { createStaff, updateStaff } from '@gatehouse/contract/features/staff.ts'
import { createVisitor, updateVisitor } from '@gatehouse/contract/features/visitors.ts'
import { faces, photograph } from '@gatehouse/testkit/photographs.ts'
import { normalise } from '@gatehouse/face/core/embed-face.ts'
import { embeddingOf } from '@gatehouse/testkit/named-faces.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertNamedPortrait } from '../../../test/enrol.ts'
import { type Caller, startTestGatehouse, type TestGatehouse } from '../../../test/gatehouse.ts'
import { inHours } from '../../../test/visits.ts'
import { openApiDocument, publicApiDocument } from '../../http/open-api.ts'

let house: TestGatehouse
let admin: Caller
beforeAll(async () => {
  house = await startTestGatehouse()
  admin = await house.asRole('superAdmin')
})
afterAll(() => house.close())

type Portraits = { portraitId?: string | null; furtherPortraitIds?: string[]; force?: boolean }
const period = () => ({ validFromAt: inHours(house, -1), validToAt: inHours(house, 8) })
const forms = [
  {
    kind: 'staff',
    create: (name: string, body: Portraits) => admin.call(createStaff, { body: { name, ...body } }),
    update: (id: string, body: Portraits) => admin.call(updateStaff, { params: { id }, body }),
  },
  {
    kind: 'visitors',
    create: (name: string, body: Portraits) => admin.call(createVisitor, { body: { name, ...period(), ...body } }),
    update: (id: string, body: Portraits) => admin.call(updateVisitor, { params: { id }, body }),
  },
  {
    kind: 'blacklisted people',
    create: (name: string, body: Portraits) => admin.call(createBlacklisted, { body: { name, ...body } }),
    update: (id: string, body: Portraits) => admin.call(updateBlacklisted, { params: { id }, body }),
  },
]
const portraits = (...names: string[]) => Promise.all(names.map((name) => insertNamedPortrait(house, name)))
const sent = ([portraitId, ...furtherPortraitIds]: readonly string[]) => ({
  portraitId: portraitId!,
  furtherPortraitIds,
})
/** The main one, and the others in the order of their ids. */
const portraitsOf = async (id: string) => {
  const [main, ...further] = (await admin.ask(listPersonPortraits, { params: { id } })).map((one) => one.id)
  return [main, ...further.toSorted()]
}
const asKept = ([main, ...further]: readonly string[]) => [main, ...further.toSorted()]
/** The gallery hears of a new face by a hint, which is under way. */
const refresh = (id: string) => house.gatehouse.services.people.gallery.refreshPerson(id)
const idOf = ({ data }: { data: unknown }) => (data as { id: string }).id

describe.each(forms)('[D3] [MAN-08] the form of $kind', ({ kind, create, update }) => {
  const name = (what: string) => `${what} of ${kind}`

  it('takes several portraits of one person at once', async () => {
    const ids = await portraits(name('Ann'), `${name('Ann')}~0.8`, `${name('Ann')}~0.7`)
    const made = await create(name('Ann'), sent(ids))
    expect(made.status).toBe(200)
    expect(await portraitsOf(idOf(made))).toEqual(asKept(ids))
  })

  it('gives somebody who had no portrait several at once', async () => {
    const id = idOf(await create(name('Bo'), {}))
    const ids = await portraits(name('Bo'), `${name('Bo')}~0.8`)
    expect((await update(id, sent(ids))).status).toBe(200)
    expect(await portraitsOf(id)).toEqual(asKept(ids))
  })

  it('refuses one of somebody else by its id, and saves nothing', async () => {
    const [main, other, again] = await portraits(name('Cy'), name('Somebody'), `${name('Cy')}~0.8`)
    const refused = { status: 409, message: 'portrait.other-person', data: { portraitIds: [other] } }
    expect(await create(name('Cy'), sent([main!, other!, again!]))).toMatchObject(refused)
    const id = idOf(await create(name('Cy'), {}))
    expect(await update(id, sent([main!, other!, again!]))).toMatchObject(refused)
    expect(await portraitsOf(id)).toEqual([undefined])
    expect((await update(id, sent([main!, again!]))).status).toBe(200)
  })

  it('asks about a further one of a face that is registered already', async () => {
    // Half like the face that is registered, and half like the main one, which is not like that at all.
    const ids = await portraits(name('Eve'), `${name('Eve')}~0.7`)
    await refresh(idOf(await create(name('Known'), sent(await portraits(`${name('Eve')} in another light`)))))
    expect((await create(name('Eve'), sent(ids))).message).toBe('portrait.duplicate-face')
    const made = await create(name('Eve'), { ...sent(ids), force: true })
    expect(await portraitsOf(idOf(made))).toEqual(asKept(ids))
  })

  it('names everybody whom one of the portraits is like, in the one question', async () => {
    const [front, light] = [name('Ida'), `${name('Ida')} in another light`]
    const ids = await portraits(`${front}~0.7`, front)
    // The one is like the main portrait alone, the other like the further one alone.
    const known = idOf(await create(light, sent(await portraits(light))))
    const across = normalise(embeddingOf(front).map((value, i) => 0.72 * value - 0.69 * (embeddingOf(light)[i] ?? 0)))
    const portraitId = await insertNamedPortrait(house, `${front}, banned`, across)
    const banned = idOf(await admin.call(createBlacklisted, { body: { name: `${front}, banned`, portraitId } }))
    for (const one of [known, banned]) await refresh(one)
    const asked = await create(name('Ida'), sent(ids))
    expect(asked).toMatchObject({ message: 'portrait.duplicate-face', data: { kind: 'blacklisted' } })
    const { alike } = asked.data as unknown as { alike: { person: { id: string } }[] }
    expect(alike.map(({ person }) => person.id).toSorted()).toEqual([banned, known].toSorted())
  })

  it('takes further ones beside the main portrait that the person has', async () => {
    const [main, further] = await portraits(name('Jo'), `${name('Jo')}~0.8`)
    const id = idOf(await create(name('Jo'), { portraitId: main! }))
    expect((await update(id, sent([main!, further!]))).status).toBe(200)
    expect(await portraitsOf(id)).toEqual([main, further])
    const [line] = (await admin.ask(listOperations, { query: { size: 1 } })).items
    expect(line?.facts).toMatchObject({ furtherPortraits: 1 })
  })

  it('deletes no learned portrait to make room', async () => {
    const before = await portraits(...Array.from({ length: maxPortraits }, (_, i) => `${name('Kim')}~0.${9 - i}`))
    const id = idOf(await create(name('Kim'), sent(before)))
    await house.db.updateTable('face_template').set({ source: 'learned' }).where('image_id', '=', before[1]!).execute()
    const more = sent([before[0]!, ...(await portraits(name('Kim')))])
    expect(await update(id, more)).toMatchObject({ status: 409, message: 'portrait.limit-reached' })
    expect(await portraitsOf(id)).toEqual(asKept(before))
  })

  it('deletes none of the other portraits to make room', async () => {
    const before = await portraits(...Array.from({ length: maxPortraits }, (_, i) => `${name('Fay')}~0.${9 - i}`))
    const id = idOf(await create(name('Fay'), sent(before)))
    const [main, further] = await portraits(name('Fay'), `${name('Fay')}~0.95`)
    expect(await update(id, sent([main!, further!]))).toMatchObject({ status: 409, message: 'portrait.limit-reached' })
    expect(await portraitsOf(id)).toEqual(asKept(before))
  })

  it('takes further portraits beside a main one only, each once, and not those of others', async () => {
    const ids = await portraits(name('Gus'), `${name('Gus')}~0.8`)
    const missing = { message: 'request.invalid', data: { issues: [{ path: 'furtherPortraitIds' }] } }
    expect(await create(name('Gus'), { furtherPortraitIds: ids })).toMatchObject(missing)
    expect((await create(name('Gus'), sent([ids[0]!, ids[0]!]))).message).toBe('portrait.not-found')
    const id = idOf(await create(name('Gus'), sent(ids)))
    expect(await update(id, { furtherPortraitIds: ids })).toMatchObject(missing)
    const more = await portraits(`${name('Gus')}~0.7`)
    const taken = await create(name('Hal'), { ...sent([more[0]!, ids[1]!]), force: true })
    expect(taken.message).toBe('portrait.not-found')
  })
})

it('an upload beside another is refused at once where it shows somebody else', async () => {
  const upload = (image: string, beside?: string) =>
    admin.call(uploadPortrait, { image: photograph(image), ...(beside && { query: { beside } }) })
  const first = idOf(await upload(faces.franck))
  expect((await upload(faces.franckAgain, first)).status).toBe(200)
  expect(await upload(faces.cage, first)).toMatchObject({ status: 409, message: 'portrait.other-person' })
})

it.each([
  ['of the console', openApiDocument, ['CreateStaffBody', 'UpdateStaffBody', 'CreateBlacklistedBody']],
  ['for third parties', publicApiDocument, ['CreateStaffBody', 'UpdateStaffBody', 'UpdateVisitorBody']],
])('the API document %s says that forms take several portraits', (_, document, bodies) => {
  const { components } = document() as { components: { schemas: Record<string, { properties?: object }> } }
  for (const body of bodies) expect(components.schemas[body]?.properties, body).toHaveProperty('furtherPortraitIds')
})
