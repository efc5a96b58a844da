import { expect, it } from 'vitest'
import { createPullQueue } from './pull-queue.ts'

/** Work that the test ends. */
function held(done: string[], name: string) {
  const end = Promise.withResolvers<void>()
  return {
    end: () => end.resolve(),
    work: async () => {
      done.push(`${name} begins`)
      await end.promise
    },
  }
}
const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

it('[DEV-07] pulls of whole lists, however many, never delay a device that asks for changes', async () => {
  const queue = createPullQueue()
  const done: string[] = []
  const lists = Array.from({ length: 50 }, (_, i) => held(done, `list ${i}`))
  const running = lists.map(({ work }) => queue.run('bulk', work))
  await turn()
  expect(done).toEqual(['list 0 begins', 'list 1 begins'])
  await queue.run('quick', async () => void done.push('change'))
  expect(done).toEqual(['list 0 begins', 'list 1 begins', 'change'])
  for (const { end } of lists) end()
  await Promise.all(running)
  expect(done.slice(3)).toEqual(lists.slice(2).map((_, i) => `list ${i + 2} begins`))
})

it('a pull that fails makes room too, and the server is busy beyond a fixed number', async () => {
  const queue = createPullQueue()
  await expect(queue.run('bulk', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  const first = held([], 'first')
  const running = Array.from({ length: 2_002 }, () => queue.run('bulk', first.work))
  await expect(queue.run('bulk', first.work)).rejects.toMatchObject({ code: 'server.busy' })
  first.end()
  await Promise.all(running)
  expect(await queue.run('bulk', async () => 'room again')).toBe('room again')
})
