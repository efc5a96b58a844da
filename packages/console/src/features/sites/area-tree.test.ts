import type { Area } from '@gatehouse/contract/features/sites.ts'
import { expect, it } from 'vitest'
import { type AreaNode, areasWithin, areaTree, wayToArea } from './area-tree.ts'

const area = (id: string, parentAreaId: string | null, name = id): Area => ({
  id,
  siteId: 'site',
  parentAreaId,
  name,
  doorCount: 0,
})
const areas = [
  area('whole', null, 'Headquarters'),
  area('floor10', 'whole', 'Floor 10'),
  area('floor2', 'whole', 'Floor 2'),
  area('lab', 'floor2', 'Laboratory'),
]
const shape = ({ area: { name }, children }: AreaNode): unknown => [name, ...children.map(shape)]

it('the tree begins with the area that is the whole site, and sorts names within each as people count', () => {
  const tree = areaTree(areas, 'en')
  expect(tree && shape(tree)).toEqual(['Headquarters', ['Floor 2', ['Laboratory']], ['Floor 10']])
  expect(areaTree([], 'en')).toBeUndefined()
})

it('an area cannot be moved into itself or into what lies inside it', () => {
  expect([...areasWithin(areas, 'floor2')]).toEqual(['floor2', 'lab'])
  expect([...areasWithin(areas, 'whole')]).toHaveLength(4)
})

it('the way to an area names the areas around it from the outermost', () => {
  expect(wayToArea(areas, 'lab').map(({ id }) => id)).toEqual(['whole', 'floor2', 'lab'])
  expect(wayToArea(areas, 'gone')).toEqual([])
})
