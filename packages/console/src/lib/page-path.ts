import { menu, pageNames, pages, type MenuName, type PageName } from '@gatehouse/contract/navigation.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'

/** The address of a page without its details: the staff of every department, a group list without a chosen group. */
export function pagePath(name: PageName): string {
  if (name === 'staff') return pathTo('staff', { deptId: 0 })
  return pages[name].path.replaceAll(/\/:\w+\?/g, '')
}

/** Whether an address is that of a page, or of a panel below it. */
export function mayStandBelow(pattern: string, pathname: string): boolean {
  const wanted = pattern.split('/').filter((part) => !part.endsWith('?'))
  const given = pathname.split('/')
  return given.length >= wanted.length && wanted.every((part, index) => part.startsWith(':') || part === given[index])
}

/** The page of an address. A detail page comes after its list, whose pattern may match it too. */
export const pageAt = (pathname: string): PageName | undefined =>
  pathname === '/' ? 'dashboard' : pageNames.findLast((name) => mayStandBelow(pages[name].path, pathname))

/** LAY-03: the menu entry that is highlighted on a page: its own, or that of the list it belongs to. */
export const menuEntryOf = (name: PageName): PageName => pages[name].parent ?? name

/** The heading of a page in the menu. */
export function menuGroupOf(name: PageName): MenuName | undefined {
  const entry = menuEntryOf(name)
  return menu.find(({ entries }) => entries.some((one) => one === entry))?.name
}
