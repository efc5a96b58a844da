import { describe, expect, it } from 'vitest'
import { menu, menuOf, pageNames, pages, pagesOf, type PageName } from './navigation.ts'
import { can, type Permission, permissions, roleId, roles } from './permissions.ts'
import { specifiedPages, specifiedWriters } from './test/specified-access.ts'

const specifiedEntries = specifiedPages.filter(({ group }) => group !== null)

describe('roles', () => {
  it('[PERM-01] there are five roles, with the ids of the specification', () => {
    expect(roles.map((role) => [roleId(role), role])).toEqual([
      [0, 'superAdmin'],
      [1, 'mainAdmin'],
      [2, 'subAdmin'],
      [3, 'deviceAdmin'],
      [4, 'visitorAdmin'],
    ])
  })

  it.each(specifiedEntries)('[PERM-02] the page $name is in the menu of $roles', ({ name, roles: allowed }) => {
    const seen = roles.filter((role) => menuOf(role).some(({ entries }) => entries.includes(name)))
    expect(seen).toEqual(allowed)
  })

  it('[PERM-02] the menu has the pages of the specification, in its order, and no other', () => {
    expect(menu.flatMap(({ entries }): PageName[] => [...entries])).toEqual(specifiedEntries.map(({ name }) => name))
  })

  it.each(specifiedPages)('[PERM-02] the page $name opens for $roles', ({ name, roles: allowed }) => {
    expect(roles.filter((role) => pagesOf(role).includes(name))).toEqual(allowed)
  })

  it('[PERM-02] a super admin sees the full menu in the order of the specification', () => {
    expect(menuOf('superAdmin')).toEqual(menu.map(({ name, entries }) => ({ name, entries: [...entries] })))
    expect(menu.map(({ name }) => name)).toEqual([
      'live',
      'dashboard',
      'device',
      'personnel',
      'access',
      'attendance',
      'upgrade',
      'enterprise',
    ])
  })

  it.each(specifiedWriters)('[PERM-05] the permission %s is granted to %s', (permission, allowed) => {
    expect(roles.filter((role) => can(role, permission))).toEqual(allowed)
  })

  it('[PERM-04] mainAdmin may do everything but manage accounts and apply for the open platform', () => {
    const refused = (Object.keys(permissions) as Permission[]).filter((permission) => !can('mainAdmin', permission))
    expect(refused).toEqual(['account.manage', 'open-platform.manage', 'pin-giving.manage'])
  })

  it('[PERM-06] deviceAdmin and visitorAdmin see nothing of the other’s', () => {
    const foreign = (name: 'deviceAdmin' | 'visitorAdmin', words: RegExp) =>
      (Object.keys(permissions) as Permission[]).filter((permission) => words.test(permission) && can(name, permission))
    expect(
      foreign('deviceAdmin', /^(staff|visitor|blacklist|registration|record|timetable|policy|attendance)/),
    ).toEqual([])
    expect(
      foreign('visitorAdmin', /^(staff|device|alarm|registration|timetable|policy|attendance|upgrade|operation-log)/),
    ).toEqual([])
  })

  it('[NAV-09] a detail page opens for the roles that its list opens for', () => {
    const details = pageNames.flatMap((name) => {
      const { parent } = pages[name]
      // Everybody sees Live; its guard mode is for those who open doors.
      return parent && name !== 'guard' ? [{ name, parent }] : []
    })
    expect(details.length).toBeGreaterThan(5)
    for (const { name, parent } of details)
      for (const role of roles) expect(pagesOf(role).includes(name)).toBe(pagesOf(role).includes(parent))
  })
})

describe('pages', () => {
  it('[NAV-01] the pages stand under exactly the paths of the specification', () => {
    const specified = Object.fromEntries(specifiedPages.map(({ name, path }) => [name, path]))
    expect(Object.fromEntries(pageNames.map((name) => [name, pages[name].path]))).toEqual(specified)
    expect(specifiedPages).toHaveLength(pageNames.length)
  })
})
