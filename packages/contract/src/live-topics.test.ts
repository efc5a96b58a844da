import { expect, it } from 'vitest'
import { liveTopics, mayHear } from './live-topics.ts'
import { permissions } from './permissions.ts'
import { apiRoutes } from './routes.ts'

const routes = [...apiRoutes.values()]

it('Every live topic makes the answer of some route stale', () => {
  const shown = new Set(routes.map(({ shows }) => shows))
  expect(liveTopics.filter((topic) => !shown.has(topic))).toEqual([])
})

it('Every live topic is changed by some route', () => {
  const changed = new Set(routes.flatMap(({ changes }) => changes))
  expect(liveTopics.filter((topic) => !changed.has(topic))).toEqual([])
})

it('A changing route changes at least the topic that is read at its own address', () => {
  const silent = routes.filter(({ path, changes }) => {
    const shown = routes.find((route) => route.method === 'GET' && route.path === path)?.shows
    return shown !== undefined && changes.length > 0 && !changes.includes(shown)
  })
  expect(silent.map(({ path }) => path)).toEqual([])
})

it('A role hears of the topics of its permissions, and of no other', () => {
  expect(liveTopics.filter((topic) => mayHear('superAdmin', topic))).toEqual(liveTopics)
  expect(liveTopics.filter((topic) => mayHear('visitorAdmin', topic))).toEqual([
    'storage',
    'views',
    'sites',
    'lockdowns',
    'visitors',
    'groups',
    'blacklist',
    'face-pairs',
    'portraits',
    'records',
    'inside',
    'musters',
    'company',
  ])
})

it('A topic stands at one permission', () => {
  expect(Object.values(permissions).flatMap((row) => ('topics' in row ? [...row.topics] : []))).toEqual(liveTopics)
})
