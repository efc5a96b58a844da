import { QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, it } from 'vitest'
import { queryClient, whileTheyEnd } from './query-client.ts'

afterEach(() => queryClient.clear())

/** A page that shows a thing, and how often it has asked for it. */
async function openPage(id: string) {
  let asked = 0
  const options = { queryKey: ['things', 'one', id], queryFn: async () => ++asked, staleTime: 0 }
  const observer = new QueryObserver(queryClient, options)
  const leave = observer.subscribe(() => {})
  await observer.fetchOptimistic(queryClient.defaultQueryOptions(options))
  return {
    asked: () => asked,
    leave,
    /** The effect of a render, which happens for many reasons. */
    draw: () => observer.setOptions({ ...options }),
  }
}

const hear = () => queryClient.invalidateQueries({ queryKey: ['things'] })

it('a deleted item is not fetched again until the page that shows it is left', async () => {
  const page = await openPage('a')
  const before = page.asked()
  await whileTheyEnd(['a'], hear)
  // the answer is there, and the next page still to be loaded
  page.draw()
  await hear()
  expect(page.asked()).toBe(before)
  page.leave()
  const later = await openPage('a')
  expect(later.asked(), 'who comes back to its address hears that it is gone').toBe(1)
  later.leave()
})

it('an item whose deletion failed is fetched as before', async () => {
  const page = await openPage('b')
  const before = page.asked()
  await expect(whileTheyEnd(['b'], () => Promise.reject(new Error('refused')))).rejects.toThrow('refused')
  await hear()
  expect(page.asked()).toBeGreaterThan(before)
  page.leave()
})
