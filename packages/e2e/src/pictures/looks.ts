import { type PageName, pageNames, pages, pagesOf } from '@gatehouse/contract/navigation.ts'
import { pairRows, type Row } from '../../../../scripts/pair-rows.ts'
import { roles } from '../journey.ts'
import { type Ids, inside, type PageToSee, pressed, unknownId } from '../pages-to-see.ts'

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

const stemOf = (name: PageName) => pages[name].path.replace(/\/:.*/, '')

/** Whether a role may open the page which this path is of, or lies below; of a path of no page, too. */
export function mayOpen(role: Look['role'], path: string): boolean {
  const near = pageNames.filter((name) => path === stemOf(name) || path.startsWith(`${stemOf(name)}/`))
  const [closest] = near.toSorted((a, b) => stemOf(b).length - stemOf(a).length)
  return closest === undefined || pagesOf(role).includes(closest)
}

export const pathOf = ({ address }: PageToSee): string =>
  (typeof address === 'string' ? address : address(noIds)).split('?')[0] ?? ''

const rolesOf = (page: PageToSee): Look['role'][] => roles.filter((role) => mayOpen(role, pathOf(page)))

export type Shot = { page: PageToSee; look: Look }

/** `PICTURES=staff,company`: those alone, by parts of their names. */
const wanted = process.env['PICTURES']?.split(',')
export const pagesOfPictures = [...inside, ...pressed].filter(
  ({ name }) => !wanted || wanted.some((part) => name.toLowerCase().includes(part.toLowerCase())),
)

/** Every page once in each role that may open it, and in each language, width, theme and state; over all pages in all pairs. */
export const shots: Shot[] = [...Map.groupBy(pagesOfPictures, (page) => rolesOf(page).join()).values()].flatMap(
  (group) => {
    const [first] = group
    if (!first) return []
    const rows = pairRows({ ...factors, role: rolesOf(first) }, group.length)
    return group.flatMap((page, at) => (rows[at] ?? []).map((look) => ({ page, look })))
  },
)
