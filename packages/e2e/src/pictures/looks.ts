import { pages, pagesOf } from '@gatehouse/contract/navigation.ts'
import { pairRows, type Row } from '../../../../scripts/pair-rows.ts'
import { roles } from '../journey.ts'
import { type Ids, inside, type PageToSee, unknownId } from '../pages-to-see.ts'

const factors = {
  role: roles,
  language: ['en', 'zh', 'zh-tw'],
  width: ['1440', '1024', '390'],
  theme: ['light', 'dark'],
  state: ['full', 'empty', 'loading', 'failed'],
} as const
export type Look = Row<typeof factors>

export const heights: Record<Look['width'], number> = { 1440: 900, 1024: 768, 390: 844 }

/** An installation without data: each id leads to the page that says so. */
export const noIds: Ids = {
  personId: unknownId,
  blacklistedId: unknownId,
  deviceId: unknownId,
  recordId: unknownId,
  siteId: unknownId,
  areaId: unknownId,
  doorId: unknownId,
  applicationId: unknownId,
}

/** The roles that may open the page which this address is of, or lies below. */
function rolesOf({ address }: PageToSee): Look['role'][] {
  const path = (typeof address === 'string' ? address : address(noIds)).split('?')[0] ?? ''
  const stem = (name: keyof typeof pages) => pages[name].path.replace(/\/:.*/, '')
  const allowed = (role: Look['role']) => {
    const near = Object.keys(pages).filter(
      (name): name is keyof typeof pages => name in pages && path.startsWith(stem(name as never)),
    )
    const [closest] = near.toSorted((a, b) => stem(b).length - stem(a).length)
    return closest === undefined || pagesOf(role).includes(closest)
  }
  return roles.filter(allowed)
}

export type Shot = { page: PageToSee; look: Look }

/** `PICTURES=staff,company`: those alone, by parts of their names. */
const wanted = process.env['PICTURES']?.split(',')
const chosen = inside.filter(
  ({ name }) => !wanted || wanted.some((part) => name.toLowerCase().includes(part.toLowerCase())),
)

/** Every page once in each role that may open it, and in each language, width, theme and state; over all pages in all pairs. */
export const shots: Shot[] = [...Map.groupBy(chosen, (page) => rolesOf(page).join()).values()].flatMap((group) => {
  const [first] = group
  if (!first) return []
  const rows = pairRows({ ...factors, role: rolesOf(first) }, group.length)
  return group.flatMap((page, at) => (rows[at] ?? []).map((look) => ({ page, look })))
})
