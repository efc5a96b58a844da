import { pageNames, pages } from '@gatehouse/contract/navigation.ts'
import { specifiedPages } from '@gatehouse/contract/test/specified-access.ts'
import { matchRoutes } from 'react-router'
import { describe, expect, it } from 'vitest'
import { addPanels, routes } from './routes.tsx'

const byText = (a = '', b = '') => a.localeCompare(b)
const leafAt = (address: string) => matchRoutes(routes, address)?.at(-1)

/** The target of a route that is only a redirect. */
function redirectAt(address: string): string | null {
  const loader = leafAt(address)?.route.loader
  if (typeof loader !== 'function') return null
  const answer: unknown = Reflect.apply(loader, undefined, [])
  return answer instanceof Response ? answer.headers.get('location') : null
}

/** The pages of the specification's section 2: each without what may be left out of its path, and with everything. */
const addresses = specifiedPages.flatMap(({ name, path }) =>
  [...new Set([path.replace(/\/:\w+\?$/, ''), path])].map((pattern) => ({
    name,
    address: pattern.replace(/:\w+\??$/, '12'),
  })),
)

describe('[NAV-01] the routes of the specification', () => {
  it.each(addresses)('the path $address is the page $name inside the layout', ({ name, address }) => {
    const matches = matchRoutes(routes, address)
    expect(matches?.[0]?.route.id).toBe('layout')
    expect(matches?.at(-1)?.route.id).toBe(name)
  })

  it('the routes are those of the contract, and none is missing', () => {
    const reached = new Set(addresses.map(({ address }) => leafAt(address)?.route.id))
    expect([...reached].toSorted(byText)).toEqual([...pageNames].toSorted(byText))
  })
})

it.each([
  ['/', '/dashboard'],
  ['/device', '/device/list'],
  ['/mammgt', '/manmgt/staff/0'],
  ['/manmgt/staff', '/manmgt/staff/0'],
  ['/manmgt/staff/1/2/3', '/manmgt/staff/0'],
])('[NAV-02] the path %s leads to %s', (from, to) => {
  expect(redirectAt(from)).toBe(to)
})

it('[NAV-02] the detail of a person is not taken for a department', () => {
  expect(leafAt('/manmgt/staff/detail')?.route.id).toBe('staffDetail')
})

it.each([
  ['/manmgt/staffgroup/7', 'groupId'],
  ['/manmgt/visitorgroup/7', 'groupId'],
  ['/manmgt/blacklistgroup/7', 'groupId'],
  ['/attendance/attendanceRecord/7', 'user_id'],
])('[NAV-03] the path %s opens on its parameter', (address, parameter) => {
  expect(leafAt(address)?.params[parameter]).toBe('7')
})

it.each(['/nowhere', '/device/unknown', '/sign', '/manmgt'])(
  '[NAV-04] the path %s is unknown and leads to /404',
  (address) => {
    expect(redirectAt(address)).toBe('/404')
  },
)

it.each(['/404', '/403'])('[NAV-04] the path %s is a page that needs no permission', (address) => {
  expect(leafAt(address)?.route.path).toBe(address)
  expect(Object.values(pages).map(({ path }) => path)).not.toContain(address)
})

it('panels are loaded once, and only for the pages that the address may belong to', async () => {
  const asked: string[] = []
  await addPanels('/bumgt/company/edit', (id) => asked.push(id))
  await addPanels('/bumgt/company/edit', (id) => asked.push(id))
  expect(asked).toEqual(['company'])
})
