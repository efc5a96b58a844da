import { menu, pageNames, pages, type MenuName, type Page, type PageName } from '@gatehouse/contract/navigation.ts'

/** The address of a page without its details: the staff of every department, a group list without a chosen group. */
export function pageAddress(name: PageName): string {
  if (name === 'staff') return '/manmgt/staff/0'
  return pages[name].path.replaceAll(/\/:\w+\?/g, '')
}

/** LAY-03: the menu entry that is highlighted on a page: its own, or that of the list it belongs to. */
export function menuEntryOf(name: PageName): PageName {
  const page: Page = pages[name]
  return pageNames.find((other) => other === page.parent) ?? name
}

/** The heading under which a page stands in the menu. */
export function menuGroupOf(name: PageName): MenuName | undefined {
  const entry = menuEntryOf(name)
  return menu.find(({ entries }) => entries.some((one) => one === entry))?.name
}
