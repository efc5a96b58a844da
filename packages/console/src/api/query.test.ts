import { createDepartment, deleteDepartment, listDepartments } from '@gatehouse/contract/features/departments.ts'
import { listDevices } from '@gatehouse/contract/features/devices.ts'
import { getStaff } from '@gatehouse/contract/features/staff.ts'
import { listVisits } from '@gatehouse/contract/features/visits.ts'
import { MutationObserver, onlineManager, QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, it, onTestFinished } from 'vitest'
import { answerCalls, refusal, sentJson } from '../../test/answer-calls.ts'
import { call, callAndRefresh } from './call.ts'
import { followChanges } from './live.ts'
import { mutationOf, pagesOf, queryOf } from './query.ts'

const id = '0198a000-0000-7000-8000-000000000007'
const hall = { id, number: 1, name: 'Hall', parentId: null, manager: null, memberCount: 0 }

it('The key of a query is the topic that its route shows, its path, and each id and the query by itself', () => {
  expect(queryOf(getStaff, { params: { id } }).queryKey).toEqual(['staff', '/v2/staff/:id', id, {}])
  expect(queryOf(listDevices, { query: { page: 2 } }).queryKey).toEqual(['devices', '/v2/devices', { page: 2 }])
  expect(pagesOf(listVisits).queryKey).not.toEqual(queryOf(listVisits).queryKey)
})

it('A call that changes a topic fetches the shown data of that topic again, and nothing else', async () => {
  const departments = [hall]
  const seen = answerCalls({
    'GET /api/v2/departments': () => departments,
    'GET /api/v2/devices': { items: [], total: 0, counts: { total: 0, online: 0, offline: 0 } },
    'POST /api/v2/departments': () => {
      departments.push({ ...hall, id: id.replace('7', '8') })
      return departments.at(-1)
    },
  })
  const client = new QueryClient()
  onTestFinished(followChanges(client))
  const shown = new QueryObserver(client, queryOf(listDepartments))
  onTestFinished(shown.subscribe(() => {}))
  onTestFinished(new QueryObserver(client, queryOf(listDevices)).subscribe(() => {}))
  await expect.poll(() => shown.getCurrentResult().data).toHaveLength(1)

  await callAndRefresh(createDepartment, { body: { name: 'Yard' } })
  expect(shown.getCurrentResult().data).toHaveLength(2)
  await call(createDepartment, { body: { name: 'Roof' } })
  await expect.poll(() => shown.getCurrentResult().data).toHaveLength(3)
  expect(seen.filter(({ url }) => url.pathname.endsWith('/devices'))).toHaveLength(1)
})

it('A mutation sends the input of its route, gives the reply, and is pending until the page shows the change', async () => {
  const departments = [hall]
  const seen = answerCalls({
    'GET /api/v2/departments': () => departments,
    'POST /api/v2/departments': () => {
      departments.push({ ...hall, id: id.replace('7', '8'), name: 'Yard' })
      return departments.at(-1)
    },
  })
  const client = new QueryClient()
  onTestFinished(followChanges(client))
  const shown = new QueryObserver(client, queryOf(listDepartments))
  onTestFinished(shown.subscribe(() => {}))
  await expect.poll(() => shown.getCurrentResult().data).toHaveLength(1)

  const create = new MutationObserver(client, mutationOf(createDepartment, { untilShown: true }))
  const made = await create.mutate({ body: { name: 'Yard' } })
  expect(made.name).toBe('Yard')
  expect(shown.getCurrentResult().data).toHaveLength(2)
  expect(sentJson(seen.find(({ method }) => method === 'POST'))).toEqual({ name: 'Yard' })
})

it('A mutation fails with the error of its call, also when the browser is offline', async () => {
  answerCalls({ [`DELETE /api/v2/departments/${id}`]: refusal(409, 'department.has-members') })
  onlineManager.setOnline(false)
  onTestFinished(() => onlineManager.setOnline(true))
  const remove = new MutationObserver(new QueryClient(), mutationOf(deleteDepartment))
  await expect(remove.mutate({ params: { id } })).rejects.toMatchObject({ message: 'department.has-members' })
})

it('A mutation with an input that its route does not have does not compile', () => {
  const create = new MutationObserver(new QueryClient(), mutationOf(createDepartment))
  const wrongInputs = () => {
    // @ts-expect-error -- a field that the body does not have
    void create.mutate({ body: { name: 'Hall', colour: 'red' } })
    // @ts-expect-error -- the route requires a body
    void create.mutate()
  }
  expect(wrongInputs).toBeTypeOf('function')
})
