import { can, type Permission, permissions, type Role } from './permissions.ts'

type PagesOfRow = Extract<(typeof permissions)[Permission], { pages: object }>['pages']
type KeyOfAny<T> = T extends unknown ? keyof T : never
type PathOf<Name extends string> =
  Extract<PagesOfRow, Record<Name, unknown>> extends Record<Name, { path: infer Path }> ? Path : never
type MenuOfAny<T> = T extends unknown ? Extract<T[keyof T], { menu: string }>['menu'] : never

export type PageName = KeyOfAny<PagesOfRow>
export type MenuName = MenuOfAny<PagesOfRow>

/** A page of the table in `permissions.ts`, with the permission that opens it. */
export type Page = { path: string; permission: Permission; menu?: MenuName; parent?: PageName }

type Pages = { readonly [Name in PageName]: Page & { path: PathOf<Name> } }

/* oxlint-disable typescript/no-unsafe-type-assertion -- the table is a constant: its keys are its keys, and its pages those of its type */
export const pages = Object.fromEntries(
  (Object.entries(permissions) as [Permission, { pages?: Readonly<Record<string, object>> }][]).flatMap(
    ([permission, { pages = {} }]) => Object.entries(pages).map(([name, page]) => [name, { ...page, permission }]),
  ),
) as Pages

export const pageNames = Object.keys(pages) as PageName[]
/* oxlint-enable typescript/no-unsafe-type-assertion */

const entries = pageNames.flatMap((name) => {
  const { menu } = pages[name]
  return menu ? [{ menu, name }] : []
})

/** The menu: headings over the pages that stand under them (at most two levels; order of the specification's tree). */
export const menu: readonly { name: MenuName; entries: readonly PageName[] }[] = [
  ...new Set(entries.map(({ menu }) => menu)),
].map((name) => ({ name, entries: entries.filter(({ menu }) => menu === name).map(({ name }) => name) }))

/** The menu that a role sees: entries it may open, and headings that still have an entry. */
export function menuOf(role: Role): { name: MenuName; entries: PageName[] }[] {
  return menu
    .map(({ name, entries }) => ({ name, entries: entries.filter((entry) => can(role, pages[entry].permission)) }))
    .filter(({ entries }) => entries.length > 0)
}

/** The pages a role may open, detail pages with their lists (NAV-07, NAV-09). */
export function pagesOf(role: Role): PageName[] {
  return pageNames.filter((name) => can(role, pages[name].permission))
}
