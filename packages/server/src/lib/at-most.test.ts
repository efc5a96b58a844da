import { LRUCache } from 'lru-cache'
import { expect, it } from 'vitest'
import { atMost } from './at-most.ts'

it('A cache of at most three forgets what was used longest ago, also when it was emptied in between', () => {
  const cache = new LRUCache<string, number>({ ...atMost(3), ttl: 60_000 })
  for (const round of [1, 2]) {
    for (const key of ['a', 'b', 'c']) cache.set(key, round)
    expect(cache.get('a')).toBe(round)
    cache.set('d', round)
    expect([...cache.keys()].toSorted()).toEqual(['a', 'c', 'd'])
    cache.set('a', round + 1)
    expect(cache.size).toBe(3)
    for (const key of ['a', 'c', 'd']) cache.delete(key)
    expect(cache.size).toBe(0)
  }
})
