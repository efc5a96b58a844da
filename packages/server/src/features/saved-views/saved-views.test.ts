import {
  createSavedView,
  deleteSavedView,
  listSavedViews,
  maxOwnViews,
  maxSharedViews,
  updateSavedView,
} from '@gatehouse/contract/features/saved-views/saved-views.ts'
import type { BodyInput } from '@gatehouse/contract/route.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Caller, startTestGatehouse, type TestGatehouse } from '../../../test/gatehouse.ts'

let test: TestGatehouse
let admin: Caller
let office: Caller
let visitors: Caller
beforeAll(async () => {
  test = await startTestGatehouse()
  admin = await test.asRole('superAdmin')
  office = await test.asRole('subAdmin')
  visitors = await test.asRole('visitorAdmin')
})
beforeEach(() => test.db.deleteFrom('saved_view').execute())
afterAll(() => test.close())

const refused = { page: 'signRecord', name: 'Refused today', query: 'opened=false&period=today' } as const
const keep = (who: Caller, body: BodyInput<typeof createSavedView> = refused) => who.ask(createSavedView, { body })
const namesFor = async (who: Caller) => (await who.ask(listSavedViews)).map(({ name }) => name)

describe('saved views of lists', () => {
  it('a view is its own account’s until it is shared, and then everybody’s who may open the page', async () => {
    const view = await keep(admin)
    expect(view).toMatchObject({ ...refused, isShared: false, owner: null })
    expect(await namesFor(office)).toEqual([])
    await admin.ask(updateSavedView, { params: { id: view.id }, body: { isShared: true } })
    const [seen] = await office.ask(listSavedViews)
    expect(seen).toMatchObject({ name: 'Refused today', isShared: true })
    expect(seen?.owner).not.toBeNull()
  })

  it('[PERM-08] a shared view of a page that a role may not open does not appear there, and nobody keeps one', async () => {
    await keep(admin, { page: 'staff', name: 'Without portrait', query: 'portrait=without', isShared: true })
    expect(await namesFor(office)).toEqual(['Without portrait'])
    expect(await namesFor(visitors)).toEqual([])
    const body = { page: 'staff', name: 'Mine', query: '' } as const
    expect((await visitors.call(createSavedView, { body })).message).toBe('view.not-your-page')
  })

  it('[PERM-08] a role without the right to share keeps views for itself', async () => {
    const body = { ...refused, isShared: true }
    expect((await visitors.call(createSavedView, { body })).message).toBe('view.sharing-denied')
    const { id } = await keep(visitors)
    const shared = await visitors.call(updateSavedView, { params: { id }, body: { isShared: true } })
    expect(shared.message).toBe('view.sharing-denied')
  })

  it('a name is unique among one’s own views in any case, and free to others', async () => {
    await keep(admin)
    expect((await admin.call(createSavedView, { body: { ...refused, name: 'REFUSED today' } })).message).toBe(
      'view.name-taken',
    )
    await keep(office)
    expect(await namesFor(office)).toEqual(['Refused today'])
  })

  it('nobody changes the view of another; who may share deletes one that is shared', async () => {
    const { id } = await keep(office, { ...refused, isShared: true })
    const renamed = await admin.call(updateSavedView, { params: { id }, body: { name: 'Other' } })
    expect(renamed.message).toBe('view.not-found')
    expect((await visitors.call(deleteSavedView, { params: { id } })).message).toBe('view.not-found')
    await admin.ask(deleteSavedView, { params: { id } })
    expect(await namesFor(office)).toEqual([])
    const own = await keep(office)
    expect((await admin.call(deleteSavedView, { params: { id: own.id } })).message).toBe('view.not-found')
  })

  it('there are limits to the number of views, of shared ones, and to the length of a query', async () => {
    const { id } = await test.db.selectFrom('account').select('id').where('role', '=', 0).executeTakeFirstOrThrow()
    const rows = (count: number, is_shared: boolean) =>
      Array.from({ length: count }, (_, index) => ({
        account_id: id,
        page: 'signRecord',
        name: `View ${index}`,
        query: '',
        is_shared,
      }))
    await test.db.insertInto('saved_view').values(rows(maxOwnViews, false)).execute()
    expect((await admin.call(createSavedView, { body: refused })).message).toBe('view.too-many')
    await test.db.deleteFrom('saved_view').execute()
    await test.db.insertInto('saved_view').values(rows(maxSharedViews, true)).execute()
    const shared = await office.call(createSavedView, { body: { ...refused, isShared: true } })
    expect(shared.message).toBe('view.too-many-shared')
    const long = await admin.call(createSavedView, { body: { ...refused, query: 'a'.repeat(1_001) } })
    expect(long.code).not.toBe('200')
  })

  it('of many views the own and the shared ones are found by their indexes', async () => {
    const { id } = await test.db.selectFrom('account').select('id').where('role', '=', 0).executeTakeFirstOrThrow()
    const view = { account_id: id, page: 'signRecord', query: '', is_shared: false }
    await test.db
      .insertInto('saved_view')
      .values(Array.from({ length: 3_000 }, (_, index) => ({ ...view, name: `View ${index}` })))
      .execute()
    const plan = await test.db
      .selectFrom('saved_view')
      .select('id')
      .where('page', 'in', ['signRecord', 'visitor'])
      .where((where) =>
        where.or([where('account_id', '=', '0199aaaa-0000-7000-8000-000000000001'), where('is_shared', '=', true)]),
      )
      .explain('text')
    expect(JSON.stringify(plan)).toMatch(/saved_view__name/)
    expect(JSON.stringify(plan)).not.toMatch(/Seq Scan/)
  })
})
